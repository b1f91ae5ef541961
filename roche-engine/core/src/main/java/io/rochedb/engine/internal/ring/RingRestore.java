package io.rochedb.engine.internal.ring;

import io.rochedb.engine.model.FieldInfo;
import java.util.List;

/** Puts a ring back as it was stored, before the engine is handed out. Stateless. */
public final class RingRestore {
    private RingRestore() {}

    public static void settings(RingState ring, Commit.CatalogEntry entry, long version) {
        ring.set(new RingSettings(ring, entry.periodSeconds(), 0, true, entry.description(), -1, 0));
        if (entry.exists()) {
            ring.create(version, entry.createdMillis());
        }
        if (entry.dropped()) {
            ring.restoreDropped();
        }
    }

    public static void counters(
            RingState ring,
            RingLoader loader,
            RingState.Counters counters,
            long nextSeq,
            long lastWriteMillis,
            int dimension,
            Totals totals) {
        ring.restore(counters, dimension, loader);
        ring.changed(0, counters.records(), counters.vectorRecords(), counters.payloadBytes(), lastWriteMillis);
        ring.keepSeq(nextSeq - 1);
        totals.add(counters.records() > 0 ? 1 : 0, counters.records(), counters.vectorRecords());
    }

    public static void fields(RingState ring, List<FieldInfo> infos, long version) {
        ring.fields().restore(infos, version);
    }

    public static void centroid(RingState ring, double[] sum) {
        ring.restoreCentroid(sum);
    }
}
