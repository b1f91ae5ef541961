package io.rochedb.calcite.internal.plan;

import com.google.common.collect.ImmutableList;
import io.rochedb.calcite.internal.rex.Rewriting;
import java.math.BigDecimal;
import java.util.List;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexFieldCollation;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexOver;
import org.apache.calcite.rex.RexShuttle;
import org.apache.calcite.rex.RexWindow;
import org.apache.calcite.rex.RexWindowBound;
import org.apache.calcite.rex.RexWindowBounds;
import org.apache.calcite.rex.RexWindowExclusion;
import org.apache.calcite.sql.SqlAggFunction;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.type.SqlTypeName;

/**
 * Window functions made of others: of NTILE the library makes tiles of the wrong sizes, NTH_VALUE it takes from rows after the frame,
 * PERCENT_RANK and CUME_DIST it cannot run.
 * Stateless.
 */
final class WindowCalls {
    private WindowCalls() {}

    /** Returns the tree with these functions replaced. */
    static RelNode replaceIn(RelNode tree) {
        Replacement replacement = new Replacement(tree.getCluster().getRexBuilder());
        return Rewriting.in(tree, replacement);
    }

    private static final class Replacement extends RexShuttle {
        private final RexBuilder rex;
        private final RelDataType bigint;

        Replacement(RexBuilder rex) {
            this.rex = rex;
            this.bigint = rex.getTypeFactory().createSqlType(SqlTypeName.BIGINT);
        }

        @Override
        public RexNode visitOver(RexOver over) {
            RexOver inner = (RexOver) super.visitOver(over);
            SqlKind kind = inner.getAggOperator().getKind();
            RexNode replaced = switch (kind) {
                case NTILE -> tile(inner.getWindow(), bigint(inner.getOperands().get(0)));
                case PERCENT_RANK -> percentRank(inner);
                case NTH_VALUE -> inFrame(inner);
                case CUME_DIST ->
                    share(
                            inner.getType(),
                            count(inner.getWindow(), RexWindowBounds.CURRENT_ROW, inner.getWindow().orderKeys),
                            rows(inner.getWindow()));
                default -> inner;
            };
            return replaced == inner ? inner : rex.makeCast(inner.getType(), replaced);
        }

        /** The first tiles have one row more than the others when the rows cannot be shared out equally. */
        private RexNode tile(RexWindow window, RexNode tiles) {
            RexNode row = minus(over(window, SqlStdOperatorTable.ROW_NUMBER, true), one());
            RexNode rows = rows(window);
            RexNode small = divide(rows, tiles);
            RexNode large = plus(small, one());
            RexNode largeTiles = minus(rows, times(small, tiles));
            RexNode inLarge = times(largeTiles, large);
            RexNode tile = rex.makeCall(
                    SqlStdOperatorTable.CASE,
                    rex.makeCall(SqlStdOperatorTable.LESS_THAN, row, inLarge),
                    divide(row, large),
                    plus(largeTiles, divide(minus(row, inLarge), small)));
            return plus(tile, one());
        }

        private RexNode percentRank(RexOver over) {
            RexNode rank = minus(over(over.getWindow(), SqlStdOperatorTable.RANK, false), one());
            RexNode others = minus(rows(over.getWindow()), one());
            return rex.makeCall(
                    SqlStdOperatorTable.CASE,
                    rex.makeCall(SqlStdOperatorTable.EQUALS, rank, number(0)),
                    rex.makeCast(over.getType(), number(0)),
                    share(over.getType(), rank, others));
        }

        /** The library looks for the row beyond the end of the frame. */
        private RexNode inFrame(RexOver nth) {
            RexWindow window = nth.getWindow();
            RexNode rows = rex.makeOver(
                    bigint,
                    SqlStdOperatorTable.COUNT,
                    List.of(),
                    window.partitionKeys,
                    window.orderKeys,
                    window.getLowerBound(),
                    window.getUpperBound(),
                    window.getExclude(),
                    window.isRows(),
                    true,
                    false,
                    false,
                    false);
            RexNode there = rex.makeCall(
                    SqlStdOperatorTable.GREATER_THAN_OR_EQUAL,
                    rows,
                    nth.getOperands().get(1));
            return rex.makeCall(SqlStdOperatorTable.CASE, there, nth, rex.makeNullLiteral(nth.getType()));
        }

        private RexNode share(RelDataType type, RexNode part, RexNode whole) {
            return rex.makeCall(SqlStdOperatorTable.DIVIDE, rex.makeCast(type, part), rex.makeCast(type, whole));
        }

        private RexNode over(RexWindow window, SqlAggFunction function, boolean byRows) {
            return rex.makeOver(
                    bigint,
                    function,
                    List.of(),
                    window.partitionKeys,
                    window.orderKeys,
                    RexWindowBounds.UNBOUNDED_PRECEDING,
                    RexWindowBounds.CURRENT_ROW,
                    RexWindowExclusion.EXCLUDE_NO_OTHER,
                    byRows,
                    true,
                    false,
                    false,
                    false);
        }

        /** Counts the rows of the partition. */
        private RexNode rows(RexWindow window) {
            return count(window, RexWindowBounds.UNBOUNDED_FOLLOWING, ImmutableList.of());
        }

        private RexNode count(RexWindow window, RexWindowBound to, ImmutableList<RexFieldCollation> order) {
            return rex.makeOver(
                    bigint,
                    SqlStdOperatorTable.COUNT,
                    List.of(),
                    window.partitionKeys,
                    order,
                    RexWindowBounds.UNBOUNDED_PRECEDING,
                    to,
                    RexWindowExclusion.EXCLUDE_NO_OTHER,
                    false,
                    true,
                    false,
                    false,
                    false);
        }

        private RexNode bigint(RexNode value) {
            return rex.makeCast(
                    rex.getTypeFactory()
                            .createTypeWithNullability(bigint, value.getType().isNullable()),
                    value);
        }

        private RexNode number(int value) {
            return rex.makeExactLiteral(BigDecimal.valueOf(value), bigint);
        }

        private RexNode one() {
            return number(1);
        }

        private RexNode plus(RexNode a, RexNode b) {
            return rex.makeCall(SqlStdOperatorTable.PLUS, a, b);
        }

        private RexNode minus(RexNode a, RexNode b) {
            return rex.makeCall(SqlStdOperatorTable.MINUS, a, b);
        }

        private RexNode times(RexNode a, RexNode b) {
            return rex.makeCall(SqlStdOperatorTable.MULTIPLY, a, b);
        }

        private RexNode divide(RexNode a, RexNode b) {
            return rex.makeCall(SqlStdOperatorTable.DIVIDE, a, b);
        }
    }
}
