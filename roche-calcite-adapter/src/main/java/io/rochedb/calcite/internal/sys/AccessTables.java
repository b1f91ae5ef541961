package io.rochedb.calcite.internal.sys;

import static io.rochedb.calcite.internal.function.ColumnType.TIMESTAMP;
import static io.rochedb.calcite.internal.function.ColumnType.VARCHAR;
import static io.rochedb.calcite.internal.sys.MetadataTables.row;

import io.rochedb.calcite.StatementContext;
import io.rochedb.engine.access.User;
import java.util.stream.Stream;

/** The system tables about users: an ADMIN sees all of them, anybody else himself. */
final class AccessTables {
    private AccessTables() {}

    static DeclaredSysTable users() {
        return DeclaredSysTable.table("users")
                .columns(VARCHAR, "name", "role")
                .column("created", TIMESTAMP)
                .of(
                        "The users of the store; anybody but an ADMIN sees himself only.",
                        (context, where) -> visible(context)
                                .map(user -> row(user.name(), user.role().name(), user.createdMillis()))
                                .iterator());
    }

    static DeclaredSysTable grants() {
        return DeclaredSysTable.table("grants")
                .columns(VARCHAR, "user_name", "privilege", "ring")
                .of(
                        "What was granted to users; anybody but an ADMIN sees his own only.",
                        (context, where) -> visible(context)
                                .flatMap(user -> user.grants().stream()
                                        .map(grant -> row(
                                                user.name(), grant.privilege().name(), grant.rings())))
                                .iterator());
    }

    private static Stream<User> visible(StatementContext context) {
        return context.engine().access().users().stream()
                .filter(user -> !context.session().restricted()
                        || user.name().equals(context.session().user()));
    }
}
