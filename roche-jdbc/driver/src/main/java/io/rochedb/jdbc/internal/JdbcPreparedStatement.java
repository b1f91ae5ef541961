package io.rochedb.jdbc.internal;

import io.rochedb.jdbc.spi.BatchEntry;
import io.rochedb.jdbc.spi.ColumnMeta;
import io.rochedb.jdbc.spi.ParameterBinder;
import io.rochedb.jdbc.spi.SessionStatement;
import io.rochedb.jdbc.spi.SessionStatement.Expect;
import java.io.InputStream;
import java.io.Reader;
import java.math.BigDecimal;
import java.net.URL;
import java.sql.Array;
import java.sql.Blob;
import java.sql.Clob;
import java.sql.Date;
import java.sql.JDBCType;
import java.sql.NClob;
import java.sql.ParameterMetaData;
import java.sql.PreparedStatement;
import java.sql.Ref;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.RowId;
import java.sql.SQLException;
import java.sql.SQLType;
import java.sql.SQLXML;
import java.sql.Time;
import java.sql.Timestamp;
import java.sql.Types;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Calendar;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A statement text with parameters, planned when it is made.
 */
class JdbcPreparedStatement extends JdbcStatement implements PreparedStatement {
    private static final long UNTIL_END = -1;

    private final SessionStatement statement;
    private final GeneratedKeys keys;
    private final List<BatchEntry> rows = new ArrayList<>();
    private final @Nullable Object[] values;
    private final ParameterBinder binder;

    JdbcPreparedStatement(JdbcConnection connection, String sql, GeneratedKeys keys, ResultSetKind results)
            throws SQLException {
        super(connection, results, true);
        this.keys = keys;
        try {
            statement = connection.session().statement(Escapes.rewrite(required(sql)));
            values = new @Nullable Object[statement.parameters().size()];
        } catch (Throwable thrown) {
            throw connection.translate(thrown);
        }
        Arrays.fill(values, Parameters.UNSET);
        binder = types -> Parameters.bind(values, types);
    }

    @Override
    void checkDirect() throws SQLException {
        checkOpen();
        throw SqlErrors.of("HY000", "a prepared statement has its text already; use the method without one");
    }

    // ---- running ----

    @Override
    public ResultSet executeQuery() throws SQLException {
        checkOpen();
        run(statement, binder, Expect.ROWS, GeneratedKeys.NONE);
        return lastResult();
    }

    @Override
    public int executeUpdate() throws SQLException {
        return narrow(executeLargeUpdate());
    }

    @Override
    public long executeLargeUpdate() throws SQLException {
        checkOpen();
        run(statement, binder, Expect.COUNT, keys);
        return getLargeUpdateCount();
    }

    @Override
    public boolean execute() throws SQLException {
        checkOpen();
        run(statement, binder, Expect.ANYTHING, keys);
        return hasResult();
    }

    @Override
    public void addBatch() throws SQLException {
        checkOpen();
        @Nullable Object[] row = values.clone();
        rows.add(new BatchEntry(statement, types -> Parameters.bind(row, types)));
    }

    @Override
    public void clearBatch() throws SQLException {
        checkOpen();
        rows.clear();
    }

    @Override
    List<BatchEntry> takeBatch() {
        List<BatchEntry> taken = List.copyOf(rows);
        rows.clear();
        return taken;
    }

    @Override
    GeneratedKeys batchKeys() {
        return keys;
    }

    @Override
    public @Nullable ResultSetMetaData getMetaData() throws SQLException {
        checkOpen();
        try {
            return statement.kind().returnsRows() ? new JdbcResultSetMetaData(statement.columns()) : null;
        } catch (Throwable thrown) {
            throw connection.translate(thrown);
        }
    }

    @Override
    public ParameterMetaData getParameterMetaData() throws SQLException {
        return new JdbcParameterMetaData(parameterColumns(), 0);
    }

    final List<ColumnMeta> parameterColumns() throws SQLException {
        checkOpen();
        try {
            return statement.parameters();
        } catch (Throwable thrown) {
            throw connection.translate(thrown);
        }
    }

