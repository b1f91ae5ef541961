package io.rochedb.calcite.internal.rel;

import java.math.BigDecimal;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexDynamicParam;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.type.SqlTypeName;
import org.jspecify.annotations.Nullable;

/** The constants of conditions, as what the engine compares with. Stateless. */
final class Constants {
    private static final long MILLIS_PER_DAY = 86_400_000L;

    private Constants() {}

    /** Removes casts that change no value: of nullability, length upwards, CHAR to VARCHAR. */
    static RexNode withoutIdleCast(RexNode node) {
        RexNode plain = node;
        while (plain instanceof RexCall call && call.getKind() == SqlKind.CAST) {
            RexNode inner = call.operands.get(0);
            SqlTypeName from = inner.getType().getSqlTypeName();
            SqlTypeName to = call.getType().getSqlTypeName();
            boolean text = SqlTypeName.CHAR_TYPES.contains(from) && to == SqlTypeName.VARCHAR;
            boolean integer = SqlTypeName.INT_TYPES.contains(from)
                    && SqlTypeName.INT_TYPES.contains(to)
                    && from.compareTo(to) <= 0;
            boolean roomy = call.getType().getPrecision() < 0
                    || (inner.getType().getPrecision() >= 0
                            && call.getType().getPrecision() >= inner.getType().getPrecision());
            if (!((text && roomy) || integer || (from == to && roomy))) {
                break;
            }
            plain = inner;
        }
        return plain;
    }

    /** Returns a constant as what the engine compares with, or null when it is no constant or of another type. */
    static @Nullable Value of(RexNode node, Value.As as) {
        RexNode plain = plain(node, as);
        boolean rounded = as == Value.As.DOUBLE && DecimalTerms.unrounded(node) != node;
        SqlTypeName type = plain.getType().getSqlTypeName();
        if (plain instanceof RexDynamicParam parameter) {
            boolean fits = switch (as) {
                case STRING, UUID_TEXT -> SqlTypeName.CHAR_TYPES.contains(type);
                case LONG -> SqlTypeName.INT_TYPES.contains(type) || type == SqlTypeName.TIMESTAMP;
                case DOUBLE ->
                    SqlTypeName.APPROX_TYPES.contains(type)
                            || SqlTypeName.INT_TYPES.contains(type)
                            || (rounded && type == SqlTypeName.DECIMAL);
                case BOOLEAN -> type == SqlTypeName.BOOLEAN;
                case DATE_TEXT -> type == SqlTypeName.DATE;
                case TIME_TEXT, TIME_SHORT -> type == SqlTypeName.TIME;
                case TIMESTAMP_TEXT, TIMESTAMP_SHORT -> type == SqlTypeName.TIMESTAMP;
                case ANY -> true;
            };
            return fits ? Value.parameter(parameter.getIndex(), as) : null;
        }
        if (!(plain instanceof RexLiteral literal)) {
            return null;
        }
        if (literal.isNull()) {
            return Value.literal(null, as);
        }
        Object value = switch (as) {
            case STRING -> textOf(literal);
            case UUID_TEXT -> uuidOf(literal);
            case LONG -> longOf(literal);
            case DOUBLE -> doubleOf(literal);
            case BOOLEAN -> type == SqlTypeName.BOOLEAN ? literal.getValueAs(Boolean.class) : null;
            case DATE_TEXT -> isoText(literal, SqlTypeName.DATE, as);
            case TIME_TEXT, TIME_SHORT -> isoText(literal, SqlTypeName.TIME, as);
            case TIMESTAMP_TEXT, TIMESTAMP_SHORT -> isoText(literal, SqlTypeName.TIMESTAMP, as);
            case ANY -> number(literal);
        };
        return value == null ? null : Value.literal(value, as);
    }

    private static RexNode plain(RexNode node, Value.As as) {
        return switch (as) {
            case UUID_TEXT -> withoutIdleCast(UuidTexts.operand(node));
            case DOUBLE -> withoutIdleCast(DecimalTerms.unrounded(node));
            default -> withoutIdleCast(node);
        };
    }

    private static @Nullable String textOf(RexLiteral literal) {
        return SqlTypeName.CHAR_TYPES.contains(literal.getType().getSqlTypeName())
                ? literal.getValueAs(String.class)
                : null;
    }

    private static @Nullable String uuidOf(RexLiteral literal) {
        String text = textOf(literal);
        return text == null ? null : UuidTexts.canonical(text);
    }

    private static @Nullable String isoText(RexLiteral literal, SqlTypeName type, Value.As as) {
        if (literal.getType().getSqlTypeName() != type) {
            return null;
        }
        Number value =
                type == SqlTypeName.TIMESTAMP ? literal.getValueAs(Long.class) : literal.getValueAs(Integer.class);
        return value == null ? null : Value.isoText(value.longValue(), as);
    }

    private static @Nullable Long longOf(RexLiteral literal) {
        return switch (literal.getType().getSqlTypeName()) {
            case TIMESTAMP -> literal.getValueAs(Long.class);
            case DATE -> {
                Integer days = literal.getValueAs(Integer.class);
                yield days == null ? null : (Long) (days * MILLIS_PER_DAY);
            }
            default -> {
                BigDecimal number = number(literal);
                yield number == null ? null : exactLong(number);
            }
        };
    }

    private static @Nullable Double doubleOf(RexLiteral literal) {
        BigDecimal number = number(literal);
        return number == null ? null : (Double) number.doubleValue();
    }

    static @Nullable BigDecimal number(RexLiteral literal) {
        boolean numeric = SqlTypeName.NUMERIC_TYPES.contains(literal.getType().getSqlTypeName());
        return numeric && !literal.isNull() ? literal.getValueAs(BigDecimal.class) : null;
    }

    static @Nullable Long exactLong(BigDecimal number) {
        try {
            return number.longValueExact();
        } catch (ArithmeticException outOfRange) {
            return null;
        }
    }
}
