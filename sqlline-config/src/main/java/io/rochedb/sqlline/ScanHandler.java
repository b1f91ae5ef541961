package io.rochedb.sqlline;

import java.util.List;
import sqlline.AbstractCommandHandler;
import sqlline.DispatchCallback;
import sqlline.SqlLine;

/** {@code !scan}: the counters of the last statement. */
final class ScanHandler extends AbstractCommandHandler {
    ScanHandler(SqlLine sqlLine) {
        super(sqlLine, new String[] {"scan"}, "Shows what the last statement cost: rings, records, vectors", List.of());
    }

    @Override
    public void execute(String line, DispatchCallback callback) {
        sqlLine.output(SqlRunner.json(ShellDriver.lastScan()));
        callback.setToSuccess();
    }
}
