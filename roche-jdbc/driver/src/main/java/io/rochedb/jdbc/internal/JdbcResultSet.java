package io.rochedb.jdbc.internal;

import io.rochedb.jdbc.spi.ColumnMeta;
import io.rochedb.jdbc.spi.Cursor;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.io.Reader;
import java.io.StringReader;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.net.MalformedURLException;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.sql.Array;
import java.sql.Blob;
import java.sql.Clob;
import java.sql.Date;
import java.sql.NClob;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.SQLWarning;
import java.sql.Statement;
import java.sql.Time;
import java.sql.Timestamp;
import java.util.Calendar;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The rows of one run, read forward; it holds the snapshot until it is closed.
 */
class JdbcResultSet extends ReadOnlyResultSet {
    /** Up to so many columns are found by looking at each; more are found by a map. */
    private static final int SCANNED_COLUMNS_MAX = 8;

    private final @Nullable JdbcStatement statement;
    private final Cursor cursor;
    private final List<ColumnMeta> columns;
    private final long maxRows;
    private @Nullable Map<String, Integer> positions;
    private volatile boolean closed;
    /** Whether the cursor was moved to the first row before anybody asked for it, and what it said; null when not. */
    private @Nullable Boolean peeked;

    private boolean wasNull;
    /** Whether there is a current row. */
    boolean onRow;
    /** Whether all rows were gone through. */
    boolean ended;
    /** Number of the current row from 1, 0 before the first. */
    long row;

    private int fetchSize;

    JdbcResultSet(@Nullable JdbcStatement statement, Cursor cursor, List<ColumnMeta> columns, long maxRows) {
        this.statement = statement;
        this.cursor = cursor;
        this.columns = columns;
        this.maxRows = maxRows;
    }

    /** Returns rows that belong to no statement. */
    static ResultSet detached(List<ColumnMeta> columns, List<@Nullable Object[]> rows) {
        return new JdbcResultSet(null, new RowsCursor(rows), columns, 0);
    }

    final void checkOpen() throws SQLException {
        if (closed) {
            throw SqlErrors.of(SqlErrors.CLOSED, "the result set is closed");
        }
        if (statement != null && !statement.open()) {
            statement.checkOpen();
        }
    }

    final SQLException translate(Throwable thrown) {
        return statement == null ? SqlErrors.translate(null, thrown) : statement.connection.translate(thrown);
    }

    final List<ColumnMeta> columns() {
        return columns;
    }

    // ---- moving ----

    @Override
    public boolean next() throws SQLException {
        checkOpen();
        if (ended) {
            return false;
        }
        try {
            if ((maxRows == 0 || row < maxRows) && advance()) {
                row++;
                onRow = true;
                return true;
            }
            // The snapshot is of no more use; the counters become final.
            end();
            return false;
        } catch (Throwable thrown) {
            end();
            throw translate(thrown);
        }
    }

    private boolean advance() {
        Boolean known = peeked;
        if (known == null) {
            return cursor.next();
        }
        peeked = null;
        return known;
    }

    private void end() {
        ended = true;
        onRow = false;
        cursor.close();
    }

    @Override
    public void close() throws SQLException {
        if (!closed) {
            release();
            if (statement != null) {
                statement.resultClosed(this);
            }
        }
    }

    /** Closes without telling the statement. */
    void release() throws SQLException {
        closed = true;
        if (statement != null) {
            statement.connection.ended(this);
        }
        try {
            cursor.close();
        } catch (Throwable thrown) {
            throw translate(thrown);
        }
    }

    @Override
    public boolean isClosed() {
        return closed || (statement != null && !statement.open());
    }

    @Override
    public int getRow() throws SQLException {
        checkOpen();
        return onRow ? (int) Math.min(Integer.MAX_VALUE, row) : 0;
    }

    @Override
    public boolean isBeforeFirst() throws SQLException {
        checkOpen();
        if (row > 0 || ended) {
            return false;
        }
        try {
            if (peeked == null) {
                peeked = cursor.next();
            }
            return peeked;
        } catch (Throwable thrown) {
            end();
            throw translate(thrown);
        }
    }

    @Override
    public boolean isAfterLast() throws SQLException {
        checkOpen();
        return ended && row > 0;
    }

    @Override
    public boolean isFirst() throws SQLException {
        checkOpen();
        return onRow && row == 1;
    }

    // ---- values ----

