package io.rochedb.jdbc.internal;

import io.rochedb.jdbc.spi.ColumnMeta;
import java.io.Reader;
import java.math.BigDecimal;
import java.net.URL;
import java.sql.Array;
import java.sql.Blob;
import java.sql.CallableStatement;
import java.sql.Clob;
import java.sql.Date;
import java.sql.NClob;
import java.sql.ParameterMetaData;
import java.sql.Ref;
import java.sql.ResultSet;
import java.sql.RowId;
import java.sql.SQLException;
import java.sql.SQLType;
import java.sql.SQLXML;
import java.sql.Time;
import java.sql.Timestamp;
import java.sql.Types;
import java.util.ArrayList;
import java.util.Calendar;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A call: of a procedure, {@code {call P(?)}}, whose parameters are all IN and whose result is rows; or of a function,
 * {@code {? = call F(?)}}, whose value is parameter 1.
 */
final class JdbcCallableStatement extends UnnamedParameters {
    private static final Pattern FUNCTION =
            Pattern.compile("\\s*\\{\\s*\\?\\s*=\\s*call\\s+(.*)\\}\\s*", Pattern.CASE_INSENSITIVE | Pattern.DOTALL);

    private final boolean function;
    private int registeredType = Types.OTHER;
    private @Nullable ResultSet value;

    private JdbcCallableStatement(JdbcConnection connection, String sql, boolean function, ResultSetKind results)
            throws SQLException {
        super(connection, sql, results);
        this.function = function;
    }

    static CallableStatement of(JdbcConnection connection, String sql, ResultSetKind results) throws SQLException {
        Matcher call = FUNCTION.matcher(sql);
        if (!call.matches()) {
            return new JdbcCallableStatement(connection, sql, false, results);
        }
        String body = call.group(1).trim();
        String select = "SELECT " + body + (body.endsWith(")") ? "" : "()");
        return new JdbcCallableStatement(connection, select, true, ResultSetKind.forward(results.holdability()));
    }

    // ---- running ----

    /** Calls the function and keeps its value. */
    private void call() throws SQLException {
        value = null;
        JdbcResultSet rows = (JdbcResultSet) super.executeQuery();
        if (!rows.next()) {
            throw SqlErrors.of("02000", "the function returned no value");
        }
        ColumnMeta column = rows.columns().get(0);
        Object raw = rows.raw(1);
        int type = registeredType;
        if (raw != null && type != Types.OTHER && type != Types.JAVA_OBJECT && type != column.jdbcType()) {
            try {
                raw = Parameters.coerce(Values.toObject(raw, column), type, "ANY");
            } catch (SqlErrors.ConversionException e) {
                throw connection.translate(e);
            }
            column = new ColumnMeta(column.label(), column.name(), null, type, column.typeName(), 0, 0, true);
        }
        getMoreResults();
        List<@Nullable Object[]> row = new ArrayList<>();
        row.add(new @Nullable Object[] {raw});
        ResultSet kept = JdbcResultSet.detached(List.of(column), row);
        kept.next();
        value = kept;
    }

    @Override
    public boolean execute() throws SQLException {
        if (!function) {
            return super.execute();
        }
        call();
        return false;
    }

    @Override
    public long executeLargeUpdate() throws SQLException {
        if (!function) {
            return super.executeLargeUpdate();
        }
        call();
        return 0;
    }

    @Override
    public ResultSet executeQuery() throws SQLException {
        if (function) {
            checkOpen();
            throw SqlErrors.of("07005", "a function's value is parameter 1; use execute");
        }
        return super.executeQuery();
    }

    // ---- parameters ----

    /** Parameter 1 of a function call is its value, so what its text has comes after it. */
    @Override
    int slot(int index) throws SQLException {
        if (function && index == 1) {
            throw SqlErrors.of(SqlErrors.BAD_VALUE, "parameter 1 is the function's value and cannot be set");
        }
        return function ? index - 1 : index;
    }

    @Override
    public ParameterMetaData getParameterMetaData() throws SQLException {
        if (!function) {
            return super.getParameterMetaData();
        }
        List<ColumnMeta> all = new ArrayList<>(resultColumns());
        all.addAll(parameterColumns());
        return new JdbcParameterMetaData(all, 1);
    }

    private void register(int index, int type) throws SQLException {
        checkOut(index);
        registeredType = type;
    }

    private void checkOut(int index) throws SQLException {
        checkOpen();
        if (!function) {
            throw SqlErrors.notSupported("procedures have no OUT parameters; they return rows");
        }
        if (index != 1) {
            throw SqlErrors.of("07009", "the only OUT parameter is number 1, not " + index);
        }
    }

    private ResultSet out(int index) throws SQLException {
        checkOut(index);
        ResultSet known = value;
        if (known == null) {
            throw SqlErrors.of(SqlErrors.NO_ROW, "call execute before reading the function's value");
        }
        return known;
    }

