package io.rochedb.jdbc.internal;

import java.io.InputStream;
import java.io.Reader;
import java.math.BigDecimal;
import java.net.URL;
import java.sql.Array;
import java.sql.Blob;
import java.sql.CallableStatement;
import java.sql.Clob;
import java.sql.Date;
import java.sql.NClob;
import java.sql.Ref;
import java.sql.RowId;
import java.sql.SQLException;
import java.sql.SQLType;
import java.sql.SQLXML;
import java.sql.Time;
import java.sql.Timestamp;
import java.util.Calendar;
import java.util.Map;

/**
 * The half of {@code CallableStatement} that is refused: parameters have numbers, no names.
 */
abstract class UnnamedParameters extends JdbcPreparedStatement implements CallableStatement {
    UnnamedParameters(JdbcConnection connection, String sql, ResultSetKind results) throws SQLException {
        super(connection, sql, GeneratedKeys.NONE, results);
    }

    private SQLException unnamed() throws SQLException {
        checkOpen();
        return SqlErrors.notSupported("parameters have no names; use their numbers from 1");
    }

    @Override
    public void registerOutParameter(String name, int type) throws SQLException {
        throw unnamed();
    }

    @Override
    public void registerOutParameter(String name, int type, int scale) throws SQLException {
        throw unnamed();
    }

    @Override
    public void registerOutParameter(String name, int type, String typeName) throws SQLException {
        throw unnamed();
    }

    @Override
    public void setURL(String name, URL value) throws SQLException {
        throw unnamed();
    }

    @Override
    public void setNull(String name, int jdbcType) throws SQLException {
        throw unnamed();
    }

    @Override
    public void setBoolean(String name, boolean value) throws SQLException {
        throw unnamed();
    }

    @Override
    public void setByte(String name, byte value) throws SQLException {
        throw unnamed();
    }

    @Override
    public void setShort(String name, short value) throws SQLException {
        throw unnamed();
    }

    @Override
    public void setInt(String name, int value) throws SQLException {
        throw unnamed();
    }

    @Override
    public void setLong(String name, long value) throws SQLException {
        throw unnamed();
    }

    @Override
    public void setFloat(String name, float value) throws SQLException {
        throw unnamed();
    }

    @Override
    public void setDouble(String name, double value) throws SQLException {
        throw unnamed();
    }

    @Override
    public void setBigDecimal(String name, BigDecimal value) throws SQLException {
        throw unnamed();
    }

    @Override
    public void setString(String name, String value) throws SQLException {
        throw unnamed();
    }

    @Override
    public void setBytes(String name, byte[] value) throws SQLException {
        throw unnamed();
    }

    @Override
    public void setDate(String name, Date value) throws SQLException {
        throw unnamed();
    }

    @Override
    public void setTime(String name, Time value) throws SQLException {
        throw unnamed();
    }

    @Override
    public void setTimestamp(String name, Timestamp value) throws SQLException {
        throw unnamed();
    }

    @Override
    public void setAsciiStream(String name, InputStream value, int length) throws SQLException {
        throw unnamed();
    }

    @Override
    public void setBinaryStream(String name, InputStream value, int length) throws SQLException {
        throw unnamed();
    }

    @Override
    public void setObject(String name, Object value, int type, int scale) throws SQLException {
        throw unnamed();
    }

    @Override
    public void setObject(String name, Object value, int type) throws SQLException {
        throw unnamed();
    }

    @Override
    public void setObject(String name, Object value) throws SQLException {
        throw unnamed();
    }

    @Override
    public void setCharacterStream(String name, Reader value, int length) throws SQLException {
        throw unnamed();
    }

    @Override
    public void setDate(String name, Date value, Calendar zone) throws SQLException {
        throw unnamed();
    }

    @Override
    public void setTime(String name, Time value, Calendar zone) throws SQLException {
        throw unnamed();
    }

    @Override
    public void setTimestamp(String name, Timestamp value, Calendar zone) throws SQLException {
        throw unnamed();
    }

    @Override
    public void setNull(String name, int jdbcType, String typeName) throws SQLException {
        throw unnamed();
    }

    @Override
    public String getString(String name) throws SQLException {
        throw unnamed();
    }

    @Override
    public boolean getBoolean(String name) throws SQLException {
        throw unnamed();
    }

    @Override
    public byte getByte(String name) throws SQLException {
        throw unnamed();
    }

    @Override
    public short getShort(String name) throws SQLException {
        throw unnamed();
    }

    @Override
    public int getInt(String name) throws SQLException {
        throw unnamed();
    }

    @Override
    public long getLong(String name) throws SQLException {
        throw unnamed();
    }

    @Override
    public float getFloat(String name) throws SQLException {
        throw unnamed();
    }

    @Override
    public double getDouble(String name) throws SQLException {
        throw unnamed();
    }

    @Override
    public byte[] getBytes(String name) throws SQLException {
        throw unnamed();
    }

