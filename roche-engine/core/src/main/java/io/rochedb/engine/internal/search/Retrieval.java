package io.rochedb.engine.internal.search;

import io.rochedb.engine.ErrorCode;
import io.rochedb.engine.RocheException;
import io.rochedb.engine.internal.ring.RingReader;
import io.rochedb.engine.internal.ring.RingState;
import io.rochedb.engine.internal.ring.ViewAccess;
import io.rochedb.engine.model.StoredRecord;
import io.rochedb.engine.query.QueryMonitor;
import io.rochedb.engine.query.RetrieveRequest;
import io.rochedb.engine.query.RetrieveResult;
import io.rochedb.engine.query.RetrieveResult.Hit;
import io.rochedb.engine.query.RetrieveResult.Stats;
import io.rochedb.engine.query.VectorRequest.Metric;
import java.util.ArrayList;
import java.util.List;

/** Routed retrieval over one read view: plan, search, count. Stateless. */
public final class Retrieval {
    private Retrieval() {}

    /** Runs a retrieval; see {@link RetrieveRequest}. */
    public static RetrieveResult retrieve(ViewAccess view, RetrieveRequest request, QueryMonitor monitor) {
        if (request.budget() < 0) {
            throw new RocheException(
                    ErrorCode.INVALID_PARAMETER, "the retrieval budget must be 0 or more, not " + request.budget());
        }
        view.checkReadable();
        VectorScan scan =
                new VectorScan(view, request.vector(), Metric.COSINE, request.predicate(), request.budget(), monitor);
        RetrievalPlan plan = RetrievalPlan.of(view, request, scan.query());
        ViewAccess.Totals totals = view.snapshotTotals();
        if (request.budget() > 0) {
            scan.run(plan.rings());
        }
        scan.report(totals);
        List<Hit> hits = hits(scan, request.tokenBudget());
        List<String> selected = plan.strategy().equals("global")
                ? List.of()
                : plan.rings().stream().map(RingState::name).toList();
        Stats stats = stats(scan, totals, hits);
        monitor.returned(stats.returned(), stats.payloadBytes());
        return new RetrieveResult(hits, stats, plan.strategy(), selected, plan.pruned(), plan.features());
    }

    private static List<Hit> hits(VectorScan scan, long tokenBudget) {
        TopHits best = scan.best();
        List<Hit> hits = new ArrayList<>(best.size());
        long tokens = 0;
        for (int i = 0; i < best.size(); i++) {
            RingReader reader = best.reader(i);
            int row = best.row(i);
            tokens += (reader.payloadLength(row) + 3L) / 4;
            if (tokenBudget >= 0 && tokens > tokenBudget) {
                break;
            }
            hits.add(new Hit(
                    scan.score(i),
                    new StoredRecord(
                            reader.ring(),
                            HitCursor.idOf(reader, row),
                            HitCursor.payloadOf(reader, row),
                            reader.codec(row),
                            reader.vector(row),
                            reader.writtenAtMillis(row))));
        }
        return hits;
    }

    private static Stats stats(VectorScan scan, ViewAccess.Totals totals, List<Hit> hits) {
        long payloadBytes = 0;
        for (Hit hit : hits) {
            payloadBytes += hit.record().payload().length;
        }
        long total = totals.vectorRecords();
        long scanned = scan.compared();
        return new Stats(
                total,
                scanned,
                Math.max(0, total - scanned),
                hits.size(),
                scan.ringsTouched(),
                payloadBytes,
                (payloadBytes + 3) / 4,
                total == 0 ? 0 : 1.0 - (double) scanned / total);
    }
}
