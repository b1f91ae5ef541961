package io.rochedb.jdbc.internal;

import java.io.InputStream;
import java.io.Reader;
import java.math.BigDecimal;
import java.sql.Array;
import java.sql.Blob;
import java.sql.Clob;
import java.sql.Date;
import java.sql.NClob;
import java.sql.Ref;
import java.sql.ResultSet;
import java.sql.RowId;
import java.sql.SQLException;
import java.sql.SQLType;
import java.sql.SQLXML;
import java.sql.Time;
import java.sql.Timestamp;

/**
 * The half of {@code ResultSet} that forward-only, read-only results refuse: scrolling, updating, types there are none of.
 */
abstract class ReadOnlyResultSet extends JdbcObject implements ResultSet {
    private static SQLException scrolls() {
        return SqlErrors.notSupported("result sets are TYPE_FORWARD_ONLY: they move with next() only");
    }

    private static SQLException updates() {
        return SqlErrors.notSupported("result sets are CONCUR_READ_ONLY; write with UPDATE, INSERT or DELETE");
    }

    private static SQLException noSuchType() {
        return SqlErrors.notSupported("there are no REF, ROWID and XML types");
    }

    @Override
    public boolean isLast() throws SQLException {
        throw scrolls();
    }

    @Override
    public void beforeFirst() throws SQLException {
        throw scrolls();
    }

    @Override
    public void afterLast() throws SQLException {
        throw scrolls();
    }

    @Override
    public boolean first() throws SQLException {
        throw scrolls();
    }

    @Override
    public boolean last() throws SQLException {
        throw scrolls();
    }

    @Override
    public boolean absolute(int rows) throws SQLException {
        throw scrolls();
    }

    @Override
    public boolean relative(int rows) throws SQLException {
        throw scrolls();
    }

    @Override
    public boolean previous() throws SQLException {
        throw scrolls();
    }

    @Override
    public boolean rowUpdated() throws SQLException {
        throw updates();
    }

    @Override
    public boolean rowInserted() throws SQLException {
        throw updates();
    }

    @Override
    public boolean rowDeleted() throws SQLException {
        throw updates();
    }

    @Override
    public void updateNull(int position) throws SQLException {
        throw updates();
    }

    @Override
    public void updateBoolean(int position, boolean value) throws SQLException {
        throw updates();
    }

    @Override
    public void updateByte(int position, byte value) throws SQLException {
        throw updates();
    }

    @Override
    public void updateShort(int position, short value) throws SQLException {
        throw updates();
    }

    @Override
    public void updateInt(int position, int value) throws SQLException {
        throw updates();
    }

    @Override
    public void updateLong(int position, long value) throws SQLException {
        throw updates();
    }

    @Override
    public void updateFloat(int position, float value) throws SQLException {
        throw updates();
    }

    @Override
    public void updateDouble(int position, double value) throws SQLException {
        throw updates();
    }

    @Override
    public void updateBigDecimal(int position, BigDecimal value) throws SQLException {
        throw updates();
    }

    @Override
    public void updateString(int position, String value) throws SQLException {
        throw updates();
    }

    @Override
    public void updateBytes(int position, byte[] value) throws SQLException {
        throw updates();
    }

    @Override
    public void updateDate(int position, Date value) throws SQLException {
        throw updates();
    }

    @Override
    public void updateTime(int position, Time value) throws SQLException {
        throw updates();
    }

    @Override
    public void updateTimestamp(int position, Timestamp value) throws SQLException {
        throw updates();
    }

    @Override
    public void updateAsciiStream(int position, InputStream value, int length) throws SQLException {
        throw updates();
    }

    @Override
    public void updateBinaryStream(int position, InputStream value, int length) throws SQLException {
        throw updates();
    }

    @Override
    public void updateCharacterStream(int position, Reader value, int length) throws SQLException {
        throw updates();
    }

    @Override
    public void updateObject(int position, Object value, int length) throws SQLException {
        throw updates();
    }

    @Override
    public void updateObject(int position, Object value) throws SQLException {
        throw updates();
    }

    @Override
    public void updateNull(String label) throws SQLException {
        throw updates();
    }

