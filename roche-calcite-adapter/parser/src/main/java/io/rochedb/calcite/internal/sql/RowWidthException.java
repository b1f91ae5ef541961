package io.rochedb.calcite.internal.sql;

/** A list of columns that is assigned a row of another width. */
public final class RowWidthException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** Creates one. */
    public RowWidthException(int columns, int values) {
        super("SET has " + columns + " column" + (columns == 1 ? "" : "s") + " and " + values + " value"
                + (values == 1 ? "" : "s"));
    }
}
