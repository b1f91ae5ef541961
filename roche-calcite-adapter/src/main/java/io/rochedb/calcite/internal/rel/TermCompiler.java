package io.rochedb.calcite.internal.rel;

import io.rochedb.calcite.internal.table.TableColumn;
import io.rochedb.engine.model.FieldType;
import io.rochedb.engine.model.RecordId;
import io.rochedb.engine.query.Predicate;
import io.rochedb.engine.query.Predicate.Meta;
import io.rochedb.engine.query.Predicate.Op;
import io.rochedb.engine.query.Predicate.Operand;
import io.rochedb.engine.schema.ColumnType;
import io.rochedb.engine.schema.RingTemplate;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexDynamicParam;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexUtil;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.type.SqlTypeName;
import org.jspecify.annotations.Nullable;

/**
 * The translator of conditions into {@link Term}s; it refuses (null) whatever the engine would not evaluate exactly as
 * generated code does.
 */
final class TermCompiler {
    private static final long MILLIS_PER_DAY = 86_400_000L;

    private final List<TableColumn> columns;
    private final RexBuilder rex;

    TermCompiler(List<TableColumn> columns, RexBuilder rex) {
        this.columns = columns;
        this.rex = rex;
    }

    /** Returns the term of a condition over the table's columns, or null. */
    @Nullable
    Term compile(RexNode condition) {
        return compile(RexUtil.expandSearch(rex, null, condition), false);
    }

    /** Returns the values of {@code id = v} or {@code id IN (…)}, or null when the condition is something else. */
    @Nullable
    List<Value> ids(RexNode condition) {
        RexNode node = RexUtil.expandSearch(rex, null, condition);
        List<Value> values = new ArrayList<>();
        for (RexNode term : RexUtil.flattenOr(List.of(node))) {
            if (!(term instanceof RexCall call) || call.getKind() != SqlKind.EQUALS) {
                return null;
            }
            boolean left = isId(call.operands.get(0));
            if (!left && !isId(call.operands.get(1))) {
                return null;
            }
            Value value = value(call.operands.get(left ? 1 : 0), Value.As.STRING);
            if (value == null) {
                return null;
            }
            if (value.literal() != null) {
                RecordId.parse((String) value.literal());
            }
            values.add(value);
        }
        return values;
    }

    /** Returns a condition the engine can evaluate that holds wherever the given one holds, or null. */
    @Nullable
    RexNode implied(RexNode condition) {
        RexNode node = RexUtil.expandSearch(rex, null, condition);
        if (compile(node, false) != null) {
            return node;
        }
        if (node.getKind() == SqlKind.AND) {
            List<RexNode> known = new ArrayList<>();
            for (RexNode term : ((RexCall) node).operands) {
                RexNode part = implied(term);
                if (part != null) {
                    known.add(part);
                }
            }
            return known.isEmpty() ? null : RexUtil.composeConjunction(rex, known);
        }
        if (node.getKind() == SqlKind.OR) {
            List<RexNode> known = new ArrayList<>();
            for (RexNode term : ((RexCall) node).operands) {
                RexNode part = implied(term);
                if (part == null) {
                    return null;
                }
                known.add(part);
            }
            return RexUtil.composeDisjunction(rex, known);
        }
        return null;
    }

    private boolean isId(RexNode node) {
        RexNode plain = withoutIdleCast(node);
        return plain instanceof RexInputRef ref && columns.get(ref.getIndex()).kind() == TableColumn.Kind.ID;
    }

