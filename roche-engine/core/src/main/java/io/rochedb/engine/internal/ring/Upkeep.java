package io.rochedb.engine.internal.ring;

import java.util.Collection;
import java.util.concurrent.locks.ReentrantLock;

/** The giving up of what nobody reads any more: incarnations of rings that have ended, rows and index entries that have. Thread-safe. */
public final class Upkeep {
    /** What a transaction of so many records leaves is worth looking at once its snapshot is closed. */
    private static final int LARGE_MIN = 1_024;

    private final CommitOrder order;
    private final ReentrantLock lock;
    private final Snapshots snapshots;
    private final RingDdl ddl;
    private boolean journaled;

    Upkeep(CommitOrder order, Snapshots snapshots, RingDdl ddl) {
        this.order = order;
        this.lock = order.lock();
        this.snapshots = snapshots;
        this.ddl = ddl;
    }

    /** Has the visible version fall back to the last written one when a write fails. Before the first commit. */
    void journaled() {
        journaled = true;
    }

    /** Gives up what dropped and emptied rings held and nobody reads any more. */
    public void forgetEnded() {
        // Whoever holds the lock may do it as well, or the next who closes a view.
        if (ddl.hasEnded() && lock.tryLock()) {
            try {
                ddl.forget(oldestNeeded());
            } finally {
                lock.unlock();
            }
        }
    }

    /** Returns the oldest version that anyone reads, or that may become the visible one again. */
    public long oldestNeeded() {
        // The visible version falls back to the last written one when a write fails: that one must stay whole.
        long needed = journaled ? order.lastWritten() : Long.MAX_VALUE;
        return Math.min(needed, snapshots.oldestVersion());
    }

    /** Gives up what the records that a transaction has ended leave, unless it is large: its own snapshot still needs that. Under the commit lock. */
    void committed(Collection<RingOverlay> overlays) {
        if (!isLarge(overlays)) {
            reclaim(overlays);
        }
    }

    private static boolean isLarge(Collection<RingOverlay> overlays) {
        int written = 0;
        for (RingOverlay overlay : overlays) {
            written += overlay.size();
        }
        return written >= LARGE_MIN;
    }

    /** Gives up what the records that a large transaction ended have left, once its own snapshot is closed: its commit had to keep that. */
    public void ended(Collection<RingOverlay> overlays) {
        // Whoever holds the lock keeps it: the next commit into the ring does it then.
        if (isLarge(overlays) && lock.tryLock()) {
            try {
                reclaim(overlays);
            } finally {
                lock.unlock();
            }
        }
    }

    /** Gives up what nobody reads any more in the rings of some overlays; under the commit lock. */
    void reclaim(Collection<RingOverlay> overlays) {
        for (RingOverlay overlay : overlays) {
            // What is in memory of a ring that is else on disk is given up when memory is short.
            RingTable table = overlay.ring().tableInMemory();
            if (table == null) {
                continue;
            }
            if (table.indexes().worthPurging()) {
                table.indexes().purge(oldestNeeded());
                table.settleIndexes(0);
            }
            if (table.worthReclaiming()) {
                try {
                    table.reclaim(oldestNeeded());
                } catch (RuntimeException | Error e) {
                    // The commit stands. The table is as it was, and looked at again when more of it is dead.
                    continue;
                }
            }
        }
    }
}
