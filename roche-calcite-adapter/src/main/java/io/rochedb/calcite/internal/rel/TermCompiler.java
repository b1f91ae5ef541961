package io.rochedb.calcite.internal.rel;

import io.rochedb.calcite.internal.table.TableColumn;
import io.rochedb.engine.model.RecordId;
import io.rochedb.engine.query.Predicate.Op;
import io.rochedb.engine.query.Predicate.Operand;
import io.rochedb.engine.schema.RingTemplate;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexUtil;
import org.apache.calcite.sql.SqlKind;
import org.jspecify.annotations.Nullable;

/**
 * The translator of conditions into {@link Term}s; it refuses (null) whatever the engine would not evaluate exactly as
 * generated code does.
 */
final class TermCompiler {
    private final List<TableColumn> columns;
    private final Operands operands;
    private final Comparisons comparisons;
    private final RexBuilder rex;

    TermCompiler(List<TableColumn> columns, RexBuilder rex) {
        this.columns = columns;
        operands = new Operands(columns);
        comparisons = new Comparisons(operands);
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
            Value value = Constants.of(call.operands.get(left ? 1 : 0), Value.As.STRING);
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
        RexNode rounded = DecimalTerms.implied(node, columns, rex);
        return rounded == null || compile(rounded, false) == null ? null : rounded;
    }

    private boolean isId(RexNode node) {
        TableColumn column = operands.column(node);
        return column != null && column.kind() == TableColumn.Kind.ID;
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
            case EQUALS -> comparisons.compared(call, negated ? Op.NE : Op.EQ);
            case NOT_EQUALS -> comparisons.compared(call, negated ? Op.EQ : Op.NE);
            case LESS_THAN -> comparisons.compared(call, negated ? Op.GE : Op.LT);
            case LESS_THAN_OR_EQUAL -> comparisons.compared(call, negated ? Op.GT : Op.LE);
            case GREATER_THAN -> comparisons.compared(call, negated ? Op.LE : Op.GT);
            case GREATER_THAN_OR_EQUAL -> comparisons.compared(call, negated ? Op.LT : Op.GE);
            case LIKE -> comparisons.like(call, negated);
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
        return all ? new Term.All(SegmentTerms.joined(without(terms))) : any(terms);
    }

    /** Joins inequalities on one operand into NOT IN, as {@link #any} does equalities. */
    private static List<Term> without(List<Term> terms) {
        Map<Operand, List<Value>> excluded = new LinkedHashMap<>();
        List<Term> rest = new ArrayList<>();
        for (Term term : terms) {
            if (term instanceof Term.Compare compare && compare.op() == Op.NE) {
                excluded.computeIfAbsent(compare.operand(), key -> new ArrayList<>())
                        .add(compare.value());
            } else {
                rest.add(term);
            }
        }
        excluded.forEach((operand, values) -> rest.add(
                values.size() == 1
                        ? new Term.Compare(operand, Op.NE, values.get(0))
                        : new Term.NotIn(operand, List.copyOf(values))));
        return rest;
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
            rest.add(SegmentTerms.equal(rings, segment.getKey(), segment.getValue()));
        }
        return rest.size() == 1 ? rest.get(0) : new Term.Any(rest);
    }

    private @Nullable Term isNull(RexCall call, boolean negated) {
        if (operands.segment(call.operands.get(0)) != null) {
            return new Term.Constant(negated);
        }
        Operand operand = operands.operand(call.operands.get(0));
        return operand == null
                ? null
                : PathTerms.isNull(operand, negated, Constants.withoutIdleCast(call.operands.get(0)));
    }

    private @Nullable Term isBoolean(RexNode node, boolean value) {
        Operand operand = operands.operand(node);
        return operand == null || operands.as(node) != Value.As.BOOLEAN
                ? null
                : new Term.Compare(operand, Op.EQ, Value.literal(value, Value.As.BOOLEAN));
    }

    /** {@code x IS value}, or when negated {@code x IS NOT value}: true for NULL too. */
    private @Nullable Term truth(RexNode node, boolean value, boolean negated) {
        if (!negated) {
            return compile(node, !value);
        }
        Operand operand = operands.operand(node);
        Term opposite = operand == null ? null : isBoolean(node, !value);
        return operand == null || opposite == null
                ? null
                : new Term.Any(List.of(opposite, new Term.IsNull(operand, false)));
    }

    /** What the engine compares for a column. */
    record Comparable(Operand operand, Value.As as) {}

    /** Returns how the engine tests a column of the table for equality with values, or null when it cannot do it exactly. */
    @Nullable
    Comparable comparable(int index) {
        RexNode ref = new RexInputRef(index, rex.getTypeFactory().createUnknownType());
        Operand operand = operands.operand(ref);
        Value.As as = operands.as(ref);
        boolean times = as == Value.As.TIME_TEXT || as == Value.As.TIMESTAMP_TEXT;
        return operand == null || as == null || times ? null : new Comparable(operand, as);
    }
}
