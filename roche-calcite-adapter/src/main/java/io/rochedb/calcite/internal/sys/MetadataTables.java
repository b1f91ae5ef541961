package io.rochedb.calcite.internal.sys;

import static io.rochedb.calcite.internal.function.ColumnType.BOOLEAN;
import static io.rochedb.calcite.internal.function.ColumnType.INTEGER;
import static io.rochedb.calcite.internal.function.ColumnType.VARCHAR;

import io.rochedb.calcite.SqlColumn;
import io.rochedb.calcite.StatementContext;
import io.rochedb.calcite.internal.table.SysWhere;
import java.util.Iterator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The system tables about tables, their columns and keys, from which metadata is answered. */
final class MetadataTables {
    private MetadataTables() {}

    static List<DeclaredSysTable> all() {
        return List.of(
                DeclaredSysTable.table("tables")
                        .columns(VARCHAR, "table_schema", "table_name", "table_type")
                        .nullable("remarks", VARCHAR)
                        .of(
                                "The tables: TABLE, VIEW, SYSTEM TABLE, and each ring as RING.",
                                (context, where) -> TableCatalog.tables(context, where)
                                        .map(t -> row(t.schema(), t.name(), t.type(), t.remarks()))
                                        .iterator()),
                DeclaredSysTable.table("columns")
                        .columns(VARCHAR, "table_schema", "table_name", "column_name")
                        .column("ordinal_position", INTEGER)
                        .column("type_name", VARCHAR)
                        .columns(INTEGER, "jdbc_type", "column_size", "decimal_digits")
                        .column("nullable", BOOLEAN)
                        .nullable("column_default", VARCHAR)
                        .nullable("remarks", VARCHAR)
                        .nullable("key_ordinal", INTEGER)
                        .of(
                                "The columns of all tables, with the place of each in its primary key.",
                                MetadataTables::columns),
                DeclaredSysTable.table("templates")
                        .columns(VARCHAR, "table_name", "ring", "ring_columns")
                        .nullable("primary_key", VARCHAR)
                        .nullable("remarks", VARCHAR)
                        .of("The declared tables and the rings each is over.", MetadataTables::templates),
                DeclaredSysTable.table("key_columns")
                        .columns(VARCHAR, "table_schema", "table_name", "table_type", "key_name", "key_type")
                        .column("is_unique", BOOLEAN)
                        .column("ordinal_position", INTEGER)
                        .column("column_name", VARCHAR)
                        .column("descending", BOOLEAN)
                        .of("The columns of keys and indexes: PRIMARY KEY, UNIQUE, INDEX.", MetadataTables::keys));
    }

    private static Iterator<@Nullable Object[]> columns(StatementContext context, SysWhere where) {
        return TableCatalog.tables(context, where)
                .flatMap(table -> table.columns().stream().map(column -> column(table, column)))
                .iterator();
    }

    private static @Nullable Object[] column(TableCatalog.Table table, TableCatalog.Column column) {
        SqlColumn type = column.type();
        return row(
                table.schema(),
                table.name(),
                type.label(),
                column.ordinal(),
                type.typeName(),
                type.jdbcType(),
                type.precision(),
                type.scale(),
                type.nullable(),
                column.defaultText(),
                column.remarks(),
                column.keyOrdinal());
    }

    private static Iterator<@Nullable Object[]> templates(StatementContext context, SysWhere where) {
        return context.view().schema().tables().stream()
                .filter(table -> where.mayMatch("table_name", table.name()))
                .map(table -> row(
                        table.name(),
                        table.rings().text(),
                        String.join(", ", table.rings().columns()),
                        table.primaryKey()
                                .map(key -> String.join(", ", key.columns()))
                                .orElse(null),
                        table.comment()))
                .iterator();
    }

    private static Iterator<@Nullable Object[]> keys(StatementContext context, SysWhere where) {
        return KeyColumns.of(context, where)
                .map(key -> row(
                        key.table().schema(),
                        key.table().name(),
                        key.table().type(),
                        key.key(),
                        key.kind(),
                        key.unique(),
                        key.ordinal(),
                        key.column(),
                        key.descending()))
                .iterator();
    }

    static @Nullable Object[] row(@Nullable Object... values) {
        return values;
    }
}
