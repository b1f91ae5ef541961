package io.rochedb.jdbc.embedded;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Two stores that differ in hidden rings only tell a restricted user the same: rows, columns, counters, plans, estimates, errors, metadata.
 */
class SideChannelTest {
    private static final String[] VISIBLE = {
        "CREATE TABLE orders (t VARCHAR NOT NULL, no BIGINT, total BIGINT, note VARCHAR, PRIMARY KEY (t, no)) RING 'tenant/{t}/orders'",
        "INSERT INTO orders VALUES ('acme', 1, 10, 'x'), ('acme', 2, 20, 'y'), ('acme', 3, 30, 'z')",
        "CREATE INDEX by_total ON orders (total)",
        "CREATE VIEW big AS SELECT t, no FROM orders WHERE total > 15",
        "INSERT INTO records (ring, payload, vector) VALUES ('tenant/acme/docs', '{\"n\":1,\"s\":\"one\"}', '[1, 0, 0]'),"
                + " ('tenant/acme/docs', '{\"n\":2,\"s\":\"two\"}', '[0.8, 0.6, 0]'), ('shared/faq', '{\"n\":3,\"q\":\"why\"}', '[0, 1, 0]')",
        "INSERT INTO \"shared/faq\" (n, q) VALUES (4, 'how')",
        "CALL ATTACH_STELLAR('tenant/acme/lens', 'tenant/acme/docs')",
        "CALL ATTACH_STELLAR('tenant/acme/lens', 'shared/faq')"
    };