    @Override
    public Date getDate(String name) throws SQLException {
        throw unnamed();
    }

    @Override
    public Time getTime(String name) throws SQLException {
        throw unnamed();
    }

    @Override
    public Timestamp getTimestamp(String name) throws SQLException {
        throw unnamed();
    }

    @Override
    public Object getObject(String name) throws SQLException {
        throw unnamed();
    }

    @Override
    public BigDecimal getBigDecimal(String name) throws SQLException {
        throw unnamed();
    }

    @Override
    public Object getObject(String name, Map<String, Class<?>> map) throws SQLException {
        throw unnamed();
    }

    @Override
    public Ref getRef(String name) throws SQLException {
        throw unnamed();
    }

    @Override
    public Blob getBlob(String name) throws SQLException {
        throw unnamed();
    }

    @Override
    public Clob getClob(String name) throws SQLException {
        throw unnamed();
    }

    @Override
    public Array getArray(String name) throws SQLException {
        throw unnamed();
    }

    @Override
    public Date getDate(String name, Calendar zone) throws SQLException {
        throw unnamed();
    }

    @Override
    public Time getTime(String name, Calendar zone) throws SQLException {
        throw unnamed();
    }

    @Override
    public Timestamp getTimestamp(String name, Calendar zone) throws SQLException {
        throw unnamed();
    }

    @Override
    public URL getURL(String name) throws SQLException {
        throw unnamed();
    }

    @Override
    public RowId getRowId(String name) throws SQLException {
        throw unnamed();
    }

    @Override
    public void setRowId(String name, RowId value) throws SQLException {
        throw unnamed();
    }

    @Override
    public void setNString(String name, String value) throws SQLException {
        throw unnamed();
    }

    @Override
    public void setNCharacterStream(String name, Reader value, long length) throws SQLException {
        throw unnamed();
    }

    @Override
    public void setNClob(String name, NClob value) throws SQLException {
        throw unnamed();
    }

    @Override
    public void setClob(String name, Reader value, long length) throws SQLException {
        throw unnamed();
    }

    @Override
    public void setBlob(String name, InputStream value, long length) throws SQLException {
        throw unnamed();
    }

    @Override
    public void setNClob(String name, Reader value, long length) throws SQLException {
        throw unnamed();
    }

    @Override
    public NClob getNClob(String name) throws SQLException {
        throw unnamed();
    }

    @Override
    public void setSQLXML(String name, SQLXML value) throws SQLException {
        throw unnamed();
    }

    @Override
    public SQLXML getSQLXML(String name) throws SQLException {
        throw unnamed();
    }

    @Override
    public String getNString(String name) throws SQLException {
        throw unnamed();
    }

    @Override
    public Reader getNCharacterStream(String name) throws SQLException {
        throw unnamed();
    }

    @Override
    public Reader getCharacterStream(String name) throws SQLException {
        throw unnamed();
    }

    @Override
    public void setBlob(String name, Blob value) throws SQLException {
        throw unnamed();
    }

    @Override
    public void setClob(String name, Clob value) throws SQLException {
        throw unnamed();
    }

    @Override
    public void setAsciiStream(String name, InputStream value, long length) throws SQLException {
        throw unnamed();
    }

    @Override
    public void setBinaryStream(String name, InputStream value, long length) throws SQLException {
        throw unnamed();
    }

    @Override
    public void setCharacterStream(String name, Reader value, long length) throws SQLException {
        throw unnamed();
    }

    @Override
    public void setAsciiStream(String name, InputStream value) throws SQLException {
        throw unnamed();
    }

    @Override
    public void setBinaryStream(String name, InputStream value) throws SQLException {
        throw unnamed();
    }

    @Override
    public void setCharacterStream(String name, Reader value) throws SQLException {
        throw unnamed();
    }

    @Override
    public void setNCharacterStream(String name, Reader value) throws SQLException {
        throw unnamed();
    }

    @Override
    public void setClob(String name, Reader value) throws SQLException {
        throw unnamed();
    }

    @Override
    public void setBlob(String name, InputStream value) throws SQLException {
        throw unnamed();
    }

    @Override
    public void setNClob(String name, Reader value) throws SQLException {
        throw unnamed();
    }

    @Override
    public <T> T getObject(String name, Class<T> type) throws SQLException {
        throw unnamed();
    }

    @Override
    public void setObject(String name, Object value, SQLType type, int scale) throws SQLException {
        throw unnamed();
    }

    @Override
    public void setObject(String name, Object value, SQLType type) throws SQLException {
        throw unnamed();
    }

    @Override
    public void registerOutParameter(String name, SQLType type) throws SQLException {
        throw unnamed();
    }

    @Override
    public void registerOutParameter(String name, SQLType type, int scale) throws SQLException {
        throw unnamed();
    }

    @Override
    public void registerOutParameter(String name, SQLType type, String typeName) throws SQLException {
        throw unnamed();
    }
}