    private @Nullable Term compile(RexNode node, boolean negated) {
        if (node instanceof RexLiteral literal) {
            Boolean value = literal.isNull() ? null : (Boolean) literal.isAlwaysTrue();
            return new Term.Constant(value != null && value != negated);
        }
        if (node instanceof RexInputRef) {
            return isBoolean(node, !negated);
        }
        if (!(node instanceof RexCall call)) {
            return null;
        }
        return switch (call.getKind()) {
            case AND -> junction(call, negated, !negated);
            case OR -> junction(call, negated, negated);
            case NOT -> compile(call.operands.get(0), !negated);
            case IS_NULL -> isNull(call, negated);
            case IS_NOT_NULL -> isNull(call, !negated);
            case IS_TRUE -> truth(call.operands.get(0), true, negated);
            case IS_NOT_TRUE -> truth(call.operands.get(0), true, !negated);
            case IS_FALSE -> truth(call.operands.get(0), false, negated);
            case IS_NOT_FALSE -> truth(call.operands.get(0), false, !negated);
            case EQUALS -> comparison(call, negated ? Op.NE : Op.EQ);
            case NOT_EQUALS -> comparison(call, negated ? Op.EQ : Op.NE);
            case LESS_THAN -> comparison(call, negated ? Op.GE : Op.LT);
            case LESS_THAN_OR_EQUAL -> comparison(call, negated ? Op.GT : Op.LE);
            case GREATER_THAN -> comparison(call, negated ? Op.LE : Op.GT);
            case GREATER_THAN_OR_EQUAL -> comparison(call, negated ? Op.LT : Op.GE);
            case LIKE -> like(call, negated);
            default -> isBoolean(call, !negated);
        };
    }

    private @Nullable Term junction(RexCall call, boolean negated, boolean all) {
        List<Term> terms = new ArrayList<>(call.operands.size());
        for (RexNode operand : call.operands) {
            Term term = compile(operand, negated);
            if (term == null) {
                return null;
            }
            terms.add(term);
        }
        return all ? new Term.All(SegmentTerms.joined(terms)) : any(terms);
    }

    /** Joins equalities on one operand into IN: a list of a thousand names stays one look-up. */
    private static Term any(List<Term> terms) {
        Map<Operand, List<Value>> equalities = new LinkedHashMap<>();
        Map<Integer, List<Value>> segments = new LinkedHashMap<>();
        RingTemplate rings = null;
        List<Term> rest = new ArrayList<>();
        for (Term term : terms) {
            if (term instanceof SegmentTerms.Equal equal && equal.values().size() == 1) {
                rings = equal.rings();
                equal.values()
                        .forEach((at, values) -> segments.computeIfAbsent(at, key -> new ArrayList<>())
                                .addAll(values));
                continue;
            }
            if (term instanceof Term.Compare compare && compare.op() == Op.EQ) {
                equalities
                        .computeIfAbsent(compare.operand(), key -> new ArrayList<>())
                        .add(compare.value());
            } else {
                rest.add(term);
            }
        }
        equalities.forEach((operand, values) -> rest.add(
                values.size() == 1
                        ? new Term.Compare(operand, Op.EQ, values.get(0))
                        : new Term.In(operand, List.copyOf(values))));
        for (Map.Entry<Integer, List<Value>> segment : segments.entrySet()) {
            rest.add(equal(rings, segment.getKey(), segment.getValue()));
        }
        return rest.size() == 1 ? rest.get(0) : new Term.Any(rest);
    }

    private static Term equal(@Nullable RingTemplate rings, int segment, List<Value> values) {
        if (rings == null) {
            throw new IllegalStateException("a segment without rings");
        }
        return new SegmentTerms.Equal(rings, Map.of(segment, List.copyOf(values)));
    }

    private @Nullable Term isNull(RexCall call, boolean negated) {
        if (segment(call.operands.get(0)) != null) {
            return new Term.Constant(negated);
        }
        Operand operand = operand(call.operands.get(0));
        return operand == null ? null : PathTerms.isNull(operand, negated, withoutIdleCast(call.operands.get(0)));
    }

    private @Nullable Term isBoolean(RexNode node, boolean value) {
        Operand operand = operand(node);
        return operand == null || as(node) != Value.As.BOOLEAN
                ? null
                : new Term.Compare(operand, Op.EQ, Value.literal(value, Value.As.BOOLEAN));
    }

