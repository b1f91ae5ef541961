package io.rochedb.jdbc.embedded;

import static io.rochedb.jdbc.embedded.Stores.assertState;
import static io.rochedb.jdbc.embedded.Stores.count;
import static io.rochedb.jdbc.embedded.Stores.list;
import static io.rochedb.jdbc.embedded.Stores.update;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.rochedb.engine.access.Role;
import io.rochedb.engine.access.ScramVerifier;
import io.rochedb.jdbc.internal.RocheUrl;
import io.rochedb.jdbc.wire.Scram;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What users may see and do, whatever way they ask. */
class RestrictedSessionTest {
    private UserStore db;

    @BeforeEach
    void openStore() throws SQLException {
        db = UserStore.memory();
        db.run(
                "CREATE USER root PASSWORD 'root''s secret' ROLE ADMIN",
                "CREATE USER bob PASSWORD 'bob''s secret'",
                "CREATE USER wendy PASSWORD 'wendy''s secret' ROLE WRITER",
                "CREATE TABLE orders (t VARCHAR NOT NULL, no VARCHAR, total BIGINT, PRIMARY KEY (t, no)) RING 'tenant/{t}/orders'",
                "INSERT INTO orders VALUES ('acme', 'A', 10), ('acme', 'B', 20), ('beta', 'A', 30)",
                "CREATE TABLE \"secret/plan\" (step BIGINT)",
                "INSERT INTO \"secret/plan\" VALUES (1)",
                "CREATE VIEW plan AS SELECT step FROM \"secret/plan\"",
                "CREATE INDEX by_step ON \"secret/plan\" (step)",
                "INSERT INTO records (ring, payload, vector) VALUES ('tenant/acme/docs', '{\"n\":1}', '[1, 0]'), ('tenant/beta/docs', '{\"n\":2}', '[1, 0]')");
    }

    @AfterEach
    void closeStore() {
        db.close();
    }

    @Test
    void withoutGrantsThereIsNothing() throws SQLException {
        try (Connection bob = db.as("bob")) {
            assertEquals(0, count(bob, "records"));
            assertEquals(List.of(), list(bob, "SELECT name FROM sys.rings"));
            assertEquals(List.of(), list(bob, "SELECT table_name FROM sys.templates"));
            assertState("42P01", () -> count(bob, "orders"));
            assertState("42P01", () -> count(bob, "\"tenant/acme/orders\""));
        }
    }

    @Test
    void grantsActOnOpenSessionsAtTheirNextStatement() throws SQLException {
        try (Connection bob = db.as("bob")) {
            assertState("42P01", () -> bob.prepareStatement("SELECT no FROM orders ORDER BY no"));
            db.run("GRANT READ ON RING 'tenant/acme/**' TO bob");
            PreparedStatement prepared = bob.prepareStatement("SELECT no FROM orders ORDER BY no");
            assertEquals(List.of("A", "B"), list(prepared.executeQuery()));
            db.run("GRANT READ ON RING 'tenant/beta/**' TO bob");
            assertEquals(List.of("A", "A", "B"), list(prepared.executeQuery()));
            db.run("REVOKE ALL ON RING 'tenant/acme/**' FROM bob");
            assertEquals(List.of("A"), list(prepared.executeQuery()));
            db.run("REVOKE READ ON RING 'tenant/beta/**' FROM bob");
            assertState("42P01", prepared::executeQuery);
        }
    }

    @Test
    void revokingActsOnOpenTransactions() throws SQLException {
        db.run("GRANT WRITE ON RING 'tenant/**' TO wendy");
        try (Connection wendy = db.as("wendy")) {
            wendy.setAutoCommit(false);
            assertEquals(3, count(wendy, "orders"));
            assertEquals(1, update(wendy, "INSERT INTO orders VALUES ('beta', 'C', 1)"));
            db.run("GRANT WRITE ON RING 'tenant/acme/**' TO wendy", "REVOKE ALL ON RING 'tenant/**' FROM wendy");
            assertState("42501", () -> count(wendy, "orders"));
            assertEquals(2, count(wendy, "orders"));
            assertEquals(1, update(wendy, "INSERT INTO orders VALUES ('acme', 'C', 1)"));
            wendy.commit();
            assertEquals(1, update(wendy, "INSERT INTO orders VALUES ('acme', 'D', 1)"));
            db.run("REVOKE WRITE ON RING 'tenant/acme/**' FROM wendy");
            assertState("42501", wendy::commit);
            assertEquals(3, count(wendy, "orders"));
        }
        try (Connection operator = db.operator()) {
            assertEquals(4, count(operator, "orders"));
        }
    }

