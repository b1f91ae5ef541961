package io.rochedb.calcite.internal.ddl;

import io.rochedb.calcite.RochePlan;
import io.rochedb.calcite.SqlColumn;
import io.rochedb.calcite.StatementContext;
import io.rochedb.calcite.internal.dml.DmlPlanner;
import io.rochedb.calcite.internal.plan.ParsedStatement;
import io.rochedb.calcite.internal.plan.PlanScope;
import io.rochedb.calcite.internal.plan.QueryPlan;
import io.rochedb.calcite.internal.plan.QueryPlanner;
import io.rochedb.calcite.internal.plan.SqlErrors;
import io.rochedb.calcite.internal.sql.ColumnText;
import io.rochedb.calcite.internal.sql.SchemaStatement;
import io.rochedb.calcite.internal.sql.SourceText;
import io.rochedb.calcite.internal.table.TableResolver;
import io.rochedb.engine.ErrorCode;
import io.rochedb.engine.ReadView;
import io.rochedb.engine.RocheException;
import io.rochedb.engine.schema.ColumnType;
import io.rochedb.engine.schema.RingTemplate;
import io.rochedb.engine.schema.SchemaChange;
import io.rochedb.engine.schema.TableDefinition;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlInsert;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.parser.SqlParserPos;

/**
 * CREATE TABLE, also AS a query.
 *
 * <p>With a query the table is made first, and dropped again when the rows cannot be inserted: others may see it empty meanwhile.
 */
record CreateTables(SchemaStatement.CreateTable statement, QueryPlanner queries) implements DdlPlan.Step {
    @Override
    public long run(StatementContext context) {
        String name = SchemaNames.ofNew(statement.name());
        TableDefinition table;
        try (ReadView view = SchemaWriter.look(context)) {
            boolean exists = view.schema().table(name).isPresent()
                    || view.schema().view(name).isPresent();
            if (exists && statement.ifNotExists()) {
                return 0;
            }
            table = define(name, context, view);
        }
        context.engine()
                .alter(new SchemaChange.CreateTable(table), context.view().scope(), SchemaWriter.durability(context));
        SourceText query = statement.query();
        return query == null ? 0 : fill(table, query, context);
    }

    private TableDefinition define(String name, StatementContext context, ReadView view) {
        String ring = statement.ring();
        RingTemplate rings = RingTemplate.parse(ring == null ? name : ring);
        if (ring == null && !rings.columns().isEmpty()) {
            throw new RocheException(
                    ErrorCode.INVALID_DEFINITION,
                    "the name '" + name + "' is a ring template; write CREATE TABLE name (…) RING '" + name + "'");
        }
        Evaluator evaluator = new Evaluator(context, view, queries);
        TableDrafts draft = new TableDrafts(name, rings, evaluator);
        SourceText query = statement.query();
        if (query == null) {
            statement.columns().forEach(draft::add);
        } else {
            addResultColumns(draft, plan(query, evaluator));
        }
        draft.addAll(statement.constraints());
        return draft.definition();
    }

    private QueryPlan plan(SourceText query, Evaluator evaluator) {
        PlanScope scope = evaluator.scope(query.text());
        try {
            // from the text: planning rewrites the tree, which is needed again
            QueryPlan plan = queries.plan(ParsedStatement.parse(query.text()), scope);
            if (!plan.parameters().isEmpty()) {
                throw new RocheException(
                        ErrorCode.FEATURE_NOT_SUPPORTED, "the query of CREATE TABLE … AS cannot have parameters");
            }
            return plan;
        } catch (RuntimeException | StackOverflowError e) {
            throw SqlErrors.planning(e, scope);
        }
    }

    private void addResultColumns(TableDrafts draft, QueryPlan query) {
        List<SqlColumn> results = query.columns();
        List<ColumnText> written = statement.columns();
        if (!written.isEmpty() && written.size() != results.size()) {
            throw new RocheException(
                    ErrorCode.SYNTAX_ERROR,
                    "CREATE TABLE … AS lists " + written.size() + " columns for a query of " + results.size());
        }
        for (int i = 0; i < results.size(); i++) {
            SqlColumn result = results.get(i);
            ColumnType type =
                    ColumnTypes.ofResult(result.label(), result.typeName(), result.precision(), result.scale());
            if (written.isEmpty()) {
                draft.add(result.label(), type, true, null);
            } else if (written.get(i).type() == null) {
                draft.add(written.get(i), type);
            } else {
                draft.add(written.get(i));
            }
        }
    }

    private long fill(TableDefinition table, SourceText query, StatementContext context) {
        long[] rows = new long[1];
        try {
            SchemaWriter.transact(context, transaction -> {
                Evaluator evaluator = new Evaluator(context, transaction, queries);
                PlanScope scope = evaluator.scope(query.text());
                try {
                    RochePlan insert = DmlPlanner.plan(insert(table, query), scope, queries);
                    rows[0] = insert.execute(SchemaWriter.within(context, transaction))
                            .updateCount();
                } catch (RuntimeException | StackOverflowError e) {
                    throw SqlErrors.planning(e, scope);
                }
            });
            return rows[0];
        } catch (RuntimeException | Error e) {
            drop(table, context, e);
            throw e;
        }
    }

    private static void drop(TableDefinition table, StatementContext context, Throwable cause) {
        try {
            context.engine()
                    .alter(
                            new SchemaChange.DropTable(table.name()),
                            context.view().scope(),
                            SchemaWriter.durability(context));
        } catch (RocheException e) {
            cause.addSuppressed(e);
        }
    }

    private static SqlInsert insert(TableDefinition table, SourceText query) {
        List<SqlNode> columns = table.columns().stream()
                .map(column -> new SqlIdentifier(column.name(), SqlParserPos.ZERO))
                .collect(Collectors.toCollection(ArrayList::new));
        return new SqlInsert(
                SqlParserPos.ZERO,
                SqlNodeList.EMPTY,
                new SqlIdentifier(List.of(TableResolver.SCHEMA, table.name()), SqlParserPos.ZERO),
                ParsedStatement.parse(query.text()),
                new SqlNodeList(columns, SqlParserPos.ZERO));
    }
}
