package io.rochedb.jdbc.internal;

import io.rochedb.jdbc.RocheProperty;
import io.rochedb.jdbc.spi.ConnectionSettings;
import io.rochedb.jdbc.spi.Connector;
import io.rochedb.jdbc.spi.Session;
import io.rochedb.jdbc.spi.StoreTarget;
import java.sql.Array;
import java.sql.Blob;
import java.sql.CallableStatement;
import java.sql.ClientInfoStatus;
import java.sql.Clob;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.NClob;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLClientInfoException;
import java.sql.SQLException;
import java.sql.SQLWarning;
import java.sql.SQLXML;
import java.sql.Savepoint;
import java.sql.ShardingKey;
import java.sql.Statement;
import java.sql.Struct;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * A connection over a session. One thread at a time, but for abort, close and isValid.
 */
public final class JdbcConnection extends JdbcObject implements Connection {
    static final List<String> SCHEMAS = List.of("roche", "sys", "information_schema");

    /** State of a ring that the connection may not see. */
    private static final String OUTSIDE_SCOPE = "42501";

    private static final List<String> CLIENT_INFO_KEYS = List.of("ApplicationName", "ClientUser", "ClientHostname");

    private final Connector connector;
    private final Session session;
    private final RocheUrl url;
    private final AtomicBoolean closed = new AtomicBoolean();
    private final Properties clientInfo = new Properties();
    private @Nullable SQLWarning warnings;
    private int networkTimeoutMillis;
    private int holdability = ResultSet.CLOSE_CURSORS_AT_COMMIT;

    /** What hands this connection out as a handle of its own; null for a connection by itself. */
    private final @Nullable JdbcPooledConnection pool;
    /** Results to close when a handle is closed, for its session stays open. */
    private final Set<JdbcResultSet> openResults = ConcurrentHashMap.newKeySet();

    private JdbcConnection(Connector connector, Session session, RocheUrl url, @Nullable JdbcPooledConnection pool) {
        this.connector = connector;
        this.session = session;
        this.url = url;
        this.pool = pool;
        networkTimeoutMillis = (int) Math.min(Integer.MAX_VALUE, url.settings().millis(RocheProperty.SOCKET_TIMEOUT));
        url.warnings().forEach(text -> warn("01S00", text));
        session.warnings().forEach(text -> warn("01000", text));
        String application = url.settings().text(RocheProperty.APPLICATION_NAME);
        if (application != null) {
            clientInfo.setProperty("ApplicationName", application);
        }
    }

    /** Opens a connection with the connector found for the target. */
    public static JdbcConnection open(RocheUrl url) throws SQLException {
        StoreTarget target = url.target();
        Connector connector = connectorFor(target);
        if (connector == null) {
            throw SqlErrors.of(
                    "08001",
                    "'" + url.displayed()
                            + "' is an embedded store: add the artifact io.rochedb:roche-jdbc-embedded to the class path");
        }
        try {
            return new JdbcConnection(connector, connector.connect(target, url.settings()), url, null);
        } catch (Throwable thrown) {
            throw SqlErrors.translate(connector, thrown);
        }
    }

    /** Returns a connection over a session that is open already. */
    public static JdbcConnection over(
            Connector connector, Session session, ConnectionSettings settings, String displayed) {
        StoreTarget named = new StoreTarget.Remote(displayed);
        return new JdbcConnection(connector, session, new RocheUrl(named, settings, displayed, List.of()), null);
    }

    private static @Nullable Connector connectorFor(StoreTarget target) throws SQLException {
        try {
            // The driver's own loader first: a pool may connect from a thread whose context loader knows neither
            // artifact.
            Connector own =
                    accepting(ServiceLoader.load(Connector.class, JdbcConnection.class.getClassLoader()), target);
            return own != null ? own : accepting(ServiceLoader.load(Connector.class), target);
        } catch (ServiceConfigurationError | LinkageError e) {
            throw SqlErrors.of(
                    "08001", "an artifact on the class path is incomplete: a store connector cannot be loaded", e);
        }
    }

    private static @Nullable Connector accepting(ServiceLoader<Connector> connectors, StoreTarget target) {
        for (Connector connector : connectors) {
            if (connector.accepts(target)) {
                return connector;
            }
        }
        return null;
    }

