package io.rochedb.engine.internal;

import io.rochedb.engine.internal.ring.Committer;
import io.rochedb.engine.internal.ring.MemoryBudget;
import io.rochedb.engine.internal.ring.Snapshots;
import io.rochedb.engine.internal.ring.Totals;
import io.rochedb.engine.metrics.MetricSet;

/** What an engine holds, as metrics. Stateless. */
final class EngineGauges {
    private EngineGauges() {}

    static void addTo(MetricSet metrics, Committer committer, Totals totals, MemoryBudget budget) {
        metrics.gauge("roche_rings", "", "Rings that hold records.", totals::rings);
        metrics.gauge("roche_records", "", "Records of all rings.", totals::records);
        metrics.gauge("roche_vector_records", "", "Records with a vector.", totals::vectorRecords);
        metrics.gauge("roche_version", "", "The newest commit that readers see.", committer::visible);
        metrics.gauge(
                "roche_writable",
                "",
                "1 while commits are taken, 0 since a write failed.",
                () -> committer.failure() == null ? 1 : 0);
        Snapshots snapshots = committer.snapshots();
        metrics.gauge("roche_snapshots", "", "Snapshots that are being read.", snapshots::count);
        metrics.gauge(
                "roche_snapshot_oldest_seconds",
                "",
                "Age of the oldest of them.",
                () -> snapshots.oldestMillis() / 1e3);
        metrics.gauge("roche_memory_used_bytes", "", "Bytes of rings held in memory.", budget::usedBytes);
        metrics.gauge("roche_memory_limit_bytes", "", "The memory budget.", budget::limitBytes);
    }
}
