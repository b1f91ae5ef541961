package io.rochedb.calcite.internal.rel;

import io.rochedb.calcite.internal.json.JsonValueCall;
import io.rochedb.calcite.internal.table.TableColumn;
import io.rochedb.engine.query.Predicate;
import io.rochedb.engine.query.Predicate.Op;
import io.rochedb.engine.query.Predicate.Operand;
import java.util.List;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.type.SqlTypeName;
import org.jspecify.annotations.Nullable;

/** Calls of JSON_VALUE on the payload that the engine evaluates itself. Stateless. */
final class PathTerms {
    private PathTerms() {}

    /** Returns what the engine reads for a call on the payload, or null when the node is none or needs more than a scalar's value. */
    static Predicate.@Nullable Path operand(RexNode node, List<TableColumn> columns) {
        JsonValueCall call = JsonValueCall.of(node);
        if (call == null) {
            return null;
        }
        boolean ofPayload = call.document() instanceof RexInputRef ref
                && ref.getIndex() < columns.size()
                && columns.get(ref.getIndex()).kind() == TableColumn.Kind.PAYLOAD;
        return ofPayload ? call.operand() : null;
    }

    /** Returns a comparison that is true only for what the call returns: a value outside a small integer type is NULL to it. */
    static Term compared(Term.Compare term, RexNode node) {
        long max = max(node);
        boolean inside = term.op() == Op.EQ
                && term.value().literal() instanceof Long literal
                && literal >= -max - 1
                && literal <= max;
        if (max == Long.MAX_VALUE || inside) {
            return term;
        }
        return new Term.All(List.of(term, bound(term.operand(), Op.GE, -max - 1), bound(term.operand(), Op.LE, max)));
    }

    /** Returns the test for NULL, to which a value outside a small integer type belongs. */
    static Term isNull(Operand operand, boolean negated, RexNode node) {
        Term plain = new Term.IsNull(operand, negated);
        long max = max(node);
        if (max == Long.MAX_VALUE) {
            return plain;
        }
        return negated
                ? new Term.All(List.of(plain, bound(operand, Op.GE, -max - 1), bound(operand, Op.LE, max)))
                : new Term.Any(List.of(plain, bound(operand, Op.LT, -max - 1), bound(operand, Op.GT, max)));
    }

    private static Term bound(Operand operand, Op op, long value) {
        return new Term.Compare(operand, op, Value.literal(value, Value.As.LONG));
    }

    private static long max(RexNode node) {
        if (JsonValueCall.of(node) == null) {
            return Long.MAX_VALUE;
        }
        return switch (node.getType().getSqlTypeName()) {
            case TINYINT -> Byte.MAX_VALUE;
            case SMALLINT -> Short.MAX_VALUE;
            case INTEGER -> Integer.MAX_VALUE;
            default -> Long.MAX_VALUE;
        };
    }

    /** Returns whether a scan hands the value out in the class of the call's type. */
    static boolean isExact(SqlTypeName type) {
        return type != SqlTypeName.TINYINT && type != SqlTypeName.SMALLINT && type != SqlTypeName.INTEGER;
    }
}
