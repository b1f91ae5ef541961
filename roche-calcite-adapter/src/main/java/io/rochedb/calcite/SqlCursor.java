package io.rochedb.calcite;

import org.jspecify.annotations.Nullable;

/**
 * A forward-only reader over the rows of a statement, in internal representation.
 *
 * <p>VARCHAR {@code String}, BIGINT {@code Long}, INTEGER {@code Integer} (SMALLINT {@code Short}, TINYINT {@code Byte}), DOUBLE {@code Double}, REAL
 * {@code Float}, DECIMAL {@code BigDecimal}, BOOLEAN {@code Boolean}, TIMESTAMP {@code Long} ms since the epoch UTC, DATE {@code Integer} days since the
 * epoch, TIME {@code Integer} ms of the day, VARBINARY {@code byte[]}, REAL ARRAY {@code float[]}, other arrays {@code java.util.List}. Not thread-safe. Close it.
 */
public interface SqlCursor extends AutoCloseable {
    /** Moves to the next row; false at the end. */
    boolean next();

    /** Returns a value of the current row by column index, from 0. */
    @Nullable
    Object get(int column);

    @Override
    void close();
}