    @Override
    public void registerOutParameter(int index, int type) throws SQLException {
        register(index, type);
    }

    @Override
    public void registerOutParameter(int index, int type, int scale) throws SQLException {
        register(index, type);
    }

    @Override
    public void registerOutParameter(int index, int type, String typeName) throws SQLException {
        register(index, type);
    }

    @Override
    public void registerOutParameter(int index, SQLType type) throws SQLException {
        register(index, vendorNumber(type));
    }

    @Override
    public void registerOutParameter(int index, SQLType type, int scale) throws SQLException {
        register(index, vendorNumber(type));
    }

    @Override
    public void registerOutParameter(int index, SQLType type, String typeName) throws SQLException {
        register(index, vendorNumber(type));
    }

    // ---- the value ----

    @Override
    public boolean wasNull() throws SQLException {
        return out(1).wasNull();
    }

    @Override
    public @Nullable String getString(int index) throws SQLException {
        return out(index).getString(1);
    }

    @Override
    public boolean getBoolean(int index) throws SQLException {
        return out(index).getBoolean(1);
    }

    @Override
    public byte getByte(int index) throws SQLException {
        return out(index).getByte(1);
    }

    @Override
    public short getShort(int index) throws SQLException {
        return out(index).getShort(1);
    }

    @Override
    public int getInt(int index) throws SQLException {
        return out(index).getInt(1);
    }

    @Override
    public long getLong(int index) throws SQLException {
        return out(index).getLong(1);
    }

    @Override
    public float getFloat(int index) throws SQLException {
        return out(index).getFloat(1);
    }

    @Override
    public double getDouble(int index) throws SQLException {
        return out(index).getDouble(1);
    }

    @Override
    @Deprecated
    public @Nullable BigDecimal getBigDecimal(int index, int scale) throws SQLException {
        return out(index).getBigDecimal(1, scale);
    }

    @Override
    public byte @Nullable [] getBytes(int index) throws SQLException {
        return out(index).getBytes(1);
    }

    @Override
    public @Nullable Date getDate(int index) throws SQLException {
        return out(index).getDate(1);
    }

    @Override
    public @Nullable Time getTime(int index) throws SQLException {
        return out(index).getTime(1);
    }

    @Override
    public @Nullable Timestamp getTimestamp(int index) throws SQLException {
        return out(index).getTimestamp(1);
    }

    @Override
    public @Nullable Object getObject(int index) throws SQLException {
        return out(index).getObject(1);
    }

    @Override
    public @Nullable BigDecimal getBigDecimal(int index) throws SQLException {
        return out(index).getBigDecimal(1);
    }

    @Override
    public @Nullable Object getObject(int index, Map<String, Class<?>> map) throws SQLException {
        return out(index).getObject(1, map);
    }

    @Override
    public @Nullable Ref getRef(int index) throws SQLException {
        return out(index).getRef(1);
    }

    @Override
    public @Nullable Blob getBlob(int index) throws SQLException {
        return out(index).getBlob(1);
    }

    @Override
    public @Nullable Clob getClob(int index) throws SQLException {
        return out(index).getClob(1);
    }

    @Override
    public @Nullable Array getArray(int index) throws SQLException {
        return out(index).getArray(1);
    }

    @Override
    public @Nullable Date getDate(int index, Calendar zone) throws SQLException {
        return out(index).getDate(1, zone);
    }

    @Override
    public @Nullable Time getTime(int index, Calendar zone) throws SQLException {
        return out(index).getTime(1, zone);
    }

    @Override
    public @Nullable Timestamp getTimestamp(int index, Calendar zone) throws SQLException {
        return out(index).getTimestamp(1, zone);
    }

    @Override
    public @Nullable URL getURL(int index) throws SQLException {
        return out(index).getURL(1);
    }

    @Override
    public @Nullable RowId getRowId(int index) throws SQLException {
        return out(index).getRowId(1);
    }

    @Override
    public @Nullable NClob getNClob(int index) throws SQLException {
        return out(index).getNClob(1);
    }

    @Override
    public @Nullable SQLXML getSQLXML(int index) throws SQLException {
        return out(index).getSQLXML(1);
    }

    @Override
    public @Nullable String getNString(int index) throws SQLException {
        return out(index).getNString(1);
    }

    @Override
    public @Nullable Reader getNCharacterStream(int index) throws SQLException {
        return out(index).getNCharacterStream(1);
    }

    @Override
    public @Nullable Reader getCharacterStream(int index) throws SQLException {
        return out(index).getCharacterStream(1);
    }

    @Override
    public <T> @Nullable T getObject(int index, Class<T> type) throws SQLException {
        return out(index).getObject(1, type);
    }
}
