package io.rochedb.engine.internal.search;

import io.rochedb.engine.ErrorCode;
import io.rochedb.engine.RocheException;
import io.rochedb.engine.internal.ring.RingState;
import io.rochedb.engine.internal.ring.ViewAccess;
import io.rochedb.engine.query.QueryMonitor;
import io.rochedb.engine.query.RecordCursor;
import io.rochedb.engine.query.VectorRequest;
import java.util.List;

/** Exact nearest-neighbour search over one read view. Stateless. */
public final class VectorSearch {
    private VectorSearch() {}

    /** Runs a search and returns a cursor over its results; see {@link VectorRequest}. */
    public static RecordCursor search(ViewAccess view, VectorRequest request, QueryMonitor monitor) {
        if (request.offset() < 0 || request.limit() < 0) {
            throw new RocheException(
                    ErrorCode.INVALID_LIMIT,
                    "a vector search needs limit and offset of 0 or more, not " + request.limit() + " and "
                            + request.offset());
        }
        view.checkReadable();
        long wanted = request.limit() == 0 ? 0 : saturatedSum(request.offset(), request.limit());
        VectorScan scan =
                new VectorScan(view, request.vector(), request.metric(), request.predicate(), wanted, monitor);
        List<RingState> rings = view.route(request.rings());
        scan.run(rings);
        scan.report(view.totals());
        return new HitCursor(view, scan, request, monitor);
    }

    private static long saturatedSum(long a, long b) {
        long sum = a + b;
        return sum < 0 ? Long.MAX_VALUE : sum;
    }
}
