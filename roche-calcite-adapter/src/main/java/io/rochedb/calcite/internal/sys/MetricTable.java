package io.rochedb.calcite.internal.sys;

import static io.rochedb.calcite.internal.function.ColumnType.DOUBLE;
import static io.rochedb.calcite.internal.function.ColumnType.VARCHAR;
import static io.rochedb.calcite.internal.sys.MetadataTables.row;

import io.rochedb.calcite.StatementContext;
import io.rochedb.engine.metrics.Metric;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** The system table of metrics. They are of the store as a whole, so whoever sees a part of it sees none. */
final class MetricTable {
    private MetricTable() {}

    static DeclaredSysTable metrics() {
        return DeclaredSysTable.table("metrics")
                .columns(VARCHAR, "name", "labels", "type")
                .column("number", DOUBLE)
                .column("description", VARCHAR)
                .of(
                        "What the store has done since it was opened and holds now; empty for who may not see all of it.",
                        (context, where) -> visible(context).stream()
                                .map(MetricTable::metric)
                                .iterator());
    }

    private static List<Metric> visible(StatementContext context) {
        boolean all = !context.session().restricted() && context.view().scope().seesAll();
        return all ? context.engine().metrics().readSummary() : List.of();
    }

    private static @Nullable Object[] metric(Metric metric) {
        String type = metric.type().name().toLowerCase(Locale.ROOT);
        return row(metric.name(), metric.labels(), type, metric.value(), metric.help());
    }
}