    private int index(String label) throws SQLException {
        if (label == null) {
            throw SqlErrors.of(SqlErrors.BAD_COLUMN, "the column label is null");
        }
        int count = columns.size();
        if (count <= SCANNED_COLUMNS_MAX) {
            for (int i = 0; i < count; i++) {
                if (columns.get(i).label().equalsIgnoreCase(label)) {
                    return i;
                }
            }
        } else {
            Map<String, Integer> map = positions;
            if (map == null) {
                map = new HashMap<>();
                for (int i = 0; i < count; i++) {
                    map.putIfAbsent(columns.get(i).label().toLowerCase(Locale.ROOT), i);
                }
                positions = map;
            }
            Integer position = map.get(label.toLowerCase(Locale.ROOT));
            if (position != null) {
                return position;
            }
        }
        throw SqlErrors.of(SqlErrors.BAD_COLUMN, "no column '" + label + "' in the result; there are " + labels());
    }

    private String labels() {
        StringBuilder labels = new StringBuilder();
        for (ColumnMeta column : columns) {
            labels.append(labels.length() == 0 ? "" : ", ").append(column.label());
        }
        return labels.toString();
    }

    @Override
    public int findColumn(String label) throws SQLException {
        checkOpen();
        return index(label) + 1;
    }

    /** Returns the raw value of a column by position from 1, and notes whether it is NULL. */
    final @Nullable Object raw(int position) throws SQLException {
        checkOpen();
        if (!onRow) {
            throw SqlErrors.of(
                    SqlErrors.NO_ROW, ended ? "the result set is at its end" : "call next() before the first row");
        }
        if (position < 1 || position > columns.size()) {
            throw SqlErrors.of(
                    SqlErrors.BAD_COLUMN,
                    "the result has " + columns.size() + " columns; there is no number " + position);
        }
        Object value;
        try {
            value = cursor.get(position - 1);
        } catch (Throwable thrown) {
            throw translate(thrown);
        }
        wasNull = value == null;
        return value;
    }

    private interface Conversion<T> {
        T apply(Object raw, ColumnMeta column);
    }

    private <T> @Nullable T convert(int position, Conversion<T> conversion) throws SQLException {
        Object raw = raw(position);
        if (raw == null) {
            return null;
        }
        try {
            return conversion.apply(raw, columns.get(position - 1));
        } catch (RuntimeException e) {
            throw translate(e);
        }
    }

    private long whole(int position, long min, long max, String target) throws SQLException {
        Object raw = raw(position);
        if (raw == null) {
            return 0;
        }
        try {
            return Values.toLong(raw, columns.get(position - 1), min, max, target);
        } catch (RuntimeException e) {
            throw translate(e);
        }
    }

    @Override
    public boolean wasNull() throws SQLException {
        checkOpen();
        return wasNull;
    }

    @Override
    public @Nullable String getString(int position) throws SQLException {
        Object raw = raw(position);
        return raw == null || raw instanceof String ? (String) raw : convert(position, Values::toText);
    }

    @Override
    public boolean getBoolean(int position) throws SQLException {
        Boolean value = convert(position, Values::toBoolean);
        return value != null && value;
    }

    @Override
    public byte getByte(int position) throws SQLException {
        return (byte) whole(position, Byte.MIN_VALUE, Byte.MAX_VALUE, "TINYINT");
    }

    @Override
    public short getShort(int position) throws SQLException {
        return (short) whole(position, Short.MIN_VALUE, Short.MAX_VALUE, "SMALLINT");
    }

    @Override
    public int getInt(int position) throws SQLException {
        return (int) whole(position, Integer.MIN_VALUE, Integer.MAX_VALUE, "INTEGER");
    }

    @Override
    public long getLong(int position) throws SQLException {
        return whole(position, Long.MIN_VALUE, Long.MAX_VALUE, "BIGINT");
    }

    @Override
    public float getFloat(int position) throws SQLException {
        Float value = convert(position, Values::toFloat);
        return value == null ? 0 : value;
    }

    @Override
    public double getDouble(int position) throws SQLException {
        Double value = convert(position, Values::toDouble);
        return value == null ? 0 : value;
    }

    @Override
    public @Nullable BigDecimal getBigDecimal(int position) throws SQLException {
        return convert(position, Values::toDecimal);
    }

    @Override
    @Deprecated
    public @Nullable BigDecimal getBigDecimal(int position, int scale) throws SQLException {
        BigDecimal value = getBigDecimal(position);
        if (scale < 0) {
            throw SqlErrors.of(SqlErrors.BAD_VALUE, "a scale is not negative: " + scale);
        }
        return value == null ? null : value.setScale(scale, RoundingMode.HALF_UP);
    }

    @Override
    public byte @Nullable [] getBytes(int position) throws SQLException {
        return convert(position, Values::toBytes);
    }

    @Override
    public @Nullable Date getDate(int position) throws SQLException {
        return getDate(position, null);
    }