    private static final String[] STATEMENTS = {
        "SELECT * FROM records",
        "SELECT COUNT(*) FROM records",
        "SELECT ring, COUNT(*), SUM(tokens) FROM records GROUP BY ring ORDER BY ring",
        "SELECT ring FROM records WHERE ring LIKE 'tenant/%' ORDER BY written_at, id LIMIT 2",
        "SELECT * FROM records WHERE ring IN ('tenant/beta/docs', 'shared/faq', 'secret')",
        "SELECT * FROM records WHERE ring > 'shared' AND ring < 'tenant/b'",
        "SELECT * FROM records WHERE ring NOT IN ('shared/faq')",
        "SELECT MIN(ring), MAX(ring), MAX(id), MIN(written_at) FROM records",
        "SELECT * FROM orders",
        "SELECT * FROM orders WHERE no = 1",
        "SELECT * FROM orders WHERE t = 'beta'",
        "SELECT * FROM orders WHERE t = 'beta' AND no = 1",
        "SELECT * FROM orders WHERE total BETWEEN 15 AND 1000",
        "SELECT t, COUNT(*) FROM orders GROUP BY t",
        "SELECT * FROM big",
        "SELECT * FROM \"tenant/**\"",
        "SELECT * FROM \"tenant/*/orders\"",
        "SELECT * FROM \"**\" WHERE n > 0",
        "SELECT * FROM \"tenant/beta/docs\"",
        "SELECT * FROM \"tenant/beta\"",
        "SELECT * FROM \"tenant\"",
        "SELECT * FROM \"secret\"",
        "SELECT * FROM \"secrt\"",
        "SELECT * FROM \"tenant/beta/*\"",
        "SELECT hidden_field FROM \"tenant/**\"",
        "SELECT hidden_field FROM \"secret\"",
        "SELECT * FROM hidden_table",
        "SELECT a.no FROM orders AS a JOIN orders AS b ON a.no = b.no AND a.t = b.t ORDER BY 1",
        "SELECT a.ring FROM records AS a JOIN records AS b ON a.ring = b.ring AND a.id < b.id",
        "SELECT r.ring, o.no FROM records AS r JOIN orders AS o ON o.t = RING_LEAF(RING_PARENT(r.ring)) ORDER BY 1, 2",
        "SELECT a.n, o.total FROM \"tenant/acme/docs\" AS a JOIN orders AS o ON o.no = a.n ORDER BY 1",
        "SELECT * FROM TABLE(RETRIEVE(VECTOR('[1, 0, 0]')))",
        "SELECT * FROM TABLE(RETRIEVE(VECTOR('[1, 0, 0]'), ring => 'tenant', include_children => TRUE))",
        "SELECT * FROM TABLE(RETRIEVE(VECTOR('[1, 0, 0]'), ring => 'tenant/beta/docs'))",
        "SELECT * FROM TABLE(RETRIEVE(VECTOR('[1, 0, 0]'), top_rings => 2, budget => 3))",
        "SELECT * FROM TABLE(RETRIEVE(VECTOR('[1, 0]')))",
        "SELECT _id, _ring FROM \"**\" ORDER BY COSINE_DISTANCE(_vector, VECTOR('[1, 0, 0]')) LIMIT 3",
        "SELECT _id FROM \"tenant/**\" WHERE n > 0 ORDER BY L2_DISTANCE(_vector, VECTOR('[1, 0, 0]')) LIMIT 3",
        "SELECT name, key, parent, depth, records, vector_records, payload_bytes, dimension, period_seconds, head, epoch, created, last_write, description FROM sys.rings",
        "SELECT * FROM sys.rings WHERE name LIKE '%e%'",
        "SELECT * FROM sys.tables",
        "SELECT * FROM sys.columns WHERE table_schema = 'roche'",
        "SELECT * FROM sys.templates",
        "SELECT * FROM sys.key_columns",
        "SELECT * FROM sys.indexes",
        "SELECT * FROM sys.stellar",
        "SELECT ring, seq, lens_ring FROM TABLE(STELLAR('tenant/acme/docs', max_depth => 2))",
        "SELECT ring, seq, lens_ring FROM TABLE(STELLAR('tenant/acme/lens', branch_budget => 1))",
        "SELECT ring, seq, lens_ring FROM TABLE(STELLAR('secret'))",
        "CALL DETACH_STELLAR('tenant/acme/lens', 'secret')",
        "CALL ATTACH_STELLAR('tenant/acme/docs', 'secret')",
        "CALL ATTACH_STELLAR('secret', 'tenant/acme/docs')",
        "SELECT name, value FROM sys.settings",
        "SELECT * FROM sys.nodes",
        "SELECT kind, state, detail FROM sys.jobs",
        "SELECT * FROM sys.locality",
        "SELECT name, role FROM sys.users",
        "SELECT * FROM sys.grants",
        "SELECT * FROM information_schema.tables",
        "SELECT * FROM information_schema.columns WHERE table_schema = 'roche'",
        "SELECT * FROM information_schema.views",
        "SELECT * FROM information_schema.table_constraints",
        "SELECT * FROM information_schema.key_column_usage",
        "SELECT * FROM information_schema.table_privileges",
        "EXPLAIN PLAN FOR SELECT * FROM records",
        "EXPLAIN PLAN FOR SELECT * FROM orders WHERE total = 10",
        "EXPLAIN PLAN FOR SELECT * FROM records WHERE ring LIKE 'tenant/%'",
        "EXPLAIN PLAN FOR SELECT * FROM \"tenant/beta/docs\"",
        "EXPLAIN PLAN FOR SELECT a.ring FROM records AS a JOIN orders AS b ON a.seq = b.no",
        "EXPLAIN PLAN FOR SELECT o.no, d.n FROM orders AS o JOIN \"tenant/**\" AS d ON o.no = d.n JOIN records AS r ON r.id = d._id",
        "EXPLAIN ANALYZE SELECT COUNT(*) FROM records WHERE payload LIKE '%o%'",
        "EXPLAIN ANALYZE SELECT * FROM orders WHERE total > 15",
        "EXPLAIN ANALYZE SELECT * FROM records ORDER BY COSINE_DISTANCE(vector, VECTOR('[1, 0, 0]')) LIMIT 1",
        "INSERT INTO records (ring, payload) VALUES ('secret', '{}')",
        "INSERT INTO records (ring, payload) VALUES ('tenant/beta/docs', '{}')",
        "INSERT INTO \"secret\" VALUES (1)",
        "INSERT INTO orders VALUES ('beta', 1, 1, 'x')",
        "INSERT INTO orders VALUES ('acme', 1, 1, 'x')",
        "INSERT INTO orders VALUES ('acme', 9, 1, 'x')",
        "UPDATE orders SET total = total + 1 WHERE total < 1000",
        "UPDATE \"tenant/beta/orders\" SET total = 0",
        "DELETE FROM records WHERE ring = 'secret'",
        "DELETE FROM orders WHERE no = 9",
        "DROP RING 'secret'",
        "DROP RING 'tenant/**'",
        "TRUNCATE TABLE hidden_table",
        "CREATE TABLE hidden_table (a BIGINT)",
        "DROP INDEX hidden_index",
        "CALL DESCRIBE_RING('secret', 'x')",
        "SELECT CURRENT_USER, 1"
    };

    @TempDir
    Path directory;

    private static void hide(UserStore db) throws SQLException {
        db.run(
                "INSERT INTO orders VALUES ('beta', 1, 1000, 'h'), ('beta', 2, 5, 'h'), ('gamma', 1, 20, 'h'), ('aaa', 1, 20, 'h')",
                "INSERT INTO records (ring, payload, vector) VALUES ('tenant/beta/docs', '{\"n\":\"text\",\"hidden_field\":1}', '[1, 0, 0]'),"
                        + " ('secret', '{\"hidden_field\":1}', '[1, 0]'), ('shared', '{\"n\":1}', '[1, 0, 0]')",
                "CREATE TABLE hidden_table (a BIGINT, hidden_column VARCHAR) RING 'vault'",
                "INSERT INTO hidden_table VALUES (1, 'x')",
                "CREATE INDEX hidden_index ON hidden_table (a)",
                "COMMENT ON RING 'secret' IS 'hidden description'",
                "CALL ATTACH_STELLAR('tenant/acme/lens', 'secret')",
                "CALL ATTACH_STELLAR('tenant/beta', 'tenant/acme/docs')",
                "CALL ATTACH_STELLAR('tenant/beta', 'secret')");
        try (Connection operator = db.operator()) {
            for (String ring : List.of("many/1", "many/2", "tenant/beta/more")) {
                Stores.fill(operator, ring, 2_000);
            }
            for (int i = 0; i < 50; i++) {
                Stores.fill(operator, "few/" + i, 1);
            }
        }
    }

