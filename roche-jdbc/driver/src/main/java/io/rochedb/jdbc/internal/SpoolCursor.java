package io.rochedb.jdbc.internal;

import io.rochedb.jdbc.spi.Cursor;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * The rows of a forward-only cursor, read from it when first needed and kept, so that any of them can be gone to again.
 */
final class SpoolCursor implements Cursor {
    private final Cursor source;
    private final int columns;
    private final long maxRows;
    private final RowSpool spool;
    private boolean ended;
    private long position;
    private @Nullable Object @Nullable [] current;

    /** Takes the rows of a cursor, 0 as the most of them for all. */
    SpoolCursor(Cursor source, int columns, long maxRows) {
        this(source, columns, maxRows, RowSpool.MEMORY_BYTES_MAX);
    }

    SpoolCursor(Cursor source, int columns, long maxRows, long memoryBytesMax) {
        this.source = source;
        this.columns = columns;
        this.maxRows = maxRows;
        this.spool = new RowSpool(memoryBytesMax);
    }

    private static SqlErrors.ConversionException failed(IOException e) {
        SqlErrors.ConversionException failure = new SqlErrors.ConversionException(
                "58030", "rows of the result cannot be kept in the temporary directory: " + e.getMessage());
        failure.initCause(e);
        return failure;
    }

    /** Reads until there are so many rows, or no more; returns whether there are so many. */
    boolean has(long rows) {
        while (!ended && spool.size() < rows) {
            if ((maxRows > 0 && spool.size() >= maxRows) || !source.next()) {
                ended = true;
                // the snapshot is of no more use
                source.close();
                break;
            }
            @Nullable Object[] row = new @Nullable Object[columns];
            for (int i = 0; i < columns; i++) {
                row[i] = source.get(i);
            }
            try {
                spool.add(row);
            } catch (IOException e) {
                throw failed(e);
            }
        }
        return spool.size() >= rows;
    }

    /** Reads all rows and returns how many there are. */
    long size() {
        has(Long.MAX_VALUE);
        return spool.size();
    }

    /** Goes to a row by number from 1; false when there is none. */
    boolean moveTo(long row) {
        if (row < 1 || !has(row)) {
            current = null;
            return false;
        }
        try {
            current = spool.get(row - 1);
        } catch (IOException e) {
            throw failed(e);
        }
        position = row;
        return true;
    }

    @Override
    public boolean next() {
        return moveTo(position + 1);
    }

    @Override
    public @Nullable Object get(int column) {
        @Nullable Object[] row = current;
        if (row == null) {
            throw new IllegalStateException("no current row");
        }
        return row[column];
    }

    @Override
    public void close() {
        try (spool) {
            source.close();
        } catch (IOException e) {
            throw failed(e);
        }
    }
}
