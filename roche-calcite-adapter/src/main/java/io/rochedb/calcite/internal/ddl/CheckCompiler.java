package io.rochedb.calcite.internal.ddl;

import io.rochedb.calcite.internal.rel.UuidTexts;
import io.rochedb.calcite.internal.table.IsoText;
import io.rochedb.engine.ErrorCode;
import io.rochedb.engine.RocheException;
import io.rochedb.engine.model.FieldRef;
import io.rochedb.engine.model.FieldType;
import io.rochedb.engine.query.Predicate;
import io.rochedb.engine.query.Predicate.Op;
import io.rochedb.engine.query.Predicate.Operand;
import io.rochedb.engine.schema.ColumnDefinition;
import io.rochedb.engine.schema.ColumnType;
import io.rochedb.engine.schema.TableDefinition;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.type.SqlTypeName;
import org.jspecify.annotations.Nullable;

/**
 * The translator of CHECK conditions into the engine's, value for value in SQL's three-valued logic: what the engine would decide otherwise than SQL is
 * refused with {@code FEATURE_NOT_SUPPORTED}.
 *
 * <p>Dates and times are compared as the texts documents hold, which are ordered as what they stand for; decimals as doubles, which tell apart up to
 * {@value #EXACT_DIGITS} digits.
 */
final class CheckCompiler {
    private static final int EXACT_DIGITS = 15;
    private static final char NO_ESCAPE = '\0';

    private final TableDefinition table;
    private final String sql;

    CheckCompiler(TableDefinition table, String sql) {
        this.table = table;
        this.sql = sql;
    }

    /** Returns whether a condition looks at a column. */
    static boolean names(Predicate condition, String column) {
        if (condition instanceof Predicate.And and) {
            return and.terms().stream().anyMatch(term -> names(term, column));
        }
        if (condition instanceof Predicate.Or or) {
            return or.terms().stream().anyMatch(term -> names(term, column));
        }
        if (condition instanceof Predicate.Not not) {
            return names(not.term(), column);
        }
        Operand operand = condition instanceof Predicate.Compare compare
                ? compare.operand()
                : condition instanceof Predicate.In in
                        ? in.operand()
                        : condition instanceof Predicate.IsNull isNull
                                ? isNull.operand()
                                : condition instanceof Predicate.Like like ? like.operand() : null;
        return operand instanceof Predicate.Field field && field.ref().name().equalsIgnoreCase(column);
    }

    /** Translates a condition whose column references are numbers of the table's columns. */
    Predicate compile(RexNode condition) {
        RexNode node = withoutCast(condition);
        if (node instanceof RexLiteral literal) {
            if (literal.isNull()) {
                throw unsupported();
            }
            return literal.isAlwaysTrue() ? Predicate.TRUE : Predicate.FALSE;
        }
        if (node instanceof RexInputRef ref) {
            return new Predicate.Compare(operand(column(ref)), Op.EQ, true);
        }
        if (!(node instanceof RexCall call)) {
            throw unsupported();
        }
        return switch (call.getKind()) {
            case AND -> new Predicate.And(terms(call));
            case OR -> new Predicate.Or(terms(call));
            case NOT -> new Predicate.Not(compile(call.operands.get(0)));
            case IS_NULL -> new Predicate.IsNull(operand(column(call.operands.get(0))));
            case IS_NOT_NULL -> new Predicate.Not(new Predicate.IsNull(operand(column(call.operands.get(0)))));
            case EQUALS -> comparison(call, Op.EQ);
            case NOT_EQUALS -> comparison(call, Op.NE);
            case LESS_THAN -> comparison(call, Op.LT);
            case LESS_THAN_OR_EQUAL -> comparison(call, Op.LE);
            case GREATER_THAN -> comparison(call, Op.GT);
            case GREATER_THAN_OR_EQUAL -> comparison(call, Op.GE);
            case LIKE -> like(call);
            default -> throw unsupported();
        };
    }

    private List<Predicate> terms(RexCall call) {
        List<Predicate> terms = new ArrayList<>();
        for (RexNode operand : call.operands) {
            terms.add(compile(operand));
        }
        return terms;
    }