    private void warn(String sqlState, String text) {
        SQLWarning warning = new SQLWarning(text, sqlState);
        if (warnings == null) {
            warnings = warning;
        } else {
            warnings.setNextWarning(warning);
        }
    }

    /** Returns a handle of this connection's session for a pool. */
    JdbcConnection handleFor(JdbcPooledConnection owner) {
        return new JdbcConnection(connector, session, url, owner);
    }

    /** Closes a handle and its results, not its session; false when it was closed before. */
    boolean retire() throws SQLException {
        if (!closed.compareAndSet(false, true)) {
            return false;
        }
        for (JdbcResultSet result : openResults) {
            result.release();
        }
        return true;
    }

    void opened(JdbcResultSet result) {
        if (pool != null) {
            openResults.add(result);
        }
    }

    void ended(JdbcResultSet result) {
        if (pool != null) {
            openResults.remove(result);
        }
    }

    void statementClosed(PreparedStatement statement) {
        if (pool != null) {
            pool.statementClosed(statement);
        }
    }

    Session session() {
        return session;
    }

    ConnectionSettings settings() {
        return url.settings();
    }

    String displayedUrl() {
        return url.displayed();
    }

    boolean closed() {
        return closed.get();
    }

    SQLException translate(Throwable thrown) {
        SQLException translated = SqlErrors.translate(connector, thrown);
        String state = translated.getSQLState();
        if (pool != null && state != null && state.startsWith("08")) {
            pool.failed(translated);
        }
        return translated;
    }

    void checkOpen() throws SQLException {
        if (closed.get()) {
            throw SqlErrors.of(SqlErrors.CONNECTION_CLOSED, "the connection is closed");
        }
    }

    private interface SessionCall<T> {
        T run(Session session);
    }

    interface SessionAction {
        void run(Session session);
    }

    private <T> T call(SessionCall<T> call) throws SQLException {
        checkOpen();
        try {
            return call.run(session);
        } catch (Throwable thrown) {
            throw translate(thrown);
        }
    }

    void act(SessionAction action) throws SQLException {
        checkOpen();
        try {
            action.run(session);
        } catch (Throwable thrown) {
            throw translate(thrown);
        }
    }

    // ---- statements ----

    @Override
    public Statement createStatement() throws SQLException {
        checkOpen();
        return new JdbcStatement(this, plainResults(), false);
    }

    @Override
    public Statement createStatement(int type, int concurrency) throws SQLException {
        return createStatement(type, concurrency, holdability);
    }

    @Override
    public Statement createStatement(int type, int concurrency, int holdability) throws SQLException {
        checkOpen();
        return new JdbcStatement(this, results(type, concurrency, holdability), false);
    }

    @Override
    public PreparedStatement prepareStatement(String sql) throws SQLException {
        return prepare(sql, GeneratedKeys.NONE, plainResults());
    }

    @Override
    public PreparedStatement prepareStatement(String sql, int type, int concurrency) throws SQLException {
        return prepareStatement(sql, type, concurrency, holdability);
    }

    @Override
    public PreparedStatement prepareStatement(String sql, int type, int concurrency, int holdability)
            throws SQLException {
        checkOpen();
        return prepare(sql, GeneratedKeys.NONE, results(type, concurrency, holdability));
    }

    @Override
    public PreparedStatement prepareStatement(String sql, int autoGeneratedKeys) throws SQLException {
        return prepare(sql, GeneratedKeys.of(autoGeneratedKeys), plainResults());
    }

    @Override
    public PreparedStatement prepareStatement(String sql, int[] columnIndexes) throws SQLException {
        return prepare(sql, GeneratedKeys.of(columnIndexes), plainResults());
    }

    @Override
    public PreparedStatement prepareStatement(String sql, String[] columnNames) throws SQLException {
        return prepare(sql, GeneratedKeys.of(columnNames), plainResults());
    }

    private PreparedStatement prepare(String sql, GeneratedKeys keys, ResultSetKind results) throws SQLException {
        checkOpen();
        return new JdbcPreparedStatement(this, JdbcStatement.required(sql), keys, results);
    }

    @Override
    public CallableStatement prepareCall(String sql) throws SQLException {
        checkOpen();
        return JdbcCallableStatement.of(this, JdbcStatement.required(sql), plainResults());
    }

    @Override
    public CallableStatement prepareCall(String sql, int type, int concurrency) throws SQLException {
        return prepareCall(sql, type, concurrency, holdability);
    }

