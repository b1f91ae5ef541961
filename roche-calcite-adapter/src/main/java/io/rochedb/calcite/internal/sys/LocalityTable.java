package io.rochedb.calcite.internal.sys;

import static io.rochedb.calcite.internal.function.ColumnType.BIGINT;
import static io.rochedb.calcite.internal.function.ColumnType.INTEGER;
import static io.rochedb.calcite.internal.function.ColumnType.VARCHAR;
import static io.rochedb.calcite.internal.sys.MetadataTables.row;

import io.rochedb.calcite.StatementContext;
import io.rochedb.engine.ops.RingLocality;
import java.util.List;

/** The system table of how rings lie on disk. */
final class LocalityTable {
    private LocalityTable() {}

    static DeclaredSysTable locality() {
        return DeclaredSysTable.table("locality")
                .column("ring", VARCHAR)
                .column("records", BIGINT)
                .column("runs", INTEGER)
                .of(
                        "In how many sorted runs the records of each ring lie on disk, for rings that have records.",
                        (context, where) -> visible(context).stream()
                                .map(ring -> row(ring.ring(), ring.records(), ring.runs()))
                                .iterator());
    }

    /** Tables hold records of other rings as well: what they span is nothing for who does not see all of those. */
    private static List<RingLocality> visible(StatementContext context) {
        return context.session().restricted()
                ? List.of()
                : context.engine().locality(context.view().scope());
    }
}
