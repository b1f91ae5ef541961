package io.rochedb.jdbc.internal;

import java.sql.ResultSet;
import java.sql.SQLException;

/**
 * What kind of result sets a statement makes; all of them are read-only.
 *
 * @param scrolls whether they are TYPE_SCROLL_INSENSITIVE, else TYPE_FORWARD_ONLY
 * @param holdability whether they end with their transaction, a constant of {@code ResultSet}
 */
record ResultSetKind(boolean scrolls, int holdability) {
    static ResultSetKind forward(int holdability) {
        return new ResultSetKind(false, holdability);
    }

    /** Refuses numbers that are none of JDBC's. */
    static void check(int type, int concurrency, int holdability) throws SQLException {
        switch (type) {
            case ResultSet.TYPE_FORWARD_ONLY, ResultSet.TYPE_SCROLL_INSENSITIVE, ResultSet.TYPE_SCROLL_SENSITIVE -> {}
            default -> throw SqlErrors.of(SqlErrors.BAD_VALUE, "no result set type: " + type);
        }
        switch (concurrency) {
            case ResultSet.CONCUR_READ_ONLY, ResultSet.CONCUR_UPDATABLE -> {}
            default -> throw SqlErrors.of(SqlErrors.BAD_VALUE, "no result set concurrency: " + concurrency);
        }
        checkHoldability(holdability);
    }

    static void checkHoldability(int holdability) throws SQLException {
        switch (holdability) {
            case ResultSet.CLOSE_CURSORS_AT_COMMIT, ResultSet.HOLD_CURSORS_OVER_COMMIT -> {}
            default -> throw SqlErrors.of(SqlErrors.BAD_VALUE, "no holdability: " + holdability);
        }
    }

    int type() {
        return scrolls ? ResultSet.TYPE_SCROLL_INSENSITIVE : ResultSet.TYPE_FORWARD_ONLY;
    }

    boolean holds() {
        return holdability == ResultSet.HOLD_CURSORS_OVER_COMMIT;
    }
}