    /** A way to have what is open committed. */
    private interface Commit {
        void of(Connection connection) throws SQLException;
    }

    @Test
    void nothingIsCommittedWithRightsThatAreGone() throws SQLException {
        Map<String, Commit> ways = Map.of(
                "commit()", Connection::commit,
                "setAutoCommit(true)", connection -> connection.setAutoCommit(true),
                "COMMIT", connection -> connection.createStatement().execute("COMMIT"),
                "DDL", connection -> update(connection, "CREATE VIEW later AS SELECT 1 AS a"),
                "batch",
                        connection -> {
                            try (Statement batch = connection.createStatement()) {
                                batch.addBatch("CREATE VIEW later AS SELECT 1 AS a");
                                batch.executeBatch();
                            }
                        });
        for (Map.Entry<String, Commit> way : ways.entrySet()) {
            for (boolean dropped : List.of(false, true)) {
                String name = way.getKey() + (dropped ? ", dropped" : ", revoked");
                db.run("CREATE USER eve PASSWORD 'x' ROLE WRITER", "GRANT WRITE ON RING 'tenant/**' TO eve");
                try (Connection eve = db.as("eve")) {
                    eve.setAutoCommit(false);
                    update(eve, "INSERT INTO orders VALUES ('beta', 'late', 1)");
                    db.run(dropped ? "DROP USER eve" : "REVOKE ALL ON RING 'tenant/**' FROM eve");
                    SQLException refused = assertThrows(
                            SQLException.class, () -> way.getValue().of(eve), name);
                    assertEquals(dropped ? "28000" : "42501", refused.getSQLState(), name);
                }
                try (Connection operator = db.operator()) {
                    assertEquals(0, count(operator, "orders WHERE no = 'late'"), name);
                }
                db.run("DROP USER IF EXISTS eve");
            }
        }
    }

    @Test
    void aBatchGoesOnWithTheRightsThatAreLeft() throws SQLException {
        db.run("CREATE USER second PASSWORD 'x' ROLE ADMIN");
        try (Connection second = db.as("second");
                Statement batch = second.createStatement()) {
            batch.addBatch("INSERT INTO orders VALUES ('beta', 'early', 1)");
            batch.addBatch("DROP USER second");
            batch.addBatch("INSERT INTO orders VALUES ('beta', 'late', 1)");
            assertState("28000", batch::executeBatch);
        }
        try (Connection operator = db.operator()) {
            assertEquals(1, count(operator, "orders WHERE no = 'early'"));
            assertEquals(0, count(operator, "orders WHERE no = 'late'"));
        }
    }

    @Test
    void aDroppedUsersSessionEnds() throws SQLException {
        db.run("GRANT READ ON RING '**' TO bob");
        try (Connection bob = db.as("bob");
                PreparedStatement prepared = bob.prepareStatement("SELECT ring FROM records");
                ResultSet running = prepared.executeQuery()) {
            assertTrue(running.next());
            db.run("DROP USER bob");
            assertTrue(running.next(), "what runs reads on");
            assertState("28000", () -> count(bob, "records"));
            assertState("28000", prepared::executeQuery);
            assertFalse(bob.isValid(1));
            db.run("CREATE USER bob PASSWORD 'x' ROLE ADMIN");
            assertState("28000", () -> count(bob, "records"));
        }
        RocheUrl url = RocheUrl.parse("jdbc:roche:mem:any", null);
        RuntimeException refused = assertThrows(
                RuntimeException.class, () -> db.store.session(url.settings(), new Principal("nobody", Role.ADMIN)));
        assertEquals("28000", db.store.connector().explain(refused).sqlState());
    }

