package io.rochedb.calcite.internal.sys;

import static io.rochedb.calcite.internal.function.ColumnType.BIGINT;
import static io.rochedb.calcite.internal.function.ColumnType.DOUBLE;
import static io.rochedb.calcite.internal.function.ColumnType.TIMESTAMP;
import static io.rochedb.calcite.internal.function.ColumnType.VARCHAR;
import static io.rochedb.calcite.internal.sys.MetadataTables.row;

import io.rochedb.calcite.StatementContext;
import io.rochedb.engine.ops.JobInfo;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** The system table of long-running jobs. */
final class JobTable {
    private JobTable() {}

    static DeclaredSysTable jobs() {
        return DeclaredSysTable.table("jobs")
                .column("id", BIGINT)
                .columns(VARCHAR, "kind", "state")
                .column("started_at", TIMESTAMP)
                .nullable("ended_at", TIMESTAMP)
                .column("progress", DOUBLE)
                .column("detail", VARCHAR)
                .of(
                        "Backups, imports and other long work of this store: running, done or failed, with the fraction that is done.",
                        (context, where) ->
                                visible(context).stream().map(JobTable::job).iterator());
    }

    /** What jobs work on is nobody's business who does not see everything. */
    private static List<JobInfo> visible(StatementContext context) {
        boolean all = !context.session().restricted() && context.view().scope().seesAll();
        return all ? context.engine().jobs() : List.of();
    }

    private static @Nullable Object[] job(JobInfo job) {
        return row(
                job.id(),
                job.kind(),
                job.state().name().toLowerCase(Locale.ROOT),
                job.startedMillis(),
                job.endedMillis() == 0 ? null : (Object) job.endedMillis(),
                job.progress(),
                job.detail());
    }
}
