package io.rochedb.engine.internal.ring;

/** Counts over all rings, kept by commits: written under the commit lock, read by anyone as of about now. */
public final class Totals {
    private volatile long rings;
    private volatile long records;
    private volatile long vectorRecords;

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