    final List<ColumnMeta> resultColumns() throws SQLException {
        checkOpen();
        try {
            return statement.columns();
        } catch (Throwable thrown) {
            throw connection.translate(thrown);
        }
    }

    @Override
    public void close() throws SQLException {
        boolean first = !isClosed();
        super.close();
        if (first) {
            connection.statementClosed(this);
        }
    }

    // ---- parameters ----

    /** Returns the number of a parameter in the text. */
    int slot(int index) throws SQLException {
        return index;
    }

    private void set(int given, @Nullable Object value) throws SQLException {
        if (!open()) {
            checkOpen();
        }
        int index = slot(given);
        if (index < 1 || index > values.length) {
            throw SqlErrors.of(
                    "07009", "the statement has " + values.length + " parameters; there is no number " + index);
        }
        values[index - 1] = value;
    }

    private void setConverted(int index, @Nullable Object value, int jdbcType) throws SQLException {
        if (value == null || jdbcType == Types.OTHER || jdbcType == Types.JAVA_OBJECT) {
            set(index, value);
            return;
        }
        if (jdbcType == Types.NULL) {
            throw SqlErrors.of(SqlErrors.BAD_VALUE, "Types.NULL is no type for a value; use setNull");
        }
        try {
            // Temporal values stay what they are: the type the plan asks for decides how their instant or fields are
            // read.
            boolean temporal = jdbcType == Types.DATE
                    || jdbcType == Types.TIME
                    || jdbcType == Types.TIMESTAMP
                    || jdbcType == Types.TIMESTAMP_WITH_TIMEZONE
                    || jdbcType == Types.TIME_WITH_TIMEZONE;
            Object converted = Parameters.coerce(value, jdbcType, "ANY");
            set(index, temporal ? temporal(converted, jdbcType) : converted);
        } catch (SqlErrors.ConversionException e) {
            throw connection.translate(e.prefixed("parameter " + index + ": "));
        }
    }

    private static Object temporal(Object raw, int jdbcType) {
        return switch (jdbcType) {
            case Types.DATE -> Temporals.date((Integer) raw);
            case Types.TIME, Types.TIME_WITH_TIMEZONE -> Temporals.time((Integer) raw);
            default -> Temporals.dateTime((Long) raw);
        };
    }

    @Override
    public void clearParameters() throws SQLException {
        checkOpen();
        Arrays.fill(values, Parameters.UNSET);
    }

    @Override
    public void setNull(int index, int jdbcType) throws SQLException {
        set(index, null);
    }

    @Override
    public void setNull(int index, int jdbcType, String typeName) throws SQLException {
        set(index, null);
    }

    @Override
    public void setBoolean(int index, boolean value) throws SQLException {
        set(index, value);
    }

    @Override
    public void setByte(int index, byte value) throws SQLException {
        set(index, value);
    }

    @Override
    public void setShort(int index, short value) throws SQLException {
        set(index, value);
    }

    @Override
    public void setInt(int index, int value) throws SQLException {
        set(index, value);
    }

    @Override
    public void setLong(int index, long value) throws SQLException {
        set(index, value);
    }

    @Override
    public void setFloat(int index, float value) throws SQLException {
        set(index, value);
    }

    @Override
    public void setDouble(int index, double value) throws SQLException {
        set(index, value);
    }

    @Override
    public void setBigDecimal(int index, @Nullable BigDecimal value) throws SQLException {
        set(index, value);
    }

    @Override
    public void setString(int index, @Nullable String value) throws SQLException {
        set(index, value);
    }

    @Override
    public void setNString(int index, @Nullable String value) throws SQLException {
        set(index, value);
    }

    @Override
    public void setBytes(int index, byte @Nullable [] value) throws SQLException {
        set(index, value == null ? null : value.clone());
    }

    @Override
    public void setDate(int index, @Nullable Date value) throws SQLException {
        set(index, value);
    }

    @Override
    public void setTime(int index, @Nullable Time value) throws SQLException {
        set(index, value);
    }

