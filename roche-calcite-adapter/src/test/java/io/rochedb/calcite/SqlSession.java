package io.rochedb.calcite;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.rochedb.calcite.internal.plan.PlannerOptions;
import io.rochedb.engine.EngineOptions;
import io.rochedb.engine.ErrorCode;
import io.rochedb.engine.RocheEngine;
import io.rochedb.engine.RocheException;
import io.rochedb.engine.Transaction;
import io.rochedb.engine.model.RingScope;
import io.rochedb.engine.query.QueryMonitor;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/** A connection over a private memory engine, as tests need one: auto-commit, rows as text. */
public final class SqlSession implements AutoCloseable {
    public final RocheEngine engine;
    public final RocheSql sql;
    private final SessionInfo session;

    /** What the last statement cost. */
    public QueryMonitor monitor = new QueryMonitor();

    public SqlSession(String defaultRing) {
        this(EngineOptions.memory(), defaultRing, true);
    }

    public SqlSession(EngineOptions options, String defaultRing, boolean fileAccess) {
        this(options, defaultRing, fileAccess, PlannerOptions.DEFAULT);
    }

    SqlSession(EngineOptions options, String defaultRing, boolean fileAccess, PlannerOptions planning) {
        engine = RocheEngine.open(options);
        sql = RocheSql.over(engine, 64, planning);
        session = new SessionInfo(
                7, "tester", defaultRing, false, Long.MAX_VALUE, Long.MAX_VALUE, fileAccess, Map.of("user", "tester"));
    }

    /** Runs a statement in a transaction of its own; a failure undoes it. */
    public SqlOutcome run(String text, Object... parameters) {
        try (Transaction transaction = engine.begin(RingScope.ALL, null)) {
            SqlOutcome outcome = run(transaction, text, parameters);
            if (!transaction.isEmpty()) {
                transaction.commit();
            }
            return outcome;
        }
    }

    /** Runs a statement in a transaction. */
    public SqlOutcome run(Transaction transaction, String text, Object... parameters) {
        RochePlan plan = sql.prepare(text, transaction, session).plan();
        monitor = new QueryMonitor();
        SqlResult result = plan.execute(
                new StatementContext(engine, transaction, transaction, monitor, parameters, session, engine.now()));
        List<String> rows = new ArrayList<>();
        SqlCursor cursor = result.cursor();
        if (cursor != null) {
            try (cursor) {
                while (cursor.next()) {
                    StringBuilder row = new StringBuilder();
                    for (int i = 0; i < plan.columns().size(); i++) {
                        Object value = cursor.get(i);
                        row.append(i == 0 ? "" : "|").append(value instanceof float[] v ? Arrays.toString(v) : value);
                    }
                    rows.add(row.toString());
                }
            }
        }
        return new SqlOutcome(plan, result.updateCount(), rows, result.generated());
    }

    /** Runs a query and returns its rows, one a line. */
    public String rows(String text, Object... parameters) {
        return String.join("\n", run(text, parameters).rows());
    }

    /** Runs a statement that writes and returns its count. */
    public long count(String text, Object... parameters) {
        return run(text, parameters).count();
    }

    /** Runs a statement that must fail. */
    public String fails(ErrorCode code, String text, Object... parameters) {
        RocheException e = assertThrows(RocheException.class, () -> run(text, parameters));
        assertEquals(code, e.code(), e.getMessage());
        return String.valueOf(e.getMessage());
    }

    @Override
    public void close() {
        sql.close();
        engine.close();
    }

    /** What came of a statement. */
    public record SqlOutcome(RochePlan plan, long count, List<String> rows, List<SqlResult.GeneratedKey> keys) {}
}