    @Override
    public CallableStatement prepareCall(String sql, int type, int concurrency, int holdability) throws SQLException {
        checkOpen();
        return JdbcCallableStatement.of(this, JdbcStatement.required(sql), results(type, concurrency, holdability));
    }

    private ResultSetKind plainResults() {
        return ResultSetKind.forward(holdability);
    }

    /** Returns the kind asked for, or the nearest there is and a warning that says so. */
    private ResultSetKind results(int type, int concurrency, int holdability) throws SQLException {
        ResultSetKind.check(type, concurrency, holdability);
        if (type == ResultSet.TYPE_SCROLL_SENSITIVE) {
            warn("01S02", "there are no result sets of TYPE_SCROLL_SENSITIVE: it is TYPE_SCROLL_INSENSITIVE");
        }
        if (concurrency == ResultSet.CONCUR_UPDATABLE) {
            warn("01S02", "there are no result sets of CONCUR_UPDATABLE: it is CONCUR_READ_ONLY; write with UPDATE");
        }
        return new ResultSetKind(type != ResultSet.TYPE_FORWARD_ONLY, holdability);
    }

    @Override
    public String nativeSQL(String sql) throws SQLException {
        checkOpen();
        return Escapes.rewrite(JdbcStatement.required(sql));
    }

    // ---- transactions ----

    @Override
    public void setAutoCommit(boolean on) throws SQLException {
        act(s -> s.autoCommit(on));
    }

    @Override
    public boolean getAutoCommit() throws SQLException {
        return call(Session::autoCommit);
    }

    @Override
    public void commit() throws SQLException {
        act(Session::commit);
    }

    @Override
    public void rollback() throws SQLException {
        act(Session::rollback);
    }

    private record Mark(@Nullable String name, long number) implements Savepoint {
        @Override
        public int getSavepointId() throws SQLException {
            if (name != null) {
                throw SqlErrors.of(SqlErrors.BAD_VALUE, "savepoint '" + name + "' has a name, not an id");
            }
            return (int) number;
        }

        @Override
        public String getSavepointName() throws SQLException {
            if (name == null) {
                throw SqlErrors.of(SqlErrors.BAD_VALUE, "savepoint " + number + " has an id, not a name");
            }
            return name;
        }
    }

    @Override
    public Savepoint setSavepoint() throws SQLException {
        return mark(null);
    }

    @Override
    public Savepoint setSavepoint(String name) throws SQLException {
        return mark(JdbcStatement.required(name));
    }

    private Savepoint mark(@Nullable String name) throws SQLException {
        return new Mark(name, call(s -> s.savepoint(name)));
    }

    @Override
    public void rollback(Savepoint savepoint) throws SQLException {
        long number = number(savepoint);
        act(s -> s.rollbackTo(number));
    }

    @Override
    public void releaseSavepoint(Savepoint savepoint) throws SQLException {
        long number = number(savepoint);
        act(s -> s.release(number));
    }

    private long number(Savepoint savepoint) throws SQLException {
        checkOpen();
        if (savepoint instanceof Mark mark) {
            return mark.number;
        }
        throw SqlErrors.of("3B001", "the savepoint is not of this driver");
    }

    @Override
    public void setTransactionIsolation(int level) throws SQLException {
        switch (level) {
            case TRANSACTION_REPEATABLE_READ -> act(s -> s.isolation(Session.Isolation.REPEATABLE_READ));
            case TRANSACTION_READ_COMMITTED -> act(s -> s.isolation(Session.Isolation.READ_COMMITTED));
            case TRANSACTION_SERIALIZABLE, TRANSACTION_READ_UNCOMMITTED -> {
                checkOpen();
                throw SqlErrors.notSupported("isolation is REPEATABLE_READ (snapshot) or READ_COMMITTED");
            }
            default -> {
                checkOpen();
                throw SqlErrors.of(SqlErrors.BAD_VALUE, "no isolation level: " + level);
            }
        }
    }

    @Override
    public int getTransactionIsolation() throws SQLException {
        return switch (call(Session::isolation)) {
            case READ_COMMITTED -> TRANSACTION_READ_COMMITTED;
            case REPEATABLE_READ -> TRANSACTION_REPEATABLE_READ;
        };
    }

