package io.rochedb.calcite.internal.direct;

import io.rochedb.calcite.RochePlan;
import io.rochedb.calcite.SqlColumn;
import io.rochedb.calcite.internal.dml.DirectChanges;
import io.rochedb.calcite.internal.plan.Dialect;
import io.rochedb.calcite.internal.plan.FastPlan;
import io.rochedb.calcite.internal.plan.PlanScope;
import io.rochedb.calcite.internal.plan.QueryPlan;
import io.rochedb.calcite.internal.plan.QueryShape;
import io.rochedb.calcite.internal.plan.ResultColumns;
import io.rochedb.calcite.internal.rel.DirectScan;
import io.rochedb.calcite.internal.table.ResolvedTable;
import io.rochedb.calcite.internal.table.TableColumn;
import io.rochedb.calcite.internal.table.TableResolver;
import io.rochedb.engine.RocheException;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.apache.calcite.jdbc.JavaTypeFactoryImpl;
import org.apache.calcite.plan.Contexts;
import org.apache.calcite.plan.RelOptCluster;
import org.apache.calcite.plan.hep.HepPlanner;
import org.apache.calcite.plan.hep.HepProgram;
import org.apache.calcite.prepare.RelOptTableImpl;
import org.apache.calcite.rel.RelFieldCollation;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.type.SqlTypeName;
import org.jspecify.annotations.Nullable;

/**
 * The planner of {@link SimpleSelect}s and {@link SimpleWrite}s: the plan is that of the long road, or there is none. It never reports an error: whatever may be
 * one is left to the long road. Stateless.
 */
public final class DirectPlanner {
    private static final HepProgram NO_RULES = HepProgram.builder().build();

    /** Digits that fit a BIGINT whatever they are. */
    private static final int BIGINT_DIGITS = 18;

    private static final int INTEGER_DIGITS = 9;

    private DirectPlanner() {}

    /** Returns a plan, or null when the statement needs the long road. */
    public static @Nullable RochePlan plan(String sql, PlanScope scope) {
        SimpleSelect select = SimpleSelect.read(sql);
        SimpleWrite write = select == null ? SimpleWrite.read(sql) : null;
        try {
            if (select != null) {
                return select(select, scope);
            }
            return write == null ? null : DirectWrites.plan(write, scope);
        } catch (RocheException wrong) {
            return null;
        }
    }

    private static @Nullable QueryPlan select(SimpleSelect select, PlanScope scope) {
        if (!select.isWithin(scope.limits())) {
            return null;
        }
        ResolvedTable table = TableResolver.find(scope.defaultSchema(), select.table(), scope);
        boolean exact = table != null && table.name().equals(select.table());
        return exact && table instanceof ResolvedTable.Data data && isPlain(data)
                ? new Query(select, data, scope).plan()
                : null;
    }

    /** Returns a plan of the ids of the records a statement changes, or null when it needs the long road. */
    static @Nullable QueryPlan ids(ResolvedTable.Data table, SimpleWrite write, PlanScope scope) {
        String id = DirectChanges.idColumn(table);
        SimpleSelect select = new SimpleSelect(
                List.of(new SimpleSelect.Item(id, id)), false, table.name(), write.conditions(), List.of(), null, null);
        Query query = new Query(select, table, scope);
        for (int i = 0; i < write.parametersWritten(); i++) {
            query.parameters.add(ResultColumns.unknownParameter(i));
        }
        return isPlain(table) ? query.plan() : null;
    }

    private static boolean isPlain(ResolvedTable.Data data) {
        return data instanceof ResolvedTable.Records
                || data instanceof ResolvedTable.Ring
                || data instanceof ResolvedTable.Glob
                || data instanceof ResolvedTable.Declared;
    }

    /** One planning; a method that returns null or false gives up. */
    private static final class Query {
        private final SimpleSelect select;
        private final ResolvedTable.Data data;
        private final PlanScope scope;
        private final JavaTypeFactoryImpl types = Dialect.typeFactory();
        private final RexBuilder rex = new RexBuilder(types);
        private final RelDataType rowType;
        private final List<SqlColumn> parameters = new ArrayList<>();

        Query(SimpleSelect select, ResolvedTable.Data data, PlanScope scope) {
            this.select = select;
            this.data = data;
            this.scope = scope;
            this.rowType = TableColumn.rowType(data.columns(), types);
        }

