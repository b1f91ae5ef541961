package io.rochedb.calcite.internal.rel;

import io.rochedb.engine.query.RingSizes;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Join;
import org.apache.calcite.rel.core.JoinRelType;
import org.apache.calcite.rel.logical.LogicalFilter;
import org.apache.calcite.rel.logical.LogicalProject;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeField;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexShuttle;
import org.apache.calcite.rex.RexUtil;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.validate.SqlValidatorUtil;
import org.jspecify.annotations.Nullable;

/**
 * The rule for joins on {@code ring}, on the id, on segments of the names of a table's rings, or on columns with an index, in which the other side's values
 * choose what is read of the scan: the other side is read in batches, and for each the scan reads only the rings, ids or keys it names. Stateless.
 *
 * <p>The scan may have a filter, a projection and a grouping above it, such as EXISTS and IN come to.
 */
final class LookupJoins {
    /** The other side must be expected to have fewer rows than this, else reading everything once is as good. */
    private static final double DRIVER_ROWS_MAX = 10_000;

    /** Looking a value up in an index costs as much as reading so many records. */
    private static final double LOOKUP_COST = 4;

    private LookupJoins() {}

    /** Returns a lookup join, or the join as it was when it is none. */
    static RelNode rewrite(Join join) {
        boolean inner = join.getJoinType() == JoinRelType.INNER;
        if (!inner && join.getJoinType() != JoinRelType.LEFT) {
            return join;
        }
        // the side with fewer rows looks up first
        boolean scanLeftFirst = inner && rows(join.getRight()) < rows(join.getLeft());
        RelNode routed = rewrite(join, scanLeftFirst);
        if (routed == null && inner) {
            routed = rewrite(join, !scanLeftFirst);
        }
        return routed == null ? join : routed;
    }

    private static double rows(RelNode side) {
        return side.getCluster().getMetadataQuery().getRowCount(side);
    }

    private static @Nullable RelNode rewrite(Join join, boolean scanLeft) {
        LookupSide side = LookupSide.of(scanLeft ? join.getLeft() : join.getRight());
        boolean outer = join.getJoinType() == JoinRelType.LEFT;
        if (side == null || (outer && !side.isOfColumnsAndConstants())) {
            return null;
        }
        RocheScan scan = side.scan();
        RelNode driver = scanLeft ? join.getRight() : join.getLeft();
        int leftWidth = join.getLeft().getRowType().getFieldCount();
        int offset = scanLeft ? 0 : leftWidth;
        RexShuttle inlined = inlined(
                side,
                offset,
                scanLeft ? leftWidth : join.getRight().getRowType().getFieldCount());
        List<RexNode> conditions = new ArrayList<>();
        conditions.add(join.getCondition().accept(inlined));
        side.conditions().forEach(condition -> conditions.add(RexUtil.shift(condition, offset)));
        RexBuilder rex = join.getCluster().getRexBuilder();
        List<RexNode> terms = RelOptUtil.conjunctions(RexUtil.composeConjunction(rex, conditions));
        int split = scanLeft ? scan.getRowType().getFieldCount() : leftWidth;
        LookupKeys.Split keys = LookupKeys.of(terms, scan, scanLeft, split);
        boolean single = side.groups() != null;
        if (keys == null || (single && !side.isSingle(terms, offset)) || !pays(driver, scan, keys.keys())) {
            return null;
        }
        RexNode rest = keys.rest().isEmpty() ? null : RexUtil.composeConjunction(rex, keys.rest());
        // which rows match decides what such joins give, so all is compared there
        boolean inside = outer || single;
        RelDataType rowType = side.isPlain() ? join.getRowType() : rowType(join, scan, scanLeft);
        LookupRows.Form form = new LookupRows.Form(scanLeft, outer, single);
        RelNode lookup = RocheLookupJoin.create(driver, scan, keys.keys(), form, inside ? rest : null, rowType);
        RelNode rows = rest == null || inside ? lookup : LogicalFilter.create(lookup, rest);
        return side.isPlain() ? rows : projected(join, rows, inlined, offset + keys.marker());
    }

    /** Returns what puts the expressions of a side in place of its columns, which are before those of the other side or after them. */
    private static RexShuttle inlined(LookupSide side, int offset, int width) {
        int grown = offset == 0 ? side.scan().getRowType().getFieldCount() - width : 0;
        return new RexShuttle() {
            @Override
            public RexNode visitInputRef(RexInputRef ref) {
                int column = ref.getIndex() - offset;
                if (column < 0 || column >= width) {
                    return new RexInputRef(column < 0 ? ref.getIndex() : ref.getIndex() + grown, ref.getType());
                }
                return RexUtil.shift(side.outputs().get(column), offset);
            }
        };
    }

    private static RelDataType rowType(Join join, RocheScan scan, boolean scanLeft) {
        return SqlValidatorUtil.deriveJoinRowType(
                scanLeft ? scan.getRowType() : join.getLeft().getRowType(),
                scanLeft ? join.getRight().getRowType() : scan.getRowType(),
                join.getJoinType(),
                join.getCluster().getTypeFactory(),
                null,
                List.of());
    }

    /** Returns the columns of the join, of rows with the scan's; one of these, which is never NULL in a match, tells whether there was one. */
    private static RelNode projected(Join join, RelNode rows, RexShuttle inlined, int marker) {
        RexBuilder rex = join.getCluster().getRexBuilder();
        List<RexNode> outputs = new ArrayList<>();
        for (RelDataTypeField field : join.getRowType().getFieldList()) {
            RexNode output = RexInputRef.of(field.getIndex(), join.getRowType()).accept(inlined);
            if (join.getJoinType() == JoinRelType.LEFT && output instanceof RexLiteral) {
                RexNode matched = rex.makeCall(SqlStdOperatorTable.IS_NOT_NULL, rex.makeInputRef(rows, marker));
                RexNode nothing = rex.makeNullLiteral(field.getType());
                output = rex.makeCall(field.getType(), SqlStdOperatorTable.CASE, List.of(matched, output, nothing));
            } else if (output instanceof RexInputRef ref) {
                output = rex.makeInputRef(rows, ref.getIndex());
            } else if (join.getJoinType() == JoinRelType.LEFT
                    && LookupKeys.widened(output) instanceof RexInputRef narrow) {
                output = rex.makeCast(field.getType(), rex.makeInputRef(rows, narrow.getIndex()));
            }
            outputs.add(output);
        }
        return LogicalProject.create(rows, List.of(), outputs, join.getRowType().getFieldNames(), Set.of());
    }

    /** Returns whether looking up costs less than reading the whole scan once. */
    private static boolean pays(RelNode driver, RocheScan scan, LookupKeys keys) {
        double rows = rows(driver);
        RingSizes sizes = scan.sizes();
        if (keys.byId()) {
            // looking an id up costs no more than finding it in a table of all
            return rows < Math.max(DRIVER_ROWS_MAX, sizes.records());
        }
        if (LookupIndexes.answer(scan, keys.matches())) {
            double rings = keys.byIndex() ? Math.max(1, sizes.rings()) : 1;
            if (rows * rings * LOOKUP_COST < sizes.records()) {
                return true;
            }
        }
        // those that are read are read once a batch, and no more of them than rows
        return !keys.byIndex() && isOpen(scan) && (rows < DRIVER_ROWS_MAX || rows < sizes.rings());
    }

    /** Returns whether the rings of a scan can be chosen by someone else: it names none itself. */
    private static boolean isOpen(RocheScan scan) {
        return scan.data().onlyRing() == null && !scan.template().namesRings();
    }
}
