package io.rochedb.jdbc.internal;

import io.rochedb.jdbc.spi.ColumnMeta;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.util.List;

/** The columns of a result. */
final class JdbcResultSetMetaData extends JdbcObject implements ResultSetMetaData {
    private final List<ColumnMeta> columns;

    JdbcResultSetMetaData(List<ColumnMeta> columns) {
        this.columns = columns;
    }

    private ColumnMeta column(int position) throws SQLException {
        if (position < 1 || position > columns.size()) {
            throw SqlErrors.of(
                    SqlErrors.BAD_COLUMN,
                    "the result has " + columns.size() + " columns; there is no number " + position);
        }
        return columns.get(position - 1);
    }

    @Override
    public int getColumnCount() {
        return columns.size();
    }

    @Override
    public String getColumnLabel(int position) throws SQLException {
        return column(position).label();
    }

    @Override
    public String getColumnName(int position) throws SQLException {
        return column(position).name();
    }

    @Override
    public int getColumnType(int position) throws SQLException {
        return column(position).jdbcType();
    }

    @Override
    public String getColumnTypeName(int position) throws SQLException {
        return column(position).typeName();
    }

    @Override
    public String getColumnClassName(int position) throws SQLException {
        return TypeFacts.className(column(position).jdbcType());
    }

    @Override
    public int getPrecision(int position) throws SQLException {
        return TypeFacts.precision(column(position));
    }

    @Override
    public int getScale(int position) throws SQLException {
        return TypeFacts.scale(column(position));
    }

    @Override
    public int getColumnDisplaySize(int position) throws SQLException {
        return TypeFacts.displaySize(column(position));
    }

    @Override
    public int isNullable(int position) throws SQLException {
        return column(position).nullable() ? columnNullable : columnNoNulls;
    }

    @Override
    public boolean isSigned(int position) throws SQLException {
        return TypeFacts.signed(column(position).jdbcType());
    }

    @Override
    public boolean isCaseSensitive(int position) throws SQLException {
        return TypeFacts.text(column(position).jdbcType());
    }

    @Override
    public boolean isAutoIncrement(int position) throws SQLException {
        column(position);
        return false;
    }

    @Override
    public boolean isSearchable(int position) throws SQLException {
        column(position);
        return true;
    }

    @Override
    public boolean isCurrency(int position) throws SQLException {
        column(position);
        return false;
    }

    @Override
    public boolean isReadOnly(int position) throws SQLException {
        column(position);
        return true;
    }

    @Override
    public boolean isWritable(int position) throws SQLException {
        column(position);
        return false;
    }

    @Override
    public boolean isDefinitelyWritable(int position) throws SQLException {
        column(position);
        return false;
    }

    @Override
    public String getTableName(int position) throws SQLException {
        String table = column(position).table();
        return table == null ? "" : table;
    }

    @Override
    public String getSchemaName(int position) throws SQLException {
        String table = column(position).table();
        return table == null ? "" : JdbcConnection.SCHEMAS.get(0);
    }

    @Override
    public String getCatalogName(int position) throws SQLException {
        column(position);
        return "";
    }
}
