package io.rochedb.jdbc.embedded;

import static io.rochedb.jdbc.embedded.Stores.assertState;
import static io.rochedb.jdbc.embedded.Stores.count;
import static io.rochedb.jdbc.embedded.Stores.fill;
import static io.rochedb.jdbc.embedded.Stores.list;
import static io.rochedb.jdbc.embedded.Stores.open;
import static io.rochedb.jdbc.embedded.Stores.update;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.rochedb.jdbc.RocheDataSource;
import io.rochedb.jdbc.RocheStatement;
import io.rochedb.jdbc.ScanStats;
import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.JDBCType;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLTimeoutException;
import java.sql.ShardingKey;
import java.sql.Statement;
import java.sql.Types;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.util.List;
import java.util.TimeZone;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class StatementTest {
    /** Billions of pairs: nobody waits for its end. */
    private static final String ENDLESS =
            "SELECT COUNT(*) FROM \"r\" a, \"r\" b, \"r\" c, \"r\" d WHERE a.n + b.n + c.n + d.n = -1";

    private String url;
    private Connection connection;

    @BeforeEach
    void openStore() throws SQLException {
        url = Stores.fresh();
        connection = open(url);
        fill(connection, "r", 200);
    }

    @AfterEach
    void closeStore() throws SQLException {
        connection.close();
    }

    @Test
    void limitTakesEveryWholeNumber() throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement("SELECT n FROM \"r\" LIMIT ?")) {
            for (Object one : new Object[] {1, 1L, (short) 1, new BigDecimal(1), "1"}) {
                statement.setObject(1, one);
                assertEquals(1, list(statement.executeQuery()).size());
            }
            statement.setNull(1, Types.BIGINT);
            assertEquals(200, list(statement.executeQuery()).size());
            statement.setLong(1, 3_000_000_000L);
            assertEquals(200, list(statement.executeQuery()).size());
            statement.setInt(1, -1);
            assertState("2201W", () -> list(statement.executeQuery()));
        }
        try (PreparedStatement statement =
                connection.prepareStatement("SELECT n FROM \"r\" ORDER BY n OFFSET ? ROWS FETCH NEXT ? ROWS ONLY")) {
            for (Object two : new Object[] {2, 2L, (short) 2, new BigDecimal(2)}) {
                statement.setObject(1, two);
                statement.setObject(2, two);
                assertEquals(List.of("2", "3"), list(statement.executeQuery()));
            }
        }
        assertEquals(
                200, list(connection, "SELECT n FROM \"r\" LIMIT 3000000000").size());
        assertEquals(
                200,
                list(connection, "SELECT n FROM \"r\" LIMIT 9223372036854775807")
                        .size());
        assertEquals(
                0,
                list(connection, "SELECT n FROM \"r\" OFFSET 3000000000 ROWS").size());
    }

    @Test
    void fetchSizesOfAnyKindGiveEveryRow() throws SQLException {
        try (Statement statement = connection.createStatement()) {
            for (int size : new int[] {1, 7, 1000, 0}) {
                statement.setFetchSize(size);
                assertEquals(
                        200, list(statement.executeQuery("SELECT n FROM \"r\"")).size());
            }
        }
    }

    @Test
    void maxRowsHoldsForBothKinds() throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement("SELECT n FROM \"r\"");
                Statement plain = connection.createStatement()) {
            statement.setMaxRows(3);
            assertEquals(3, list(statement.executeQuery()).size());
            plain.setLargeMaxRows(4);
            assertEquals(4, list(plain.executeQuery("SELECT n FROM \"r\"")).size());
        }
    }

    @Test
    void parametersAreConvertedToWhatTheyMeet() throws SQLException {
        assertEquals(List.of("5"), list(connection, "SELECT n FROM \"r\" WHERE n = ?", "5"));
        assertEquals(List.of("5"), list(connection, "SELECT n FROM \"r\" WHERE n = ?", new BigDecimal("5.0")));
        assertState("22018", () -> list(connection, "SELECT n FROM \"r\" WHERE n = ?", "x"));
        assertEquals(List.of("4"), list(connection, "SELECT 3 - CAST(? AS INTEGER)", -1));
        try (PreparedStatement statement = connection.prepareStatement("SELECT n FROM \"r\" WHERE n = ?")) {
            assertState("07002", statement::executeQuery);
            statement.setNull(1, Types.BIGINT);
            assertFalse(statement.executeQuery().next());
        }
    }

    @Test
    void ringValuesAreDataAndNeverPatterns() throws SQLException {
        for (String value : new String[] {"x' OR '1'='1", "docs/%", "\"", ";--", "r/*"}) {
            assertEquals(List.of(), list(connection, "SELECT id FROM records WHERE ring = ?", value));
        }
    }

    @Test
    void temporalValuesKeepTheirMeaningInTokyo() throws SQLException {
        TimeZone before = TimeZone.getDefault();
        TimeZone.setDefault(TimeZone.getTimeZone("Asia/Tokyo"));
        try (PreparedStatement statement = connection.prepareStatement(
                "SELECT TIMESTAMP '2026-07-04 01:00:00' AS ts, DATE '1969-07-20' AS d, written_at, CURRENT_TIMESTAMP"
                        + " FROM records WHERE written_at > ? LIMIT 1")) {
            statement.setObject(1, LocalDateTime.of(2000, 1, 1, 0, 0));
            ResultSet rows = statement.executeQuery();
            assertTrue(rows.next());
            assertEquals(
                    Instant.parse("2026-07-04T01:00:00Z"), rows.getTimestamp(1).toInstant());
            assertEquals(LocalDateTime.of(2026, 7, 4, 1, 0), rows.getObject(1, LocalDateTime.class));
            assertEquals("2026-07-04 01:00:00", rows.getString(1));
            assertEquals(LocalDate.of(1969, 7, 20), rows.getObject(2, LocalDate.class));
            assertEquals("1969-07-20", rows.getDate(2).toString());
            // Both are of this machine's clock, in UTC: a zone would set them hours apart.
            long written = rows.getTimestamp(3).getTime();
            long now = rows.getTimestamp(4).getTime();
            assertTrue(Math.abs(now - written) < 3_600_000L, written + " " + now);
            statement.setObject(1, Instant.now().plusSeconds(3_600));
            assertFalse(statement.executeQuery().next());
        } finally {
            TimeZone.setDefault(before);
        }
    }

    @Test
    @Timeout(120)
    void aCancelFromAnotherThreadStopsTheStatement() throws Exception {
        try (Statement statement = connection.createStatement()) {
            AtomicReference<Throwable> failure = new AtomicReference<>();
            CountDownLatch started = new CountDownLatch(1);
            Thread runner = new Thread(() -> {
                started.countDown();
                try {
                    list(statement.executeQuery(ENDLESS));
                } catch (Throwable e) {
                    failure.set(e);
                }
            });
            runner.start();
            started.await();
            while (runner.isAlive()) {
                statement.cancel();
                runner.join(20);
            }
            SQLException e = assertInstanceOf(SQLException.class, failure.get());
            assertEquals("57014", e.getSQLState(), e.getMessage());
            assertEquals(List.of("1"), list(statement.executeQuery("SELECT 1")));
        }
    }

    @Test
    @Timeout(120)
    void aTimeoutStopsTheStatement() throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.setQueryTimeout(1);
            SQLException e = assertState("57014", () -> list(statement.executeQuery(ENDLESS)));
            assertInstanceOf(SQLTimeoutException.class, e);
            statement.setQueryTimeout(3_000_000);
            assertEquals(List.of("1"), list(statement.executeQuery("SELECT 1")));
        }
    }

    @Test
    @Timeout(120)
    void anAbortStopsWhatRuns() throws Exception {
        Connection other = open(url);
        Statement statement = other.createStatement();
        AtomicReference<Throwable> failure = new AtomicReference<>();
        Thread runner = new Thread(() -> {
            try {
                list(statement.executeQuery(ENDLESS));
            } catch (Throwable e) {
                failure.set(e);
            }
        });
        runner.start();
        Thread.sleep(200);
        other.abort(Runnable::run);
        runner.join(60_000);
        assertFalse(runner.isAlive());
        assertInstanceOf(SQLException.class, failure.get());
        assertTrue(other.isClosed());
        assertEquals(200, count(connection, "records"));
    }

    @Test
    void countersTellWhatAStatementCost() throws SQLException {
        fill(connection, "other", 10);
        try (Statement statement = connection.createStatement()) {
            assertEquals(ScanStats.NONE, statement.unwrap(RocheStatement.class).scanStats());
            list(statement.executeQuery("SELECT n FROM \"other\""));
            ScanStats stats = statement.unwrap(RocheStatement.class).scanStats();
            assertEquals(2, stats.ringsKnown());
            assertEquals(1, stats.ringsRouted());
            assertEquals(1, stats.ringsPruned());
            assertEquals(10, stats.recordsScanned());
            assertEquals(10, stats.rowsReturned());
        }
    }

    @Test
    void aRingScopeHidesEverythingElse() throws SQLException {
        fill(connection, "tenant/acme", 2);
        fill(connection, "tenant/acme/deep", 1);
        fill(connection, "tenant/zeta", 5);
        try (Connection scoped = open(url + "?ring=tenant/acme")) {
            assertEquals(3, count(scoped, "records"));
            assertState("42P01", () -> list(scoped, "SELECT * FROM \"tenant/zeta\""));
            update(scoped, "INSERT INTO records (payload) VALUES ('{}')");
            assertEquals(3, count(connection, "\"tenant/acme\""));
            RocheDataSource source = new RocheDataSource(url);
            ShardingKey deep = source.createShardingKeyBuilder()
                    .subkey("tenant/acme/deep", JDBCType.VARCHAR)
                    .build();
            ShardingKey zeta = source.createShardingKeyBuilder()
                    .subkey("tenant/zeta", JDBCType.VARCHAR)
                    .build();
            scoped.setShardingKey(deep);
            assertEquals(1, count(scoped, "records"));
            assertState("42501", () -> scoped.setShardingKey(zeta));
            assertFalse(scoped.setShardingKeyIfValid(zeta, 5), "a key that the connection cannot have is not valid");
            assertTrue(scoped.setShardingKeyIfValid(deep, 5));
            scoped.setShardingKey(source.createShardingKeyBuilder().build());
            assertEquals(0, count(scoped, "records"));
            scoped.setShardingKey(null);
            assertEquals(4, count(scoped, "records"));
            try (Connection built =
                    source.createConnectionBuilder().shardingKey(zeta).build()) {
                assertEquals(5, count(built, "records"));
            }
        }
        try (Connection nothing = open(url + "?ring=")) {
            assertEquals(0, count(nothing, "records"));
        }
    }

    @Test
    void limitsOfTheConnectionHold() throws SQLException {
        try (Connection limited = open(url + "?maxScanned=50")) {
            assertState("54R01", () -> list(limited, "SELECT n FROM \"r\" WHERE n = 1999"));
        }
        try (Connection limited = open(url + "?requireRing=true")) {
            assertState("54R03", () -> list(limited, "SELECT payload FROM records"));
            assertEquals(
                    200,
                    list(limited, "SELECT payload FROM records WHERE ring = 'r'")
                            .size());
        }
        try (Connection limited = open(url + "?maxTokens=20")) {
            assertState("54R02", () -> list(limited, "SELECT payload FROM records WHERE ring = 'r'"));
        }
    }

    @Test
    void aPreparedStatementFollowsTheColumnsOfItsRing() throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement("SELECT * FROM \"grow\"")) {
            throw new AssertionError("the ring does not exist yet: " + statement);
        } catch (SQLException e) {
            assertEquals("42P01", e.getSQLState());
        }
        update(connection, "INSERT INTO records (ring, payload) VALUES ('grow', '{\"a\":1}')");
        try (PreparedStatement statement = connection.prepareStatement("SELECT * FROM \"grow\"")) {
            int before = statement.executeQuery().getMetaData().getColumnCount();
            update(connection, "INSERT INTO records (ring, payload) VALUES ('grow', '{\"a\":1,\"b\":2}')");
            ResultSet rows = statement.executeQuery();
            assertEquals(before + 1, rows.getMetaData().getColumnCount());
            assertTrue(rows.next() && rows.next());
            assertEquals(2, rows.getInt("b"));
        }
    }

    @Test
    void errorsHaveStatesAndNoClassNames() throws SQLException {
        String[][] cases = {
            {"SELEC 1", "42601"},
            {"", "42601"},
            {"SELECT 1; SELECT 2", "42601"},
            {"SELECT * FROM \"nope\"", "42P01"},
            {"SELECT nope FROM \"r\"", "42703"},
            {"SELECT n / 0 FROM \"r\"", "22012"},
            {"SELECT CAST('x' AS INTEGER)", "22018"},
            {"SELECT 9223372036854775807 + n FROM \"r\"", "22003"},
        };
        for (String[] one : cases) {
            SQLException e = assertState(one[1], () -> list(connection, one[0]));
            assertFalse(e.getMessage().contains("org."), e.getMessage());
        }
        assertEquals(List.of("1"), list(connection, "SELECT 1;"));
    }

    /** Nesting is planned or refused; an error of the JVM never comes out. */
    @Test
    void deepNestingIsPlannedOrRefused() {
        String deep = "SELECT " + "(".repeat(2_000) + "1" + ")".repeat(2_000);
        try {
            assertEquals(List.of("1"), list(connection, deep));
        } catch (SQLException e) {
            assertEquals("54001", e.getSQLState(), e.getMessage());
        }
    }

    @Test
    void duplicateLabelsAreAllThere() throws SQLException {
        try (Statement statement = connection.createStatement()) {
            ResultSet rows = statement.executeQuery("SELECT 1 AS a, 2 AS a");
            assertTrue(rows.next());
            assertEquals(1, rows.getInt("a"));
            assertEquals("a", rows.getMetaData().getColumnLabel(2));
            rows = statement.executeQuery("SELECT id AS x FROM records WHERE ring = 'r' LIMIT 1");
            assertEquals("x", rows.getMetaData().getColumnLabel(1));
            assertEquals("id", rows.getMetaData().getColumnName(1));
            ResultSet ids = rows;
            assertTrue(ids.next());
            assertState("42703", () -> ids.getString("id"));
        }
    }

    @Test
    void escapesReachTheEngineAsSql() throws SQLException {
        assertEquals(List.of("A"), list(connection, "SELECT {fn UCASE('a')}"));
        assertEquals(List.of("true"), list(connection, "SELECT {d '2026-01-02'} > {d '2026-01-01'}"));
        assertEquals(2, list(connection, "SELECT n FROM \"r\" {limit 2}").size());
    }

    @Test
    void everyRunIsLogged() throws SQLException {
        list(connection, "SELECT n FROM \"r\" WHERE n = 7");
        assertState("42P01", () -> list(connection, "SELECT * FROM \"nope\""));
        update(connection, "INSERT INTO records (ring, payload) VALUES ('logged', '{}')");
        List<String> texts = list(connection, "SELECT query_text FROM sys.scans ORDER BY scan_id");
        assertTrue(texts.contains("SELECT n FROM \"r\" WHERE n = 7"), texts.toString());
        assertTrue(texts.get(texts.size() - 1).startsWith("INSERT INTO records"), texts.toString());
        try (Connection other = open(url)) {
            assertEquals(List.of(), list(other, "SELECT query_text FROM sys.scans"));
        }
    }

    @Test
    void proceduresWriteUnlessTheConnectionIsReadOnly() throws SQLException {
        assertEquals(List.of("r"), list(connection, "CALL DESCRIBE_RING('r', 'numbers')"));
        assertEquals(List.of("numbers"), list(connection, "SELECT description FROM sys.rings WHERE name = 'r'"));
        connection.setAutoCommit(false);
        list(connection, "{call DESCRIBE_RING('r', 'other')}");
        connection.rollback();
        assertEquals(List.of("numbers"), list(connection, "SELECT description FROM sys.rings WHERE name = 'r'"));
        connection.rollback();
        connection.setReadOnly(true);
        assertState("25006", () -> list(connection, "CALL DESCRIBE_RING('r', 'third')"));
    }

    @Test
    void describesParametersAndWrites() throws SQLException {
        try (PreparedStatement query = connection.prepareStatement("SELECT n FROM \"r\" WHERE _ring = ? AND n > ?");
                PreparedStatement insert =
                        connection.prepareStatement("INSERT INTO records (ring, payload) VALUES (?, ?)")) {
            assertEquals(2, query.getParameterMetaData().getParameterCount());
            assertEquals("VARCHAR", query.getParameterMetaData().getParameterTypeName(1));
            assertEquals("java.lang.Long", query.getParameterMetaData().getParameterClassName(2));
            assertTrue(query.getParameterMetaData().isSigned(2));
            assertEquals("BIGINT", query.getMetaData().getColumnTypeName(1));
            org.junit.jupiter.api.Assertions.assertNull(insert.getMetaData());
        }
    }

    @Test
    void anUpdateCountIsOfItsRun() throws SQLException {
        try (Statement statement = connection.createStatement()) {
            String sql = "INSERT INTO records (ring, payload) VALUES ('two', '{}'), ('two', '{}')";
            for (int i = 0; i < 2; i++) {
                assertFalse(statement.execute(sql));
                assertEquals(2, statement.getUpdateCount());
            }
            assertState("42P01", () -> statement.executeQuery("SELECT * FROM \"nope\""));
            assertEquals(List.of("1"), list(statement.executeQuery("SELECT 1")));
        }
    }

    @Test
    void atTimesAreBoundAsTimestampsOrSeconds() throws SQLException {
        String id = list(connection, "SELECT id FROM records WHERE ring = 'r' LIMIT 1")
                .get(0);
        String sql = "SELECT theta FROM TABLE(LOCATE(?, ?))";
        List<String> expected = list(connection, sql, id, 1_800_000_000.0);
        Instant instant = Instant.ofEpochSecond(1_800_000_000L);
        assertEquals(expected, list(connection, sql, id, instant));
        assertEquals(expected, list(connection, sql, id, java.sql.Timestamp.from(instant)));
        assertEquals(expected, list(connection, sql, id, LocalDateTime.ofInstant(instant, java.time.ZoneOffset.UTC)));
        assertEquals(expected, list(connection, sql, id, 1_800_000_000L));
    }

    @Test
    void jsonConstructorsTakeParametersOfAllKinds() throws SQLException {
        String sql = "SELECT JSON_OBJECT('a': ?, 'b': JSON_ARRAY(?, ?, ?, ?, ?, ?))";
        assertEquals(
                List.of("{\"a\":\"2026-07-04\",\"b\":[\"10:20:30\",\"2026-07-04T10:20:30.500\",\"1970-01-01T00:00:00\","
                        + "1.5,\"00000000-0000-0001-0000-000000000002\",true]}"),
                list(
                        connection,
                        sql,
                        LocalDate.of(2026, 7, 4),
                        LocalTime.of(10, 20, 30),
                        LocalDateTime.of(2026, 7, 4, 10, 20, 30, 500_000_000),
                        Instant.EPOCH,
                        new BigDecimal("1.50"),
                        new UUID(1, 2),
                        true));
    }
}
