package io.rochedb.jdbc.embedded;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.rochedb.jdbc.RocheConnectionPoolDataSource;
import io.rochedb.jdbc.RocheDataSource;
import io.rochedb.jdbc.RocheDriver;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.Reader;
import java.io.StringReader;
import java.io.StringWriter;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.math.BigDecimal;
import java.net.URL;
import java.sql.Array;
import java.sql.Blob;
import java.sql.CallableStatement;
import java.sql.Clob;
import java.sql.Connection;
import java.sql.ConnectionBuilder;
import java.sql.DatabaseMetaData;
import java.sql.Date;
import java.sql.Driver;
import java.sql.JDBCType;
import java.sql.NClob;
import java.sql.ParameterMetaData;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.sql.SQLType;
import java.sql.Savepoint;
import java.sql.ShardingKey;
import java.sql.ShardingKeyBuilder;
import java.sql.Statement;
import java.sql.Time;
import java.sql.Timestamp;
import java.util.ArrayList;
import java.util.Calendar;
import java.util.GregorianCalendar;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.TimeZone;
import java.util.concurrent.Executor;
import java.util.stream.Stream;
import javax.sql.ConnectionPoolDataSource;
import javax.sql.DataSource;
import javax.sql.PooledConnection;
import javax.sql.PooledConnectionBuilder;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/**
 * Every method of every interface of {@code java.sql} and {@code javax.sql} that the driver implements: on an open object it answers or throws an
 * {@code SQLException} with an SQLSTATE, whatever the arguments; on a closed one it throws that, but for what JDBC allows.
 */
class ContractTest {
    /** How a set of arguments is chosen. */
    private enum Arguments {
        /** null, 0, false. */
        NOTHING,
        /** Values that could be meant. */
        PLAUSIBLE,
        /** Largest numbers, odd texts. */
        LARGE,
        /** Smallest numbers, empty texts. */
        SMALL
    }

    private interface Maker {
        Object make(Connection connection) throws SQLException;
    }

    private interface Closer {
        void close(Object object) throws SQLException;
    }

    /** An interface, how to get an open object of it, how to close it, and which methods may answer after that. */
    private record Subject(Class<?> type, Maker maker, Closer closer, Set<String> afterClose) {}

    private static final Closer NEVER = object -> {};
    private static final Set<String> ALL = Set.of("*");

    private static List<Subject> subjects() {
        Set<String> closing = Set.of("close", "isClosed");
        List<Subject> subjects = new ArrayList<>();
        subjects.add(new Subject(
                Connection.class,
                c -> c,
                c -> ((Connection) c).close(),
                Set.of(
                        "close",
                        "isClosed",
                        "isValid",
                        "abort",
                        "setShardingKeyIfValid",
                        "beginRequest",
                        "endRequest")));
        subjects.add(new Subject(Statement.class, Connection::createStatement, s -> ((Statement) s).close(), closing));
        subjects.add(
                new Subject(PreparedStatement.class, ContractTest::prepared, s -> ((Statement) s).close(), closing));
        subjects.add(new Subject(
                CallableStatement.class,
                c -> c.prepareCall("{call DESCRIBE_RING(?, ?)}"),
                s -> ((Statement) s).close(),
                closing));
        subjects.add(new Subject(
                CallableStatement.class, ContractTest::functionCall, s -> ((Statement) s).close(), closing));
        subjects.add(
                new Subject(ResultSet.class, c -> rows(c.createStatement()), r -> ((ResultSet) r).close(), closing));
        subjects.add(new Subject(ResultSet.class, c -> rows(scrolling(c)), r -> ((ResultSet) r).close(), closing));
        subjects.add(new Subject(
                ResultSetMetaData.class, c -> rows(c.createStatement()).getMetaData(), NEVER, ALL));
        subjects.add(new Subject(ParameterMetaData.class, c -> prepared(c).getParameterMetaData(), NEVER, ALL));
        subjects.add(new Subject(DatabaseMetaData.class, Connection::getMetaData, NEVER, ALL));
        subjects.add(new Subject(
                Array.class,
                c -> c.createArrayOf("VARCHAR", new Object[] {"a", null}),
                a -> ((Array) a).free(),
                Set.of("free")));
        subjects.add(new Subject(Clob.class, ContractTest::clob, a -> ((Clob) a).free(), Set.of("free")));
        subjects.add(new Subject(NClob.class, ContractTest::clob, a -> ((Clob) a).free(), Set.of("free")));
        subjects.add(new Subject(
                Blob.class,
                c -> {
                    Blob blob = c.createBlob();
                    blob.setBytes(1, new byte[] {1, 2, 3});
                    return blob;
                },
                a -> ((Blob) a).free(),
                Set.of("free")));
        subjects.add(new Subject(
                Savepoint.class,
                c -> {
                    c.setAutoCommit(false);
                    return c.setSavepoint();
                },
                NEVER,
                ALL));
        subjects.add(new Subject(ShardingKey.class, c -> key("docs"), NEVER, ALL));
        subjects.add(new Subject(
                ShardingKeyBuilder.class, c -> new RocheDataSource().createShardingKeyBuilder(), NEVER, ALL));
        subjects.add(new Subject(Driver.class, c -> new RocheDriver(), NEVER, ALL));
        subjects.add(new Subject(DataSource.class, c -> new RocheDataSource(Stores.fresh()), NEVER, ALL));
        subjects.add(new Subject(
                ConnectionBuilder.class,
                c -> new RocheDataSource(Stores.fresh()).createConnectionBuilder(),
                NEVER,
                ALL));
        subjects.add(new Subject(
                ConnectionPoolDataSource.class, c -> new RocheConnectionPoolDataSource(Stores.fresh()), NEVER, ALL));
        subjects.add(new Subject(
                PooledConnectionBuilder.class,
                c -> new RocheConnectionPoolDataSource(Stores.fresh()).createPooledConnectionBuilder(),
                NEVER,
                ALL));
        subjects.add(new Subject(
                PooledConnection.class,
                c -> new RocheConnectionPoolDataSource(Stores.fresh()).getPooledConnection(),
                p -> ((PooledConnection) p).close(),
                Set.of(
                        "close",
                        "addConnectionEventListener",
                        "removeConnectionEventListener",
                        "addStatementEventListener",
                        "removeStatementEventListener")));
        return subjects;
    }