    @Override
    public @Nullable Date getDate(int position, @Nullable Calendar zone) throws SQLException {
        return convert(position, (raw, column) -> Values.toDate(raw, column, zone));
    }

    @Override
    public @Nullable Time getTime(int position) throws SQLException {
        return getTime(position, null);
    }

    @Override
    public @Nullable Time getTime(int position, @Nullable Calendar zone) throws SQLException {
        return convert(position, (raw, column) -> Values.toTime(raw, column, zone));
    }

    @Override
    public @Nullable Timestamp getTimestamp(int position) throws SQLException {
        return getTimestamp(position, null);
    }

    @Override
    public @Nullable Timestamp getTimestamp(int position, @Nullable Calendar zone) throws SQLException {
        return convert(position, (raw, column) -> Values.toTimestamp(raw, column, zone));
    }

    @Override
    public @Nullable Object getObject(int position) throws SQLException {
        return convert(position, Values::toObject);
    }

    @Override
    public @Nullable Object getObject(int position, @Nullable Map<String, Class<?>> map) throws SQLException {
        if (map != null && !map.isEmpty()) {
            checkOpen();
            throw SqlErrors.notSupported("there are no user-defined types to map");
        }
        return getObject(position);
    }

    @Override
    public <T> @Nullable T getObject(int position, Class<T> type) throws SQLException {
        if (type == null) {
            checkOpen();
            throw SqlErrors.of(SqlErrors.BAD_VALUE, "the class is null");
        }
        return type.cast(convert(position, (raw, column) -> Values.toClass(raw, column, type)));
    }

    @Override
    public @Nullable Array getArray(int position) throws SQLException {
        return convert(position, Values::toArray);
    }

    @Override
    public @Nullable Clob getClob(int position) throws SQLException {
        return getNClob(position);
    }

    @Override
    public @Nullable NClob getNClob(int position) throws SQLException {
        String text = getString(position);
        return text == null ? null : new JdbcClob(text);
    }

    @Override
    public @Nullable Blob getBlob(int position) throws SQLException {
        byte[] bytes = getBytes(position);
        return bytes == null ? null : new JdbcBlob(bytes);
    }

    @Override
    public @Nullable String getNString(int position) throws SQLException {
        return getString(position);
    }

    @Override
    public @Nullable Reader getCharacterStream(int position) throws SQLException {
        String text = getString(position);
        return text == null ? null : new StringReader(text);
    }

    @Override
    public @Nullable Reader getNCharacterStream(int position) throws SQLException {
        return getCharacterStream(position);
    }

    @Override
    public @Nullable InputStream getAsciiStream(int position) throws SQLException {
        String text = getString(position);
        return text == null ? null : new ByteArrayInputStream(text.getBytes(StandardCharsets.US_ASCII));
    }

