package io.rochedb.calcite.internal.sys;

import static io.rochedb.calcite.internal.function.ColumnType.VARCHAR;
import static io.rochedb.calcite.internal.sys.MetadataTables.row;

import io.rochedb.calcite.SessionInfo;
import io.rochedb.calcite.StatementContext;
import io.rochedb.calcite.internal.table.TableResolver;
import io.rochedb.engine.model.RingScope;
import java.util.List;

/** The system table about what the caller himself may do with the tables he sees: nothing of what others may. */
final class TablePrivileges {
    private static final String EVERY_RING = "**";
    private static final List<String> READING = List.of("SELECT");
    private static final List<String> WRITING = List.of("DELETE", "INSERT", "SELECT", "UPDATE");

    private TablePrivileges() {}

    static DeclaredSysTable table() {
        return DeclaredSysTable.table("table_privileges")
                .nullable("grantor", VARCHAR)
                .column("grantee", VARCHAR)
                .nullable("table_catalog", VARCHAR)
                .columns(VARCHAR, "table_schema", "table_name", "privilege_type", "is_grantable")
                .of(
                        "What the caller may do with the tables he sees; with one over several rings, in some of them.",
                        (context, where) -> TableCatalog.tables(context, where)
                                .flatMap(table -> privileges(context, table).stream()
                                        .map(privilege -> row(
                                                null,
                                                context.session().user(),
                                                null,
                                                table.schema(),
                                                table.name(),
                                                privilege,
                                                isGrantable(context.session()))))
                                .iterator());
    }

    private static String isGrantable(SessionInfo session) {
        return session.restricted() ? "NO" : "YES";
    }

    private static List<String> privileges(StatementContext context, TableCatalog.Table table) {
        RingScope scope = context.view().scope();
        boolean writes = switch (table.type()) {
            case "RING" -> scope.writes(table.name());
            case "TABLE" -> scope.writesSome(rings(context, table));
            default -> false;
        };
        return writes ? WRITING : READING;
    }

    /** Returns the glob of a table's rings. */
    private static String rings(StatementContext context, TableCatalog.Table table) {
        return TableResolver.definition(table.name(), context.view().schema())
                .map(declared -> declared.rings().glob())
                .orElse(EVERY_RING);
    }
}
