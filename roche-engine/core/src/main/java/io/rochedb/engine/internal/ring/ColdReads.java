package io.rochedb.engine.internal.ring;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * How one read view reads rings that are not in memory: through one pin of the store. Thread-safe.
 *
 * <p>The pin is taken once the disk has everything the view sees. So for a record of which memory has nothing, the pin shows what the view sees: had it been
 * written after the view's version, memory would still have what it was before.
 */
public final class ColdReads implements AutoCloseable {
    private final Residency residency;
    private final long version;
    private volatile RingLoader.@Nullable Pinned pin;
    private boolean missed;
    private boolean closed;

    /** For a view that reads at a version, which a registered snapshot holds. */
    public ColdReads(Residency residency, long version) {
        this.residency = residency;
        this.version = version;
    }

    /** A statement begins: what it reads of the disk is one use, however much it is. */
    public void statement() {
        missed = false;
    }

    /** Notes that something is not in memory. */
    void missed() {
        if (!missed) {
            missed = true;
            residency.advance();
        }
    }

    /** Returns what reads the records of an incarnation that are not in memory. */
    RingLoader.Pinned source(Incarnation of) {
        RingLoader ended = of.ended();
        if (ended == null) {
            RingLoader.Pinned mine = pinned();
            ended = of.ended();
            if (ended == null) {
                residency.streamed();
                return mine;
            }
            // It was dropped meanwhile, and the pin may be of after that.
        }
        residency.streamed();
        return (RingLoader.Pinned) ended;
    }

    private RingLoader.Pinned pinned() {
        RingLoader.Pinned mine = pin;
        return mine != null ? mine : takePin();
    }

    private synchronized RingLoader.Pinned takePin() {
        RingLoader.Pinned mine = pin;
        if (mine == null) {
            if (closed) {
                throw ColdGets.tooOld();
            }
            residency.awaitWritten(version);
            mine = Objects.requireNonNull(residency.store()).pin();
            pin = mine;
        }
        return mine;
    }

    /** Returns whether anything was read through it. */
    public boolean isUsed() {
        return pin != null;
    }

    @Override
    public synchronized void close() {
        closed = true;
        RingLoader.Pinned mine = pin;
        if (mine != null) {
            mine.close();
        }
    }
}