    private UserStore store(Path dump, boolean hidden) throws SQLException {
        UserStore db = UserStore.memory();
        db.run("CALL IMPORT_JSONL('" + dump + "')");
        if (hidden) {
            hide(db);
        }
        db.run(
                "CREATE USER root PASSWORD 'x' ROLE ADMIN",
                "CREATE USER wendy PASSWORD 'y' ROLE WRITER",
                "GRANT WRITE ON RING 'tenant/acme/**' TO wendy",
                "GRANT READ ON RING 'shared/*' TO wendy");
        return db;
    }

    private static Map<String, String> metadata(Connection connection) throws SQLException {
        DatabaseMetaData metadata = connection.getMetaData();
        Map<String, String> told = new LinkedHashMap<>();
        told.put("getTables", UserStore.rows(metadata.getTables(null, null, "%", null)));
        told.put("getRings", UserStore.rows(metadata.getTables(null, "roche", "%e%", new String[] {"RING"})));
        told.put("getColumns", UserStore.rows(metadata.getColumns(null, "roche", "%", "%")));
        for (String table : List.of("orders", "tenant/beta/orders", "hidden_table", "vault")) {
            told.put("getPrimaryKeys " + table, UserStore.rows(metadata.getPrimaryKeys(null, "roche", table)));
            told.put("getIndexInfo " + table, UserStore.rows(metadata.getIndexInfo(null, "roche", table, false, true)));
        }
        return told;
    }

    @Test
    void hiddenRingsAreNotTold() throws SQLException {
        Path dump = directory.resolve("visible.jsonl");
        try (UserStore origin = UserStore.memory()) {
            origin.run(VISIBLE);
            origin.run("CALL DUMP('" + dump + "')");
        }
        try (UserStore plain = store(dump, false);
                UserStore full = store(dump, true);
                Connection one = plain.as("wendy");
                Connection other = full.as("wendy");
                Connection root = full.as("root")) {
            List<String> different = new ArrayList<>();
            int answered = 0;
            for (String sql : STATEMENTS) {
                // what an ADMIN has planned and run before must not show
                boolean reads = sql.startsWith("SELECT") || sql.startsWith("EXPLAIN");
                if (reads) {
                    UserStore.told(root, sql);
                }
                String expected = UserStore.told(one, sql);
                String told = UserStore.told(other, sql);
                answered += told.startsWith("!") ? 0 : 1;
                if (!told.equals(expected)) {
                    different.add(sql + "\n" + expected + "\n" + told);
                }
                assertFalse(told.contains("hidden description") || told.contains("hidden_column"), told);
            }
            assertEquals("", String.join("\n\n", different));
            assertTrue(answered > STATEMENTS.length / 2, "answered: " + answered);
            assertEquals(metadata(one), metadata(other));
        }
    }

    /** Ids of hidden records are known to whoever made them: presented by another they are ids of nothing. */
    @Test
    void idsOfHiddenRecordsAreIdsOfNothing() throws SQLException {
        Path dump = directory.resolve("visible.jsonl");
        try (UserStore origin = UserStore.memory()) {
            origin.run(VISIBLE);
            origin.run("CALL DUMP('" + dump + "')");
        }
        try (UserStore plain = store(dump, false);
                UserStore full = store(dump, true);
                Connection one = plain.as("wendy");
                Connection other = full.as("wendy");
                Connection root = full.as("root")) {
            String hidden = Stores.list(root, "SELECT id FROM records WHERE ring = 'secret'")
                    .get(0);
            for (String sql : List.of(
                    "SELECT * FROM records WHERE id = ?",
                    "SELECT * FROM records WHERE id IN (?, ?)",
                    "SELECT * FROM \"tenant/acme/docs\" WHERE _id = ?",
                    "SELECT node FROM TABLE(LOCATE(?))",
                    "SELECT LOCATE(?)",
                    "SELECT node FROM TABLE(NEXT_VISIT(?, 1))",
                    "SELECT node FROM TABLE(NEXT_JOIN(?, ?))",
                    "UPDATE records SET payload = '{}' WHERE id = ?",
                    "DELETE FROM records WHERE id = ?")) {
                assertEquals(bound(one, sql, hidden), bound(other, sql, hidden), sql);
            }
        }
    }

    private static String bound(Connection connection, String sql, String id) {
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            for (int i = 1; i <= statement.getParameterMetaData().getParameterCount(); i++) {
                statement.setString(i, id);
            }
            if (!statement.execute()) {
                return "= " + statement.getUpdateCount();
            }
            try (ResultSet rows = statement.getResultSet()) {
                return UserStore.rows(rows);
            }
        } catch (SQLException e) {
            return "! " + e.getSQLState() + " " + e.getMessage();
        }
    }
}
