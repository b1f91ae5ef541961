package io.rochedb.calcite.internal.plan;

import io.rochedb.calcite.RochePlan;
import io.rochedb.calcite.TransactionControl;
import io.rochedb.calcite.internal.ddl.CallPlanner;
import io.rochedb.calcite.internal.ddl.DdlPlanner;
import io.rochedb.calcite.internal.dml.DmlPlanner;
import io.rochedb.calcite.internal.sql.SchemaStatementNode;
import io.rochedb.engine.ErrorCode;
import io.rochedb.engine.RocheException;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import org.apache.calcite.sql.SqlExplain;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;

/** The first fork of planning: which planner a parsed statement goes to. Thread-safe. */
final class StatementPlanner {
    private final QueryPlanner queries = new QueryPlanner();
    /** Held by the statement that changes the schema. */
    private final Lock schemaTurn = new ReentrantLock();

    /** Parses and plans a statement; anything wrong is a {@link RocheException}. */
    RochePlan plan(PlanScope scope) {
        try {
            TransactionControl control =
                    TransactionText.read(SqlText.of(scope.sql()).text());
            if (control != null) {
                return new TransactionPlan(control);
            }
            SqlNode node = ParsedStatement.parse(scope.sql());
            StatementSize.check(node, scope.sessionUnrecorded().limits());
            if (node instanceof SchemaStatementNode schema) {
                // never shared: it is another statement when it is executed again
                scope.exclusive();
                for (SqlNode part : schema.parts()) {
                    StatementSize.check(part, scope.sessionUnrecorded().limits());
                }
                return DdlPlanner.plan(schema, scope.sql(), queries, schemaTurn);
            }
            if (node instanceof SqlExplain explain) {
                return new ExplainPlan(plan(explain.getExplicandum(), scope), null);
            }
            return plan(node, scope);
        } catch (RuntimeException | LinkageError | StackOverflowError | AssertionError e) {
            throw SqlErrors.planning(e, scope);
        }
    }

    private RochePlan plan(SqlNode node, PlanScope scope) {
        if (node.isA(SqlKind.QUERY)) {
            return queries.plan(node, scope);
        }
        return switch (node.getKind()) {
            case INSERT, UPDATE, DELETE, MERGE -> DmlPlanner.plan(node, scope, queries);
            case PROCEDURE_CALL -> CallPlanner.plan(node, scope, queries);
            case SET_OPTION ->
                throw new RocheException(
                        ErrorCode.FEATURE_NOT_SUPPORTED,
                        "SET is not supported: settings are given in the URL or as properties; sys.settings shows them");
            default ->
                throw new RocheException(
                        ErrorCode.FEATURE_NOT_SUPPORTED, "statement '" + firstWord(scope.sql()) + "' is not supported");
        };
    }

    private static String firstWord(String sql) {
        String stripped = sql.strip();
        int end = 0;
        while (end < stripped.length() && Character.isLetterOrDigit(stripped.charAt(end))) {
            end++;
        }
        return stripped.substring(0, end);
    }
}
