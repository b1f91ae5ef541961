package io.rochedb.sqlline;

import java.util.List;
import sqlline.AbstractCommandHandler;
import sqlline.DispatchCallback;
import sqlline.SqlLine;

/** {@code !scan}: the counters of the last statement. */
final class ScanHandler extends AbstractCommandHandler {
    private static final String QUERY =
            "SELECT rings_routed, rings_known, records_scanned, records_skipped, vectors_scanned, vectors_skipped,"
                    + " bytes_scanned, rows_returned, estimated_tokens, plan_cache FROM sys.scans"
                    + " WHERE query_text NOT LIKE '%sys.scans%' ORDER BY scan_id DESC LIMIT 1;";

    ScanHandler(SqlLine sqlLine) {
        super(sqlLine, new String[] {"scan"}, "Shows what the last statement cost: rings, records, vectors", List.of());
    }

    @Override
    public void execute(String line, DispatchCallback callback) {
        Quiet.run(sqlLine, QUERY, callback);
    }
}
