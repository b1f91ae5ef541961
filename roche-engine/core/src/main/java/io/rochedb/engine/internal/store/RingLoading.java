package io.rochedb.engine.internal.store;

import io.rochedb.engine.internal.ring.DocumentShape;
import io.rochedb.engine.internal.ring.Drafts;
import io.rochedb.engine.internal.ring.RingLoader;
import io.rochedb.engine.internal.ring.RingState;
import io.rochedb.engine.internal.ring.RowData;
import io.rochedb.engine.internal.store.LogStore.Entries;
import io.rochedb.engine.internal.store.LogStore.Family;
import java.util.Arrays;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Reads a ring's rows from the log store: records and vectors side by side, in order of seq, each checked. */
class RingLoading implements RingLoader {
    private static final Entries NONE = new Entries() {
        @Override
        public boolean next() {
            return false;
        }

        @Override
        public byte[] key() {
            return new byte[0];
        }

        @Override
        public byte[] value() {
            return new byte[0];
        }

        @Override
        public void close() {}
    };

    private final LogStore store;

    RingLoading(LogStore store) {
        this.store = store;
    }

    Entries scan(Family family, byte[] prefix) {
        return store.scan(family, prefix);
    }

    @Override
    public Source open(RingState ring, long vectorRecords) {
        byte[] prefix = RecordValues.prefix(ring.key());
        Entries records = scan(Family.RECORDS, prefix);
        boolean complete = false;
        try {
            Entries vectors = vectorRecords == 0 ? NONE : scan(Family.VECTORS, prefix);
            complete = true;
            return new Rows(ring.name(), records, vectors);
        } finally {
            if (!complete) {
                records.close();
            }
        }
    }

    @Override
    public Source openDocuments(RingState ring) {
        return new Rows(ring.name(), scan(Family.RECORDS, RecordValues.prefix(ring.key())), null);
    }

    @Override
    public Pinned pin() {
        return new PinnedLoading(store, store.pin());
    }

    private static final class PinnedLoading extends RingLoading implements Pinned {
        private final LogStore.Pin pin;

        PinnedLoading(LogStore store, LogStore.Pin pin) {
            super(store);
            this.pin = pin;
        }

        @Override
        Entries scan(Family family, byte[] prefix) {
            return pin.scan(family, prefix);
        }

        @Override
        public void close() {
            pin.close();
        }
    }

    /** Records beside their vectors, or without them. */
    private record Rows(
            String ring, Entries records, @Nullable Entries vectors) implements Source {
        @Override
        public void forEach(Consumer<RowData> rows) {
            while (records.next()) {
                RecordValues.Stored stored = RecordValues.readRecord(ring, records.key(), records.value());
                float[] original = null;
                float[] normalised = null;
                if (vectors != null && stored.hasVector()) {
                    if (!vectors.next() || !Arrays.equals(vectors.key(), records.key())) {
                        throw RecordValues.corrupted(ring, records.key(), "vector", "it is missing or out of place");
                    }
                    original = RecordValues.readVector(ring, records.key(), vectors.value());
                    normalised = Drafts.normalise(ring, original, Integer.MAX_VALUE);
                }
                rows.accept(new RowData(
                        stored.seq(),
                        stored.createdMillis(),
                        stored.epoch(),
                        stored.codec(),
                        stored.writtenMillis(),
                        stored.payload(),
                        original,
                        normalised,
                        DocumentShape.NONE));
            }
        }

        @Override
        public void close() {
            records.close();
            if (vectors != null) {
                vectors.close();
            }
        }
    }
}