        @Nullable
        QueryPlan plan() {
            HepPlanner planner = new HepPlanner(NO_RULES, Contexts.empty());
            RelOptCluster cluster = RelOptCluster.create(planner, rex);
            DirectScan scan =
                    new DirectScan(cluster, RelOptTableImpl.create(null, rowType, List.of(data.name()), null), data);
            List<RexNode> conditions = conditions();
            if (conditions == null || !scan.filter(conditions)) {
                return null;
            }
            return select.count() ? count(scan) : rows(scan);
        }

        private @Nullable QueryPlan count(DirectScan scan) {
            if (!select.order().isEmpty() || select.limit() != null) {
                return null;
            }
            String label =
                    select.items().isEmpty() ? "count" : select.items().get(0).label();
            RelDataType bigint = types.createSqlType(SqlTypeName.BIGINT);
            RelNode count = scan.count(types.builder().add(label, bigint).build());
            return plan(count, List.of(ResultColumns.of(label, bigint)));
        }

        private @Nullable QueryPlan rows(DirectScan scan) {
            List<Integer> columns = new ArrayList<>();
            List<SqlColumn> described = new ArrayList<>();
            if (!columns(columns, described)) {
                return null;
            }
            List<RelFieldCollation> keys = new ArrayList<>();
            for (SimpleSelect.Key key : select.order()) {
                int column = orderColumn(key.column());
                if (column < 0 || keys.stream().anyMatch(known -> known.getFieldIndex() == column)) {
                    return null;
                }
                keys.add(new RelFieldCollation(
                        column,
                        key.descending()
                                ? RelFieldCollation.Direction.DESCENDING
                                : RelFieldCollation.Direction.ASCENDING));
            }
            // parameters are numbered as they are read, so the limit comes last
            RexNode fetch = select.limit() == null ? null : bound(select.limit());
            RexNode offset = select.offset() == null ? null : bound(select.offset());
            return plan(scan.rows(columns, keys, offset, fetch), described);
        }

        private @Nullable QueryPlan plan(RelNode rel, List<SqlColumn> columns) {
            return FastPlan.of(rel, new QueryShape(List.copyOf(columns), List.copyOf(parameters), null), scope);
        }

        /** Chooses the columns of the result, each with another label. */
        private boolean columns(List<Integer> columns, List<SqlColumn> described) {
            List<SimpleSelect.Item> items = select.items();
            if (items.isEmpty()) {
                items = data.columns().stream()
                        .filter(column -> !column.hidden())
                        .map(column -> new SimpleSelect.Item(column.name(), column.name()))
                        .toList();
            }
            Set<String> labels = new HashSet<>();
            for (SimpleSelect.Item item : items) {
                int column = column(item.column());
                boolean again = !labels.add(item.label().toLowerCase(Locale.ROOT));
                if (column < 0 || again || columns.contains(column)) {
                    return false;
                }
                columns.add(column);
                SqlColumn plain = ResultColumns.of(
                        item.label(),
                        item.column(),
                        data.name(),
                        rowType.getFieldList().get(column).getType());
                described.add(ResultColumns.withLength(
                        plain, data.columns().get(column).length()));
            }
            return !columns.isEmpty();
        }

        /** Returns the index of a column whose name is written as it is, or -1. */
        private int column(String name) {
            int found = -1;
            for (int i = 0; i < data.columns().size(); i++) {
                String known = data.columns().get(i).name();
                if (known.equalsIgnoreCase(name)) {
                    if (found >= 0 || !known.equals(name)) {
                        return -1;
                    }
                    found = i;
                }
            }
            return found;
        }

        /** Returns the column of a key of ORDER BY: labels of the select list come first. */
        private int orderColumn(String name) {
            for (SimpleSelect.Item item : select.items()) {
                if (item.label().equalsIgnoreCase(name)) {
                    return item.label().equals(name) ? column(item.column()) : -1;
                }
            }
            return column(name);
        }