    /** {@code x IS value}, or when negated {@code x IS NOT value}: true for NULL too. */
    private @Nullable Term truth(RexNode node, boolean value, boolean negated) {
        if (!negated) {
            return compile(node, !value);
        }
        Operand operand = operand(node);
        Term opposite = operand == null ? null : isBoolean(node, !value);
        return operand == null || opposite == null
                ? null
                : new Term.Any(List.of(opposite, new Term.IsNull(operand, false)));
    }

    private @Nullable Term comparison(RexCall call, Op op) {
        boolean flipped = segment(call.operands.get(0)) == null && operand(call.operands.get(0)) == null;
        RexNode node = call.operands.get(flipped ? 1 : 0);
        RexNode other = call.operands.get(flipped ? 0 : 1);
        Op direct = flipped ? flip(op) : op;
        TableColumn.Declared segment = segment(node);
        if (segment != null) {
            return comparison(segment, direct, value(other, Value.As.STRING));
        }
        Operand operand = operand(node);
        Value.As as = as(node);
        if (operand == null || as == null) {
            return null;
        }
        if (as == Value.As.LONG && withoutIdleCast(other) instanceof RexLiteral literal) {
            BigDecimal number = number(literal);
            if (number != null && number.stripTrailingZeros().scale() > 0) {
                return fraction(operand, direct, number);
            }
        }
        if (as == Value.As.TIME_TEXT) {
            return times(operand, direct, value(other, Value.As.TIME_SHORT), value(other, as));
        }
        if (as == Value.As.TIMESTAMP_TEXT) {
            return times(operand, direct, value(other, Value.As.TIMESTAMP_SHORT), value(other, as));
        }
        Value value = value(other, as);
        RexNode compared = withoutIdleCast(node);
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
            return equal(segment.rings(), at, List.of(value));
        }
        return op == Op.NE || SegmentTerms.canOrder(at)
                ? new SegmentTerms.Compare(segment.rings(), at, op, value)
                : null;
    }

    /** Compares an integer with a number between two integers. */
    private static @Nullable Term fraction(Operand operand, Op op, BigDecimal number) {
        BigDecimal floor = number.setScale(0, RoundingMode.FLOOR);
        Long below = exactLong(floor);
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

    private @Nullable Term like(RexCall call, boolean negated) {
        boolean not = call.getOperator() == SqlStdOperatorTable.NOT_LIKE;
        if (!not && call.getOperator() != SqlStdOperatorTable.LIKE) {
            return null;
        }
        TableColumn.Declared segment = segment(call.operands.get(0));
        Operand operand = operand(call.operands.get(0));
        if (segment == null && (operand == null || as(call.operands.get(0)) != Value.As.STRING)) {
            return null;
        }
        Value pattern = value(call.operands.get(1), Value.As.STRING);
        boolean hasEscape = call.operands.size() > 2;
        Value escape = hasEscape ? value(call.operands.get(2), Value.As.STRING) : null;
        if (pattern == null || (hasEscape && escape == null)) {
            return null;
        }
        if (segment != null) {
            return new SegmentTerms.Like(segment.rings(), segment.segment(), pattern, escape, negated != not);
        }
        return operand == null ? null : new Term.Like(operand, pattern, escape, negated != not);
    }

    private @Nullable TableColumn column(RexNode node) {
        return withoutIdleCast(node) instanceof RexInputRef ref ? columns.get(ref.getIndex()) : null;
    }

    private TableColumn.@Nullable Declared segment(RexNode node) {
        TableColumn column = column(node);
        return column == null || column.kind() != TableColumn.Kind.SEGMENT ? null : column.declared();
    }

    private @Nullable Operand operand(RexNode node) {
        TableColumn column = column(node);
        if (column == null) {
            return PathTerms.operand(withoutIdleCast(node), columns);
        }
        return switch (column.kind()) {
            case FIELD, DECLARED -> column.field() == null ? null : new Predicate.Field(column.field());
            case RING -> Meta.RING;
            case SEQ -> Meta.SEQ;
            case PAYLOAD -> Meta.PAYLOAD;
            case CODEC -> Meta.CODEC;
            case WRITTEN_AT -> Meta.WRITTEN_AT;
            case TOKENS -> Meta.TOKENS;
            case ID, VECTOR, PAYLOAD_BYTES, SEGMENT -> null;
        };
    }

    /** What the engine compares for a column. */
    record Comparable(Operand operand, Value.As as) {}

    /** Returns how the engine tests a column of the table for equality with values, or null when it cannot do it exactly. */
    @Nullable
    Comparable comparable(int index) {
        RexNode ref = new RexInputRef(index, rex.getTypeFactory().createUnknownType());
        Operand operand = operand(ref);
        Value.As as = as(ref);
        boolean times = as == Value.As.TIME_TEXT || as == Value.As.TIMESTAMP_TEXT;
        return operand == null || as == null || times ? null : new Comparable(operand, as);
    }

    /** Returns as what a column is compared with constants, or null when the engine cannot do it exactly. */
    private Value.@Nullable As as(RexNode node) {
        TableColumn column = column(node);
        if (column == null) {
            return operand(node) instanceof Predicate.Path path ? as(path.type()) : null;
        }
        return switch (column.kind()) {
            case FIELD -> column.field() == null ? null : as(column.field().type());
            case DECLARED ->
                column.declared() == null
                        ? null
                        : as(column.declared().definition().type().kind());
            case RING, PAYLOAD, CODEC -> Value.As.STRING;
            case SEQ, WRITTEN_AT, TOKENS -> Value.As.LONG;
            case ID, VECTOR, PAYLOAD_BYTES, SEGMENT -> null;
        };
    }

    private static Value.@Nullable As as(ColumnType.Kind kind) {
        return switch (kind) {
            case BOOLEAN -> Value.As.BOOLEAN;
            case TINYINT, SMALLINT, INTEGER, BIGINT -> Value.As.LONG;
            case DOUBLE -> Value.As.DOUBLE;
            case CHAR, VARCHAR, UUID, JSON -> Value.As.STRING;
            case DATE -> Value.As.DATE_TEXT;
            case TIME -> Value.As.TIME_TEXT;
            case TIMESTAMP -> Value.As.TIMESTAMP_TEXT;
            case REAL, DECIMAL, VARBINARY -> null;
        };
    }

    private static Value.As as(FieldType type) {
        return switch (type) {
            case NONE, VARCHAR -> Value.As.STRING;
            case BIGINT -> Value.As.LONG;
            case DOUBLE -> Value.As.DOUBLE;
            case BOOLEAN -> Value.As.BOOLEAN;
        };
    }

    /** Removes casts that change no value: of nullability, length upwards, CHAR to VARCHAR. */
    private static RexNode withoutIdleCast(RexNode node) {
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
    static @Nullable Value value(RexNode node, Value.As as) {
        RexNode plain = withoutIdleCast(node);
        SqlTypeName type = plain.getType().getSqlTypeName();
        if (plain instanceof RexDynamicParam parameter) {
            boolean fits = switch (as) {
                case STRING -> SqlTypeName.CHAR_TYPES.contains(type);
                case LONG -> SqlTypeName.INT_TYPES.contains(type) || type == SqlTypeName.TIMESTAMP;
                case DOUBLE -> SqlTypeName.APPROX_TYPES.contains(type) || SqlTypeName.INT_TYPES.contains(type);
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
            case STRING -> SqlTypeName.CHAR_TYPES.contains(type) ? literal.getValueAs(String.class) : null;
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

    private static @Nullable BigDecimal number(RexLiteral literal) {
        boolean numeric = SqlTypeName.NUMERIC_TYPES.contains(literal.getType().getSqlTypeName());
        return numeric && !literal.isNull() ? literal.getValueAs(BigDecimal.class) : null;
    }

    private static @Nullable Long exactLong(BigDecimal number) {
        try {
            return number.longValueExact();
        } catch (ArithmeticException outOfRange) {
            return null;
        }
    }
}
