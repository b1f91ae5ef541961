package io.rochedb.calcite.internal.rel;

import io.rochedb.calcite.internal.table.SysWhere;
import io.rochedb.engine.query.RingSelector;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexDynamicParam;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.type.SqlTypeUtil;
import org.jspecify.annotations.Nullable;

/**
 * The conditions of a query that narrow a system table: comparisons of a text column with a constant by {@code =}, {@code <>} and {@code LIKE}.
 *
 * @param terms the conditions
 */
record SystemConditions(List<Term> terms) {
    static final SystemConditions NONE = new SystemConditions(List.of());

    /** One condition: column, operator, value, escape character or NUL. */
    record Term(String column, SqlKind operator, Value value, char escape) {
        RingSelector bind(@Nullable Object[] parameters) {
            String text = value.textAt(parameters);
            if (text == null) {
                return RingSelector.NONE;
            }
            return switch (operator) {
                case LIKE -> new RingSelector.Like(text, escape);
                case NOT_EQUALS -> new RingSelector.Not(new RingSelector.Exact(Set.of(text)));
                default -> new RingSelector.Exact(Set.of(text));
            };
        }
    }

    /** Returns the conditions that narrow a table of this row type. */
    static SystemConditions of(List<RexNode> conjunctions, RelDataType rowType) {
        List<Term> terms = new ArrayList<>();
        for (RexNode condition : conjunctions) {
            Term term = condition instanceof RexCall call ? term(call, rowType) : null;
            if (term != null) {
                terms.add(term);
            }
        }
        return terms.isEmpty() ? NONE : new SystemConditions(List.copyOf(terms));
    }

    private static @Nullable Term term(RexCall call, RelDataType rowType) {
        // not by kind: ILIKE has that of LIKE
        boolean like = call.getOperator() == SqlStdOperatorTable.LIKE;
        if (!like && call.getKind() != SqlKind.EQUALS && call.getKind() != SqlKind.NOT_EQUALS) {
            return null;
        }
        RexNode left = call.getOperands().get(0);
        RexNode right = call.getOperands().get(1);
        if (!like && right instanceof RexInputRef) {
            RexNode swap = left;
            left = right;
            right = swap;
        }
        if (!(left instanceof RexInputRef column) || !SqlTypeUtil.inCharFamily(column.getType())) {
            return null;
        }
        Value value = text(right);
        char escape = '\0';
        if (call.getOperands().size() > 2) {
            String given =
                    call.getOperands().get(2) instanceof RexLiteral literal ? literal.getValueAs(String.class) : null;
            if (given == null || given.length() != 1) {
                return null;
            }
            escape = given.charAt(0);
        }
        String name = rowType.getFieldNames().get(column.getIndex());
        return value == null ? null : new Term(name, call.getKind(), value, escape);
    }

    private static @Nullable Value text(RexNode node) {
        if (!SqlTypeUtil.inCharFamily(node.getType())) {
            return null;
        }
        if (node instanceof RexDynamicParam parameter) {
            return Value.parameter(parameter.getIndex(), Value.As.STRING);
        }
        return node instanceof RexLiteral literal
                ? Value.literal(literal.getValueAs(String.class), Value.As.STRING)
                : null;
    }

    /** Returns the conditions with the values of one execution. */
    SysWhere bind(@Nullable Object[] parameters) {
        Map<String, List<RingSelector>> byColumn = new HashMap<>();
        for (Term term : terms) {
            byColumn.computeIfAbsent(term.column, column -> new ArrayList<>()).add(term.bind(parameters));
        }
        return new SysWhere(byColumn);
    }
}
