package io.rochedb.jdbc.internal;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.StringReader;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.sql.Array;
import java.sql.Connection;
import java.sql.Date;
import java.sql.DriverManager;
import java.sql.JDBCType;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLDataException;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.sql.Types;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.Calendar;
import java.util.List;
import java.util.Locale;
import java.util.TimeZone;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ConversionTest {
    private Connection connection;

    @BeforeEach
    void open() throws SQLException {
        connection = DriverManager.getConnection("jdbc:roche:mem:stub");
    }

    @AfterEach
    void close() throws SQLException {
        connection.close();
    }

    /** Binds a value to a parameter of a type and returns it as the column it becomes. */
    private ResultSet echo(String type, Object value) throws SQLException {
        PreparedStatement statement = connection.prepareStatement("echo " + type);
        statement.setObject(1, value);
        ResultSet rows = statement.executeQuery();
        assertTrue(rows.next());
        return rows;
    }

    private static void assertState(String state, org.junit.jupiter.api.function.Executable executable) {
        SQLException e = assertThrows(SQLException.class, executable);
        assertEquals(state, e.getSQLState(), e.getMessage());
    }

    @Test
    void timesOutsideTheRangeAreRefused() {
        for (Object value : new Object[] {LocalDate.MAX, LocalDate.MIN}) {
            assertState("22008", () -> echo("DATE", value));
        }
        for (Object value : new Object[] {Instant.MAX, Instant.MIN, LocalDateTime.MAX, LocalDate.MIN}) {
            assertState("22008", () -> echo("TIMESTAMP", value));
            assertInstanceOf(SQLDataException.class, assertThrows(SQLException.class, () -> echo("TIMESTAMP", value)));
        }
    }

    @Test
    void numbersBecomeWhatTheParameterIs() throws SQLException {
        for (Object five :
                new Object[] {5, 5L, (short) 5, (byte) 5, 5.0, 5f, "5", new BigDecimal("5.0"), BigInteger.valueOf(5)}) {
            assertEquals(5L, echo("BIGINT", five).getLong(1));
            assertEquals(5, echo("INTEGER", five).getInt(1));
            assertEquals(5, echo("SMALLINT", five).getObject(1));
            assertEquals(5.0, echo("DOUBLE", five).getDouble(1));
            assertEquals(5f, echo("REAL", five).getFloat(1));
            assertEquals(0, new BigDecimal(5).compareTo(echo("DECIMAL", five).getBigDecimal(1)));
        }
        assertState("22018", () -> echo("INTEGER", "x"));
        assertState("22018", () -> echo("BIGINT", 5.5));
        assertState("22003", () -> echo("INTEGER", 3_000_000_000L));
        assertState("22003", () -> echo("BIGINT", "1e999999999"));
        assertState("22018", () -> echo("BIGINT", new Object()));
    }

    @Test
    void readingNarrowerIsCheckedForRange() throws SQLException {
        ResultSet rows = echo("BIGINT", 3_000_000_000L);
        assertThrows(SQLDataException.class, () -> rows.getInt(1));
        assertState("22003", () -> rows.getByte(1));
        assertState("22003", () -> rows.getObject(1, Short.class));
        assertEquals("3000000000", rows.getString(1));
        assertEquals(3e9f, rows.getFloat(1));
        assertState("22003", () -> echo("DOUBLE", 1e300).getLong(1));
        assertState("22003", () -> echo("DOUBLE", Double.NaN).getLong(1));
        assertState("22003", () -> echo("DOUBLE", 1e300).getFloat(1));
        assertEquals(1, echo("DOUBLE", 1.9).getInt(1));
        assertEquals(Long.MIN_VALUE, echo("DOUBLE", -0x1p63).getLong(1));
    }

    @Test
    void readsEveryClassOfANumber() throws SQLException {
        ResultSet rows = echo("INTEGER", 7);
        assertEquals(7, rows.getObject(1, Integer.class));
        assertEquals(7L, rows.getObject(1, Long.class));
        assertEquals("7", rows.getObject(1, String.class));
        assertEquals(new BigDecimal(7), rows.getObject(1, BigDecimal.class));
        assertEquals(BigInteger.valueOf(7), rows.getObject(1, BigInteger.class));
        assertEquals(7.0, rows.getObject(1, Double.class));
        assertEquals((byte) 7, rows.getObject(1, Byte.class));
        assertEquals(true, rows.getObject(1, Boolean.class));
        assertEquals(7, rows.getObject(1, Number.class));
        assertState("22018", () -> rows.getObject(1, LocalDate.class));
        assertState("22018", () -> rows.getObject(1, float[].class));
        assertState("22018", () -> rows.getObject(1, Thread.class));
    }

    @Test
    void textBecomesOtherTypes() throws SQLException {
        assertEquals(42, echo("VARCHAR", "42").getInt(1));
        assertEquals(4.5, echo("VARCHAR", "4.5").getDouble(1));
        assertTrue(echo("VARCHAR", "true").getBoolean(1));
        assertFalse(echo("VARCHAR", "0").getBoolean(1));
        assertState("22018", () -> echo("VARCHAR", "x").getInt(1));
        assertState("22018", () -> echo("VARCHAR", "maybe").getBoolean(1));
        assertEquals(LocalDate.of(2026, 7, 4), echo("VARCHAR", "2026-07-04").getObject(1, LocalDate.class));
        assertState("22007", () -> echo("VARCHAR", "tomorrow").getDate(1));
        UUID uuid = UUID.fromString("01234567-89ab-cdef-0123-456789abcdef");
        assertEquals(uuid, echo("VARCHAR", uuid).getObject(1, UUID.class));
        assertState("22018", () -> echo("VARCHAR", "1-1-1-1-1").getObject(1, UUID.class));
        assertArrayEquals(
                "é".getBytes(StandardCharsets.UTF_8), echo("VARCHAR", "é").getBytes(1));
        assertEquals("é", echo("VARCHAR", "é").getClob(1).getSubString(1, 9));
    }

    @ParameterizedTest
    @ValueSource(strings = {"UTC", "Asia/Tokyo", "America/New_York"})
    void timesMeanTheSameInEveryZone(String zone) throws SQLException {
        TimeZone before = TimeZone.getDefault();
        TimeZone.setDefault(TimeZone.getTimeZone(zone));
        try {
            Instant instant = Instant.parse("2026-07-04T10:00:00.123Z");
            LocalDateTime utc = LocalDateTime.of(2026, 7, 4, 10, 0, 0, 123_000_000);
            for (Object value : new Object[] {
                instant,
                utc,
                Timestamp.from(instant),
                java.util.Date.from(instant),
                utc.atOffset(ZoneOffset.UTC),
                ZonedDateTime.ofInstant(instant, java.time.ZoneId.of("Asia/Tokyo")),
                "2026-07-04 10:00:00.123",
                "2026-07-04T19:00:00.123+09:00",
                "2026-07-04T10:00:00.123Z"
            }) {
                ResultSet rows = echo("TIMESTAMP", value);
                assertEquals(instant, rows.getTimestamp(1).toInstant());
                assertEquals(instant, rows.getObject(1, Instant.class));
                assertEquals(utc, rows.getObject(1, LocalDateTime.class));
                assertEquals(utc.atOffset(ZoneOffset.UTC), rows.getObject(1, OffsetDateTime.class));
                assertEquals("2026-07-04 10:00:00.123", rows.getString(1));
                assertEquals(LocalDate.of(2026, 7, 4), rows.getDate(1).toLocalDate());
                assertEquals(LocalTime.of(10, 0, 0), rows.getTime(1).toLocalTime());
            }
            LocalDate day = LocalDate.of(1969, 7, 20);
            for (Object value : new Object[] {day, Date.valueOf(day), "1969-07-20"}) {
                ResultSet rows = echo("DATE", value);
                assertEquals(Date.valueOf(day), rows.getObject(1));
                assertEquals(day, rows.getObject(1, LocalDate.class));
                assertEquals("1969-07-20", rows.getString(1));
            }
            LocalTime time = LocalTime.of(23, 59, 58, 7_000_000);
            ResultSet rows = echo("TIME", time);
            assertEquals(time, rows.getObject(1, LocalTime.class));
            assertEquals(time, echo("TIME", rows.getTime(1)).getObject(1, LocalTime.class));
            assertEquals("23:59:58.007", rows.getString(1));
        } finally {
            TimeZone.setDefault(before);
        }
    }

    @Test
    void aCalendarGivesTheFieldsOfItsZone() throws SQLException {
        Calendar tokyo = Calendar.getInstance(TimeZone.getTimeZone("Asia/Tokyo"), Locale.ROOT);
        PreparedStatement statement = connection.prepareStatement("echo TIMESTAMP");
        Timestamp instant = Timestamp.from(Instant.parse("2026-07-04T01:00:00Z"));
        statement.setTimestamp(1, instant, tokyo);
        ResultSet rows = statement.executeQuery();
        assertTrue(rows.next());
        assertEquals("2026-07-04 10:00:00", rows.getString(1));
        assertEquals(instant, rows.getTimestamp(1, tokyo));
    }

    @Test
    void roundsBelowTheMillisecondHalfUp() throws SQLException {
        assertEquals(
                Instant.parse("2026-07-04T10:00:01Z"),
                echo("TIMESTAMP", Instant.parse("2026-07-04T10:00:00.999500Z")).getObject(1, Instant.class));
        assertEquals(
                Instant.parse("1969-12-31T23:59:59.999Z"),
                echo("TIMESTAMP", Instant.parse("1969-12-31T23:59:59.999499Z")).getObject(1, Instant.class));
        Timestamp exact = Timestamp.valueOf("2026-07-04 10:00:00");
        exact.setNanos(500_000);
        assertEquals(
                exact.getTime() + 1, echo("TIMESTAMP", exact).getTimestamp(1).getTime());
    }

    @Test
    void vectorsComeInManyForms() throws SQLException {
        float[] vector = {0.5f, -1f};
        Array array = connection.createArrayOf("real", new Object[] {0.5, -1});
        for (Object value : new Object[] {
            vector, new double[] {0.5, -1}, "[0.5, -1]", array, List.of(0.5, -1), new Float[] {0.5f, -1f}
        }) {
            assertArrayEquals(vector, echo("VECTOR", value).getObject(1, float[].class));
        }
        ResultSet rows = echo("VECTOR", vector);
        assertArrayEquals(new Float[] {0.5f, -1f}, (Object[]) rows.getArray(1).getArray());
        assertEquals("[0.5, -1.0]", rows.getString(1));
        assertEquals("[0.5, -1.0]", rows.getObject(1).toString());
        assertArrayEquals(new double[] {0.5, -1}, rows.getObject(1, double[].class));
        ResultSet elements = rows.getArray(1).getResultSet();
        assertTrue(elements.next());
        assertEquals(1, elements.getInt("INDEX"));
        assertEquals(0.5f, elements.getFloat("VALUE"));
        assertState("22018", () -> echo("VECTOR", "0.5, 1"));
        assertState("22018", () -> echo("VECTOR", new Object[] {"a"}));
        assertState("42704", () -> connection.createArrayOf("nope", new Object[0]));
    }

    @Test
    void laterChangesOfABoundVectorHaveNoEffect() throws SQLException {
        PreparedStatement statement = connection.prepareStatement("echo VECTOR VARBINARY");
        float[] vector = {1};
        byte[] bytes = {1};
        statement.setObject(1, vector);
        statement.setBytes(2, bytes);
        vector[0] = 2;
        bytes[0] = 2;
        ResultSet rows = statement.executeQuery();
        assertTrue(rows.next());
        assertEquals(1f, rows.getObject(1, float[].class)[0]);
        assertEquals(1, rows.getBytes(2)[0]);
    }

    @Test
    void streamsAreReadWhenBound() throws Exception {
        PreparedStatement statement = connection.prepareStatement("echo VARCHAR VARBINARY VARCHAR");
        statement.setCharacterStream(1, new StringReader("abcdef"), 3);
        statement.setBinaryStream(2, new ByteArrayInputStream(new byte[] {1, 2, 3}));
        statement.setClob(3, new StringReader("whole"));
        ResultSet rows = statement.executeQuery();
        assertTrue(rows.next());
        assertEquals("abc", rows.getString(1));
        assertArrayEquals(new byte[] {1, 2, 3}, rows.getBinaryStream(2).readAllBytes());
        assertEquals("010203", rows.getString(2));
        assertEquals('w', rows.getCharacterStream(3).read());
        assertState("22023", () -> statement.setBinaryStream(2, new ByteArrayInputStream(new byte[2]), 3));
    }

    @Test
    void everySetterReplacesTheValueBefore() throws SQLException {
        PreparedStatement statement = connection.prepareStatement("echo INTEGER");
        statement.setInt(1, 5);
        statement.setObject(1, 1, Types.INTEGER, 0);
        assertEquals(1, one(statement).getInt(1));
        statement.setObject(1, "2", JDBCType.INTEGER);
        assertEquals(2, one(statement).getInt(1));
        statement.setNull(1, Types.INTEGER, "INTEGER");
        ResultSet rows = one(statement);
        assertEquals(0, rows.getInt(1));
        assertTrue(rows.wasNull());
        assertNull(rows.getObject(1, Integer.class));
        assertState("22018", () -> statement.setObject(1, "x", Types.INTEGER));
        PreparedStatement decimal = connection.prepareStatement("echo DECIMAL");
        decimal.setObject(1, null, Types.DECIMAL, 2);
        assertNull(one(decimal).getBigDecimal(1));
        decimal.setObject(1, "2.345", Types.DECIMAL, 2);
        assertEquals(new BigDecimal("2.35"), one(decimal).getBigDecimal(1));
    }

    private static ResultSet one(PreparedStatement statement) throws SQLException {
        ResultSet rows = statement.executeQuery();
        assertTrue(rows.next());
        return rows;
    }

    @Test
    void anUnboundParameterIsNotANull() throws SQLException {
        PreparedStatement statement = connection.prepareStatement("echo INTEGER INTEGER");
        statement.setInt(1, 1);
        assertState("07002", statement::executeQuery);
        assertState("07009", () -> statement.setInt(3, 1));
        assertState("07009", () -> statement.setInt(0, 1));
        statement.setNull(2, Types.INTEGER);
        assertTrue(statement.executeQuery().next());
        statement.clearParameters();
        assertState("07002", statement::executeQuery);
    }

    @Test
    void describesParametersAndColumns() throws SQLException {
        PreparedStatement statement = connection.prepareStatement("echo VARCHAR INTEGER TIMESTAMP VECTOR");
        assertEquals("java.lang.String", statement.getParameterMetaData().getParameterClassName(1));
        assertEquals(Types.INTEGER, statement.getParameterMetaData().getParameterType(2));
        assertTrue(statement.getParameterMetaData().isSigned(2));
        assertEquals("REAL ARRAY", statement.getMetaData().getColumnTypeName(4));
        for (int i = 1; i <= 4; i++) {
            assertTrue(statement.getMetaData().getColumnDisplaySize(i) > 0);
            assertTrue(statement.getMetaData().getPrecision(i) > 0);
        }
        assertNull(connection.prepareStatement("insert").getMetaData());
        assertInstanceOf(Timestamp.class, echo("TIMESTAMP", Instant.EPOCH).getObject(1));
    }
}