    private Predicate comparison(RexCall call, Op op) {
        RexNode left = withoutCast(call.operands.get(0));
        boolean direct = left instanceof RexInputRef;
        ColumnDefinition column = column(call.operands.get(direct ? 0 : 1));
        RexNode other = withoutCast(call.operands.get(direct ? 1 : 0));
        if (!(other instanceof RexLiteral literal) || literal.isNull()) {
            throw unsupported();
        }
        return compare(column, direct ? op : flip(op), literal);
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

    private Predicate compare(ColumnDefinition column, Op op, RexLiteral literal) {
        ColumnType.Kind kind = column.type().kind();
        SqlTypeName type = literal.getType().getSqlTypeName();
        if (isInteger(kind)) {
            return integer(column, op, number(literal));
        }
        Object value = switch (kind) {
            case BOOLEAN -> type == SqlTypeName.BOOLEAN ? literal.getValueAs(Boolean.class) : null;
            case REAL, DOUBLE -> {
                BigDecimal number = number(literal);
                yield number == null ? null : (Object) number.doubleValue();
            }
            case DECIMAL -> decimal(column.type(), literal);
            case CHAR, VARCHAR -> textOf(literal);
            case UUID -> {
                String text = textOf(literal);
                yield text == null ? null : UuidTexts.canonical(text);
            }
            case DATE -> type == SqlTypeName.DATE ? IsoText.date(literal.getValueAs(Integer.class)) : null;
            case TIME -> type == SqlTypeName.TIME ? IsoText.time(literal.getValueAs(Integer.class)) : null;
            case TIMESTAMP -> type == SqlTypeName.TIMESTAMP ? IsoText.timestamp(literal.getValueAs(Long.class)) : null;
            case TINYINT, SMALLINT, INTEGER, BIGINT, VARBINARY, JSON -> null;
        };
        if (value == null) {
            throw unsupported();
        }
        return new Predicate.Compare(operand(column), op, value);
    }

    /** Compares an integer with a number, which may lie between two integers. */
    private Predicate integer(ColumnDefinition column, Op op, @Nullable BigDecimal number) {
        if (number == null || number.abs().compareTo(BigDecimal.valueOf(Long.MAX_VALUE)) > 0) {
            throw unsupported();
        }
        long below = number.setScale(0, RoundingMode.FLOOR).longValueExact();
        if (number.stripTrailingZeros().scale() <= 0) {
            return new Predicate.Compare(operand(column), op, below);
        }
        return switch (op) {
            case LT, LE -> new Predicate.Compare(operand(column), Op.LE, below);
            case GT, GE -> new Predicate.Compare(operand(column), Op.GT, below);
            case EQ, NE -> throw unsupported();
        };
    }

    private static boolean isInteger(ColumnType.Kind kind) {
        return switch (kind) {
            case TINYINT, SMALLINT, INTEGER, BIGINT -> true;
            default -> false;
        };
    }

    private static @Nullable Object decimal(ColumnType type, RexLiteral literal) {
        BigDecimal number = number(literal);
        if (number == null) {
            return null;
        }
        boolean exact = type.precision() > 0
                && type.precision() <= EXACT_DIGITS
                && number.stripTrailingZeros().precision() <= EXACT_DIGITS;
        return number.signum() == 0 || exact ? (Object) number.doubleValue() : null;
    }

    private static @Nullable String textOf(RexLiteral literal) {
        return SqlTypeName.CHAR_TYPES.contains(literal.getType().getSqlTypeName())
                ? literal.getValueAs(String.class)
                : null;
    }

    private static @Nullable BigDecimal number(RexLiteral literal) {
        return SqlTypeName.NUMERIC_TYPES.contains(literal.getType().getSqlTypeName())
                ? literal.getValueAs(BigDecimal.class)
                : null;
    }

    private Predicate like(RexCall call) {
        boolean not = call.getOperator() == SqlStdOperatorTable.NOT_LIKE;
        if (!not && call.getOperator() != SqlStdOperatorTable.LIKE) {
            throw unsupported();
        }
        ColumnDefinition column = column(call.operands.get(0));
        ColumnType.Kind kind = column.type().kind();
        if (kind != ColumnType.Kind.CHAR && kind != ColumnType.Kind.VARCHAR) {
            throw unsupported();
        }
        String pattern = text(call.operands.get(1));
        String escape = call.operands.size() > 2 ? text(call.operands.get(2)) : "";
        if (escape.length() > 1) {
            throw unsupported();
        }
        Predicate like = new Predicate.Like(operand(column), pattern, escape.isEmpty() ? NO_ESCAPE : escape.charAt(0));
        return not ? new Predicate.Not(like) : like;
    }

    private String text(RexNode node) {
        String text = withoutCast(node) instanceof RexLiteral literal
                        && SqlTypeName.CHAR_TYPES.contains(literal.getType().getSqlTypeName())
                ? literal.getValueAs(String.class)
                : null;
        if (text == null) {
            throw unsupported();
        }
        return text;
    }

    /** Removes casts that change no value. */
    private static RexNode withoutCast(RexNode node) {
        RexNode plain = node;
        while (plain instanceof RexCall call && call.getKind() == SqlKind.CAST) {
            RexNode inner = call.operands.get(0);
            SqlTypeName from = inner.getType().getSqlTypeName();
            SqlTypeName to = call.getType().getSqlTypeName();
            boolean text = SqlTypeName.CHAR_TYPES.contains(from) && to == SqlTypeName.VARCHAR;
            // Integer types are in the order of their widths.
            boolean wider = SqlTypeName.INT_TYPES.contains(from)
                    && (SqlTypeName.INT_TYPES.contains(to) && to.compareTo(from) >= 0
                            || to == SqlTypeName.DECIMAL
                            || to == SqlTypeName.DOUBLE);
            boolean number = SqlTypeName.EXACT_TYPES.contains(from)
                    && SqlTypeName.NUMERIC_TYPES.contains(to)
                    && inner instanceof RexLiteral;
            if (!text && !wider && !number && from != to) {
                break;
            }
            plain = inner;
        }
        return plain;
    }

    private ColumnDefinition column(RexNode node) {
        if (!(withoutCast(node) instanceof RexInputRef ref)) {
            throw unsupported();
        }
        ColumnDefinition column = table.columns().get(ref.getIndex());
        if (table.isRingColumn(column)) {
            throw unsupported();
        }
        return column;
    }

    private Operand operand(ColumnDefinition column) {
        FieldType type = switch (column.type().kind()) {
            case BOOLEAN -> FieldType.BOOLEAN;
            case TINYINT, SMALLINT, INTEGER, BIGINT -> FieldType.BIGINT;
            case REAL, DOUBLE, DECIMAL -> FieldType.DOUBLE;
            case CHAR, VARCHAR, UUID, DATE, TIME, TIMESTAMP, VARBINARY, JSON -> FieldType.VARCHAR;
        };
        return new Predicate.Field(new FieldRef(column.name(), type));
    }

    RocheException unsupported() {
        return new RocheException(
                ErrorCode.FEATURE_NOT_SUPPORTED,
                "CHECK (" + sql + ") is not supported: it may compare columns with constants (=, <>, <, <=, >, >=, IN,"
                        + " BETWEEN, LIKE, IS NULL), joined by AND, OR and NOT; columns that are segments of the ring's"
                        + " name have no checks");
    }
}
