package io.rochedb.engine.internal;

import io.rochedb.engine.ErrorCode;
import io.rochedb.engine.ProgressListener;
import io.rochedb.engine.ReadView;
import io.rochedb.engine.RocheException;
import io.rochedb.engine.Transaction;
import io.rochedb.engine.model.RecordId;
import io.rochedb.engine.model.RingInfo;
import io.rochedb.engine.model.RingScope;
import io.rochedb.engine.ops.Retention;
import io.rochedb.engine.ops.RetentionResult;
import io.rochedb.engine.query.Predicate;
import io.rochedb.engine.query.QueryMonitor;
import io.rochedb.engine.query.RecordCursor;
import io.rochedb.engine.query.RingSelector;
import io.rochedb.engine.query.ScanRequest;
import java.util.ArrayList;
import java.util.List;

/** Deletes what rings do not keep, in ordinary commits of at most {@value #BATCH} records, ring by ring. */
final class RetentionRun {
    static final int BATCH = 10_000;
    /** So often in a row another transaction may be first. */
    private static final int CONFLICTS_MAX = 10;

    private final EmbeddedEngine engine;
    private final Retention retention;
    private final RingScope scope;
    private final ProgressListener progress;
    private long deleted;
    private long kept;

    private RetentionRun(EmbeddedEngine engine, Retention retention, RingScope scope, ProgressListener progress) {
        this.engine = engine;
        this.retention = retention;
        this.scope = scope;
        this.progress = progress;
    }

    static RetentionResult apply(
            EmbeddedEngine engine, Retention retention, RingScope scope, ProgressListener progress) {
        return new RetentionRun(engine, retention, scope, progress).apply();
    }

    private RetentionResult apply() {
        List<String> rings;
        try (ReadView view = engine.snapshot(scope)) {
            rings = view.rings(new RingSelector.Glob(retention.rings())).stream()
                    .map(RingInfo::name)
                    .toList();
        }
        for (int i = 0; i < rings.size(); i++) {
            apply(rings.get(i), i, rings.size());
        }
        return new RetentionResult(rings.size(), deleted, kept);
    }

    private void apply(String ring, int done, int all) {
        // Whatever is written meanwhile is newer.
        long oldest = retention.millis() < 0 ? Long.MIN_VALUE : engine.now() - retention.millis();
        int conflicts = 0;
        while (true) {
            progress.progress(done, all, deleted, 0);
            try (Transaction tx = engine.begin(scope, null)) {
                List<RecordId> old = old(tx, ring, oldest);
                old.forEach(tx::delete);
                if (old.isEmpty()) {
                    kept += tx.count(RingSelector.ring(ring), new QueryMonitor());
                    return;
                }
                tx.commit();
                deleted += old.size();
                conflicts = 0;
            } catch (RocheException e) {
                conflicts++;
                if (e.code() != ErrorCode.SERIALIZATION_FAILURE || conflicts > CONFLICTS_MAX) {
                    throw e;
                }
            }
        }
    }

    private List<RecordId> old(Transaction tx, String ring, long oldestMillis) {
        RingSelector one = RingSelector.ring(ring);
        long excess =
                retention.records() < 0 ? 0 : Math.max(0, tx.count(one, new QueryMonitor()) - retention.records());
        List<RecordId> old = new ArrayList<>();
        if (excess == 0 && retention.millis() < 0) {
            return old;
        }
        ScanRequest request = new ScanRequest(one, null, Predicate.TRUE, List.of(), ScanRequest.Order.ID_ASC, 0, -1);
        try (RecordCursor cursor = tx.scan(request, new QueryMonitor())) {
            for (long i = 0; old.size() < BATCH && cursor.next(); i++) {
                if (i < excess || cursor.writtenAtMillis() < oldestMillis) {
                    old.add(cursor.id());
                } else if (retention.millis() < 0) {
                    break;
                }
            }
        }
        return old;
    }
}
