package io.rochedb.engine.internal.ring;

import java.util.concurrent.locks.ReentrantLock;

/** Counters of rings that are not in memory, at versions before their last change. Stateless. */
final class ColdCounts {
    private ColdCounts() {}

    /** Returns what a version has: what there is now, less what was changed since, all of which is in memory. */
    static RingState.Counters at(Incarnation of, long version) {
        ReentrantLock lock = of.residency().lock();
        RingState.Counters now;
        RowArrays rows;
        RingTable table;
        long newest;
        lock.lock();
        try {
            now = of.countersNow();
            table = of.table();
            rows = table.rows();
            newest = of.residency().appended();
        } finally {
            lock.unlock();
        }
        if (rows.oldestVersion > version) {
            throw ColdGets.tooOld();
        }
        long records = now.records();
        long vectors = now.vectorRecords();
        long bytes = now.payloadBytes();
        int positions = rows.index.positions();
        for (int i = 0; i < positions; i++) {
            int last = rows.index.rowAt(i);
            int current = rows.visible(last, newest);
            int before = rows.visible(last, version);
            if (current != before) {
                records += (before < 0 ? 0 : 1) - (current < 0 ? 0 : 1);
                vectors += (before >= 0 && rows.slot(before) >= 0 ? 1 : 0)
                        - (current >= 0 && rows.slot(current) >= 0 ? 1 : 0);
                bytes +=
                        (before < 0 ? 0 : rows.payloadLength(before)) - (current < 0 ? 0 : rows.payloadLength(current));
            }
        }
        return new RingState.Counters(records, vectors, bytes);
    }
}
