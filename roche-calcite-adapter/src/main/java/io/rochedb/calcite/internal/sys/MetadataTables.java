package io.rochedb.calcite.internal.sys;

import static io.rochedb.calcite.internal.function.ColumnType.BOOLEAN;
import static io.rochedb.calcite.internal.function.ColumnType.INTEGER;
import static io.rochedb.calcite.internal.function.ColumnType.VARCHAR;

import io.rochedb.calcite.SqlColumn;
import io.rochedb.calcite.StatementContext;
import io.rochedb.calcite.internal.plan.Dialect;
import io.rochedb.calcite.internal.plan.ResultColumns;
import io.rochedb.calcite.internal.table.SysWhere;
import io.rochedb.calcite.internal.table.TableColumn;
import io.rochedb.calcite.internal.table.TableResolver;
import io.rochedb.engine.model.RingInfo;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.stream.Stream;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.rel.type.RelDataTypeField;
import org.jspecify.annotations.Nullable;

/**
 * The system tables about tables and their columns, from which metadata is answered.
 *
 * <p>Rings are listed one after the other as they are read, and only those that conditions on {@code table_name} leave.
 */
final class MetadataTables {
    private static final String RECORDS = "records";
    private static final String RECORDS_REMARKS = "Every record of every ring.";

    /** A table as the metadata shows it. */
    private record Table(
            String schema,
            String name,
            String type,
            @Nullable String remarks,
            Source source) {}

    /** What a table's columns are read from, only when they are asked for. */
    @FunctionalInterface
    private interface Source {
        RelDataType rowType(RelDataTypeFactory types);
    }

    private MetadataTables() {}

    static List<DeclaredSysTable> all() {
        return List.of(
                DeclaredSysTable.table("tables")
                        .columns(VARCHAR, "table_schema", "table_name", "table_type")
                        .nullable("remarks", VARCHAR)
                        .of(
                                "The tables: TABLE, SYSTEM TABLE, and each ring as RING.",
                                (context, where) -> tables(context, where)
                                        .map(t -> row(t.schema, t.name, t.type, t.remarks))
                                        .iterator()),
                DeclaredSysTable.table("columns")
                        .columns(VARCHAR, "table_schema", "table_name", "column_name")
                        .column("ordinal_position", INTEGER)
                        .column("type_name", VARCHAR)
                        .columns(INTEGER, "jdbc_type", "column_size", "decimal_digits")
                        .column("nullable", BOOLEAN)
                        .nullable("remarks", VARCHAR)
                        .of("The columns of all tables.", MetadataTables::columns));
    }

    /** The tables of information_schema. */
    static List<DeclaredSysTable> standard() {
        return List.of(
                DeclaredSysTable.table("tables")
                        .columns(VARCHAR, "table_schema", "table_name", "table_type")
                        .of(
                                "The tables, in the standard's words.",
                                (context, where) -> tables(context, where)
                                        .map(t -> row(t.schema, t.name, t.type))
                                        .iterator()),
                DeclaredSysTable.table("columns")
                        .columns(VARCHAR, "table_schema", "table_name", "column_name")
                        .column("ordinal_position", INTEGER)
                        .columns(VARCHAR, "data_type", "is_nullable")
                        .of("The columns of all tables, in the standard's words.", MetadataTables::standardColumns));
    }

    private static Stream<Table> tables(StatementContext context, SysWhere where) {
        List<Table> fixed = new ArrayList<>();
        fixed.add(new Table(
                TableResolver.SCHEMA,
                RECORDS,
                "TABLE",
                RECORDS_REMARKS,
                types -> TableColumn.rowType(TableColumn.RECORDS, types)));
        for (String schema : SystemCatalog.schemas()) {
            for (DeclaredSysTable table : SystemCatalog.tables(schema)) {
                fixed.add(new Table(schema, table.name(), "SYSTEM TABLE", table.description(), table::rowType));
            }
        }
        Stream<Table> rings =
                where.mayMatch("table_schema", TableResolver.SCHEMA) && where.mayMatch("table_type", "RING")
                        ? context.view().rings(where.on("table_name")).stream().map(ring -> ring(context, ring))
                        : Stream.empty();
        return Stream.concat(
                fixed.stream()
                        .filter(t -> where.mayMatch("table_schema", t.schema) && where.mayMatch("table_name", t.name)),
                rings);
    }

    private static Table ring(StatementContext context, RingInfo ring) {
        return new Table(
                TableResolver.SCHEMA,
                ring.name(),
                "RING",
                ring.description(),
                types -> TableColumn.rowType(TableColumn.ofFields(context.view().fields(ring.name())), types));
    }

    private static Iterator<@Nullable Object[]> columns(StatementContext context, SysWhere where) {
        RelDataTypeFactory types = Dialect.typeFactory();
        return tables(context, where)
                .flatMap(table ->
                        table.source.rowType(types).getFieldList().stream().map(field -> column(table, field)))
                .iterator();
    }

    private static @Nullable Object[] column(Table table, RelDataTypeField field) {
        SqlColumn column = ResultColumns.of(field.getName(), field.getType());
        return row(
                table.schema,
                table.name,
                field.getName(),
                field.getIndex() + 1,
                column.typeName(),
                column.jdbcType(),
                column.precision(),
                column.scale(),
                column.nullable(),
                null);
    }

    private static Iterator<@Nullable Object[]> standardColumns(StatementContext context, SysWhere where) {
        RelDataTypeFactory types = Dialect.typeFactory();
        return tables(context, where)
                .flatMap(table -> table.source.rowType(types).getFieldList().stream()
                        .map(field -> row(
                                table.schema,
                                table.name,
                                field.getName(),
                                field.getIndex() + 1,
                                ResultColumns.of(field.getName(), field.getType())
                                        .typeName(),
                                field.getType().isNullable() ? "YES" : "NO")))
                .iterator();
    }

    private static @Nullable Object[] row(@Nullable Object... values) {
        return values;
    }
}