    @Override
    @Deprecated
    public @Nullable InputStream getUnicodeStream(int position) throws SQLException {
        String text = getString(position);
        return text == null ? null : new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8));
    }

    @Override
    public @Nullable InputStream getBinaryStream(int position) throws SQLException {
        byte[] bytes = getBytes(position);
        return bytes == null ? null : new ByteArrayInputStream(bytes);
    }

    @Override
    public @Nullable URL getURL(int position) throws SQLException {
        String text = getString(position);
        try {
            return text == null ? null : new URL(text);
        } catch (MalformedURLException e) {
            throw SqlErrors.of(SqlErrors.BAD_CAST, "'" + Values.shown(text) + "' is no URL");
        }
    }

    // ---- values by label ----

    @Override
    public @Nullable String getString(String label) throws SQLException {
        return getString(findColumn(label));
    }

    @Override
    public boolean getBoolean(String label) throws SQLException {
        return getBoolean(findColumn(label));
    }

    @Override
    public byte getByte(String label) throws SQLException {
        return getByte(findColumn(label));
    }

    @Override
    public short getShort(String label) throws SQLException {
        return getShort(findColumn(label));
    }

    @Override
    public int getInt(String label) throws SQLException {
        return getInt(findColumn(label));
    }

    @Override
    public long getLong(String label) throws SQLException {
        return getLong(findColumn(label));
    }

    @Override
    public float getFloat(String label) throws SQLException {
        return getFloat(findColumn(label));
    }

    @Override
    public double getDouble(String label) throws SQLException {
        return getDouble(findColumn(label));
    }

    @Override
    public @Nullable BigDecimal getBigDecimal(String label) throws SQLException {
        return getBigDecimal(findColumn(label));
    }

    @Override
    @Deprecated
    public @Nullable BigDecimal getBigDecimal(String label, int scale) throws SQLException {
        return getBigDecimal(findColumn(label), scale);
    }

    @Override
    public byte @Nullable [] getBytes(String label) throws SQLException {
        return getBytes(findColumn(label));
    }

    @Override
    public @Nullable Date getDate(String label) throws SQLException {
        return getDate(findColumn(label));
    }

    @Override
    public @Nullable Date getDate(String label, @Nullable Calendar zone) throws SQLException {
        return getDate(findColumn(label), zone);
    }

    @Override
    public @Nullable Time getTime(String label) throws SQLException {
        return getTime(findColumn(label));
    }

    @Override
    public @Nullable Time getTime(String label, @Nullable Calendar zone) throws SQLException {
        return getTime(findColumn(label), zone);
    }

    @Override
    public @Nullable Timestamp getTimestamp(String label) throws SQLException {
        return getTimestamp(findColumn(label));
    }

    @Override
    public @Nullable Timestamp getTimestamp(String label, @Nullable Calendar zone) throws SQLException {
        return getTimestamp(findColumn(label), zone);
    }

    @Override
    public @Nullable Object getObject(String label) throws SQLException {
        return getObject(findColumn(label));
    }

    @Override
    public @Nullable Object getObject(String label, @Nullable Map<String, Class<?>> map) throws SQLException {
        return getObject(findColumn(label), map);
    }

    @Override
    public <T> @Nullable T getObject(String label, Class<T> type) throws SQLException {
        return getObject(findColumn(label), type);
    }

    @Override
    public @Nullable Array getArray(String label) throws SQLException {
        return getArray(findColumn(label));
    }

    @Override
    public @Nullable Clob getClob(String label) throws SQLException {
        return getClob(findColumn(label));
    }

    @Override
    public @Nullable NClob getNClob(String label) throws SQLException {
        return getNClob(findColumn(label));
    }

    @Override
    public @Nullable Blob getBlob(String label) throws SQLException {
        return getBlob(findColumn(label));
    }

    @Override
    public @Nullable String getNString(String label) throws SQLException {
        return getNString(findColumn(label));
    }

    @Override
    public @Nullable Reader getCharacterStream(String label) throws SQLException {
        return getCharacterStream(findColumn(label));
    }

    @Override
    public @Nullable Reader getNCharacterStream(String label) throws SQLException {
        return getNCharacterStream(findColumn(label));
    }

    @Override
    public @Nullable InputStream getAsciiStream(String label) throws SQLException {
        return getAsciiStream(findColumn(label));
    }

    @Override
    @Deprecated
    public @Nullable InputStream getUnicodeStream(String label) throws SQLException {
        return getUnicodeStream(findColumn(label));
    }

    @Override
    public @Nullable InputStream getBinaryStream(String label) throws SQLException {
        return getBinaryStream(findColumn(label));
    }

    @Override
    public @Nullable URL getURL(String label) throws SQLException {
        return getURL(findColumn(label));
    }

    // ---- information ----

    @Override
    public ResultSetMetaData getMetaData() throws SQLException {
        checkOpen();
        return new JdbcResultSetMetaData(columns);
    }

    @Override
    public @Nullable Statement getStatement() throws SQLException {
        checkOpen();
        return statement;
    }

    @Override
    public @Nullable SQLWarning getWarnings() throws SQLException {
        checkOpen();
        return null;
    }

    @Override
    public void clearWarnings() throws SQLException {
        checkOpen();
    }

    @Override
    public String getCursorName() throws SQLException {
        checkOpen();
        throw SqlErrors.notSupported("there are no positioned updates, so cursors have no names");
    }

    @Override
    public void setFetchDirection(int direction) throws SQLException {
        checkOpen();
        JdbcStatement.checkFetchDirection(direction, false);
    }

    @Override
    public int getFetchDirection() throws SQLException {
        checkOpen();
        return FETCH_FORWARD;
    }

    @Override
    public void setFetchSize(int rows) throws SQLException {
        checkOpen();
        fetchSize = JdbcStatement.checkFetchSize(rows);
    }

    @Override
    public int getFetchSize() throws SQLException {
        checkOpen();
        return fetchSize;
    }

    @Override
    public int getType() throws SQLException {
        checkOpen();
        return statement == null ? TYPE_FORWARD_ONLY : statement.getResultSetType();
    }

    @Override
    public int getConcurrency() throws SQLException {
        checkOpen();
        return CONCUR_READ_ONLY;
    }

    @Override
    public int getHoldability() throws SQLException {
        checkOpen();
        return statement == null ? HOLD_CURSORS_OVER_COMMIT : statement.getResultSetHoldability();
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
