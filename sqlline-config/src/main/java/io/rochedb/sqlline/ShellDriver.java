package io.rochedb.sqlline;

import io.rochedb.jdbc.RocheStatement;
import io.rochedb.jdbc.ScanStats;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.Driver;
import java.sql.DriverManager;
import java.sql.DriverPropertyInfo;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Objects;
import java.util.Properties;
import java.util.concurrent.atomic.AtomicReference;
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * RocheDB's driver as sqlline needs it: column names are labels, and the counters of the last statement stay known.
 *
 * <p>sqlline heads its columns with {@code getColumnName}, which is the column behind an alias, and closes its statements before a command
 * could ask for their counters. Takes the place of the real driver in this JVM's {@link DriverManager}.
 */
final class ShellDriver implements Driver {
    private static final AtomicReference<ScanStats> LAST = new AtomicReference<>(ScanStats.NONE);
    private static final List<Class<?>> WRAPPED =
            List.of(Connection.class, Statement.class, ResultSet.class, ResultSetMetaData.class);

    private final Driver driver;

    private ShellDriver(Driver driver) {
        this.driver = driver;
    }

    /** Puts this driver in the place of the one for RocheDB's URLs. */
    static void install() throws SQLException {
        Driver real = DriverManager.getDriver(ShellConfig.URL_PREFIX + "mem:");
        if (!(real instanceof ShellDriver)) {
            DriverManager.deregisterDriver(real);
            DriverManager.registerDriver(new ShellDriver(real));
        }
    }

    /** Returns the counters of the last statement that was closed. */
    static ScanStats lastScan() {
        return Objects.requireNonNull(LAST.get());
    }

    @Override
    public @Nullable Connection connect(String url, Properties info) throws SQLException {
        Connection connection = driver.connect(url, info);
        return connection == null ? null : (Connection) wrap(connection, Connection.class);
    }

    /** Wraps an object in the most specific interface its caller was promised. */
    private static Object wrap(Object target, Class<?> type) {
        InvocationHandler handler = (proxy, method, arguments) -> invoke(target, method, arguments);
        return Proxy.newProxyInstance(ShellDriver.class.getClassLoader(), new Class<?>[] {type}, handler);
    }

    private static @Nullable Object invoke(Object target, Method method, Object @Nullable [] arguments)
            throws Throwable {
        if (target instanceof Statement statement && method.getName().equals("close") && !statement.isClosed()) {
            LAST.set(statement.unwrap(RocheStatement.class).scanStats());
        }
        Method called = method;
        if (target instanceof ResultSetMetaData && method.getName().equals("getColumnName")) {
            called = ResultSetMetaData.class.getMethod("getColumnLabel", int.class);
        }
        Object result;
        try {
            result = called.invoke(target, arguments);
        } catch (InvocationTargetException failure) {
            throw failure.getCause() == null ? failure : failure.getCause();
        }
        Class<?> type = method.getReturnType();
        boolean wrapped = result != null && WRAPPED.stream().anyMatch(known -> known.isAssignableFrom(type));
        return wrapped ? wrap(result, type) : result;
    }

    @Override
    public boolean acceptsURL(String url) throws SQLException {
        return driver.acceptsURL(url);
    }

    @Override
    public DriverPropertyInfo[] getPropertyInfo(String url, Properties info) throws SQLException {
        return driver.getPropertyInfo(url, info);
    }

    @Override
    public int getMajorVersion() {
        return driver.getMajorVersion();
    }

    @Override
    public int getMinorVersion() {
        return driver.getMinorVersion();
    }

    @Override
    public boolean jdbcCompliant() {
        return driver.jdbcCompliant();
    }

    @Override
    public Logger getParentLogger() {
        return Logger.getLogger("io.rochedb");
    }
}
