package io.rochedb.server.internal.avatica;

import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.avatica.Meta;
import org.jspecify.annotations.Nullable;

/**
 * A statement of a client, with the rows that are being fetched of it. Used under the lock of its connection.
 */
final class OpenStatement implements AutoCloseable {
    /** What the stock client asks for unless it is told otherwise: no wish, so frames grow. */
    private static final int DEFAULT_FETCH_ROWS = 100;

    private static final int FRAME_ROWS_MAX = 8_192;
    private static final long FRAME_BYTES_MAX = 1L << 20;
    private static final int GROWTH = 4;

    private final Statement statement;
    private final @Nullable String sql;
    private @Nullable ResultSet rows;
    private int[] types = {};
    private long position;
    private int nextFrameRows = DEFAULT_FETCH_ROWS;
    private boolean atEnd = true;

    OpenStatement(Statement statement, @Nullable String sql) {
        this.statement = statement;
        this.sql = sql;
    }

    Statement statement() {
        return statement;
    }

    /** Returns the prepared statement; refused for one that was made without a text. */
    PreparedStatement prepared() throws SQLException {
        if (statement instanceof PreparedStatement prepared) {
            return prepared;
        }
        throw new SQLException("the statement was not prepared; prepare it first", "26000");
    }

    @Nullable
    String sql() {
        return sql;
    }

    /** Starts to hand out rows. */
    void rows(ResultSet opened) throws SQLException {
        closeRows();
        rows = opened;
        position = 0;
        atEnd = false;
        nextFrameRows = DEFAULT_FETCH_ROWS;
        ResultSetMetaData meta = opened.getMetaData();
        types = new int[meta.getColumnCount()];
        for (int i = 0; i < types.length; i++) {
            types[i] = meta.getColumnType(i + 1);
        }
    }

    /**
     * Returns the next rows: as many as asked for; more each time when the client leaves the number to us, up to a size.
     *
     * @param offset the number of the first row wanted, which is the next one: rows are read once
     * @param wanted rows, 0 for none, negative for no wish
     */
    Meta.Frame frame(long offset, int wanted) throws SQLException {
        ResultSet open = rows;
        if (open == null || atEnd || wanted == 0) {
            return new Meta.Frame(offset, true, List.of());
        }
        if (offset != position) {
            throw new SQLException(
                    "rows from " + offset + " were asked for, but the next row is " + position
                            + ": rows are read once, in order",
                    "24000");
        }
        boolean adaptive = wanted < 0 || wanted == DEFAULT_FETCH_ROWS;
        int limit = adaptive ? nextFrameRows : Math.min(wanted, FRAME_ROWS_MAX);
        nextFrameRows = Math.min(nextFrameRows * GROWTH, FRAME_ROWS_MAX);
        List<Object> frame = new ArrayList<>();
        long bytes = 0;
        while (frame.size() < limit && bytes < FRAME_BYTES_MAX) {
            if (!open.next()) {
                atEnd = true;
                closeRows();
                break;
            }
            @Nullable Object[] row = new @Nullable Object[types.length];
            for (int i = 0; i < row.length; i++) {
                row[i] = AvaticaValues.read(open, i + 1, types[i]);
                bytes += size(row[i]);
            }
            frame.add(row);
        }
        position += frame.size();
        return new Meta.Frame(offset, atEnd, frame);
    }

    private static long size(@Nullable Object value) {
        if (value instanceof String text) {
            return text.length();
        }
        if (value instanceof byte[] bytes) {
            return bytes.length;
        }
        return value instanceof List<?> list ? 8L * list.size() : 8;
    }

    private void closeRows() throws SQLException {
        ResultSet open = rows;
        rows = null;
        if (open != null) {
            open.close();
        }
    }

    @Override
    public void close() throws SQLException {
        statement.close();
    }
}
