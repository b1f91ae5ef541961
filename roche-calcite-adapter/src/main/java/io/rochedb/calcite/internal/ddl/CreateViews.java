package io.rochedb.calcite.internal.ddl;

import io.rochedb.calcite.SqlColumn;
import io.rochedb.calcite.StatementContext;
import io.rochedb.calcite.internal.plan.ParsedStatement;
import io.rochedb.calcite.internal.plan.PlanScope;
import io.rochedb.calcite.internal.plan.QueryPlan;
import io.rochedb.calcite.internal.plan.QueryPlanner;
import io.rochedb.calcite.internal.plan.SqlErrors;
import io.rochedb.calcite.internal.sql.SchemaStatement;
import io.rochedb.engine.ErrorCode;
import io.rochedb.engine.ReadView;
import io.rochedb.engine.RocheException;
import io.rochedb.engine.schema.SchemaChange;
import io.rochedb.engine.schema.ViewDefinition;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** CREATE [OR REPLACE] VIEW: the query must plan now; what it names is looked up again whenever the view is read. */
record CreateViews(SchemaStatement.CreateView statement, QueryPlanner queries) implements DdlPlan.Step {
    @Override
    public long run(StatementContext context) {
        String name = SchemaNames.ofNew(statement.name());
        SchemaWriter.change(context, view -> {
            boolean exists = view.schema().view(name).isPresent();
            if (exists && statement.ifNotExists() && !statement.replace()) {
                return List.of();
            }
            ViewDefinition definition = new ViewDefinition(
                    name, statement.columns(), statement.query().text(), null);
            check(definition, context, view);
            return List.of(new SchemaChange.CreateView(definition, statement.replace()));
        });
        return 0;
    }

    private void check(ViewDefinition definition, StatementContext context, ReadView view) {
        PlanScope scope = new Evaluator(context, view, queries).scope(definition.sql());
        QueryPlan plan;
        try {
            plan = queries.plan(ParsedStatement.parse(definition.sql()), scope);
        } catch (RuntimeException | StackOverflowError e) {
            throw SqlErrors.planning(e, scope);
        }
        if (!plan.parameters().isEmpty()) {
            throw new RocheException(ErrorCode.FEATURE_NOT_SUPPORTED, "the query of a view cannot have parameters");
        }
        if (scope.views().stream().anyMatch(used -> used.equalsIgnoreCase(definition.name()))) {
            throw new RocheException(
                    ErrorCode.INVALID_DEFINITION, "view '" + definition.name() + "' would be defined by itself");
        }
        List<String> labels = definition.columns().isEmpty()
                ? plan.columns().stream().map(SqlColumn::label).toList()
                : definition.columns();
        if (labels.size() != plan.columns().size()) {
            throw new RocheException(
                    ErrorCode.SYNTAX_ERROR,
                    "view '" + definition.name() + "' lists " + labels.size() + " columns for a query of "
                            + plan.columns().size());
        }
        Set<String> seen = new HashSet<>();
        for (String label : labels) {
            if (!seen.add(label.toLowerCase(Locale.ROOT))) {
                throw new RocheException(
                        ErrorCode.DUPLICATE_COLUMN,
                        "view '" + definition.name() + "' has two columns '" + label + "'; give them names, "
                                + definition.name() + " (a, b, …) AS …");
            }
        }
    }
}