    private static ShardingKey key(String ring) throws SQLException {
        return new RocheDataSource()
                .createShardingKeyBuilder()
                .subkey(ring, JDBCType.VARCHAR)
                .build();
    }

    private static PreparedStatement prepared(Connection connection) throws SQLException {
        return connection.prepareStatement("SELECT id, seq FROM records WHERE ring = ? AND seq > ?");
    }

    private static Object functionCall(Connection connection) throws SQLException {
        CallableStatement call = connection.prepareCall("{? = call UPPER(?)}");
        call.registerOutParameter(1, java.sql.Types.VARCHAR);
        call.setString(2, "x");
        call.execute();
        return call;
    }

    private static Statement scrolling(Connection connection) throws SQLException {
        return connection.createStatement(ResultSet.TYPE_SCROLL_INSENSITIVE, ResultSet.CONCUR_READ_ONLY);
    }

    private static ResultSet rows(Statement statement) throws SQLException {
        ResultSet rows = statement.executeQuery(
                "SELECT 'text' AS a, 7 AS b, CAST(1.5 AS DOUBLE) AS c, TRUE AS d, DATE '2026-01-02' AS e, TIME '10:00:00' AS f,"
                        + " TIMESTAMP '2026-01-02 10:00:00' AS g, X'00ff' AS h, ARRAY[1, 2] AS i, CAST(NULL AS INTEGER) AS j"
                        + " FROM (VALUES (1), (2)) AS t (n)");
        assertTrue(rows.next());
        return rows;
    }

    private static Object clob(Connection connection) throws SQLException {
        NClob clob = connection.createNClob();
        clob.setString(1, "some text");
        return clob;
    }

    private static Object argument(Class<?> type, Arguments kind, int position) throws Exception {
        if (kind == Arguments.NOTHING) {
            return type.isPrimitive() ? primitive(type, 0) : null;
        }
        int sign = kind == Arguments.PLAUSIBLE ? 0 : kind == Arguments.LARGE ? 1 : -1;
        if (type.isPrimitive()) {
            return primitive(type, sign == 0 ? 1 : sign > 0 ? Long.MAX_VALUE : Long.MIN_VALUE);
        }
        String text = sign == 0 ? (position == 0 ? "a" : "roche") : sign > 0 ? "x' \u65e5\ud83d\ude00\"\0%_\\" : "";
        Map<Class<?>, Object> values = new java.util.HashMap<>();
        values.put(String.class, text);
        values.put(Object.class, text);
        values.put(byte[].class, text.getBytes(java.nio.charset.StandardCharsets.UTF_8));
        values.put(BigDecimal.class, new BigDecimal(sign == 0 ? "1" : sign > 0 ? "1e400" : "-1e-400"));
        values.put(Date.class, new Date(sign * 100_000_000_000_000L));
        values.put(Time.class, new Time(sign));
        values.put(Timestamp.class, new Timestamp(sign * 100_000_000_000_000L));
        values.put(InputStream.class, new ByteArrayInputStream(new byte[] {1}));
        values.put(Reader.class, new StringReader("x"));
        values.put(Calendar.class, new GregorianCalendar(TimeZone.getTimeZone("Asia/Tokyo"), Locale.ROOT));
        values.put(SQLType.class, sign == 0 ? JDBCType.VARCHAR : sign > 0 ? JDBCType.STRUCT : JDBCType.INTEGER);
        values.put(Class.class, sign == 0 ? String.class : sign > 0 ? Connection.class : int.class);
        values.put(int[].class, sign == 0 ? new int[] {1} : sign > 0 ? new int[] {Integer.MAX_VALUE} : new int[0]);
        values.put(String[].class, new String[] {text});
        values.put(Object[].class, new Object[] {text});
        values.put(Executor.class, (Executor) Runnable::run);
        values.put(Properties.class, new Properties());
        values.put(Map.class, Map.of());
        values.put(URL.class, new URL("https://example.org/"));
        values.put(PrintWriter.class, new PrintWriter(new StringWriter()));
        values.put(ShardingKey.class, key(sign == 0 ? "docs" : ""));
        return values.get(type);
    }