    @Override
    public void setReadOnly(boolean readOnly) throws SQLException {
        act(s -> s.readOnly(readOnly));
    }

    @Override
    public boolean isReadOnly() throws SQLException {
        return call(Session::readOnly);
    }

    @Override
    public void setHoldability(int holdability) throws SQLException {
        checkOpen();
        ResultSetKind.checkHoldability(holdability);
        this.holdability = holdability;
    }

    @Override
    public int getHoldability() throws SQLException {
        checkOpen();
        return holdability;
    }

    // ---- ring scope ----

    @Override
    public void setShardingKey(@Nullable ShardingKey key, @Nullable ShardingKey superKey) throws SQLException {
        checkOpen();
        if (superKey != null) {
            throw SqlErrors.notSupported("a galaxy (super sharding key) is chosen in the URL");
        }
        String ring = key == null ? null : RingKey.of(key).ring();
        act(s -> s.ring(ring));
    }

    @Override
    public void setShardingKey(@Nullable ShardingKey key) throws SQLException {
        setShardingKey(key, null);
    }

    @Override
    public boolean setShardingKeyIfValid(@Nullable ShardingKey key, @Nullable ShardingKey superKey, int timeoutSeconds)
            throws SQLException {
        checkTimeout(timeoutSeconds);
        if (!isValid(timeoutSeconds)) {
            return false;
        }
        try {
            setShardingKey(key, superKey);
            return true;
        } catch (SQLException e) {
            if (OUTSIDE_SCOPE.equals(e.getSQLState())) {
                return false;
            }
            throw e;
        }
    }

    @Override
    public boolean setShardingKeyIfValid(@Nullable ShardingKey key, int timeoutSeconds) throws SQLException {
        return setShardingKeyIfValid(key, null, timeoutSeconds);
    }

    // ---- life ----

    @Override
    public void close() throws SQLException {
        if (pool != null) {
            if (retire()) {
                pool.handleClosed();
            }
        } else if (closed.compareAndSet(false, true)) {
            try {
                session.close();
            } catch (Throwable thrown) {
                throw translate(thrown);
            }
        }
    }

    @Override
    public boolean isClosed() {
        return closed.get();
    }

    @Override
    public void abort(Executor executor) throws SQLException {
        if (executor == null) {
            throw SqlErrors.of(SqlErrors.BAD_VALUE, "abort needs an executor");
        }
        if (closed.compareAndSet(false, true)) {
            executor.execute(session::abort);
            if (pool != null) {
                pool.failed(SqlErrors.of(SqlErrors.CONNECTION_CLOSED, "the connection was aborted"));
            }
        }
    }

    @Override
    public boolean isValid(int timeoutSeconds) throws SQLException {
        checkTimeout(timeoutSeconds);
        if (closed.get()) {
            return false;
        }
        try {
            return session.isValid(timeoutSeconds);
        } catch (Throwable thrown) {
            // The question is whether the session works; that it threw is the answer.
            return false;
        }
    }

    private static void checkTimeout(int timeoutSeconds) throws SQLException {
        if (timeoutSeconds < 0) {
            throw SqlErrors.of(SqlErrors.BAD_VALUE, "a timeout is not negative: " + timeoutSeconds);
        }
    }

    /** Sets how long an answer of a server may take; nothing between an embedded caller and its store can hang on a network. */
    @Override
    public void setNetworkTimeout(Executor executor, int milliseconds) throws SQLException {
        checkOpen();
        if (milliseconds < 0) {
            throw SqlErrors.of(SqlErrors.BAD_VALUE, "a timeout is not negative: " + milliseconds);
        }
        act(s -> s.networkTimeout(milliseconds));
        networkTimeoutMillis = milliseconds;
    }

    @Override
    public int getNetworkTimeout() throws SQLException {
        checkOpen();
        return networkTimeoutMillis;
    }

    // ---- names, information ----

    @Override
    public DatabaseMetaData getMetaData() throws SQLException {
        checkOpen();
        return new JdbcDatabaseMetaData(this);
    }

    @Override
    public void setCatalog(@Nullable String catalog) throws SQLException {
        checkOpen();
        if (catalog != null && !catalog.isEmpty()) {
            throw SqlErrors.of("3D000", "there are no catalogs: '" + catalog + "'");
        }
    }

    @Override
    public @Nullable String getCatalog() throws SQLException {
        checkOpen();
        return null;
    }

