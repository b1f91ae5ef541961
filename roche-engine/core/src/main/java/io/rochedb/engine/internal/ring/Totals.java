package io.rochedb.engine.internal.ring;

/** Counts over all rings, kept by commits: written under the commit lock, read by anyone as of about now. */
public final class Totals {
    private volatile long rings;
    private volatile long records;
    private volatile long vectorRecords;
    private final RecentChanges recent = new RecentChanges();

    /** Returns how many rings hold records. */
    public long rings() {
        return rings;
    }

    public long records() {
        return records;
    }

    public long vectorRecords() {
        return vectorRecords;
    }

    /** Returns what has changed last. */
    public RecentChanges recent() {
        return recent;
    }

    /** Notes what a commit changes in a ring, under the commit lock. */
    void change(long version, RingState ring, long ringDelta, long recordDelta, long vectorDelta) {
        add(ringDelta, recordDelta, vectorDelta);
        if (recordDelta != 0 || vectorDelta != 0) {
            recent.add(version, ring, ringDelta, recordDelta, vectorDelta);
        }
    }

    // Only ever called by one thread at a time.
    void add(long ringDelta, long recordDelta, long vectorDelta) {
        if (ringDelta != 0) {
            rings = rings + ringDelta;
        }
        if (vectorDelta != 0) {
            vectorRecords = vectorRecords + vectorDelta;
        }
        records = records + recordDelta;
    }
}