    @Test
    void aRoleChangeActsOnOpenSessions() throws SQLException {
        try (Connection bob = db.as("bob")) {
            assertEquals(0, count(bob, "records"));
            db.run("ALTER USER bob ROLE ADMIN");
            assertEquals(6, count(bob, "records"));
            assertEquals(0, update(bob, "CREATE VIEW v AS SELECT 1 AS one"));
            db.run("ALTER USER bob ROLE READER");
            assertState("42501", () -> update(bob, "DROP VIEW v"));
        }
    }

    @Test
    void aHiddenRingIsARingThatDoesNotExist() throws SQLException {
        db.run("GRANT WRITE ON RING 'tenant/acme/**' TO wendy");
        try (Connection wendy = db.as("wendy")) {
            for (String form : List.of(
                    "SELECT * FROM \"%s\"",
                    "SELECT COUNT(*) FROM \"%s\"",
                    "SELECT * FROM \"%s/*\"",
                    "SELECT * FROM records WHERE ring = '%s'",
                    "UPDATE \"%s\" SET step = 2",
                    "DELETE FROM \"%s\"",
                    "DELETE FROM records WHERE ring = '%s'",
                    "INSERT INTO \"%s\" (step) VALUES (2)",
                    "INSERT INTO \"%s\" (step) SELECT 2",
                    "INSERT INTO records (ring, payload) VALUES ('%s', '{}')",
                    "INSERT INTO \"%s\" VALUES (2)",
                    "CALL DESCRIBE_RING('%s', 'mine')",
                    "CALL CONFIGURE_RING('%s', 10)",
                    "SELECT * FROM TABLE(RETRIEVE(VECTOR('[1, 0]'), ring => '%s'))",
                    "EXPLAIN PLAN FOR SELECT * FROM records WHERE ring = '%s'",
                    "EXPLAIN ANALYZE SELECT * FROM records WHERE ring = '%s'")) {
                String hidden = UserStore.told(wendy, form.replace("%s", "secret/plan"));
                String missing = UserStore.told(wendy, form.replace("%s", "sacred/plan"));
                assertEquals(missing.replace("sacred", "secret"), hidden, form);
            }
            assertEquals(List.of(), list(wendy, "SELECT name FROM sys.rings WHERE name LIKE 'secret%'"));
        }
    }

    @Test
    void idsOfHiddenRecordsLeadNowhere() throws SQLException {
        String hidden;
        try (Connection operator = db.operator()) {
            hidden = list(operator, "SELECT id FROM records WHERE ring = 'secret/plan'")
                    .get(0);
        }
        db.run("GRANT WRITE ON RING 'tenant/acme/**' TO wendy");
        try (Connection wendy = db.as("wendy")) {
            assertEquals(List.of(), list(wendy, "SELECT id FROM records WHERE id = ?", hidden));
            assertEquals(List.of(), list(wendy, "SELECT id FROM TABLE(LOCATE(?))", hidden));
            assertEquals(List.of(), list(wendy, "SELECT id FROM TABLE(NEXT_VISIT(?, 1))", hidden));
            assertEquals(List.of(), list(wendy, "SELECT id_a FROM TABLE(NEXT_JOIN(?, ?))", hidden, hidden));
            assertEquals(0, update(wendy, "UPDATE records SET payload = '{}' WHERE id = ?", hidden));
            assertEquals(0, update(wendy, "DELETE FROM records WHERE id = ?", hidden));
        }
    }

