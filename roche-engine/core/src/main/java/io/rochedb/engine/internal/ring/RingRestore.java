package io.rochedb.engine.internal.ring;

import io.rochedb.engine.model.FieldInfo;
import java.util.List;

/** Puts rings back as they were stored, before the engine is handed out. */
public final class RingRestore {
    private final RingTable nothing;
    private final Totals totals;

    /** For rings of a catalog, whose records are on disk. */
    public RingRestore(Catalog catalog, Totals totals) {
        nothing = RingTable.nothing(catalog.budget(), 0);
        this.totals = totals;
    }

    public static void settings(RingState ring, Commit.CatalogEntry entry, long version) {
        ring.set(new RingSettings(ring, entry.periodSeconds(), 0, true, entry.description(), -1, 0));
        if (entry.exists()) {
            ring.create(version, entry.createdMillis());
        }
        if (entry.dropped()) {
            ring.restoreDropped();
        }
    }

    /** Its records are on disk. */
    public void counters(
            RingState ring, RingState.Counters counters, long nextSeq, long lastWriteMillis, int dimension) {
        ring.restore(counters, dimension, nothing);
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
