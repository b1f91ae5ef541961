package io.rochedb.engine.internal;

import io.rochedb.engine.ProgressListener;
import io.rochedb.engine.internal.ring.IndexCheck;
import io.rochedb.engine.internal.ring.RingState;
import io.rochedb.engine.internal.store.DurableStore;
import io.rochedb.engine.internal.store.Findings;
import io.rochedb.engine.model.RingInfo;
import io.rochedb.engine.model.RingScope;
import io.rochedb.engine.ops.CheckReport;
import io.rochedb.engine.ops.Finding;
import io.rochedb.engine.ops.RingLocality;
import io.rochedb.engine.query.RingSelector;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reports on what an open engine has: the check of what is on disk and of the indexes in memory, and how records lie on disk. Stateless. */
final class EngineCheck {
    private EngineCheck() {}

    static CheckReport check(EmbeddedEngine engine, @Nullable DurableStore store, ProgressListener progress) {
        Findings findings = new Findings();
        try (EngineView view = new EngineView(engine, RingScope.ALL)) {
            CheckReport onDisk = store == null
                    ? inMemory(view)
                    : store.check(engine.committer().appended(), findings, progress);
            for (RingState ring : view.access().route(RingSelector.ALL)) {
                view.access().checkReadable();
                IndexCheck.check(
                        ring,
                        view.version(),
                        (seq, index) -> findings.add(
                                Finding.Kind.INDEX, ring.name(), seq, "index '" + index + "' does not lead to it"));
            }
            return new CheckReport(
                    onDisk.version(),
                    onDisk.rings(),
                    onDisk.records(),
                    onDisk.vectors(),
                    onDisk.bytes(),
                    findings.count(),
                    findings.kept());
        }
    }

    static List<RingLocality> locality(EmbeddedEngine engine, @Nullable DurableStore store, RingScope scope) {
        try (EngineView view = new EngineView(engine, scope)) {
            List<RingState> rings = view.access().route(RingSelector.ALL).stream()
                    .filter(ring -> view.access().records(ring) > 0)
                    .toList();
            long[] keys = rings.stream().mapToLong(RingState::key).toArray();
            int[] runs = store == null ? new int[keys.length] : store.runs(keys);
            List<RingLocality> found = new ArrayList<>();
            for (int i = 0; i < runs.length; i++) {
                RingState ring = rings.get(i);
                found.add(new RingLocality(ring.name(), view.access().records(ring), Math.max(1, runs[i])));
            }
            return found;
        }
    }

    private static CheckReport inMemory(EngineView view) {
        List<RingInfo> rings = view.rings(RingSelector.ALL);
        return new CheckReport(
                view.version(),
                rings.size(),
                rings.stream().mapToLong(RingInfo::records).sum(),
                rings.stream().mapToLong(RingInfo::vectorRecords).sum(),
                rings.stream().mapToLong(RingInfo::payloadBytes).sum(),
                0,
                List.of());
    }
}
