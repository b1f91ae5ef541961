package io.rochedb.engine.internal.ring;

import io.rochedb.engine.ErrorCode;
import io.rochedb.engine.RocheException;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The registry of snapshots that are being read, oldest first: what the reclaimer must keep. Thread-safe.
 *
 * <p>A snapshot lives {@value #LIFE_MILLIS} ms; after that its rows may be reclaimed and its use fails.
 */
public final class Snapshots {
    public static final long LIFE_MILLIS = 30L * 60 * 1000;

    private final LongSupplier visible;
    private final EngineTime time;
    private @Nullable Snapshot oldest;
    private @Nullable Snapshot newest;

    Snapshots(LongSupplier visible, EngineTime time) {
        this.visible = visible;
        this.time = time;
    }

    /** One registered version. Close it. */
    public static final class Snapshot implements AutoCloseable {
        private final Snapshots registry;
        private final long version;
        private final long deadlineMillis;
        private @Nullable Snapshot previous;
        private @Nullable Snapshot next;
        private boolean linked;
        private volatile boolean expired;

        private Snapshot(Snapshots registry, long version, long deadlineMillis) {
            this.registry = registry;
            this.version = version;
            this.deadlineMillis = deadlineMillis;
        }

        public long version() {
            return version;
        }

        /** Throws {@code SNAPSHOT_TOO_OLD} past the deadline. */
        public void check() {
            if (expired || registry.time.now() > deadlineMillis) {
                throw new RocheException(
                        ErrorCode.SNAPSHOT_TOO_OLD,
                        "snapshot too old: it was opened more than " + LIFE_MILLIS / 60_000
                                + " minutes ago; begin a new transaction and run the statement again");
            }
        }

        @Override
        public void close() {
            registry.remove(this);
        }
    }

    /** Registers the newest visible version. */
    public synchronized Snapshot open() {
        Snapshot snapshot = new Snapshot(this, visible.getAsLong(), time.now() + LIFE_MILLIS);
        snapshot.linked = true;
        Snapshot last = newest;
        snapshot.previous = last;
        if (last == null) {
            oldest = snapshot;
        } else {
            last.next = snapshot;
        }
        newest = snapshot;
        return snapshot;
    }

    /** Returns how many there are. */
    public synchronized int count() {
        int count = 0;
        for (Snapshot snapshot = oldest; snapshot != null; snapshot = snapshot.next) {
            count++;
        }
        return count;
    }

    /** Returns how long the oldest has been open, 0 when there is none. */
    public synchronized long oldestMillis() {
        Snapshot first = oldest;
        return first == null ? 0 : time.now() - (first.deadlineMillis - LIFE_MILLIS);
    }

    private synchronized void remove(Snapshot snapshot) {
        if (!snapshot.linked) {
            return;
        }
        snapshot.linked = false;
        Snapshot before = snapshot.previous;
        Snapshot after = snapshot.next;
        if (before == null) {
            oldest = after;
        } else {
            before.next = after;
        }
        if (after == null) {
            newest = before;
        } else {
            after.previous = before;
        }
    }

    /** Returns the oldest version anyone may still read; snapshots past their deadline do not count and are marked. */
    synchronized long oldestVersion() {
        long now = time.now();
        long version = visible.getAsLong();
        Snapshot snapshot = oldest;
        while (snapshot != null && now > snapshot.deadlineMillis) {
            snapshot.expired = true;
            Snapshot after = snapshot.next;
            remove(snapshot);
            snapshot = after;
        }
        // After a failed write the visible version falls back, so the oldest snapshot need not have the least version.
        for (; snapshot != null; snapshot = snapshot.next) {
            version = Math.min(version, snapshot.version);
        }
        return version;
    }
}
