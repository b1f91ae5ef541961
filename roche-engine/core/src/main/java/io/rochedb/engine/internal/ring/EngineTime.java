package io.rochedb.engine.internal.ring;

import io.rochedb.engine.spi.EngineClock;
import java.util.concurrent.atomic.AtomicLong;

/** The engine's time in milliseconds: the clock's, but never less than a time given before. Thread-safe. */
public final class EngineTime {
    private final EngineClock clock;
    private final AtomicLong last;

    /** Starts at {@code startMillis} or later. */
    public EngineTime(EngineClock clock, long startMillis) {
        this.clock = clock;
        last = new AtomicLong(startMillis);
    }

    public long now() {
        long millis = clock.millis();
        long seen = last.get();
        while (millis > seen) {
            if (last.compareAndSet(seen, millis)) {
                return millis;
            }
            seen = last.get();
        }
        return seen;
    }
}
