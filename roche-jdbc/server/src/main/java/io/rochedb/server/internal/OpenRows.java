package io.rochedb.server.internal;

import io.rochedb.jdbc.spi.Cursor;
import io.rochedb.jdbc.spi.Execution;

/** Rows of a run that were not all sent. */
final class OpenRows {
    private final Cursor cursor;
    private final Execution execution;
    private final long request;
    private final int width;
    private final boolean ofTransaction;
    private boolean onRow;

    /**
     * Creates the state of rows.
     *
     * @param request the number of the request that ran the statement
     * @param ofTransaction whether they end with the session's transaction
     */
    OpenRows(Cursor cursor, Execution execution, long request, int width, boolean ofTransaction) {
        this.cursor = cursor;
        this.execution = execution;
        this.request = request;
        this.width = width;
        this.ofTransaction = ofTransaction;
    }

    Cursor cursor() {
        return cursor;
    }

    Execution execution() {
        return execution;
    }

    long request() {
        return request;
    }

    int width() {
        return width;
    }

    boolean ofTransaction() {
        return ofTransaction;
    }

    /** Moves to the next row to send: the current one when it did not fit into the frame before. */
    boolean next() {
        if (onRow) {
            onRow = false;
            return true;
        }
        return cursor.next();
    }

    /** Leaves the current row to the next frame. */
    void keepRow() {
        onRow = true;
    }
}
