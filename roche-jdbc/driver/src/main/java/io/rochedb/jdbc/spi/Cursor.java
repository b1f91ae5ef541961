package io.rochedb.jdbc.spi;

import org.jspecify.annotations.Nullable;

/**
 * A forward-only reader over rows, values in internal representation.
 *
 * <p>VARCHAR {@code String}, BIGINT {@code Long}, INTEGER {@code Integer}, SMALLINT {@code Short}, TINYINT {@code Byte}, DOUBLE
 * {@code Double}, REAL {@code Float}, DECIMAL {@code BigDecimal}, BOOLEAN {@code Boolean}, TIMESTAMP {@code Long} milliseconds since the
 * epoch UTC, DATE {@code Integer} days since the epoch, TIME {@code Integer} milliseconds of the day, VARBINARY {@code byte[]}, REAL
 * ARRAY {@code float[]}, other arrays {@code java.util.List}. A parameter of type ANY is bound as what it is, temporal values as
 * {@code LocalDate}, {@code LocalTime} or {@code LocalDateTime} of UTC. Read by one thread at a time; {@link #close} may come from another.
 */
public interface Cursor extends AutoCloseable {
    /** Moves to the next row; false at the end. */
    boolean next();

    /** Returns a value of the current row by column index, from 0. */
    @Nullable
    Object get(int column);

    /** Releases the snapshot; harmless when repeated. */
    @Override
    void close();
}
