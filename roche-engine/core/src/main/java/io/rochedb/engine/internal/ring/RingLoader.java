package io.rochedb.engine.internal.ring;

import java.util.function.Consumer;

/** Where the rows of a stored ring come from when it is first touched. Thread-safe. */
public interface RingLoader {
    /** Hands every record of the ring over, in order of seq; {@code DATA_CORRUPTED} names what is damaged. */
    void load(RingState ring, Consumer<RowData> rows);

    /** Hands every record over without its vector: for looking at records once. */
    void scan(RingState ring, Consumer<RowData> rows);
}
