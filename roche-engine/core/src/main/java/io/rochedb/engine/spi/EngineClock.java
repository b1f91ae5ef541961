package io.rochedb.engine.spi;

import io.rochedb.engine.internal.SuppressForbidden;

/**
 * A source of wall-clock time in milliseconds since 1970-01-01T00:00:00Z.
 *
 * <p>Implementations are thread-safe. The engine makes the values non-decreasing per store; a clock need not.
 */
@FunctionalInterface
public interface EngineClock {
    /** Returns the current time in milliseconds since the epoch. */
    long millis();

    /** Returns the machine's clock. */
    @SuppressForbidden("the one place that asks the machine for the time")
    static EngineClock system() {
        return System::currentTimeMillis;
    }
}
