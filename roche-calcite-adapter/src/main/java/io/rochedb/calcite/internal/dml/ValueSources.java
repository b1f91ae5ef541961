package io.rochedb.calcite.internal.dml;

import io.rochedb.calcite.SqlColumn;
import io.rochedb.calcite.SqlCursor;
import io.rochedb.calcite.StatementContext;
import io.rochedb.calcite.internal.function.ColumnType;
import io.rochedb.calcite.internal.plan.PlanScope;
import io.rochedb.calcite.internal.plan.QueryPlan;
import io.rochedb.calcite.internal.plan.QueryPlanner;
import io.rochedb.engine.ReadView;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;
import org.apache.calcite.avatica.util.DateTimeUtils;
import org.apache.calcite.sql.SqlAbstractDateTimeLiteral;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlDynamicParam;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlNumericLiteral;
import org.apache.calcite.sql.SqlSelect;
import org.apache.calcite.sql.SqlUnknownLiteral;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.util.BitString;
import org.apache.calcite.util.NlsString;
import org.jspecify.annotations.Nullable;

/**
 * The values of one statement, sorted into those taken directly and expressions; the latter are computed by as few queries as
 * keep generated classes small.
 */
public final class ValueSources {
    private static final int EXPRESSIONS_PER_QUERY = 200;

    private final ParameterTypes parameters;
    private final List<SqlNode> expressions = new ArrayList<>();
    private final List<QueryPlan> queries = new ArrayList<>();

    public ValueSources(ParameterTypes parameters) {
        this.parameters = parameters;
    }

    /** Classifies a value; {@code type} is what a bare {@code ?} in its place is described as. */
    public ValueSource add(SqlNode node, ColumnType type) {
        return add(node, index -> type.column("?" + (index + 1), true));
    }

    /** Classifies a value that is assigned to a column. */
    ValueSource add(SqlNode node, WriteColumn column) {
        return add(node, column::parameter);
    }

    /** Returns the source of a value that needs no expression, or null. */
    @Nullable
    ValueSource direct(SqlNode node, WriteColumn column) {
        return direct(node, column::parameter);
    }

    private ValueSource add(SqlNode node, IntFunction<SqlColumn> type) {
        ValueSource direct = direct(node, type);
        if (direct != null) {
            return direct;
        }
        expressions.add(node);
        return new ValueSource.Computed(expressions.size() - 1);
    }

    private @Nullable ValueSource direct(SqlNode node, IntFunction<SqlColumn> type) {
        if (node instanceof SqlDynamicParam parameter) {
            SqlColumn bound = type.apply(parameter.getIndex());
            parameters.set(parameter.getIndex(), bound);
            return new ValueSource.Parameter(parameter.getIndex(), bound.typeName());
        }
        if (node instanceof SqlLiteral literal) {
            return literal(literal);
        }
        return switch (node.getKind()) {
            case DEFAULT -> new ValueSource.Default();
            case MINUS_PREFIX -> negative(((SqlCall) node).operand(0));
            case ARRAY_VALUE_CONSTRUCTOR -> array((SqlCall) node);
            default -> null;
        };
    }

    private static SqlColumn anything(int index) {
        return ColumnType.ANY.column("?" + (index + 1), true);
    }

    private @Nullable ValueSource array(SqlCall call) {
        List<ValueSource> elements = new ArrayList<>();
        for (SqlNode operand : call.getOperandList()) {
            ValueSource element = operand.getKind() == SqlKind.DEFAULT ? null : direct(operand, ValueSources::anything);
            if (element == null) {
                return null;
            }
            elements.add(element);
        }
        return new ValueSource.Array(List.copyOf(elements));
    }

    private static @Nullable ValueSource negative(SqlNode operand) {
        if (!(operand instanceof SqlNumericLiteral literal)) {
            return null;
        }
        Object value = number(literal);
        return new ValueSource.Constant(
                value instanceof BigDecimal decimal ? decimal.negate() : (Object) (-((Number) value).doubleValue()));
    }

    private static @Nullable ValueSource literal(SqlLiteral literal) {
        if (literal instanceof SqlUnknownLiteral unknown) {
            SqlTypeName type = SqlTypeName.get(unknown.tag);
            return type == null ? null : literal(unknown.resolve(type));
        }
        if (literal instanceof SqlNumericLiteral number) {
            return new ValueSource.Constant(number(number));
        }
        if (literal instanceof SqlAbstractDateTimeLiteral time) {
            return new ValueSource.Constant(time(time));
        }
        Object value = literal.getValue();
        if (value == null || value instanceof Boolean) {
            return new ValueSource.Constant(value);
        }
        if (value instanceof NlsString text) {
            return new ValueSource.Constant(text.getValue());
        }
        return value instanceof BitString bits ? new ValueSource.Constant(bits.getAsByteArray()) : null;
    }

    private static Object number(SqlNumericLiteral literal) {
        BigDecimal value = literal.bigDecimalValue();
        if (value == null) {
            throw new IllegalStateException("a numeric literal without value: " + literal);
        }
        return literal.getTypeName() == SqlTypeName.DOUBLE ? (Object) value.doubleValue() : value;
    }

    private static Object time(SqlAbstractDateTimeLiteral literal) {
        String text = literal.toFormattedString();
        return switch (literal.getTypeName()) {
            case DATE -> LocalDate.ofEpochDay(DateTimeUtils.dateStringToUnixDate(text));
            case TIME -> LocalTime.parse(text);
            default -> LocalDateTime.parse(text.replace(' ', 'T'));
        };
    }

    /** Plans the expressions; call once, after the last {@link #add}. */
    public void plan(PlanScope scope, QueryPlanner planner) {
        for (int from = 0; from < expressions.size(); from += EXPRESSIONS_PER_QUERY) {
            int to = Math.min(expressions.size(), from + EXPRESSIONS_PER_QUERY);
            SqlNodeList list = new SqlNodeList(expressions.subList(from, to), SqlParserPos.ZERO);
            QueryPlan plan = planner.plan(select(list, null, null), scope);
            parameters.addAll(plan.parameters());
            queries.add(plan);
        }
    }

    static SqlSelect select(SqlNodeList list, @Nullable SqlNode from, @Nullable SqlNode where) {
        return new SqlSelect(
                SqlParserPos.ZERO, null, list, from, where, null, null, null, null, null, null, null, null);
    }

    /** Returns the expressions found, for a caller that adds them to a query of its own instead of {@link #plan}. */
    List<SqlNode> expressions() {
        return expressions;
    }

    /** Computes the expressions. */
    public @Nullable Object[] compute(StatementContext context) {
        @Nullable Object[] values = new @Nullable Object[expressions.size()];
        int number = 0;
        for (QueryPlan query : queries) {
            try (SqlCursor cursor = query.open(context)) {
                cursor.next();
                for (SqlColumn column : query.columns()) {
                    values[number] = FieldJson.fromSql(column.typeName(), cursor.get(number % EXPRESSIONS_PER_QUERY));
                    number++;
                }
            }
        }
        return values;
    }

    /** Returns whether what the expressions name has not changed. */
    public boolean isCurrent(ReadView view) {
        return queries.stream().allMatch(query -> query.isCurrent(view));
    }
}
