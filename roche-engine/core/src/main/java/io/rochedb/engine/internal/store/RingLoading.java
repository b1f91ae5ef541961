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
final class RingLoading implements RingLoader {
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

    @Override
    public void scan(RingState ring, Consumer<RowData> rows) {
        try (Entries records = store.scan(Family.RECORDS, RecordValues.prefix(ring.key()))) {
            while (records.next()) {
                rows.accept(row(RecordValues.readRecord(ring.name(), records.key(), records.value()), null, null));
            }
        }
    }

    private static RowData row(RecordValues.Stored stored, float @Nullable [] original, float @Nullable [] normalised) {
        return new RowData(
                stored.seq(),
                stored.createdMillis(),
                stored.epoch(),
                stored.codec(),
                stored.writtenMillis(),
                stored.payload(),
                original,
                normalised,
                DocumentShape.NONE);
    }

    @Override
    public void load(RingState ring, Consumer<RowData> rows) {
        byte[] prefix = RecordValues.prefix(ring.key());
        try (Entries records = store.scan(Family.RECORDS, prefix);
                Entries vectors = ring.countersNow().vectorRecords() == 0 ? NONE : store.scan(Family.VECTORS, prefix)) {
            while (records.next()) {
                RecordValues.Stored stored = RecordValues.readRecord(ring.name(), records.key(), records.value());
                float[] original = null;
                float[] normalised = null;
                if (stored.hasVector()) {
                    if (!vectors.next() || !Arrays.equals(vectors.key(), records.key())) {
                        throw RecordValues.corrupted(
                                ring.name(), records.key(), "vector", "it is missing or out of place");
                    }
                    original = RecordValues.readVector(ring.name(), records.key(), vectors.value());
                    normalised = Drafts.normalise(ring.name(), original, Integer.MAX_VALUE);
                }
                rows.accept(row(stored, original, normalised));
            }
        }
    }
}