    @Override
    public void updateBoolean(String label, boolean value) throws SQLException {
        throw updates();
    }

    @Override
    public void updateByte(String label, byte value) throws SQLException {
        throw updates();
    }

    @Override
    public void updateShort(String label, short value) throws SQLException {
        throw updates();
    }

    @Override
    public void updateInt(String label, int value) throws SQLException {
        throw updates();
    }

    @Override
    public void updateLong(String label, long value) throws SQLException {
        throw updates();
    }

    @Override
    public void updateFloat(String label, float value) throws SQLException {
        throw updates();
    }

    @Override
    public void updateDouble(String label, double value) throws SQLException {
        throw updates();
    }

    @Override
    public void updateBigDecimal(String label, BigDecimal value) throws SQLException {
        throw updates();
    }

    @Override
    public void updateString(String label, String value) throws SQLException {
        throw updates();
    }

    @Override
    public void updateBytes(String label, byte[] value) throws SQLException {
        throw updates();
    }

    @Override
    public void updateDate(String label, Date value) throws SQLException {
        throw updates();
    }

    @Override
    public void updateTime(String label, Time value) throws SQLException {
        throw updates();
    }

    @Override
    public void updateTimestamp(String label, Timestamp value) throws SQLException {
        throw updates();
    }

    @Override
    public void updateAsciiStream(String label, InputStream value, int length) throws SQLException {
        throw updates();
    }

    @Override
    public void updateBinaryStream(String label, InputStream value, int length) throws SQLException {
        throw updates();
    }

    @Override
    public void updateCharacterStream(String label, Reader value, int length) throws SQLException {
        throw updates();
    }

    @Override
    public void updateObject(String label, Object value, int length) throws SQLException {
        throw updates();
    }

    @Override
    public void updateObject(String label, Object value) throws SQLException {
        throw updates();
    }

    @Override
    public void insertRow() throws SQLException {
        throw updates();
    }

    @Override
    public void updateRow() throws SQLException {
        throw updates();
    }

    @Override
    public void deleteRow() throws SQLException {
        throw updates();
    }

    @Override
    public void refreshRow() throws SQLException {
        throw updates();
    }

    @Override
    public void cancelRowUpdates() throws SQLException {
        throw updates();
    }

    @Override
    public void moveToInsertRow() throws SQLException {
        throw updates();
    }

    @Override
    public void moveToCurrentRow() throws SQLException {
        throw updates();
    }

    @Override
    public void updateRef(int position, Ref value) throws SQLException {
        throw updates();
    }

    @Override
    public void updateRef(String label, Ref value) throws SQLException {
        throw updates();
    }

    @Override
    public void updateBlob(int position, Blob value) throws SQLException {
        throw updates();
    }

    @Override
    public void updateBlob(String label, Blob value) throws SQLException {
        throw updates();
    }

    @Override
    public void updateClob(int position, Clob value) throws SQLException {
        throw updates();
    }

    @Override
    public void updateClob(String label, Clob value) throws SQLException {
        throw updates();
    }

    @Override
    public void updateArray(int position, Array value) throws SQLException {
        throw updates();
    }

    @Override
    public void updateArray(String label, Array value) throws SQLException {
        throw updates();
    }

    @Override
    public void updateRowId(int position, RowId value) throws SQLException {
        throw updates();
    }

    @Override
    public void updateRowId(String label, RowId value) throws SQLException {
        throw updates();
    }

    @Override
    public void updateNString(int position, String value) throws SQLException {
        throw updates();
    }

    @Override
    public void updateNString(String label, String value) throws SQLException {
        throw updates();
    }

    @Override
    public void updateNClob(int position, NClob value) throws SQLException {
        throw updates();
    }

    @Override
    public void updateNClob(String label, NClob value) throws SQLException {
        throw updates();
    }

    @Override
    public void updateSQLXML(int position, SQLXML value) throws SQLException {
        throw updates();
    }

    @Override
    public void updateSQLXML(String label, SQLXML value) throws SQLException {
        throw updates();
    }

