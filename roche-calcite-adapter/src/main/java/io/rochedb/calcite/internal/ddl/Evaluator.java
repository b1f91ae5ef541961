package io.rochedb.calcite.internal.ddl;

import io.rochedb.calcite.StatementContext;
import io.rochedb.calcite.internal.dml.ParameterTypes;
import io.rochedb.calcite.internal.dml.ValueSource;
import io.rochedb.calcite.internal.dml.ValueSources;
import io.rochedb.calcite.internal.function.ColumnType;
import io.rochedb.calcite.internal.plan.Conditions;
import io.rochedb.calcite.internal.plan.PlanScope;
import io.rochedb.calcite.internal.plan.PlannerOptions;
import io.rochedb.calcite.internal.plan.QueryPlanner;
import io.rochedb.calcite.internal.plan.SqlErrors;
import io.rochedb.calcite.internal.sql.SourceText;
import io.rochedb.engine.ReadView;
import io.rochedb.engine.RocheException;
import io.rochedb.engine.query.Predicate;
import io.rochedb.engine.schema.TableDefinition;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.jspecify.annotations.Nullable;

/** What is needed to work out the expressions of a statement about the schema, while it is executed. Used by one thread. */
record Evaluator(StatementContext context, ReadView view, QueryPlanner queries) {
    /** Computes a constant expression, as a Java value (see {@link ValueSource}). */
    @Nullable
    Object constant(SourceText expression, SqlNode node) {
        PlanScope scope = scope(expression.text());
        try {
            ValueSources sources = new ValueSources(new ParameterTypes());
            ValueSource source = sources.add(node, ColumnType.ANY);
            sources.plan(scope, queries);
            return source.value(context, sources.compute(context));
        } catch (RuntimeException | StackOverflowError e) {
            throw SqlErrors.planning(e, scope);
        }
    }

    /** Translates a condition over a table's columns into what the engine checks. */
    Predicate condition(SourceText condition, TableDefinition table) {
        PlanScope scope = scope(condition.text());
        CheckCompiler compiler = new CheckCompiler(table, condition.text());
        if (hasQuery(condition.node())) {
            throw compiler.unsupported();
        }
        try {
            RexNode written = Conditions.of(condition.node(), table);
            try {
                return compiler.compile(written);
            } catch (RocheException unsupported) {
                // constants in it may be all that is too much
                return compiler.compile(Conditions.simplified(written));
            }
        } catch (RuntimeException | StackOverflowError e) {
            throw SqlErrors.planning(e, scope);
        }
    }

    private static boolean hasQuery(SqlNode node) {
        return node.isA(SqlKind.QUERY)
                || (node instanceof SqlCall call
                        && call.getOperandList().stream().anyMatch(operand -> operand != null && hasQuery(operand)));
    }

    PlanScope scope(String text) {
        return new PlanScope(text, view, context.session(), PlannerOptions.DEFAULT);
    }
}