    @Test
    void rolesAndGrantsBoundWhatIsWritten() throws SQLException {
        db.run(
                "GRANT ALL ON RING 'tenant/acme/**' TO bob, wendy",
                "GRANT READ ON RING 'tenant/beta/**' TO wendy",
                "GRANT SELECT ON RING 'nowhere' TO bob");
        try (Connection bob = db.as("bob");
                Connection wendy = db.as("wendy")) {
            assertEquals(2, count(bob, "orders"));
            assertState("42501", () -> update(bob, "INSERT INTO orders VALUES ('acme', 'C', 1)"));
            assertState("42501", () -> update(bob, "UPDATE orders SET total = 1 WHERE no = 'none'"));
            assertState("42501", () -> update(bob, "DELETE FROM orders"));
            assertState("42501", () -> list(bob, "CALL DESCRIBE_RING('tenant/acme/orders', 'x')"));
            assertEquals(3, count(wendy, "orders"));
            assertEquals(1, update(wendy, "INSERT INTO orders VALUES ('acme', 'C', 1)"));
            assertState("23505", () -> update(wendy, "INSERT INTO orders VALUES ('acme', 'C', 1)"));
            assertState("42501", () -> update(wendy, "INSERT INTO orders VALUES ('beta', 'C', 1)"));
            assertState("42501", () -> update(wendy, "UPDATE orders SET total = total + 1"));
            assertState("42501", () -> update(wendy, "DELETE FROM orders WHERE t = 'beta'"));
            assertEquals(3, update(wendy, "UPDATE orders SET total = total + 1 WHERE t = 'acme'"));
            assertState("42501", () -> update(wendy, "INSERT INTO records (ring, payload) VALUES ('fresh', '{}')"));
            assertEquals(1, update(wendy, "INSERT INTO records (ring, payload) VALUES ('tenant/acme/fresh', '{}')"));
        }
    }

    @Test
    void onlyAnAdminDeclaresAndTouchesFiles(@TempDir Path directory) throws SQLException {
        db.run("GRANT ALL ON RING '**' TO wendy");
        String file = directory.resolve("dump.jsonl").toString();
        List<String> statements = new ArrayList<>(List.of(
                "CREATE TABLE t (a BIGINT)",
                "CREATE TABLE t AS SELECT 1 AS a",
                "ALTER TABLE orders ADD COLUMN x BIGINT",
                "DROP TABLE orders",
                "CREATE VIEW v AS SELECT 1 AS a",
                "DROP VIEW plan",
                "CREATE INDEX i ON orders (total)",
                "DROP INDEX by_step",
                "DROP RING 'tenant/acme/orders'",
                "DROP RING 'no/such/ring'",
                "TRUNCATE TABLE orders",
                "COMMENT ON RING 'tenant/acme/orders' IS 'x'",
                "CREATE USER eve PASSWORD 'x'",
                "ALTER USER bob PASSWORD 'x'",
                "ALTER USER wendy ROLE ADMIN",
                "ALTER USER wendy PASSWORD 'x' ROLE WRITER",
                "DROP USER bob",
                "DROP USER nobody",
                "GRANT READ ON RING '**' TO bob",
                "REVOKE ALL ON RING '**' FROM wendy",
                "CALL DUMP('" + file + "')",
                "CALL BACKUP('" + file + "')",
                "CHECK STORE",
                "CALL COMPACT()",
                "CALL IMPORT_JSONL('" + file + "')",
                "CALL IMPORT_CSV('" + file + "', ring => 'r')"));
        try (Connection wendy = db.as("wendy");
                Connection bob = db.as("bob")) {
            for (String sql : statements) {
                assertState("42501", () -> wendy.createStatement().execute(sql));
                if (!sql.startsWith("ALTER USER bob PASSWORD")) {
                    assertState("42501", () -> bob.createStatement().execute(sql));
                }
            }
            assertThrows(SQLException.class, () -> wendy.unwrap(RocheTransfer.class));
            // what is refused commits nothing that is open
            wendy.setAutoCommit(false);
            update(wendy, "INSERT INTO orders VALUES ('acme', 'Z', 1)");
            assertState("42501", () -> update(wendy, "DROP TABLE orders"));
            wendy.rollback();
            assertEquals(3, count(wendy, "orders"));
        }
        try (Connection root = db.as("root")) {
            assertEquals(0, update(root, "CREATE VIEW v AS SELECT 1 AS a"));
            assertEquals(1, list(root, "CALL DUMP('" + file + "')").size());
        }
    }

