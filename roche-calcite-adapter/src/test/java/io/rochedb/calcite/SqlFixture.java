package io.rochedb.calcite;

import io.rochedb.calcite.internal.plan.PlannerOptions;
import io.rochedb.engine.EngineOptions;
import io.rochedb.engine.ReadView;
import io.rochedb.engine.RocheEngine;
import io.rochedb.engine.RocheException;
import io.rochedb.engine.model.RecordDraft;
import io.rochedb.engine.model.RecordId;
import io.rochedb.engine.model.RingScope;
import io.rochedb.engine.query.QueryMonitor;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/** A memory engine and its SQL facade, for tests: SQL in, rows and counters out. */
final class SqlFixture implements AutoCloseable {
    static final SessionInfo SESSION =
            new SessionInfo(1, "tester", null, false, Long.MAX_VALUE, Long.MAX_VALUE, false, Map.of());

    /** What a statement gave: rows (each value readable by equals), counters, the plan. */
    record Answer(List<List<Object>> rows, QueryMonitor monitor, RocheSql.Prepared prepared) {
        List<String> labels() {
            return prepared.plan().columns().stream().map(SqlColumn::label).toList();
        }

        List<String> types() {
            return prepared.plan().columns().stream().map(SqlColumn::typeName).toList();
        }

        /** Returns the first column. */
        List<Object> column() {
            return rows.stream().map(row -> row.get(0)).toList();
        }
    }

    final RocheEngine engine = RocheEngine.open(EngineOptions.memory());
    final RocheSql sql;
    SessionInfo session = SESSION;
    RingScope scope = RingScope.ALL;
    long maxScanned = Long.MAX_VALUE;
    long memoryMaxBytes = Long.MAX_VALUE;

    SqlFixture() {
        this(PlannerOptions.DEFAULT);
    }

    SqlFixture(PlannerOptions options) {
        sql = RocheSql.over(engine, 100, options);
    }

    RecordId put(String ring, String payload, float... vector) {
        return engine.put(new RecordDraft(
                ring, payload.getBytes(StandardCharsets.UTF_8), null, vector.length == 0 ? null : vector));
    }

    Answer query(String text, Object... parameters) {
        return query(sql, text, parameters);
    }

    /** Runs a query of another facade over the same engine. */
    Answer query(RocheSql facade, String text, Object... parameters) {
        try (ReadView view = engine.snapshot(scope)) {
            RocheSql.Prepared prepared = facade.prepare(text, view, session);
            return run(view, prepared, parameters);
        }
    }

    Answer run(ReadView view, RocheSql.Prepared prepared, Object... parameters) {
        QueryMonitor monitor = new QueryMonitor();
        monitor.maxScanned(maxScanned);
        monitor.memoryMaxBytes(memoryMaxBytes);
        Object[] values = Arrays.stream(parameters).map(SqlFixture::internal).toArray();
        List<List<Object>> rows = new ArrayList<>();
        int width = prepared.plan().columns().size();
        try (SqlCursor cursor = prepared.plan()
                .execute(new StatementContext(engine, view, null, monitor, values, session, 1_700_000_000_000L))
                .cursor()) {
            while (cursor.next()) {
                List<Object> row = new ArrayList<>();
                for (int i = 0; i < width; i++) {
                    row.add(comparable(cursor.get(i)));
                }
                rows.add(row);
            }
        }
        return new Answer(rows, monitor, prepared);
    }

    private static Object internal(Object value) {
        return value instanceof Integer number ? (Object) number.longValue() : value;
    }

    private static Object comparable(Object value) {
        if (value instanceof float[] floats) {
            List<Float> list = new ArrayList<>();
            for (float f : floats) {
                list.add(f);
            }
            return list;
        }
        if (value instanceof byte[] bytes) {
            return new String(bytes, StandardCharsets.ISO_8859_1);
        }
        return value instanceof BigDecimal decimal ? decimal.stripTrailingZeros() : value;
    }

    /** Runs a statement that must fail, and returns "SQLSTATE message". */
    String failure(String text, Object... parameters) {
        try {
            Answer answer = query(text, parameters);
            throw new AssertionError("no failure but " + answer.rows() + " for " + text);
        } catch (RocheException e) {
            return e.code().sqlState() + " " + e.getMessage();
        }
    }

    /** Puts three small rings: docs/japan (10 documents), docs/france (10), misc (10 raw texts). */
    void putSamples() {
        for (int i = 0; i < 10; i++) {
            put(
                    "docs/japan",
                    "{\"title\":\"t" + i + "\",\"year\":" + (2015 + i) + ",\"price\":" + i + ".5,\"open\":"
                            + (i % 2 == 0) + "}",
                    i,
                    1);
            if (i % 2 == 0) {
                put("docs/france", "{\"title\":\"f" + i + "\",\"year\":" + (2010 + i) + "}");
            } else {
                put("docs/france", "{\"title\":\"f" + i + "\",\"year\":" + (2010 + i) + "}", 1, i);
            }
            put("misc", "raw text " + i);
        }
    }

    @Override
    public void close() {
        sql.close();
        engine.close();
    }
}