    @Override
    public void setSchema(String schema) throws SQLException {
        checkOpen();
        for (String known : SCHEMAS) {
            if (known.equalsIgnoreCase(schema)) {
                act(s -> s.schema(known));
                return;
            }
        }
        throw SqlErrors.of("3F000", "schema '" + schema + "' does not exist; there are " + String.join(", ", SCHEMAS));
    }

    @Override
    public String getSchema() throws SQLException {
        return call(Session::schema);
    }

    @Override
    public @Nullable SQLWarning getWarnings() throws SQLException {
        checkOpen();
        return warnings;
    }

    @Override
    public void clearWarnings() throws SQLException {
        checkOpen();
        warnings = null;
    }

    @Override
    public void setClientInfo(String name, @Nullable String value) throws SQLClientInfoException {
        if (closed.get()) {
            throw new SQLClientInfoException("the connection is closed", SqlErrors.CONNECTION_CLOSED, Map.of());
        }
        if (name == null || !CLIENT_INFO_KEYS.contains(name)) {
            throw new SQLClientInfoException(
                    "unknown client information '" + name + "'; known are " + String.join(", ", CLIENT_INFO_KEYS),
                    SqlErrors.BAD_VALUE,
                    name == null ? Map.of() : Map.of(name, ClientInfoStatus.REASON_UNKNOWN_PROPERTY));
        }
        if (value == null) {
            clientInfo.remove(name);
        } else {
            clientInfo.setProperty(name, value);
        }
    }

    @Override
    public void setClientInfo(@Nullable Properties properties) throws SQLClientInfoException {
        Properties wanted = properties == null ? new Properties() : properties;
        // first what is unknown, so that a refusal changes nothing
        for (String name : wanted.stringPropertyNames()) {
            if (!CLIENT_INFO_KEYS.contains(name)) {
                setClientInfo(name, wanted.getProperty(name));
            }
        }
        for (String name : CLIENT_INFO_KEYS) {
            setClientInfo(name, wanted.getProperty(name));
        }
    }

    @Override
    public @Nullable String getClientInfo(String name) throws SQLException {
        checkOpen();
        return name == null ? null : clientInfo.getProperty(name);
    }

    @Override
    public Properties getClientInfo() throws SQLException {
        checkOpen();
        Properties copy = new Properties();
        copy.putAll(clientInfo);
        return copy;
    }

    static List<String> clientInfoKeys() {
        return CLIENT_INFO_KEYS;
    }

    // ---- values ----

    @Override
    public Map<String, Class<?>> getTypeMap() throws SQLException {
        checkOpen();
        return new HashMap<>();
    }

    @Override
    public void setTypeMap(@Nullable Map<String, Class<?>> map) throws SQLException {
        checkOpen();
        if (map != null && !map.isEmpty()) {
            throw SqlErrors.notSupported("there are no user-defined types to map");
        }
    }

    @Override
    public Clob createClob() throws SQLException {
        checkOpen();
        return new JdbcClob("");
    }

    @Override
    public Blob createBlob() throws SQLException {
        checkOpen();
        return new JdbcBlob(new byte[0]);
    }

    @Override
    public NClob createNClob() throws SQLException {
        checkOpen();
        return new JdbcClob("");
    }

    @Override
    public SQLXML createSQLXML() throws SQLException {
        checkOpen();
        throw SqlErrors.notSupported("there is no XML type");
    }

    @Override
    public Array createArrayOf(String typeName, Object[] elements) throws SQLException {
        checkOpen();
        return JdbcArray.of(JdbcStatement.required(typeName), elements);
    }

    @Override
    public Struct createStruct(String typeName, Object[] attributes) throws SQLException {
        checkOpen();
        throw SqlErrors.notSupported("there are no structured types");
    }

    @Override
    public <T> T unwrap(Class<T> type) throws SQLException {
        checkOpen();
        if (type != null && !type.isInstance(this)) {
            Optional<T> extension = call(s -> s.extension(type));
            if (extension.isPresent()) {
                return extension.get();
            }
        }
        return super.unwrap(type);
    }

    @Override
    public boolean isWrapperFor(Class<?> type) throws SQLException {
        checkOpen();
        return super.isWrapperFor(type)
                || (type != null && call(s -> s.extension(type)).isPresent());
    }
}
