package io.rochedb.jdbc.internal;

import io.rochedb.jdbc.RocheProperty;
import io.rochedb.jdbc.RocheStatement;
import io.rochedb.jdbc.ScanStats;
import io.rochedb.jdbc.spi.BatchEntry;
import io.rochedb.jdbc.spi.BatchOutcome;
import io.rochedb.jdbc.spi.ColumnMeta;
import io.rochedb.jdbc.spi.Cursor;
import io.rochedb.jdbc.spi.Execution;
import io.rochedb.jdbc.spi.GeneratedKey;
import io.rochedb.jdbc.spi.Notice;
import io.rochedb.jdbc.spi.Outcome;
import io.rochedb.jdbc.spi.ParameterBinder;
import io.rochedb.jdbc.spi.SessionStatement;
import io.rochedb.jdbc.spi.SessionStatement.Expect;
import java.sql.BatchUpdateException;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLWarning;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A statement of a connection, and what its last run left: one result set or one count, and the keys it generated.
 *
 * <p>One thread at a time, but for {@link #cancel} and {@link #close}.
 */
class JdbcStatement extends JdbcObject implements Statement, RocheStatement {
    private static final ParameterBinder NO_PARAMETERS = types -> Parameters.bind(new @Nullable Object[0], types);
    private static final long MILLIS_PER_SECOND = 1_000L;

    final JdbcConnection connection;
    private final List<String> batch = new ArrayList<>();
    private @Nullable SessionStatement direct;
    private volatile boolean closed;
    private volatile @Nullable Execution execution;
    private @Nullable JdbcResultSet resultSet;
    private long updateCount = -1;
    private List<GeneratedKey> generated = List.of();
    private GeneratedKeys requestedKeys = GeneratedKeys.NONE;
    private @Nullable SQLWarning warnings;
    private long maxRows;
    private int fetchSize;
    private int queryTimeoutSeconds;
    private int maxFieldSize;
    private boolean escapeProcessing = true;
    private boolean closeOnCompletion;
    private boolean poolable;
    private int fetchDirection = ResultSet.FETCH_FORWARD;
    private final ResultSetKind results;

    JdbcStatement(JdbcConnection connection, ResultSetKind results, boolean poolable) {
        this.connection = connection;
        this.results = results;
        this.poolable = poolable;
        this.fetchSize = (int) Math.min(Integer.MAX_VALUE, connection.settings().number(RocheProperty.FETCH_SIZE, 0));
    }

    /** Returns text a caller must give. */
    static String required(@Nullable String text) throws SQLException {
        if (text == null) {
            throw SqlErrors.of(SqlErrors.BAD_VALUE, "the text is null");
        }
        return text;
    }

    final boolean open() {
        return !closed && !connection.closed();
    }

    final void checkOpen() throws SQLException {
        connection.checkOpen();
        if (closed) {
            throw SqlErrors.of(SqlErrors.CLOSED, "the statement is closed");
        }
    }

    /** Refuses the methods with a text on a statement that has one already. */
    void checkDirect() throws SQLException {
        checkOpen();
    }

    private SessionStatement direct(String sql) throws SQLException {
        checkDirect();
        String text = escapeProcessing ? Escapes.rewrite(required(sql)) : required(sql);
        SessionStatement known = direct;
        if (known == null || !known.sql().equals(text)) {
            known = connection.session().statement(text);
            direct = known;
        }
        return known;
    }

    // ---- running ----

    /** Runs a statement and keeps what it leaves. */
    final void run(SessionStatement statement, ParameterBinder parameters, Expect expect, GeneratedKeys keys)
            throws SQLException {
        closeResults();
        Execution run = connection.session().newExecution(queryTimeoutSeconds * MILLIS_PER_SECOND);
        begins(run);
        Outcome outcome;
        try {
            outcome = statement.execute(parameters, expect, run);
        } catch (Throwable thrown) {
            throw connection.translate(thrown);
        }
        Cursor cursor = outcome.cursor();
        if (cursor != null) {
            JdbcResultSet result = resultSet(cursor, outcome.columns());
            resultSet = result;
            connection.opened(result);
            if (closed) {
                // By another thread, that has not seen these rows.
                result.release();
            }
        } else {
            updateCount = outcome.updateCount();
        }
        generated = outcome.generated();
        requestedKeys = keys;
        outcome.notices().forEach(this::warn);
    }

    /** Makes a run known to whoever closes the statement, or stops it when that one has looked already. */
    private void begins(Execution run) {
        execution = run;
        if (closed) {
            run.cancel();
        }
    }

    private void warn(Notice notice) {
        SQLWarning warning = new SQLWarning(notice.message(), notice.sqlState());
        SQLWarning first = warnings;
        if (first == null) {
            warnings = warning;
        } else {
            first.setNextWarning(warning);
        }
    }

    private JdbcResultSet resultSet(Cursor cursor, List<ColumnMeta> columns) throws SQLException {
        boolean outlives = results.holds() && !connection.getAutoCommit();
        if (!results.scrolls() && !outlives) {
            return new JdbcResultSet(this, cursor, columns, maxRows);
        }
        SpoolCursor spool = new SpoolCursor(cursor, columns.size(), maxRows);
        try {
            if (outlives) {
                // the transaction's end takes the cursor; what was read before stays
                spool.size();
            }
        } catch (Throwable thrown) {
            spool.close();
            throw connection.translate(thrown);
        }
        return results.scrolls()
                ? new ScrollResultSet(this, spool, columns)
                : new JdbcResultSet(this, spool, columns, 0);
    }

    final JdbcResultSet lastResult() throws SQLException {
        JdbcResultSet result = resultSet;
        if (result == null) {
            throw SqlErrors.of("02000", "the statement returned no rows");
        }
        return result;
    }

    final boolean hasResult() {
        return resultSet != null;
    }

    private void closeResults() throws SQLException {
        JdbcResultSet result = resultSet;
        resultSet = null;
        updateCount = -1;
        generated = List.of();
        warnings = null;
        if (result != null) {
            result.release();
        }
    }

    private ResultSet query(String sql) throws SQLException {
        run(direct(sql), NO_PARAMETERS, Expect.ROWS, GeneratedKeys.NONE);
        return lastResult();
    }

    private long update(String sql, GeneratedKeys keys) throws SQLException {
        run(direct(sql), NO_PARAMETERS, Expect.COUNT, keys);
        return updateCount;
    }

    private boolean any(String sql, GeneratedKeys keys) throws SQLException {
        run(direct(sql), NO_PARAMETERS, Expect.ANYTHING, keys);
        return hasResult();
    }

    static int narrow(long count) {
        return (int) Math.min(Integer.MAX_VALUE, count);
    }

    @Override
    public ResultSet executeQuery(String sql) throws SQLException {
        return query(sql);
    }

    @Override
    public int executeUpdate(String sql) throws SQLException {
        return narrow(update(sql, GeneratedKeys.NONE));
    }

    @Override
    public int executeUpdate(String sql, int autoGeneratedKeys) throws SQLException {
        return narrow(update(sql, GeneratedKeys.of(autoGeneratedKeys)));
    }

    @Override
    public int executeUpdate(String sql, int[] columnIndexes) throws SQLException {
        return narrow(update(sql, GeneratedKeys.of(columnIndexes)));
    }

    @Override
    public int executeUpdate(String sql, String[] columnNames) throws SQLException {
        return narrow(update(sql, GeneratedKeys.of(columnNames)));
    }

    @Override
    public long executeLargeUpdate(String sql) throws SQLException {
        return update(sql, GeneratedKeys.NONE);
    }

    @Override
    public long executeLargeUpdate(String sql, int autoGeneratedKeys) throws SQLException {
        return update(sql, GeneratedKeys.of(autoGeneratedKeys));
    }

    @Override
    public long executeLargeUpdate(String sql, int[] columnIndexes) throws SQLException {
        return update(sql, GeneratedKeys.of(columnIndexes));
    }

    @Override
    public long executeLargeUpdate(String sql, String[] columnNames) throws SQLException {
        return update(sql, GeneratedKeys.of(columnNames));
    }

    @Override
    public boolean execute(String sql) throws SQLException {
        return any(sql, GeneratedKeys.NONE);
    }

    @Override
    public boolean execute(String sql, int autoGeneratedKeys) throws SQLException {
        return any(sql, GeneratedKeys.of(autoGeneratedKeys));
    }

    @Override
    public boolean execute(String sql, int[] columnIndexes) throws SQLException {
        return any(sql, GeneratedKeys.of(columnIndexes));
    }

    @Override
    public boolean execute(String sql, String[] columnNames) throws SQLException {
        return any(sql, GeneratedKeys.of(columnNames));
    }

    // ---- results ----

    @Override
    public @Nullable ResultSet getResultSet() throws SQLException {
        checkOpen();
        return resultSet;
    }

    @Override
    public int getUpdateCount() throws SQLException {
        return narrow(getLargeUpdateCount());
    }

    @Override
    public long getLargeUpdateCount() throws SQLException {
        checkOpen();
        return updateCount;
    }

    /** Closes the result and says that there is no other: a statement leaves one. */
    @Override
    public boolean getMoreResults() throws SQLException {
        return getMoreResults(CLOSE_CURRENT_RESULT);
    }

    @Override
    public boolean getMoreResults(int current) throws SQLException {
        checkOpen();
        JdbcResultSet result = resultSet;
        switch (current) {
            case CLOSE_CURRENT_RESULT, CLOSE_ALL_RESULTS -> {
                resultSet = null;
                if (result != null) {
                    result.release();
                }
            }
            case KEEP_CURRENT_RESULT -> throw SqlErrors.notSupported("a statement has one open result");
            default -> throw SqlErrors.of(SqlErrors.BAD_VALUE, "no way to get more results: " + current);
        }
        updateCount = -1;
        return false;
    }

    @Override
    public ResultSet getGeneratedKeys() throws SQLException {
        checkOpen();
        GeneratedKeys keys = requestedKeys.wanted() ? requestedKeys : GeneratedKeys.of(RETURN_GENERATED_KEYS);
        List<GeneratedKey> rows = requestedKeys.wanted() ? generated : List.of();
        GeneratedKeys.Rows found = keys.rows(rows, this::inserted);
        return new JdbcResultSet(this, found.cursor(), found.columns(), 0);
    }

    /** Reads a record of a declared table by its id, with what defaults put there. */
    private GeneratedKeys.Found inserted(String table, String id) throws SQLException {
        String sql = "SELECT * FROM roche.\"" + table.replace("\"", "\"\"") + "\" WHERE _id = ?";
        SessionStatement statement = connection.session().statement(sql);
        try {
            Outcome outcome = statement.execute(
                    types -> new @Nullable Object[] {id},
                    Expect.ROWS,
                    connection.session().newExecution(0));
            int width = outcome.columns().size();
            try (Cursor rows = outcome.cursor()) {
                if (rows == null || !rows.next()) {
                    return new GeneratedKeys.Found(outcome.columns(), null);
                }
                @Nullable Object[] values = new @Nullable Object[width];
                for (int i = 0; i < width; i++) {
                    values[i] = rows.get(i);
                }
                return new GeneratedKeys.Found(outcome.columns(), values);
            }
        } catch (RuntimeException e) {
            throw connection.translate(e);
        }
    }

    @Override
    public ScanStats scanStats() throws SQLException {
        checkOpen();
        Execution last = execution;
        return last == null ? ScanStats.NONE : last.stats();
    }

    // ---- batches ----

    @Override
    public void addBatch(String sql) throws SQLException {
        checkDirect();
        batch.add(escapeProcessing ? Escapes.rewrite(required(sql)) : required(sql));
    }

    @Override
    public void clearBatch() throws SQLException {
        checkOpen();
        batch.clear();
    }

    /** Takes what the batch holds out of it. */
    List<BatchEntry> takeBatch() throws SQLException {
        List<BatchEntry> entries = new ArrayList<>(batch.size());
        for (String sql : batch) {
            entries.add(new BatchEntry(connection.session().statement(sql), NO_PARAMETERS));
        }
        batch.clear();
        return entries;
    }

    /** Returns the keys asked for when the statement of the batch was made. */
    GeneratedKeys batchKeys() {
        return GeneratedKeys.NONE;
    }

    @Override
    public int[] executeBatch() throws SQLException {
        long[] counts = executeLargeBatch();
        int[] narrow = new int[counts.length];
        for (int i = 0; i < counts.length; i++) {
            narrow[i] = narrow(counts[i]);
        }
        return narrow;
    }

    @Override
    public long[] executeLargeBatch() throws SQLException {
        checkOpen();
        closeResults();
        List<BatchEntry> entries = takeBatch();
        if (entries.isEmpty()) {
            return new long[0];
        }
        Execution run = connection.session().newExecution(queryTimeoutSeconds * MILLIS_PER_SECOND);
        begins(run);
        BatchOutcome outcome;
        try {
            outcome = connection.session().executeBatch(entries, run);
        } catch (Throwable thrown) {
            throw batchFailed(connection.translate(thrown), new long[0]);
        }
        generated = outcome.generated();
        requestedKeys = batchKeys();
        Throwable failure = outcome.failure();
        if (failure != null) {
            throw batchFailed(connection.translate(failure), outcome.counts());
        }
        return outcome.counts();
    }

    private static BatchUpdateException batchFailed(SQLException cause, long[] counts) {
        return new BatchUpdateException(cause.getMessage(), cause.getSQLState(), cause.getErrorCode(), counts, cause);
    }

    // ---- stopping and closing ----

    @Override
    public void cancel() throws SQLException {
        checkOpen();
        Execution run = execution;
        if (run != null) {
            run.cancel();
        }
    }

    @Override
    public void close() throws SQLException {
        if (!closed) {
            closed = true;
            Execution run = execution;
            if (run != null) {
                run.cancel();
            }
            JdbcResultSet result = resultSet;
            if (result != null) {
                result.release();
            }
        }
    }

    @Override
    public boolean isClosed() {
        return !open();
    }

    @Override
    public void closeOnCompletion() throws SQLException {
        checkOpen();
        closeOnCompletion = true;
    }

    @Override
    public boolean isCloseOnCompletion() throws SQLException {
        checkOpen();
        return closeOnCompletion;
    }

    /** Told by a result set that its user closed it. */
    final void resultClosed(JdbcResultSet result) throws SQLException {
        if (closeOnCompletion && result == resultSet) {
            close();
        }
    }

    // ---- limits and hints ----

    @Override
    public int getMaxRows() throws SQLException {
        return narrow(getLargeMaxRows());
    }

    @Override
    public void setMaxRows(int max) throws SQLException {
        setLargeMaxRows(max);
    }

    @Override
    public long getLargeMaxRows() throws SQLException {
        checkOpen();
        return maxRows;
    }

    @Override
    public void setLargeMaxRows(long max) throws SQLException {
        checkOpen();
        if (max < 0) {
            throw SqlErrors.of(SqlErrors.BAD_VALUE, "maxRows is not negative: " + max);
        }
        maxRows = max;
    }

    @Override
    public int getQueryTimeout() throws SQLException {
        checkOpen();
        return queryTimeoutSeconds;
    }

    @Override
    public void setQueryTimeout(int seconds) throws SQLException {
        checkOpen();
        if (seconds < 0) {
            throw SqlErrors.of(SqlErrors.BAD_VALUE, "a timeout is not negative: " + seconds);
        }
        queryTimeoutSeconds = seconds;
    }

    @Override
    public void setFetchSize(int rows) throws SQLException {
        checkOpen();
        fetchSize = checkFetchSize(rows);
    }

    static int checkFetchSize(int rows) throws SQLException {
        if (rows < 0) {
            throw SqlErrors.of(SqlErrors.BAD_VALUE, "a fetch size is not negative: " + rows);
        }
        return rows;
    }

    @Override
    public int getFetchSize() throws SQLException {
        checkOpen();
        return fetchSize;
    }

    @Override
    public void setFetchDirection(int direction) throws SQLException {
        checkOpen();
        checkFetchDirection(direction, results.scrolls());
        fetchDirection = direction;
    }

    static void checkFetchDirection(int direction, boolean scrolls) throws SQLException {
        switch (direction) {
            case ResultSet.FETCH_FORWARD -> {}
            case ResultSet.FETCH_REVERSE, ResultSet.FETCH_UNKNOWN -> {
                if (!scrolls) {
                    throw SqlErrors.notSupported("rows of TYPE_FORWARD_ONLY come in FETCH_FORWARD direction");
                }
            }
            default -> throw SqlErrors.of(SqlErrors.BAD_VALUE, "no fetch direction: " + direction);
        }
    }

    @Override
    public int getFetchDirection() throws SQLException {
        checkOpen();
        return fetchDirection;
    }

    @Override
    public int getMaxFieldSize() throws SQLException {
        checkOpen();
        return maxFieldSize;
    }

    /** Takes 0 (no limit) only: values are never cut short. */
    @Override
    public void setMaxFieldSize(int bytes) throws SQLException {
        checkOpen();
        if (bytes < 0) {
            throw SqlErrors.of(SqlErrors.BAD_VALUE, "maxFieldSize is not negative: " + bytes);
        }
        if (bytes > 0) {
            throw SqlErrors.notSupported("values are never cut short; use SUBSTRING");
        }
        maxFieldSize = bytes;
    }

    @Override
    public void setEscapeProcessing(boolean enable) throws SQLException {
        checkOpen();
        escapeProcessing = enable;
    }

    @Override
    public void setCursorName(String name) throws SQLException {
        checkOpen();
        throw SqlErrors.notSupported("there are no positioned updates, so cursors have no names");
    }

    @Override
    public void setPoolable(boolean poolable) throws SQLException {
        checkOpen();
        this.poolable = poolable;
    }

    @Override
    public boolean isPoolable() throws SQLException {
        checkOpen();
        return poolable;
    }

    // ---- information ----

    @Override
    public Connection getConnection() throws SQLException {
        checkOpen();
        return connection;
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
    public int getResultSetConcurrency() throws SQLException {
        checkOpen();
        return ResultSet.CONCUR_READ_ONLY;
    }

    @Override
    public int getResultSetType() throws SQLException {
        checkOpen();
        return results.type();
    }

    @Override
    public int getResultSetHoldability() throws SQLException {
        checkOpen();
        return results.holdability();
    }

    @Override
    public String enquoteLiteral(String value) throws SQLException {
        checkOpen();
        return "'" + required(value).replace("'", "''") + "'";
    }

    @Override
    public String enquoteNCharLiteral(String value) throws SQLException {
        return enquoteLiteral(value);
    }

    /** Quotes always when asked to, and else whatever is not a plain word: ring names need quotes for their slashes. */
    @Override
    public String enquoteIdentifier(String identifier, boolean alwaysQuote) throws SQLException {
        checkOpen();
        String name = required(identifier);
        if (name.isEmpty() || name.indexOf('\0') >= 0) {
            throw SqlErrors.of("42602", "no identifier: '" + Values.shown(name) + "'");
        }
        if (!alwaysQuote && isSimpleIdentifier(name)) {
            return name;
        }
        return '"' + name.replace("\"", "\"\"") + '"';
    }

    @Override
    public boolean isSimpleIdentifier(String identifier) throws SQLException {
        checkOpen();
        String name = required(identifier);
        return !name.isEmpty()
                && name.length() <= 128
                && (Character.isLetter(name.charAt(0)))
                && name.chars().allMatch(c -> c == '_' || Character.isLetterOrDigit(c));
    }

    @Override
    public <T> T unwrap(Class<T> type) throws SQLException {
        checkOpen();
        return super.unwrap(type);
    }

    @Override
    public boolean isWrapperFor(Class<?> type) throws SQLException {
        checkOpen();
        return super.isWrapperFor(type);
    }
}