        private @Nullable List<RexNode> conditions() {
            List<RexNode> conditions = new ArrayList<>();
            Map<Integer, Boolean> compared = new HashMap<>();
            for (SimpleSelect.Condition condition : select.conditions()) {
                int column = column(condition.column());
                // the long road joins conditions on one column, and may find that nothing satisfies them
                boolean onlyParameters = !condition.values().isEmpty()
                        && condition.values().stream().allMatch(value -> value.parameter() >= 0);
                Boolean before = compared.put(column, onlyParameters);
                if (column < 0 || (before != null && !(before && onlyParameters))) {
                    return null;
                }
                RexNode node = condition(condition, column);
                if (node == null) {
                    return null;
                }
                conditions.add(node);
            }
            return conditions;
        }

        private @Nullable RexNode condition(SimpleSelect.Condition condition, int column) {
            RexNode ref = RexInputRef.of(column, rowType);
            List<RexNode> values = new ArrayList<>();
            for (SimpleSelect.Constant value : condition.values()) {
                RexNode constant = constant(value, ref.getType());
                if (constant == null) {
                    return null;
                }
                values.add(constant);
            }
            boolean nullable = ref.getType().isNullable();
            return switch (condition.operator()) {
                case "IS NULL" -> nullable ? rex.makeCall(SqlStdOperatorTable.IS_NULL, ref) : null;
                case "IS NOT NULL" -> nullable ? rex.makeCall(SqlStdOperatorTable.IS_NOT_NULL, ref) : null;
                case "IN" -> in(ref, values);
                case "LIKE" ->
                    ref.getType().getSqlTypeName() == SqlTypeName.VARCHAR
                            ? rex.makeCall(SqlStdOperatorTable.LIKE, ref, values.get(0))
                            : null;
                default -> rex.makeCall(comparison(condition.operator()), ref, values.get(0));
            };
        }

        private RexNode in(RexNode ref, List<RexNode> values) {
            List<RexNode> equals = new ArrayList<>();
            for (RexNode value : values) {
                equals.add(rex.makeCall(SqlStdOperatorTable.EQUALS, ref, value));
            }
            return equals.size() == 1 ? equals.get(0) : rex.makeCall(SqlStdOperatorTable.OR, equals);
        }

        private static SqlOperator comparison(String operator) {
            return switch (operator) {
                case "=" -> SqlStdOperatorTable.EQUALS;
                case "<>" -> SqlStdOperatorTable.NOT_EQUALS;
                case "<" -> SqlStdOperatorTable.LESS_THAN;
                case "<=" -> SqlStdOperatorTable.LESS_THAN_OR_EQUAL;
                case ">" -> SqlStdOperatorTable.GREATER_THAN;
                default -> SqlStdOperatorTable.GREATER_THAN_OR_EQUAL;
            };
        }

        /** Returns a constant that is compared with a column; null when their types are not of one family. */
        private @Nullable RexNode constant(SimpleSelect.Constant constant, RelDataType column) {
            if (constant.parameter() >= 0) {
                RelDataType type = types.createTypeWithNullability(column, true);
                return switch (column.getSqlTypeName()) {
                    case VARCHAR, BIGINT, DOUBLE, BOOLEAN -> parameter(constant, type);
                    default -> null;
                };
            }
            SqlTypeName type = column.getSqlTypeName();
            return switch (constant.kind()) {
                case STRING -> type == SqlTypeName.VARCHAR ? rex.makeLiteral(constant.text()) : null;
                case INTEGER -> type == SqlTypeName.BIGINT || type == SqlTypeName.DOUBLE ? integer(constant) : null;
                case DECIMAL ->
                    type == SqlTypeName.DOUBLE && constant.text().length() <= BIGINT_DIGITS
                            ? rex.makeExactLiteral(new BigDecimal(constant.text()))
                            : null;
                default -> null;
            };
        }

        private @Nullable RexNode integer(SimpleSelect.Constant constant) {
            return constant.text().length() <= BIGINT_DIGITS
                    ? rex.makeExactLiteral(new BigDecimal(constant.text()))
                    : null;
        }

        private RexNode parameter(SimpleSelect.Constant constant, RelDataType type) {
            parameters.add(ResultColumns.of("?" + (constant.parameter() + 1), type));
            return rex.makeDynamicParam(type, constant.parameter());
        }

        private RexNode bound(SimpleSelect.Constant constant) {
            if (constant.parameter() >= 0) {
                return parameter(
                        constant, types.createTypeWithNullability(types.createSqlType(SqlTypeName.BIGINT), true));
            }
            return rex.makeExactLiteral(new BigDecimal(constant.text()));
        }
    }
}
