package io.rochedb.benchmarks.remote;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.IntFunction;
import java.util.stream.IntStream;

/** Fills databases before they are measured. */
final class Loader {
    private static final int BATCH = 5_000;

    private Loader() {}

    /** Fills a store of RocheDB, which gives the records their ids. */
    static Keys roche(Connection connection, Sizes sizes) throws SQLException {
        fill(connection, "bench/get", sizes.records(), Sizes::payload);
        fill(connection, "bench/doc", sizes.records(), Sizes::document);
        fill(connection, "bench/stream", sizes.streamed(), Sizes::payload);
        return new Keys(
                list(connection, "SELECT id FROM records WHERE ring = 'bench/get' ORDER BY payload"),
                list(
                        connection,
                        "SELECT id FROM records WHERE ring = 'bench/doc'"
                                + " ORDER BY CAST(SUBSTRING(JSON_VALUE(payload, '$.name') FROM 10) AS INTEGER)"));
    }

    private static void fill(Connection connection, String ring, int count, IntFunction<String> payload)
            throws SQLException {
        connection.setAutoCommit(false);
        try (PreparedStatement insert =
                connection.prepareStatement("INSERT INTO records (ring, payload) VALUES (?, ?)")) {
            for (int i = 0; i < count; i++) {
                insert.setString(1, ring);
                insert.setString(2, payload.apply(i));
                insert.addBatch();
                if (i % BATCH == BATCH - 1 || i == count - 1) {
                    insert.executeBatch();
                    connection.commit();
                }
            }
        }
        connection.setAutoCommit(true);
    }

    private static List<String> list(Connection connection, String sql) throws SQLException {
        List<String> values = new ArrayList<>();
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            while (rows.next()) {
                values.add(rows.getString(1));
            }
        }
        return values;
    }

    /** Fills tables of PostgreSQL in their server. */
    static Keys postgresql(Connection connection, Sizes sizes) throws SQLException {
        String rows = "SELECT lpad(i::text, 36, '0') AS id, lpad(i::text, 100, '0') AS payload"
                + " FROM generate_series(0, %d) i";
        run(
                connection,
                "CREATE TABLE records (id varchar(36) PRIMARY KEY, payload varchar(200))",
                "CREATE TABLE puts (id varchar(36) PRIMARY KEY, payload varchar(200))",
                "CREATE TABLE documents (id varchar(36) PRIMARY KEY, body jsonb)",
                "INSERT INTO records " + String.format(Locale.ROOT, rows, sizes.records() - 1),
                "CREATE TABLE streamed AS " + String.format(Locale.ROOT, rows, sizes.streamed() - 1),
                "INSERT INTO documents SELECT lpad(i::text, 36, '0'), jsonb_build_object('name', 'document-' || i,"
                        + " 'grp', i % 100, 'text', repeat('x', 50)) FROM generate_series(0, " + (sizes.records() - 1)
                        + ") i",
                "VACUUM ANALYZE",
                "CHECKPOINT");
        return own(sizes);
    }

    /** Fills tables of H2 in their server. */
    static Keys h2(Connection connection, Sizes sizes) throws SQLException {
        String table = "CREATE TABLE %s (id VARCHAR(36) %s, payload VARCHAR(200))"
                + " AS SELECT LPAD(X, 36, '0'), LPAD(X, 100, '0') FROM SYSTEM_RANGE(0, %d)";
        run(
                connection,
                String.format(Locale.ROOT, table, "records", "PRIMARY KEY", sizes.records() - 1),
                String.format(Locale.ROOT, table, "streamed", "", sizes.streamed() - 1),
                "CREATE TABLE puts (id VARCHAR(36) PRIMARY KEY, payload VARCHAR(200))",
                "CREATE TABLE documents (id VARCHAR(36) PRIMARY KEY, body JSON)"
                        + " AS SELECT LPAD(X, 36, '0'), JSON_OBJECT('name': 'document-' || X,"
                        + " 'grp': MOD(X, 100), 'text': REPEAT('x', 50)) FROM SYSTEM_RANGE(0, " + (sizes.records() - 1)
                        + ")");
        return own(sizes);
    }

    private static void run(Connection connection, String... texts) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            for (String text : texts) {
                statement.execute(text);
            }
        }
    }

    private static Keys own(Sizes sizes) {
        List<String> ids =
                IntStream.range(0, sizes.records()).mapToObj(Sizes::id).toList();
        return new Keys(ids, ids);
    }
}
