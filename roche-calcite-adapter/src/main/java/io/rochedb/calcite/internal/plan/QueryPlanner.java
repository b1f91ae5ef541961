package io.rochedb.calcite.internal.plan;

import io.rochedb.calcite.SqlColumn;
import io.rochedb.calcite.internal.function.LateralFunctions;
import io.rochedb.calcite.internal.json.JsonCalls;
import io.rochedb.calcite.internal.rel.StoreSizes;
import io.rochedb.calcite.internal.table.CatalogSchema;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.calcite.jdbc.JavaTypeFactoryImpl;
import org.apache.calcite.plan.Contexts;
import org.apache.calcite.plan.ConventionTraitDef;
import org.apache.calcite.plan.RelOptCluster;
import org.apache.calcite.plan.RelOptTable;
import org.apache.calcite.plan.volcano.VolcanoPlanner;
import org.apache.calcite.prepare.CalciteCatalogReader;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.RelRoot;
import org.apache.calcite.rel.hint.HintStrategyTable;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlDynamicParam;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlOrderBy;
import org.apache.calcite.sql.SqlSelect;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.util.SqlBasicVisitor;
import org.apache.calcite.sql.util.SqlShuttle;
import org.apache.calcite.sql.validate.SqlValidator;
import org.apache.calcite.sql2rel.ConvertToChecked;
import org.apache.calcite.sql2rel.SqlToRelConverter;
import org.apache.calcite.util.CancelFlag;
import org.apache.calcite.util.Litmus;
import org.jspecify.annotations.Nullable;

/** The planner of queries: validation, conversion, optimisation, compilation. Stateless, thread-safe. */
public final class QueryPlanner {
    /** How trees of names become trees of operators. */
    static final SqlToRelConverter.Config CONVERSION = SqlToRelConverter.config()
            .withExpand(false)
            .withTrimUnusedFields(false)
            .withInSubQueryThreshold(Integer.MAX_VALUE)
            // hints of other databases are passed over without a word
            .withHintStrategyTable(
                    HintStrategyTable.builder().errorHandler(Litmus.IGNORE).build());

    /** The library's way of expanding views, which ours do not take. */
    static final RelOptTable.ViewExpander NO_VIEWS = (rowType, sql, schemaPath, viewPath) -> {
        throw new UnsupportedOperationException("views");
    };

    /**
     * Plans a query, which is validated in place. Parameters keep the numbers the parser gave them: a part of a statement that
     * uses only some of them gets a list with gaps of type {@link ResultColumns#ANY}.
     */
    public QueryPlan plan(SqlNode query, PlanScope scope) {
        JavaTypeFactoryImpl types = Dialect.typeFactory();
        CatalogSchema tables = new CatalogSchema(scope, new ViewExpansion(scope), scope.defaultSchema());
        CalciteCatalogReader catalog = new CalciteCatalogReader(tables.asRoot(), List.of(), types, Dialect.CONNECTION);
        SqlValidator validator = new RocheValidator(catalog, tables::hasColumn, types);
        LateralFunctions.mark(query);
        List<@Nullable String> labels = Labels.written(query);
        Set<String> aliases = Labels.aliases(query);
        SqlNode validated = validator.validate(query);
        RelDataType rowType = validator.getValidatedNodeType(validated);
        List<? extends @Nullable List<String>> origins = validator.getFieldOrigins(validated);
        List<SqlColumn> columns = Labels.unnumbered(
                Labels.of(ResultColumns.ofQuery(rowType, origins, tables), labels), validated, aliases);
        VolcanoPlanner planner =
                new VolcanoPlanner(Contexts.of(new CancelFlag(scope.cancelled()), new StoreSizes(scope.view())));
        planner.addRelTraitDef(ConventionTraitDef.INSTANCE);
        StatementRexBuilder rex = new StatementRexBuilder(types, scope.cancelled());
        RelOptCluster cluster = RelOptCluster.create(planner, rex);
        SqlToRelConverter converter =
                new SqlToRelConverter(NO_VIEWS, validator, catalog, cluster, new RocheConvertlets(), CONVERSION);
        RelRoot root = rex.converting(() -> converter.convertQuery(validated, false, true));
        // only now: the types of parameters in ORDER BY are told by the conversion
        List<SqlColumn> parameters = parameters(validated, validator, types);
        RelNode converted = JsonCalls.scalarsAsText(root.project());
        RelNode rel = new ConvertToChecked(cluster.getRexBuilder(), true).visit(converted);
        return Optimizer.optimize(rel, new QueryShape(columns, parameters, origins), scope);
    }

    private static List<SqlColumn> parameters(SqlNode query, SqlValidator validator, JavaTypeFactoryImpl types) {
        RelDataType bigint = types.createTypeWithNullability(types.createSqlType(SqlTypeName.BIGINT), true);
        Set<Integer> limits = limitParameters(query);
        List<@Nullable SqlColumn> found = new ArrayList<>();
        query.accept(new SqlShuttle() {
            @Override
            public SqlNode visit(SqlDynamicParam param) {
                while (found.size() <= param.getIndex()) {
                    found.add(null);
                }
                // the library says INTEGER for LIMIT and OFFSET; ours take any size
                RelDataType type =
                        limits.contains(param.getIndex()) ? bigint : validator.getValidatedNodeTypeIfKnown(param);
                if (type != null) {
                    found.set(param.getIndex(), ResultColumns.of("?" + (param.getIndex() + 1), type));
                }
                return param;
            }
        });
        List<SqlColumn> parameters = new ArrayList<>(found.size());
        for (int i = 0; i < found.size(); i++) {
            SqlColumn known = found.get(i);
            parameters.add(known == null ? ResultColumns.unknownParameter(i) : known);
        }
        return List.copyOf(parameters);
    }

    private static Set<Integer> limitParameters(SqlNode query) {
        Set<Integer> found = new HashSet<>();
        query.accept(new SqlBasicVisitor<@Nullable Void>() {
            @Override
            public @Nullable Void visit(SqlCall call) {
                if (call instanceof SqlSelect select) {
                    add(select.getFetch());
                    add(select.getOffset());
                } else if (call instanceof SqlOrderBy orderBy) {
                    add(orderBy.fetch);
                    add(orderBy.offset);
                }
                return super.visit(call);
            }

            private void add(@Nullable SqlNode limit) {
                if (limit instanceof SqlDynamicParam param) {
                    found.add(param.getIndex());
                }
            }
        });
        return found;
    }
}
