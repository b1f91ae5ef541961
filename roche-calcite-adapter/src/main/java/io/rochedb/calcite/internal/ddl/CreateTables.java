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
import io.rochedb.engine.Transaction;
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

/** CREATE TABLE, also AS a query: with its rows in one commit. */
record CreateTables(SchemaStatement.CreateTable statement, QueryPlanner queries) implements DdlPlan.Step {
    /** How often CREATE TABLE … AS is run when what it began with has changed meanwhile. */
    private static final int ATTEMPTS_MAX = 10;

    @Override
    public long run(StatementContext context) {
        String name = SchemaNames.ofNew(statement.name());
        return statement.query() == null ? create(name, context) : createAs(name, statement.query(), context);
    }

    private long create(String name, StatementContext context) {
        SchemaWriter.change(
                context,
                view -> isThere(name, view)
                        ? List.of()
                        : List.of(new SchemaChange.CreateTable(define(name, context, view))));
        return 0;
    }

    /** Makes the table and its rows in one commit: nobody sees it without them. */
    private long createAs(String name, SourceText query, StatementContext context) {
        for (int attempt = 1; ; attempt++) {
            try (Transaction transaction =
                    context.engine().begin(context.view().scope(), SchemaWriter.durability(context))) {
                if (isThere(name, transaction)) {
                    return 0;
                }
                TableDefinition table = define(name, context, transaction);
                transaction.declare(new SchemaChange.CreateTable(table), context.monitor());
                long rows = fill(table, query, transaction, context);
                transaction.commit();
                return rows;
            } catch (RocheException e) {
                if (e.code() != ErrorCode.SERIALIZATION_FAILURE || attempt == ATTEMPTS_MAX) {
                    throw e;
                }
            }
        }
    }

    private boolean isThere(String name, ReadView view) {
        boolean exists = view.schema().table(name).isPresent()
                || view.schema().view(name).isPresent();
        return exists && statement.ifNotExists();
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

    private long fill(TableDefinition table, SourceText query, Transaction transaction, StatementContext context) {
        PlanScope scope = new Evaluator(context, transaction, queries).scope(query.text());
        try {
            RochePlan insert = DmlPlanner.plan(insert(table, query), scope, queries);
            return insert.execute(SchemaWriter.within(context, transaction)).updateCount();
        } catch (RuntimeException | StackOverflowError e) {
            throw SqlErrors.planning(e, scope);
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