    @Test
    void everybodyMayChangeHisOwnPassword() throws SQLException {
        ScramVerifier before = db.store.verifier("bob");
        try (Connection bob = db.as("bob")) {
            assertEquals(0, update(bob, "ALTER USER bob PASSWORD 'another'"));
        }
        ScramVerifier after = db.store.verifier("bob");
        assertNotEquals(before, after);
        // what is stored is what the two ends of a login compute
        Scram.Verifier login = Scram.Verifier.of("another", after.salt(), after.iterations());
        assertArrayEquals(login.storedKey(), after.storedKey());
        assertArrayEquals(login.serverKey(), after.serverKey());
        assertEquals(db.store.verifier("nobody"), db.store.verifier("nobody"));
        assertNotEquals(db.store.verifier("nobody"), db.store.verifier("somebody"));
        assertEquals(after.iterations(), db.store.verifier("nobody").iterations());
    }

    @Test
    void metadataShowsWhatIsVisibleOnly() throws SQLException {
        db.run("GRANT READ ON RING 'tenant/acme/docs' TO bob");
        try (Connection bob = db.as("bob")) {
            DatabaseMetaData metadata = bob.getMetaData();
            String all = UserStore.rows(metadata.getTables(null, "roche", "%", null))
                    + UserStore.rows(metadata.getColumns(null, "roche", "%", "%"))
                    + UserStore.rows(metadata.getPrimaryKeys(null, "roche", "orders"))
                    + UserStore.rows(metadata.getIndexInfo(null, "roche", "secret/plan", false, true))
                    + UserStore.told(bob, "SELECT * FROM information_schema.tables")
                    + UserStore.told(bob, "SELECT * FROM information_schema.columns WHERE table_schema = 'roche'")
                    + UserStore.told(bob, "SELECT * FROM information_schema.views")
                    + UserStore.told(bob, "SELECT * FROM sys.rings")
                    + UserStore.told(bob, "SELECT * FROM sys.indexes")
                    + UserStore.told(bob, "SELECT * FROM sys.templates")
                    + UserStore.told(bob, "SELECT * FROM sys.key_columns");
            assertTrue(all.contains("tenant/acme/docs"));
            for (String hidden : List.of("secret", "beta", "orders", "by_step", "step")) {
                assertFalse(all.contains(hidden), hidden + " in " + all);
            }
            String settings = UserStore.told(bob, "SELECT * FROM sys.settings");
            assertFalse(settings.contains("residentBytes"));
            assertState("42501", () -> count(bob, "plan"));
        }
    }

    @Test
    void aViewTellsNothingOfWhatItNames() throws SQLException {
        db.run(
                "GRANT READ ON RING 'tenant/acme/*' TO bob",
                "INSERT INTO \"tenant/acme/notes\" (a) VALUES (1)",
                "CREATE VIEW vv AS SELECT no FROM \"tenant/beta/orders\"",
                "CREATE VIEW mixed AS SELECT a.a, b.step FROM \"tenant/acme/notes\" AS a CROSS JOIN \"secret/plan\" AS b",
                "CREATE VIEW outermost AS SELECT no FROM vv",
                "CREATE VIEW seen AS SELECT a FROM \"tenant/acme/notes\"");
        try (Connection bob = db.as("bob")) {
            assertEquals(1, count(bob, "seen"));
            for (String view : List.of("vv", "mixed", "outermost", "plan")) {
                for (String form : List.of(
                        "SELECT * FROM %s",
                        "SELECT nothing FROM %s",
                        "SELECT 1 FROM seen CROSS JOIN %s",
                        "EXPLAIN PLAN FOR SELECT * FROM %s",
                        "EXPLAIN ANALYZE SELECT * FROM %s")) {
                    String sql = form.replace("%s", view);
                    SQLException refused = assertThrows(
                            SQLException.class, () -> bob.createStatement().execute(sql));
                    assertEquals("42501", refused.getSQLState(), sql);
                    assertEquals("view '" + view + "' cannot be read with your rights", refused.getMessage(), sql);
                    for (Throwable cause = refused; cause != null; cause = cause.getCause()) {
                        String text = cause.toString();
                        assertFalse(text.contains("beta") || text.contains("secret"), text);
                    }
                }
            }
        }
        try (Connection root = db.as("root")) {
            assertEquals(1, count(root, "vv"));
            db.run("DROP RING 'tenant/beta/orders'");
            assertTrue(UserStore.told(root, "SELECT * FROM vv").contains("tenant/beta/orders"));
        }
    }

