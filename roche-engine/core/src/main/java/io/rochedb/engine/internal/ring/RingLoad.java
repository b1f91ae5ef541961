package io.rochedb.engine.internal.ring;

import io.rochedb.engine.ErrorCode;
import io.rochedb.engine.RocheException;
import io.rochedb.engine.internal.index.IndexKey;
import io.rochedb.engine.internal.index.IndexShape;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Brings a ring into memory whole: the records on disk, and over them what is in memory already because it was written lately.
 *
 * <p>The disk is read without the commit lock. What commits write meanwhile goes into the ring's partial table, which is kept as long; under the lock
 * that is laid over what was read. So a record read from disk may be older or newer than what the partial table has of it, but never counts then.
 */
final class RingLoad {
    private final RingState ring;
    private final Incarnation of;
    private final Residency residency;
    private final ReentrantLock lock;
    private final boolean forced;
    private long reserved;

    /** Prepares a load that makes room by any means, or, unforced, only takes what is free. */
    RingLoad(RingState ring, Incarnation of, Residency residency, boolean forced) {
        this.ring = ring;
        this.of = of;
        this.residency = residency;
        this.forced = forced;
        lock = residency.lock();
    }

    /** Returns the table, which is whole. */
    RingTable run() {
        while (true) {
            lock.lock();
            List<IndexShape> shapes;
            try {
                RingTable now = of.table();
                if (now.isWhole()) {
                    return now;
                }
                of.hold();
                shapes = ring.indexShapes();
            } finally {
                lock.unlock();
            }
            try {
                RingTable loaded = load(shapes);
                if (loaded != null) {
                    return loaded;
                }
            } finally {
                lock.lock();
                of.letGo();
                lock.unlock();
            }
        }
    }

    /** Returns what a load of a ring takes at most, but for indexes. */
    static long estimate(Incarnation of, MemoryBudget budget, long nextSeq) {
        RingState.Counters stored = of.countersNow();
        int records = rows(stored.records());
        return RingTable.whole(budget, 0)
                        .estimate(records, stored.payloadBytes(), rows(stored.vectorRecords()), of.dimension)
                + SeqIndex.bytesMax(records, nextSeq);
    }

    private static int rows(long count) {
        return (int) Math.min(Integer.MAX_VALUE - 8, count);
    }

    private @Nullable RingTable load(List<IndexShape> shapes) {
        MemoryBudget budget = residency.budget();
        RingTable table = RingTable.whole(budget, of.table().rows().oldestVersion);
        long oldest = table.rows().oldestVersion;
        RingState.Counters expected = of.countersNow();
        table.requireAddressable(ring.name(), rows(expected.records()), rows(expected.vectorRecords()), of.dimension);
        reserve(budget, estimate(of, budget, ring.nextSeq()));
        IndexFilling filling = new IndexFilling(ring.name(), budget, shapes);
        boolean complete = false;
        try (RingLoader.Source source = of.open(ring)) {
            source.forEach(row -> {
                table.append(row, oldest);
                filling.add(row);
            });
            complete = install(table, filling, shapes);
            return complete ? of.table() : null;
        } finally {
            filling.close();
            table.settle(reserved);
            reserved = 0;
            if (!complete || of.table() != table) {
                table.discard();
            }
        }
    }

    private void reserve(MemoryBudget budget, long bytes) {
        String what = "loading ring '" + ring.name() + "'";
        if (forced) {
            budget.reserve(bytes, what);
        } else if (!budget.tryReserve(bytes)) {
            throw new RocheException(
                    ErrorCode.OUT_OF_MEMORY_BUDGET,
                    what + " needs " + bytes + " bytes, and " + budget.usedBytes() + " of the memory budget of "
                            + budget.limitBytes() + " bytes are in use");
        }
        reserved += bytes;
    }

    /** Makes the table the ring's; false when it is to be loaded again, since other indexes are declared now. */
    private boolean install(RingTable table, IndexFilling filling, List<IndexShape> shapes) {
        lock.lock();
        try {
            RingTable written = of.table();
            if (written.isWhole()) {
                return true; // Whoever held the commit lock could not wait for this load.
            }
            if (of.isNewest(ring) && !ring.indexShapes().equals(shapes)) {
                return false;
            }
            reserve(residency.budget(), written.chargedBytes());
            lay(written.rows(), table, filling);
            requireComplete(table);
            table.take(filling.finish(table.rows().oldestVersion), filling.takeReserved());
            of.install(table);
            residency.loaded();
            return true;
        } finally {
            lock.unlock();
        }
    }

    /** Lays what was written lately over what was read. */
    private static void lay(RowArrays written, RingTable over, IndexFilling filling) {
        int positions = written.index.positions();
        for (int i = 0; i < positions; i++) {
            int[] versions = written.versions(written.index.rowAt(i), -1);
            if (versions.length > 0) {
                int first = versions[0];
                endRead(written.seq(first), written.begin(first), over, filling);
            }
            for (int row : versions) {
                over.appendAsItIs(written, row);
                filling.addVersion(written, row);
            }
        }
    }

    /** What was read of a record that is in memory, too, never was. */
    private static void endRead(long seq, long version, RingTable over, IndexFilling filling) {
        RowArrays rows = over.rows();
        int read = rows.index.row(seq);
        if (read >= 0) {
            @Nullable
            IndexKey[] keys =
                    filling.indexes().isEmpty() ? null : filling.indexes().keys(rows, read);
            over.delete(seq, Math.min(version, rows.begin(read)));
            if (keys != null) {
                filling.indexes().change(seq, keys, null, version);
            }
        }
    }

    /** Refuses rows that are not those the ring's counters were stored with: some of them have been lost. */
    private void requireComplete(RingTable table) {
        RingState.Counters stored = of.countersNow();
        RingState.Counters loaded = table.counters();
        // What a commit that was applied in part has left is in neither as it should be.
        if (!loaded.equals(stored) && residency.isSound()) {
            throw new RocheException(
                    ErrorCode.DATA_CORRUPTED,
                    "ring '" + ring.name() + "' was stored with " + text(stored) + ", but the store holds "
                            + text(loaded) + "; restore it from a backup or a dump");
        }
    }

    private static String text(RingState.Counters counters) {
        return counters.records() + " records, " + counters.vectorRecords() + " vectors and " + counters.payloadBytes()
                + " payload bytes";
    }
}
