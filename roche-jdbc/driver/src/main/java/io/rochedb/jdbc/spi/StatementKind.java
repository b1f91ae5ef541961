package io.rochedb.jdbc.spi;

/** Whether a statement returns rows or a count, and whether it may write. */
public enum StatementKind {
    /** Rows, nothing written. */
    QUERY(true),
    /** An update count. */
    UPDATE(false),
    /** Rows, and it may write. */
    CALL(true);

    private final boolean rows;

    StatementKind(boolean rows) {
        this.rows = rows;
    }

    /** Returns whether the statement has a result set. */
    public boolean returnsRows() {
        return rows;
    }
}
