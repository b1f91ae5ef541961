package io.rochedb.calcite.internal.plan;

import io.rochedb.calcite.internal.table.DeclaredTypes;
import io.rochedb.engine.ErrorCode;
import io.rochedb.engine.RocheException;
import java.math.BigDecimal;
import org.apache.calcite.avatica.util.ByteString;
import org.apache.calcite.rex.RexDynamicParam;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.jspecify.annotations.Nullable;

/**
 * A literal or parameter in a plan without generated code, in the representation of {@link io.rochedb.calcite.SqlCursor}.
 *
 * @param parameter index of the parameter, or -1
 * @param literal the literal
 */
public record Constant(int parameter, @Nullable Object literal) {
    /** Returns the constant an expression is, or null when it is none. */
    public static @Nullable Constant of(RexNode node) {
        if (node instanceof RexDynamicParam param) {
            return new Constant(param.getIndex(), null);
        }
        if (!(node instanceof RexLiteral literal)) {
            return null;
        }
        if (literal.isNull()) {
            return new Constant(-1, null);
        }
        Object value = literal(literal);
        return value == null ? null : new Constant(-1, value);
    }

    private static @Nullable Object literal(RexLiteral literal) {
        return switch (literal.getType().getSqlTypeName()) {
            case CHAR, VARCHAR -> literal.getValueAs(String.class);
            case BOOLEAN -> literal.getValueAs(Boolean.class);
            case TINYINT -> literal.getValueAs(Byte.class);
            case SMALLINT -> literal.getValueAs(Short.class);
            case INTEGER, DATE, TIME -> literal.getValueAs(Integer.class);
            case BIGINT, TIMESTAMP -> literal.getValueAs(Long.class);
            case REAL -> literal.getValueAs(Float.class);
            case DOUBLE, FLOAT -> literal.getValueAs(Double.class);
            case DECIMAL -> decimal(literal);
            case BINARY, VARBINARY -> {
                ByteString bytes = literal.getValueAs(ByteString.class);
                yield bytes == null ? null : bytes.getBytes();
            }
            default -> null;
        };
    }

    /** Returns the value for one execution. */
    public @Nullable Object at(@Nullable Object[] parameters) {
        if (parameter < 0) {
            return literal;
        }
        if (parameter >= parameters.length) {
            throw new RocheException(
                    ErrorCode.PARAMETER_NOT_BOUND, "parameter " + (parameter + 1) + " of the statement has no value");
        }
        return parameters[parameter];
    }

    private static @Nullable BigDecimal decimal(RexLiteral literal) {
        BigDecimal value = literal.getValueAs(BigDecimal.class);
        return value == null || !DeclaredTypes.isAnyDecimal(literal.getType()) ? value : ExactCalls.any(value);
    }
}
