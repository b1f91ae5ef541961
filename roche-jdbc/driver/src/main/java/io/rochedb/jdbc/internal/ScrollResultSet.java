package io.rochedb.jdbc.internal;

import io.rochedb.jdbc.spi.ColumnMeta;
import java.sql.SQLException;
import java.util.List;

/**
 * The rows of one run, gone to in any order. Rows are read when first needed and then kept (see {@link RowSpool}): later changes to the
 * store are not seen.
 */
final class ScrollResultSet extends JdbcResultSet {
    private final SpoolCursor rows;
    private int fetchDirection;

    ScrollResultSet(JdbcStatement statement, SpoolCursor rows, List<ColumnMeta> columns) throws SQLException {
        super(statement, rows, columns, 0);
        this.rows = rows;
        this.fetchDirection = statement.getFetchDirection();
    }

    private interface Move {
        boolean run();
    }

    private boolean move(Move move) throws SQLException {
        checkOpen();
        try {
            return move.run();
        } catch (Throwable thrown) {
            throw translate(thrown);
        }
    }

    /** Goes to a row, or before the first, or one beyond the last. */
    private boolean goTo(long target) {
        onRow = rows.moveTo(target);
        row = onRow ? target : target < 1 ? 0 : rows.size() + 1;
        ended = !onRow && row > 0;
        return onRow;
    }

    @Override
    public boolean next() throws SQLException {
        return move(() -> goTo(row + 1));
    }

    @Override
    public boolean previous() throws SQLException {
        return move(() -> goTo(row - 1));
    }

    @Override
    public boolean first() throws SQLException {
        return move(() -> goTo(1));
    }

    @Override
    public boolean last() throws SQLException {
        return move(() -> goTo(rows.size()));
    }

    @Override
    public void beforeFirst() throws SQLException {
        move(() -> goTo(0));
    }

    @Override
    public void afterLast() throws SQLException {
        move(() -> goTo(rows.size() + 1));
    }

    @Override
    public boolean absolute(int target) throws SQLException {
        return move(() -> goTo(target >= 0 ? target : rows.size() + 1 + target));
    }

    @Override
    public boolean relative(int distance) throws SQLException {
        return move(() -> goTo(row + distance));
    }

    @Override
    public boolean isBeforeFirst() throws SQLException {
        return move(() -> row == 0 && rows.has(1));
    }

    @Override
    public boolean isAfterLast() throws SQLException {
        return move(() -> row > 0 && !onRow && rows.has(1));
    }

    @Override
    public boolean isLast() throws SQLException {
        return move(() -> onRow && !rows.has(row + 1));
    }

    @Override
    public void setFetchDirection(int direction) throws SQLException {
        checkOpen();
        JdbcStatement.checkFetchDirection(direction, true);
        fetchDirection = direction;
    }

    @Override
    public int getFetchDirection() throws SQLException {
        checkOpen();
        return fetchDirection;
    }
}
