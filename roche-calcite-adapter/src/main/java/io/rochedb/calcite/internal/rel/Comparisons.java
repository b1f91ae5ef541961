package io.rochedb.calcite.internal.rel;

import io.rochedb.calcite.internal.table.TableColumn;
import io.rochedb.engine.query.Predicate.Op;
import io.rochedb.engine.query.Predicate.Operand;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.List;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.jspecify.annotations.Nullable;

/** The translator of comparisons of one operand with a constant, and of LIKE, into {@link Term}s. Immutable. */
final class Comparisons {
    private final Operands operands;

    Comparisons(Operands operands) {
        this.operands = operands;
    }

    /** Returns the term of a comparison, or null. {@code op} is the one meant, whatever the call's is. */
    @Nullable
    Term compared(RexCall call, Op op) {
        boolean flipped =
                operands.segment(call.operands.get(0)) == null && operands.operand(call.operands.get(0)) == null;
        RexNode node = call.operands.get(flipped ? 1 : 0);
        RexNode other = call.operands.get(flipped ? 0 : 1);
        Op direct = flipped ? flip(op) : op;
        TableColumn.Declared segment = operands.segment(node);
        if (segment != null) {
            return comparison(segment, direct, Constants.of(other, Value.As.STRING));
        }
        Operand operand = operands.operand(node);
        Value.As as = operands.as(node);
        if (operand == null || as == null) {
            return null;
        }
        if (as == Value.As.LONG && Constants.withoutIdleCast(other) instanceof RexLiteral literal) {
            BigDecimal number = Constants.number(literal);
            if (number != null && number.stripTrailingZeros().scale() > 0) {
                return fraction(operand, direct, number);
            }
        }
        if (as == Value.As.TIME_TEXT) {
            return times(operand, direct, Constants.of(other, Value.As.TIME_SHORT), Constants.of(other, as));
        }
        if (as == Value.As.TIMESTAMP_TEXT) {
            return times(operand, direct, Constants.of(other, Value.As.TIMESTAMP_SHORT), Constants.of(other, as));
        }
        Value value = Constants.of(other, as);
        RexNode compared = Constants.withoutIdleCast(node);
        return value == null ? null : PathTerms.compared(new Term.Compare(operand, direct, value), compared);
    }

    /** Compares texts of times: those that stand for the same one are from {@code first} to {@code last}. */
    private static @Nullable Term times(Operand operand, Op op, @Nullable Value first, @Nullable Value last) {
        if (first == null || last == null) {
            return null;
        }
        return switch (op) {
            case LT, GE -> new Term.Compare(operand, op, first);
            case LE, GT -> new Term.Compare(operand, op, last);
            case EQ ->
                new Term.All(List.of(new Term.Compare(operand, Op.GE, first), new Term.Compare(operand, Op.LE, last)));
            case NE ->
                new Term.Any(List.of(new Term.Compare(operand, Op.LT, first), new Term.Compare(operand, Op.GT, last)));
        };
    }

    private static @Nullable Term comparison(TableColumn.Declared segment, Op op, @Nullable Value value) {
        if (value == null) {
            return null;
        }
        int at = segment.segment();
        if (op == Op.EQ) {
            return SegmentTerms.equal(segment.rings(), at, List.of(value));
        }
        return op == Op.NE || SegmentTerms.canOrder(at)
                ? new SegmentTerms.Compare(segment.rings(), at, op, value)
                : null;
    }

    /** Compares an integer with a number between two integers. */
    private static @Nullable Term fraction(Operand operand, Op op, BigDecimal number) {
        BigDecimal floor = number.setScale(0, RoundingMode.FLOOR);
        Long below = Constants.exactLong(floor);
        if (below == null) {
            return null;
        }
        Value value = Value.literal(below, Value.As.LONG);
        return switch (op) {
            case EQ -> new Term.Constant(false);
            case NE -> new Term.IsNull(operand, true);
            case LT, LE -> new Term.Compare(operand, Op.LE, value);
            case GT, GE -> new Term.Compare(operand, Op.GT, value);
        };
    }

    private static Op flip(Op op) {
        return switch (op) {
            case EQ, NE -> op;
            case LT -> Op.GT;
            case LE -> Op.GE;
            case GT -> Op.LT;
            case GE -> Op.LE;
        };
    }

    /** Returns the term of LIKE, or null. */
    @Nullable
    Term like(RexCall call, boolean negated) {
        boolean not = call.getOperator() == SqlStdOperatorTable.NOT_LIKE;
        if (!not && call.getOperator() != SqlStdOperatorTable.LIKE) {
            return null;
        }
        TableColumn.Declared segment = operands.segment(call.operands.get(0));
        Operand operand = operands.operand(call.operands.get(0));
        Value.As as = operands.as(call.operands.get(0));
        boolean text = as == Value.As.STRING || as == Value.As.UUID_TEXT;
        if (segment == null && (operand == null || !text)) {
            return null;
        }
        Value pattern = Constants.of(call.operands.get(1), Value.As.STRING);
        boolean hasEscape = call.operands.size() > 2;
        Value escape = hasEscape ? Constants.of(call.operands.get(2), Value.As.STRING) : null;
        if (pattern == null || (hasEscape && escape == null)) {
            return null;
        }
        if (segment != null) {
            return new SegmentTerms.Like(segment.rings(), segment.segment(), pattern, escape, negated != not);
        }
        return operand == null ? null : new Term.Like(operand, pattern, escape, negated != not);
    }
}