    @Override
    public void setTimestamp(int index, @Nullable Timestamp value) throws SQLException {
        set(index, value);
    }

    @Override
    public void setDate(int index, @Nullable Date value, @Nullable Calendar zone) throws SQLException {
        set(
                index,
                value == null || zone == null
                        ? value
                        : Temporals.wallClock(value, zone).toLocalDate());
    }

    @Override
    public void setTime(int index, @Nullable Time value, @Nullable Calendar zone) throws SQLException {
        set(
                index,
                value == null || zone == null
                        ? value
                        : Temporals.wallClock(value, zone).toLocalTime());
    }

    @Override
    public void setTimestamp(int index, @Nullable Timestamp value, @Nullable Calendar zone) throws SQLException {
        set(index, value == null || zone == null ? value : Temporals.wallClock(value, zone));
    }

    @Override
    public void setObject(int index, @Nullable Object value) throws SQLException {
        if (value instanceof float[] vector) {
            set(index, vector.clone());
        } else if (value instanceof byte[] bytes) {
            set(index, bytes.clone());
        } else if (value instanceof InputStream stream) {
            setBinaryStream(index, stream);
        } else if (value instanceof Reader reader) {
            setCharacterStream(index, reader);
        } else {
            set(index, value);
        }
    }

    @Override
    public void setObject(int index, @Nullable Object value, int jdbcType) throws SQLException {
        setConverted(index, value, jdbcType);
    }

    @Override
    public void setObject(int index, @Nullable Object value, int jdbcType, int scaleOrLength) throws SQLException {
        if (value instanceof InputStream stream) {
            setBinaryStream(index, stream, scaleOrLength);
        } else if (value instanceof Reader reader) {
            setCharacterStream(index, reader, scaleOrLength);
        } else if (value != null && (jdbcType == Types.DECIMAL || jdbcType == Types.NUMERIC)) {
            setConverted(index, value, jdbcType);
            int slot = slot(index) - 1;
            if (values[slot] instanceof BigDecimal decimal && decimal.scale() > Math.max(0, scaleOrLength)) {
                values[slot] = decimal.setScale(Math.max(0, scaleOrLength), java.math.RoundingMode.HALF_UP);
            }
        } else {
            setConverted(index, value, jdbcType);
        }
    }

    @Override
    public void setObject(int index, @Nullable Object value, SQLType type) throws SQLException {
        setConverted(index, value, vendorNumber(type));
    }

    @Override
    public void setObject(int index, @Nullable Object value, SQLType type, int scaleOrLength) throws SQLException {
        setObject(index, value, vendorNumber(type), scaleOrLength);
    }

    final int vendorNumber(SQLType type) throws SQLException {
        checkOpen();
        if (type instanceof JDBCType standard) {
            return standard.getVendorTypeNumber();
        }
        throw SqlErrors.notSupported("types are those of java.sql.JDBCType");
    }

    @Override
    public void setArray(int index, @Nullable Array value) throws SQLException {
        set(index, value);
    }

    @Override
    public void setBlob(int index, @Nullable Blob value) throws SQLException {
        set(index, value);
    }

    @Override
    public void setClob(int index, @Nullable Clob value) throws SQLException {
        set(index, value);
    }

    @Override
    public void setNClob(int index, @Nullable NClob value) throws SQLException {
        set(index, value);
    }

    // ---- streams: read when bound ----

    private void setText(int index, @Nullable Reader reader, long length) throws SQLException {
        checkOpen();
        set(index, Parameters.read(reader, checkedLength(length)));
    }

    private void setBinary(int index, @Nullable InputStream stream, long length) throws SQLException {
        checkOpen();
        set(index, Parameters.read(stream, checkedLength(length)));
    }

    private void setEncoded(int index, @Nullable InputStream stream, long length, java.nio.charset.Charset charset)
            throws SQLException {
        checkOpen();
        byte[] bytes = Parameters.read(stream, checkedLength(length));
        set(index, bytes == null ? null : new String(bytes, charset));
    }