    private static Object primitive(Class<?> type, long value) {
        if (type == boolean.class) {
            return value > 0;
        }
        if (type == int.class) {
            return (int) Math.max(Integer.MIN_VALUE, Math.min(Integer.MAX_VALUE, value));
        }
        if (type == long.class) {
            return value;
        }
        if (type == short.class) {
            return (short) Math.max(Short.MIN_VALUE, Math.min(Short.MAX_VALUE, value));
        }
        if (type == byte.class) {
            return (byte) Math.max(Byte.MIN_VALUE, Math.min(Byte.MAX_VALUE, value));
        }
        return type == float.class ? (Object) (float) value : (Object) (double) value;
    }

    /** Returns what is wrong with the call, or null. */
    private static String call(Object target, Method method, Arguments kind, boolean mustThrow) throws Exception {
        Class<?>[] types = method.getParameterTypes();
        Object[] arguments = new Object[types.length];
        for (int i = 0; i < types.length; i++) {
            arguments[i] = argument(types[i], kind, i);
        }
        String shown = method.getName() + java.util.Arrays.toString(types) + " " + kind;
        try {
            Object answer = method.invoke(target, arguments);
            if (answer instanceof Connection connection && connection != target) {
                connection.close();
            } else if (answer instanceof PooledConnection pooled) {
                pooled.close();
            }
            return mustThrow ? shown + " answered " + answer : null;
        } catch (InvocationTargetException e) {
            Throwable thrown = e.getCause();
            if (thrown instanceof SQLFeatureNotSupportedException
                    && method.getName().equals("getParentLogger")) {
                return null;
            }
            return thrown instanceof SQLException sql
                            && sql.getSQLState() != null
                            && sql.getSQLState().length() == 5
                    ? null
                    : shown + " threw " + thrown;
        }
    }

    private static boolean checked(Method method) {
        return !Modifier.isStatic(method.getModifiers()) && method.getDeclaringClass() != Object.class;
    }

    @TestFactory
    Stream<DynamicTest> anOpenObjectAnswersOrThrowsWithAState() {
        return subjects().stream()
                .map(subject -> DynamicTest.dynamicTest(subject.type.getSimpleName(), () -> open(subject)));
    }

    private static void open(Subject subject) throws Exception {
        String store = Stores.fresh();
        try (Connection keepsTheStore = Stores.open(store)) {
            assertTrue(keepsTheStore.isValid(1));
            open(subject, store);
        }
    }

    private static void open(Subject subject, String store) throws Exception {
        List<String> wrong = new ArrayList<>();
        int calls = 0;
        for (Method method : subject.type.getMethods()) {
            if (!checked(method)) {
                continue;
            }
            for (Arguments kind : Arguments.values()) {
                try (Connection connection = Stores.open(store)) {
                    String problem = call(subject.maker.make(connection), method, kind, false);
                    if (problem != null) {
                        wrong.add(problem);
                    }
                    calls++;
                }
            }
        }
        assertEquals(List.of(), wrong);
        assertTrue(calls > 0 || subject.type == ShardingKey.class, "calls: " + calls);
    }

    @TestFactory
    Stream<DynamicTest> aClosedObjectThrows() {
        return subjects().stream()
                .filter(subject -> subject.closer != NEVER)
                .map(subject -> DynamicTest.dynamicTest(subject.type.getSimpleName(), () -> closed(subject)));
    }

    private static void closed(Subject subject) throws Exception {
        List<String> wrong = new ArrayList<>();
        try (Connection connection = Stores.open(Stores.fresh())) {
            Object object = subject.maker.make(connection);
            subject.closer.close(object);
            subject.closer.close(object);
            for (Method method : subject.type.getMethods()) {
                if (checked(method) && !subject.afterClose.contains(method.getName())) {
                    String problem = call(object, method, Arguments.PLAUSIBLE, true);
                    if (problem != null) {
                        wrong.add(problem);
                    }
                }
            }
        }
        assertEquals(List.of(), wrong);
    }
}