    @Test
    void usersSeeThemselvesAdminsAll() throws SQLException {
        db.run("GRANT READ ON RING 'a' TO bob", "GRANT WRITE ON RING 'b' TO wendy");
        try (Connection bob = db.as("bob");
                Connection root = db.as("root")) {
            assertEquals(List.of("bob"), list(bob, "SELECT name FROM sys.users"));
            assertEquals(List.of("a"), list(bob, "SELECT ring FROM sys.grants"));
            assertEquals(List.of("bob", "root", "wendy"), list(root, "SELECT name FROM sys.users ORDER BY name"));
            assertEquals(
                    List.of("bob READ a", "wendy WRITE b"),
                    list(root, "SELECT user_name || ' ' || privilege || ' ' || ring FROM sys.grants ORDER BY 1"));
            assertEquals(List.of("bob"), list(bob, "VALUES CURRENT_USER"));
        }
    }

    @Test
    void sessionsAndStatementsAreSeenByTheirUserAndByAdmins() throws SQLException {
        try (Connection bob = db.as("bob");
                Connection second = db.as("bob", "applicationName=report");
                Connection root = db.as("root");
                Connection operator = db.operator()) {
            second.setAutoCommit(false);
            count(second, "records");
            assertEquals(
                    List.of("active", "idle in transaction report"),
                    list(
                            bob,
                            "SELECT TRIM(state || ' ' || COALESCE(application, '')) FROM sys.sessions ORDER BY session_id"));
            assertEquals(List.of("2"), list(bob, "SELECT COUNT(*) FROM sys.sessions"));
            assertEquals(List.of("4"), list(root, "SELECT COUNT(*) FROM sys.sessions"));
            assertEquals(List.of("4"), list(operator, "SELECT COUNT(*) FROM sys.sessions"));
            String own = "SELECT user_name || ': ' || query_text FROM sys.queries";
            assertEquals(List.of("bob: " + own), list(bob, own));
            try (PreparedStatement open = bob.prepareStatement("SELECT name FROM sys.functions");
                    ResultSet rows = open.executeQuery()) {
                assertTrue(rows.next());
                assertEquals(
                        List.of("bob: SELECT name FROM sys.functions", "root: " + own + " ORDER BY 1"),
                        list(root, own + " ORDER BY 1"));
            }
        }
    }

    @Test
    void nothingIsSeenAfterARevokeHasReturned() throws Exception {
        AtomicInteger epoch = new AtomicInteger();
        AtomicBoolean stop = new AtomicBoolean();
        CountDownLatch sighted = new CountDownLatch(3);
        Callable<String> reader = () -> {
            boolean seen = false;
            try (Connection bob = db.as("bob")) {
                while (!stop.get()) {
                    int before = epoch.get();
                    long rows = count(bob, "records WHERE ring LIKE 'tenant/acme/%'");
                    int after = epoch.get();
                    // odd: granted from before the statement to after it; even: revoked all the while
                    if (rows != 0 && rows != 3) {
                        return "a part of what was granted: " + rows;
                    }
                    if (before >= 0 && before == after && rows != (before % 2 == 1 ? 3 : 0)) {
                        return rows + " rows in epoch " + before;
                    }
                    if (rows == 3 && !seen) {
                        seen = true;
                        sighted.countDown();
                    }
                }
            }
            return "";
        };
        ExecutorService threads = Executors.newFixedThreadPool(3);
        try {
            List<Future<String>> readers =
                    List.of(threads.submit(reader), threads.submit(reader), threads.submit(reader));
            try (Connection root = db.as("root")) {
                for (int i = 0; i < 200; i++) {
                    // an epoch of its own while the statement runs: either may be seen
                    int next = 4 * i;
                    epoch.set(-next - 1);
                    update(root, "GRANT READ ON RING 'tenant/acme/**' TO bob");
                    epoch.set(next + 1);
                    count(root, "records");
                    epoch.set(-next - 3);
                    update(root, "REVOKE READ ON RING 'tenant/acme/**' FROM bob");
                    epoch.set(next + 2);
                    count(root, "records");
                }
                epoch.set(-1);
                update(root, "GRANT READ ON RING 'tenant/acme/**' TO bob");
                assertTrue(sighted.await(1, TimeUnit.MINUTES), "every reader sees what is granted for good");
            }
            stop.set(true);
            for (Future<String> result : readers) {
                assertEquals("", result.get(1, TimeUnit.MINUTES));
            }
        } finally {
            stop.set(true);
            threads.shutdownNow();
        }
    }