    private static long checkedLength(long length) throws SQLException {
        if (length < UNTIL_END) {
            throw SqlErrors.of(SqlErrors.BAD_VALUE, "a length is not negative: " + length);
        }
        return length;
    }

    private static long announced(long length) throws SQLException {
        if (length < 0) {
            throw SqlErrors.of(SqlErrors.BAD_VALUE, "a length is not negative: " + length);
        }
        return length;
    }

    @Override
    public void setAsciiStream(int index, @Nullable InputStream stream) throws SQLException {
        setEncoded(index, stream, UNTIL_END, java.nio.charset.StandardCharsets.US_ASCII);
    }

    @Override
    public void setAsciiStream(int index, @Nullable InputStream stream, int length) throws SQLException {
        setEncoded(index, stream, announced(length), java.nio.charset.StandardCharsets.US_ASCII);
    }

    @Override
    public void setAsciiStream(int index, @Nullable InputStream stream, long length) throws SQLException {
        setEncoded(index, stream, announced(length), java.nio.charset.StandardCharsets.US_ASCII);
    }

    @Override
    @Deprecated
    public void setUnicodeStream(int index, @Nullable InputStream stream, int length) throws SQLException {
        setEncoded(index, stream, announced(length), java.nio.charset.StandardCharsets.UTF_8);
    }

    @Override
    public void setBinaryStream(int index, @Nullable InputStream stream) throws SQLException {
        setBinary(index, stream, UNTIL_END);
    }

    @Override
    public void setBinaryStream(int index, @Nullable InputStream stream, int length) throws SQLException {
        setBinary(index, stream, announced(length));
    }

    @Override
    public void setBinaryStream(int index, @Nullable InputStream stream, long length) throws SQLException {
        setBinary(index, stream, announced(length));
    }

    @Override
    public void setCharacterStream(int index, @Nullable Reader reader) throws SQLException {
        setText(index, reader, UNTIL_END);
    }

    @Override
    public void setCharacterStream(int index, @Nullable Reader reader, int length) throws SQLException {
        setText(index, reader, announced(length));
    }

    @Override
    public void setCharacterStream(int index, @Nullable Reader reader, long length) throws SQLException {
        setText(index, reader, announced(length));
    }

    @Override
    public void setNCharacterStream(int index, @Nullable Reader reader) throws SQLException {
        setText(index, reader, UNTIL_END);
    }

    @Override
    public void setNCharacterStream(int index, @Nullable Reader reader, long length) throws SQLException {
        setText(index, reader, announced(length));
    }

    @Override
    public void setClob(int index, @Nullable Reader reader) throws SQLException {
        setText(index, reader, UNTIL_END);
    }

    @Override
    public void setClob(int index, @Nullable Reader reader, long length) throws SQLException {
        setText(index, reader, announced(length));
    }

    @Override
    public void setNClob(int index, @Nullable Reader reader) throws SQLException {
        setText(index, reader, UNTIL_END);
    }

    @Override
    public void setNClob(int index, @Nullable Reader reader, long length) throws SQLException {
        setText(index, reader, announced(length));
    }

    @Override
    public void setBlob(int index, @Nullable InputStream stream) throws SQLException {
        setBinary(index, stream, UNTIL_END);
    }

    @Override
    public void setBlob(int index, @Nullable InputStream stream, long length) throws SQLException {
        setBinary(index, stream, announced(length));
    }

    // ---- types there are none of ----

    @Override
    public void setURL(int index, @Nullable URL value) throws SQLException {
        set(index, value == null ? null : value.toString());
    }

    @Override
    public void setRef(int index, Ref value) throws SQLException {
        checkOpen();
        throw SqlErrors.notSupported("there is no REF type");
    }

    @Override
    public void setRowId(int index, RowId value) throws SQLException {
        checkOpen();
        throw SqlErrors.notSupported("there is no ROWID type; a record's id is a VARCHAR");
    }

    @Override
    public void setSQLXML(int index, SQLXML value) throws SQLException {
        checkOpen();
        throw SqlErrors.notSupported("there is no XML type");
    }
}
