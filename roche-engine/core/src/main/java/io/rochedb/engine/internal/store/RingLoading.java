package io.rochedb.engine.internal.store;

import io.rochedb.engine.internal.ring.DocumentShape;
import io.rochedb.engine.internal.ring.Drafts;
import io.rochedb.engine.internal.ring.RingLoader;
import io.rochedb.engine.internal.ring.RingState;
import io.rochedb.engine.internal.ring.RowData;
import io.rochedb.engine.internal.store.LogStore.Entries;
import io.rochedb.engine.internal.store.LogStore.Family;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Reads a ring's rows from the log store: records and vectors side by side, in order of seq, each checked. */
class RingLoading implements RingLoader {
    private final LogStore store;

    RingLoading(LogStore store) {
        this.store = store;
    }

    byte @Nullable [] get(Family family, byte[] key) {
        return store.get(family, key);
    }

    @Override
    public Source open(RingState ring) {
        // Of one moment: the ring may be written meanwhile.
        LogStore.Pin pin = store.pin();
        boolean complete = false;
        try {
            Source rows = rows(ring, pin, true);
            complete = true;
            return rows;
        } finally {
            if (!complete) {
                pin.close();
            }
        }
    }

    /** Opens the records with their vectors, as a pin has them, which is closed with them when that is asked for. */
    static Source rows(RingState ring, LogStore.Pin pin, boolean closed) {
        byte[] prefix = RecordValues.prefix(ring.key());
        Entries records = pin.scan(Family.RECORDS, prefix);
        boolean complete = false;
        try {
            Entries vectors = pin.scan(Family.VECTORS, prefix);
            complete = true;
            return new Rows(ring.name(), records, vectors, closed ? pin : null);
        } finally {
            if (!complete) {
                records.close();
            }
        }
    }

    @Override
    public Source openDocuments(RingState ring) {
        return new Rows(ring.name(), store.scan(Family.RECORDS, RecordValues.prefix(ring.key())), null, null);
    }

    @Override
    public @Nullable RowData record(RingState ring, long seq, boolean vector) {
        byte[] key = RecordValues.key(ring.key(), seq);
        byte[] value = get(Family.RECORDS, key);
        if (value == null) {
            return null;
        }
        RecordValues.Stored stored = RecordValues.readRecord(ring.name(), key, value);
        byte[] components = vector && stored.hasVector() ? get(Family.VECTORS, key) : null;
        return row(stored, components == null ? null : RecordValues.readVector(ring.name(), key, components));
    }

    private static RowData row(RecordValues.Stored stored, float @Nullable [] vector) {
        return new RowData(
                stored.seq(),
                stored.createdMillis(),
                stored.epoch(),
                stored.codec(),
                stored.writtenMillis(),
                stored.payload(),
                vector,
                vector == null ? null : Drafts.normalise("", vector, Integer.MAX_VALUE),
                DocumentShape.NONE);
    }

    @Override
    public Pinned pin() {
        return new PinnedLoading(store, store.pin());
    }

    private static final class PinnedLoading extends RingLoading implements Pinned {
        private static final int CHUNK_ROWS = 256;
        private static final int CHUNK_BYTES = 256 << 10;

        private final LogStore.Pin pin;

        PinnedLoading(LogStore store, LogStore.Pin pin) {
            super(store);
            this.pin = pin;
        }

        @Override
        byte @Nullable [] get(Family family, byte[] key) {
            return pin.get(family, key);
        }

        @Override
        public Source open(RingState ring) {
            return rows(ring, pin, false);
        }

        @Override
        public Source openDocuments(RingState ring) {
            return new Rows(ring.name(), pin.scan(Family.RECORDS, RecordValues.prefix(ring.key())), null, null);
        }

        @Override
        public Pinned pin() {
            return this;
        }

        @Override
        public List<StoredRow> rows(RingState ring, long from, boolean descending) {
            List<StoredRow> rows = new ArrayList<>();
            int bytes = 0;
            byte[] first = RecordValues.key(ring.key(), from);
            try (Entries entries = pin.scan(Family.RECORDS, RecordValues.prefix(ring.key()), first, descending)) {
                while (rows.size() < CHUNK_ROWS && bytes < CHUNK_BYTES && entries.next()) {
                    RecordValues.Stored stored = RecordValues.readRecord(ring.name(), entries.key(), entries.value());
                    rows.add(new StoredRow(row(stored, null), stored.hasVector()));
                    bytes += stored.payload().length;
                }
            }
            return rows;
        }

        @Override
        public List<StoredVector> vectors(RingState ring, long from, int max) {
            List<StoredVector> vectors = new ArrayList<>();
            int bytes = 0;
            byte[] first = RecordValues.key(ring.key(), from);
            try (Entries entries = pin.scan(Family.VECTORS, RecordValues.prefix(ring.key()), first, false)) {
                while (vectors.size() < max && bytes < CHUNK_BYTES && entries.next()) {
                    byte[] key = entries.key();
                    float[] vector = RecordValues.readVector(ring.name(), key, entries.value());
                    vectors.add(new StoredVector(RecordValues.seq(key), vector));
                    bytes += 4 * vector.length;
                }
            }
            return vectors;
        }

        @Override
        public void close() {
            pin.close();
        }
    }

    /** Records beside their vectors, or without them. */
    private record Rows(
            String ring, Entries records, @Nullable Entries vectors, LogStore.@Nullable Pin pin) implements Source {
        @Override
        public void forEach(Consumer<RowData> rows) {
            while (records.next()) {
                RecordValues.Stored stored = RecordValues.readRecord(ring, records.key(), records.value());
                float[] original = null;
                if (vectors != null && stored.hasVector()) {
                    if (!vectors.next() || !Arrays.equals(vectors.key(), records.key())) {
                        throw RecordValues.corrupted(ring, records.key(), "vector", "it is missing or out of place");
                    }
                    original = RecordValues.readVector(ring, records.key(), vectors.value());
                }
                rows.accept(row(stored, original));
            }
        }

        @Override
        public void close() {
            records.close();
            if (vectors != null) {
                vectors.close();
            }
            if (pin != null) {
                pin.close();
            }
        }
    }
}