    @Test
    void plansOfOthersTellNothing() throws SQLException {
        db.run("GRANT READ ON RING 'tenant/acme/**' TO bob");
        try (Connection root = db.as("root");
                Connection bob = db.as("bob")) {
            for (String sql : List.of(
                    "SELECT * FROM orders",
                    "SELECT * FROM \"tenant/**\"",
                    "SELECT * FROM records WHERE ring LIKE 'tenant/%'",
                    "SELECT COUNT(*) FROM \"tenant/*/orders\"",
                    "SELECT * FROM \"secret/plan\"",
                    "SELECT * FROM plan",
                    "SELECT a.no FROM orders AS a JOIN orders AS b ON a.no = b.no",
                    "SELECT * FROM sys.rings",
                    "SELECT * FROM TABLE(RETRIEVE(VECTOR('[1, 0]')))",
                    "SELECT _id FROM \"tenant/**\" ORDER BY COSINE_DISTANCE(_vector, VECTOR('[1, 0]')) LIMIT 3",
                    "EXPLAIN PLAN FOR SELECT a.no FROM orders AS a JOIN orders AS b ON a.no = b.no")) {
                String alone = UserStore.told(bob, sql);
                String all = UserStore.told(root, sql);
                assertEquals(alone, UserStore.told(bob, sql), sql);
                assertFalse(alone.contains("beta") || alone.contains("step BIGINT"), sql + "\n" + alone);
                assertTrue(all.startsWith("!") || !all.equals(alone), sql);
            }
        }
    }

    @Test
    void theConnectionsRingNarrowsWhatWasGranted() throws SQLException {
        db.run("GRANT READ ON RING 'tenant/*/orders' TO bob");
        try (Connection acme = db.as("bob", "ring=tenant/acme");
                Connection beyond = db.as("bob", "ring=secret");
                Connection nothing = db.as("bob", "ring=")) {
            assertEquals(2, count(acme, "orders"));
            assertEquals(2, count(acme, "records"));
            assertEquals(0, count(beyond, "records"));
            assertEquals(0, count(nothing, "records"));
        }
    }

    @Test
    void passwordsAreShownNowhere() throws SQLException {
        List<AuditEvent> events = new ArrayList<>();
        db.store.audit(events::add);
        StringBuilder shown = new StringBuilder();
        try (Connection root = db.as("root")) {
            for (String sql : List.of(
                    "CREATE USER eve PASSWORD 'hush' ROLE READER",
                    "CREATE USER eve PASSWORD 'hush'",
                    "ALTER USER eve PASSWORD U&'hush'",
                    "/* it's */ ALTER USER eve WITH PASSWORD 'hush' ROLE NOBODY",
                    "CREATE USER \"o'eve\" /* it's */ PASSWORD 'hush'",
                    "CREATE USER eve IDENTIFIED BY 'hush'",
                    "CREATE USER eve 'hush'",
                    "CREATE USER eve PASSWORD \"hush\"",
                    "CREATE USER eve PASSWORD 'hush",
                    "CREATE USER eve PASSWORD hush' ",
                    "CREAT USER eve PASSWORD 'hush'",
                    "ALTER USERS eve PASSWORD = 'hush'",
                    "EXPLAIN PLAN FOR CREATE USER eve2 PASSWORD 'hush'",
                    "EXPLAIN ALTER USER eve PASSWORD 'hush'",
                    "CREATE USER nosy PASSWORD 'hush'; SELECT 1")) {
                shown.append(UserStore.told(root, sql)).append('\n');
            }
            shown.append(UserStore.told(root, "SELECT query_text FROM sys.scans"));
            shown.append(UserStore.told(root, "SELECT * FROM sys.users"));
            assertEquals(1, count(root, "sys.users WHERE name = 'eve'"));
        }
        shown.append(events);
        String all = shown.toString();
        assertFalse(all.contains("hush"), all);
        assertTrue(all.contains("PASSWORD '***'"), all);
    }