    @Override
    public void updateNCharacterStream(int position, Reader value, long length) throws SQLException {
        throw updates();
    }

    @Override
    public void updateNCharacterStream(String label, Reader value, long length) throws SQLException {
        throw updates();
    }

    @Override
    public void updateAsciiStream(int position, InputStream value, long length) throws SQLException {
        throw updates();
    }

    @Override
    public void updateBinaryStream(int position, InputStream value, long length) throws SQLException {
        throw updates();
    }

    @Override
    public void updateCharacterStream(int position, Reader value, long length) throws SQLException {
        throw updates();
    }

    @Override
    public void updateAsciiStream(String label, InputStream value, long length) throws SQLException {
        throw updates();
    }

    @Override
    public void updateBinaryStream(String label, InputStream value, long length) throws SQLException {
        throw updates();
    }

    @Override
    public void updateCharacterStream(String label, Reader value, long length) throws SQLException {
        throw updates();
    }

    @Override
    public void updateBlob(int position, InputStream value, long length) throws SQLException {
        throw updates();
    }

    @Override
    public void updateBlob(String label, InputStream value, long length) throws SQLException {
        throw updates();
    }

    @Override
    public void updateClob(int position, Reader value, long length) throws SQLException {
        throw updates();
    }

    @Override
    public void updateClob(String label, Reader value, long length) throws SQLException {
        throw updates();
    }

    @Override
    public void updateNClob(int position, Reader value, long length) throws SQLException {
        throw updates();
    }

    @Override
    public void updateNClob(String label, Reader value, long length) throws SQLException {
        throw updates();
    }

    @Override
    public void updateNCharacterStream(int position, Reader value) throws SQLException {
        throw updates();
    }

    @Override
    public void updateNCharacterStream(String label, Reader value) throws SQLException {
        throw updates();
    }

    @Override
    public void updateAsciiStream(int position, InputStream value) throws SQLException {
        throw updates();
    }

    @Override
    public void updateBinaryStream(int position, InputStream value) throws SQLException {
        throw updates();
    }

    @Override
    public void updateCharacterStream(int position, Reader value) throws SQLException {
        throw updates();
    }

    @Override
    public void updateAsciiStream(String label, InputStream value) throws SQLException {
        throw updates();
    }

    @Override
    public void updateBinaryStream(String label, InputStream value) throws SQLException {
        throw updates();
    }

    @Override
    public void updateCharacterStream(String label, Reader value) throws SQLException {
        throw updates();
    }

    @Override
    public void updateBlob(int position, InputStream value) throws SQLException {
        throw updates();
    }

    @Override
    public void updateBlob(String label, InputStream value) throws SQLException {
        throw updates();
    }

    @Override
    public void updateClob(int position, Reader value) throws SQLException {
        throw updates();
    }

    @Override
    public void updateClob(String label, Reader value) throws SQLException {
        throw updates();
    }

    @Override
    public void updateNClob(int position, Reader value) throws SQLException {
        throw updates();
    }

    @Override
    public void updateNClob(String label, Reader value) throws SQLException {
        throw updates();
    }

    @Override
    public void updateObject(int position, Object value, SQLType type, int length) throws SQLException {
        throw updates();
    }

    @Override
    public void updateObject(String label, Object value, SQLType type, int length) throws SQLException {
        throw updates();
    }

    @Override
    public void updateObject(int position, Object value, SQLType type) throws SQLException {
        throw updates();
    }

    @Override
    public void updateObject(String label, Object value, SQLType type) throws SQLException {
        throw updates();
    }

    @Override
    public Ref getRef(int position) throws SQLException {
        throw noSuchType();
    }

    @Override
    public Ref getRef(String label) throws SQLException {
        throw noSuchType();
    }

    @Override
    public RowId getRowId(int position) throws SQLException {
        throw noSuchType();
    }

    @Override
    public RowId getRowId(String label) throws SQLException {
        throw noSuchType();
    }

    @Override
    public SQLXML getSQLXML(int position) throws SQLException {
        throw noSuchType();
    }

    @Override
    public SQLXML getSQLXML(String label) throws SQLException {
        throw noSuchType();
    }
}
