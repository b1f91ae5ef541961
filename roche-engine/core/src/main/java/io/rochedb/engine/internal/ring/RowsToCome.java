package io.rochedb.engine.internal.ring;

import org.jspecify.annotations.Nullable;

/** Rows that are about to be appended to a table, in order: what they will take. Used by one thread. */
final class RowsToCome {
    private final PayloadArena.Growth payloads;
    private int rows;
    private int vectors;
    private long first = Long.MAX_VALUE;
    private long last = -1;

    RowsToCome(RingTable table) {
        payloads = table.payloadGrowth();
    }

    void add(@Nullable RowData row) {
        if (row != null) {
            rows++;
            vectors += row.vector() == null ? 0 : 1;
            payloads.add(row.payload().length);
            first = Math.min(first, row.seq());
            last = Math.max(last, row.seq());
        }
    }

    /** Adds rows with new seqs and payloads of one size. */
    void add(int more, long payloadBytes, int moreVectors) {
        rows += more;
        vectors += moreVectors;
        for (int i = 0; i < more; i++) {
            payloads.add((int) ((payloadBytes + more - 1) / more));
        }
    }

    int rows() {
        return rows;
    }

    int vectors() {
        return vectors;
    }

    long payloadGrowth() {
        return payloads.bytes();
    }

    long indexGrowth(SeqIndex index) {
        long next = index.end();
        return last < 0 ? index.growthMax(rows, next, next + rows - 1) : index.growthMax(rows, first, last);
    }
}