    @Test
    void declarationsAndGrantsAreOnRecord() throws SQLException {
        List<AuditEvent> events = new ArrayList<>();
        db.store.audit(events::add);
        try (Connection root = db.as("root");
                Connection bob = db.as("bob")) {
            update(root, "CREATE VIEW v AS SELECT 1 AS a");
            update(root, "GRANT READ ON RING 'a' TO bob");
            assertState("42704", () -> update(root, "GRANT READ ON RING 'a' TO nobody"));
            assertState("42501", () -> update(bob, "DROP VIEW v"));
            count(bob, "records");
            for (boolean autoCommit : List.of(true, false)) {
                root.setAutoCommit(autoCommit);
                assertState("42601", () -> root.createStatement().execute("CREATE USER eve PASSWORD hush"));
            }
            assertState("42601", () -> root.createStatement().execute("/* a */ grant READ ON RING 'a' bob"));
            assertState("42601", () -> root.createStatement().execute("DROP VIEW"));
            assertState("42601", () -> root.createStatement().execute("SELECT CREATE"));
            // what the commit before it refuses has failed as well
            root.rollback();
            update(root, "UPDATE orders SET total = 1 WHERE t = 'acme' AND no = 'A'");
            db.run("UPDATE orders SET total = 2 WHERE t = 'acme' AND no = 'A'");
            assertState("40001", () -> update(root, "CREATE VIEW w AS SELECT 1 AS a"));
        }
        List<String> lines = events.stream()
                .map(event -> event.kind() + " " + event.user() + " " + event.text() + " " + event.sqlState())
                .toList();
        assertEquals(
                List.of(
                        "DECLARATION root CREATE VIEW v AS SELECT 1 AS a null",
                        "ACCESS root GRANT READ ON RING 'a' TO bob null",
                        "ACCESS root GRANT READ ON RING 'a' TO nobody 42704",
                        "DECLARATION bob DROP VIEW v 42501",
                        "ACCESS root CREATE USER eve … 42601",
                        "ACCESS root CREATE USER eve … 42601",
                        "ACCESS root /* a */ grant READ ON RING 'a' bob 42601",
                        "DECLARATION root DROP VIEW 42601",
                        "DECLARATION root CREATE VIEW w AS SELECT 1 AS a 40001"),
                lines);
        assertTrue(events.stream().allMatch(event -> event.atMillis() > 0 && event.sessionId() > 0));
    }

    @Test
    void usersSurviveAndGiveAwayNothingInADump(@TempDir Path directory) throws SQLException {
        try (UserStore file = UserStore.file(directory.resolve("store"))) {
            assertFalse(file.store.hasUsers());
            file.run(
                    "CREATE USER root PASSWORD 'x' ROLE ADMIN",
                    "CREATE USER bob PASSWORD 'y'",
                    "GRANT READ ON RING 'a/**' TO bob",
                    "INSERT INTO records (ring, payload) VALUES ('a/b', '{}'), ('c', '{}')",
                    "CALL DUMP('" + directory.resolve("dump.jsonl") + "')");
        }
        try (UserStore file = UserStore.file(directory.resolve("store"))) {
            assertTrue(file.store.hasUsers());
            try (Connection bob = file.as("bob")) {
                assertEquals(List.of("a/b"), list(bob, "SELECT ring FROM records"));
            }
        }
        try (UserStore copy = UserStore.file(directory.resolve("copy"))) {
            copy.run("CALL IMPORT_JSONL('" + directory.resolve("dump.jsonl") + "')");
            assertFalse(copy.store.hasUsers());
        }
    }
}
