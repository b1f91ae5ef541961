package io.rochedb.calcite.internal.sys;

import static io.rochedb.calcite.internal.function.ColumnType.INTEGER;
import static io.rochedb.calcite.internal.function.ColumnType.VARCHAR;
import static io.rochedb.calcite.internal.sys.MetadataTables.row;

import io.rochedb.calcite.SqlColumn;
import io.rochedb.calcite.StatementContext;
import io.rochedb.calcite.internal.table.SysWhere;
import io.rochedb.calcite.internal.table.TableResolver;
import io.rochedb.engine.query.RingSelector;
import io.rochedb.engine.schema.CheckConstraint;
import io.rochedb.engine.schema.TableDefinition;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The tables of {@code information_schema}: the same metadata in the standard's words. There are no catalogs, so those columns are NULL. */
final class StandardTables {
    private StandardTables() {}

    static List<DeclaredSysTable> all() {
        return List.of(schemata(), tables(), columns(), views(), constraints(), keys(), TablePrivileges.table());
    }

    private static DeclaredSysTable schemata() {
        return DeclaredSysTable.table("schemata")
                .nullable("catalog_name", VARCHAR)
                .column("schema_name", VARCHAR)
                .of(
                        "The schemas.",
                        (context, where) -> Stream.concat(
                                        Stream.of(TableResolver.SCHEMA), SystemCatalog.schemas().stream())
                                .sorted()
                                .map(schema -> row(null, schema))
                                .iterator());
    }

    private static DeclaredSysTable tables() {
        return DeclaredSysTable.table("tables")
                .nullable("table_catalog", VARCHAR)
                .columns(VARCHAR, "table_schema", "table_name", "table_type")
                .of(
                        "The tables: BASE TABLE, VIEW, SYSTEM TABLE, and each ring as RING.",
                        (context, where) -> TableCatalog.tables(context, inOurWords(where))
                                .map(t -> row(null, t.schema(), t.name(), type(t)))
                                .iterator());
    }

    /** Returns the conditions without that on the type unless it speaks of rings, for types have other names here. */
    private static SysWhere inOurWords(SysWhere where) {
        Map<String, List<RingSelector>> conditions = new HashMap<>(where.byColumn());
        if (where.mayMatch("table_type", "RING")) {
            conditions.remove("table_type");
            return new SysWhere(conditions);
        }
        conditions.put("table_type", List.of(new RingSelector.Not(RingSelector.ring("RING"))));
        return new SysWhere(conditions);
    }

    private static String type(TableCatalog.Table table) {
        return table.type().equals("TABLE") ? "BASE TABLE" : table.type();
    }

    private static DeclaredSysTable columns() {
        return DeclaredSysTable.table("columns")
                .nullable("table_catalog", VARCHAR)
                .columns(VARCHAR, "table_schema", "table_name", "column_name")
                .column("ordinal_position", INTEGER)
                .nullable("column_default", VARCHAR)
                .columns(VARCHAR, "is_nullable", "data_type")
                .nullable("character_maximum_length", INTEGER)
                .nullable("numeric_precision", INTEGER)
                .nullable("numeric_scale", INTEGER)
                .of(
                        "The columns of all tables, in the standard's words.",
                        (context, where) -> TableCatalog.tables(context, where)
                                .flatMap(table -> table.columns().stream().map(column -> column(table, column)))
                                .iterator());
    }

    private static @Nullable Object[] column(TableCatalog.Table table, TableCatalog.Column column) {
        SqlColumn type = column.type();
        boolean text = type.typeName().equals("VARCHAR");
        boolean number = switch (type.typeName()) {
            case "TINYINT", "SMALLINT", "INTEGER", "BIGINT", "DECIMAL", "REAL", "DOUBLE" -> true;
            default -> false;
        };
        return row(
                null,
                table.schema(),
                table.name(),
                type.label(),
                column.ordinal(),
                column.defaultText(),
                type.nullable() ? "YES" : "NO",
                type.typeName(),
                text && type.precision() > 0 ? (Object) type.precision() : null,
                number ? (Object) type.precision() : null,
                number ? (Object) type.scale() : null);
    }

    private static DeclaredSysTable views() {
        return DeclaredSysTable.table("views")
                .nullable("table_catalog", VARCHAR)
                .columns(VARCHAR, "table_schema", "table_name")
                .nullable("view_definition", VARCHAR)
                .of(
                        "The views and their queries, which an ADMIN sees.",
                        (context, where) -> context.view().schema().views().stream()
                                .map(view -> row(
                                        null,
                                        TableResolver.SCHEMA,
                                        view.name(),
                                        // it may name rings that may not be seen
                                        context.session().restricted() ? null : view.sql()))
                                .iterator());
    }

    private static DeclaredSysTable constraints() {
        return DeclaredSysTable.table("table_constraints")
                .nullable("constraint_catalog", VARCHAR)
                .columns(
                        VARCHAR,
                        "constraint_schema",
                        "constraint_name",
                        "table_schema",
                        "table_name",
                        "constraint_type")
                .of("The keys and checks of all tables.", StandardTables::constraintRows);
    }

    private static Iterator<@Nullable Object[]> constraintRows(StatementContext context, SysWhere where) {
        List<@Nullable Object[]> checks = new ArrayList<>();
        for (TableDefinition table : context.view().schema().tables()) {
            for (CheckConstraint check : table.checks()) {
                checks.add(row(null, TableResolver.SCHEMA, check.name(), TableResolver.SCHEMA, table.name(), "CHECK"));
            }
        }
        Stream<@Nullable Object[]> keys = keyColumns(context, where)
                .filter(key -> key.ordinal() == 1)
                .map(key -> row(
                        null,
                        key.table().schema(),
                        key.key(),
                        key.table().schema(),
                        key.table().name(),
                        key.kind()));
        return Stream.concat(checks.stream(), keys).iterator();
    }

    private static Stream<KeyColumns.KeyColumn> keyColumns(StatementContext context, SysWhere where) {
        return KeyColumns.of(context, where).filter(key -> !key.kind().equals(KeyColumns.INDEX));
    }

    private static DeclaredSysTable keys() {
        return DeclaredSysTable.table("key_column_usage")
                .nullable("constraint_catalog", VARCHAR)
                .columns(VARCHAR, "constraint_schema", "constraint_name", "table_schema", "table_name", "column_name")
                .column("ordinal_position", INTEGER)
                .of(
                        "The columns of keys.",
                        (context, where) -> keyColumns(context, where)
                                .map(key -> row(
                                        null,
                                        key.table().schema(),
                                        key.key(),
                                        key.table().schema(),
                                        key.table().name(),
                                        key.column(),
                                        key.ordinal()))
                                .iterator());
    }
}
