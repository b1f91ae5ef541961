package io.rochedb.calcite.internal.sys;

import static io.rochedb.calcite.internal.function.ColumnType.BOOLEAN;
import static io.rochedb.calcite.internal.function.ColumnType.INTEGER;
import static io.rochedb.calcite.internal.function.ColumnType.VARCHAR;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.rochedb.calcite.SqlColumn;
import io.rochedb.calcite.StatementContext;
import io.rochedb.calcite.internal.plan.Dialect;
import io.rochedb.calcite.internal.plan.ResultColumns;
import io.rochedb.calcite.internal.plan.ViewColumns;
import io.rochedb.calcite.internal.table.DeclaredTypes;
import io.rochedb.calcite.internal.table.SysWhere;
import io.rochedb.calcite.internal.table.TableColumn;
import io.rochedb.calcite.internal.table.TableResolver;
import io.rochedb.engine.RocheException;
import io.rochedb.engine.model.RingInfo;
import io.rochedb.engine.schema.ColumnDefault;
import io.rochedb.engine.schema.ColumnDefinition;
import io.rochedb.engine.schema.ColumnType;
import io.rochedb.engine.schema.KeyConstraint;
import io.rochedb.engine.schema.Schema;
import io.rochedb.engine.schema.TableDefinition;
import io.rochedb.engine.schema.ViewDefinition;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.jspecify.annotations.Nullable;

/**
 * The system tables about tables and their columns, from which metadata is answered.
 *
 * <p>Rings are listed one after the other as they are read, and only those that conditions on {@code table_name} leave.
 */
final class MetadataTables {
    private static final ObjectMapper JSON = new ObjectMapper();
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
        List<Facts> columns(RelDataTypeFactory types);
    }

    /** A column as the metadata shows it. */
    private record Facts(
            SqlColumn column,
            @Nullable String standard,
            @Nullable Integer keyOrdinal,
            @Nullable String remarks) {}

    private MetadataTables() {}

    static List<DeclaredSysTable> all() {
        return List.of(
                DeclaredSysTable.table("tables")
                        .columns(VARCHAR, "table_schema", "table_name", "table_type")
                        .nullable("remarks", VARCHAR)
                        .of(
                                "The tables: TABLE, VIEW, SYSTEM TABLE, and each ring as RING.",
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
                        .nullable("column_default", VARCHAR)
                        .nullable("key_ordinal", INTEGER)
                        .of(
                                "The columns of all tables, with the place of each in its primary key.",
                                MetadataTables::columns),
                DeclaredSysTable.table("templates")
                        .columns(VARCHAR, "table_name", "ring", "ring_columns")
                        .nullable("primary_key", VARCHAR)
                        .nullable("remarks", VARCHAR)
                        .of("The declared tables and the rings each is over.", MetadataTables::templates));
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
                types -> facts(TableColumn.rowType(TableColumn.RECORDS, types))));
        for (TableDefinition table : context.view().schema().tables()) {
            fixed.add(new Table(
                    TableResolver.SCHEMA, table.name(), "TABLE", table.comment(), types -> declared(table, types)));
        }
        for (ViewDefinition view : context.view().schema().views()) {
            fixed.add(new Table(
                    TableResolver.SCHEMA, view.name(), "VIEW", view.comment(), types -> view(context, view, types)));
        }
        for (String schema : SystemCatalog.schemas()) {
            for (DeclaredSysTable table : SystemCatalog.tables(schema)) {
                fixed.add(new Table(
                        schema,
                        table.name(),
                        "SYSTEM TABLE",
                        table.description(),
                        types -> facts(table.rowType(types))));
            }
        }
        Stream<Table> rings =
                where.mayMatch("table_schema", TableResolver.SCHEMA) && where.mayMatch("table_type", "RING")
                        ? context.view().rings(where.on("table_name")).stream()
                                .filter(ring -> !isShadowed(ring.name(), context))
                                .map(ring -> ring(context, ring))
                        : Stream.empty();
        return Stream.concat(
                fixed.stream()
                        .filter(t -> where.mayMatch("table_schema", t.schema) && where.mayMatch("table_name", t.name)),
                rings);
    }

    /** Returns whether a ring's name means a declared table or view. */
    private static boolean isShadowed(String ring, StatementContext context) {
        Schema schema = context.view().schema();
        return schema.table(ring).isPresent() || schema.view(ring).isPresent();
    }

    private static Table ring(StatementContext context, RingInfo ring) {
        return new Table(TableResolver.SCHEMA, ring.name(), "RING", ring.description(), types -> {
            TableDefinition own = TableResolver.definition(
                            ring.name(), context.view().schema())
                    .orElse(null);
            return own != null
                    ? declared(own, types)
                    : facts(TableColumn.rowType(
                            TableColumn.ofFields(context.view().fields(ring.name())), types));
        });
    }

    private static List<Facts> facts(RelDataType rowType) {
        return rowType.getFieldList().stream()
                .map(field -> new Facts(ResultColumns.of(field.getName(), field.getType()), null, null, null))
                .toList();
    }

    /** Returns the columns that were declared: what {@code *} shows. */
    private static List<Facts> declared(TableDefinition table, RelDataTypeFactory types) {
        List<String> key = table.primaryKey().map(KeyConstraint::columns).orElse(List.of()).stream()
                .map(name -> name.toLowerCase(Locale.ROOT))
                .toList();
        List<Facts> facts = new ArrayList<>();
        for (TableColumn column : TableColumn.ofDeclared(table)) {
            if (column.declared() == null) {
                continue;
            }
            ColumnDefinition definition = column.declared().definition();
            RelDataType type = TableColumn.rowType(List.of(column), types)
                    .getFieldList()
                    .get(0)
                    .getType();
            SqlColumn described = ResultColumns.withLength(
                    ResultColumns.of(column.name(), type), DeclaredTypes.length(definition.type()));
            int ordinal = key.indexOf(column.name().toLowerCase(Locale.ROOT)) + 1;
            facts.add(new Facts(
                    described,
                    standard(definition.defaultValue(), definition),
                    ordinal == 0 ? null : (Integer) ordinal,
                    definition.comment()));
        }
        return facts;
    }

    private static @Nullable String standard(@Nullable ColumnDefault value, ColumnDefinition column) {
        if (value instanceof ColumnDefault.Constant constant) {
            String json = constant.json();
            return json.startsWith("\"") && column.type().kind() != ColumnType.Kind.JSON
                    ? "'" + content(json).replace("'", "''") + "'"
                    : json.toUpperCase(Locale.ROOT);
        }
        return value == null
                ? null
                : value instanceof ColumnDefault.RandomUuid
                        ? "UUID()"
                        : "CURRENT_" + column.type().kind();
    }

    private static String content(String json) {
        try {
            return JSON.readTree(json).textValue();
        } catch (JsonProcessingException e) {
            return json;
        }
    }

    private static List<Facts> view(StatementContext context, ViewDefinition view, RelDataTypeFactory types) {
        try {
            return facts(ViewColumns.of(view, context, types));
        } catch (RocheException broken) {
            // what it names may be gone: metadata lists the view all the same
            return List.of();
        }
    }

    private static Iterator<@Nullable Object[]> columns(StatementContext context, SysWhere where) {
        RelDataTypeFactory types = Dialect.typeFactory();
        return tables(context, where)
                .flatMap(table -> {
                    List<Facts> facts = table.source.columns(types);
                    return IntStream.range(0, facts.size()).mapToObj(i -> column(table, i + 1, facts.get(i)));
                })
                .iterator();
    }

    private static @Nullable Object[] column(Table table, int position, Facts facts) {
        SqlColumn column = facts.column;
        return row(
                table.schema,
                table.name,
                column.name(),
                position,
                column.typeName(),
                column.jdbcType(),
                column.precision(),
                column.scale(),
                column.nullable(),
                facts.remarks,
                facts.standard,
                facts.keyOrdinal);
    }

    private static Iterator<@Nullable Object[]> standardColumns(StatementContext context, SysWhere where) {
        RelDataTypeFactory types = Dialect.typeFactory();
        return tables(context, where)
                .flatMap(table -> {
                    List<Facts> facts = table.source.columns(types);
                    return IntStream.range(0, facts.size())
                            .mapToObj(i -> standardColumn(table, i + 1, facts.get(i).column));
                })
                .iterator();
    }

    private static @Nullable Object[] standardColumn(Table table, int position, SqlColumn column) {
        return row(
                table.schema, table.name, column.name(), position, column.typeName(), column.nullable() ? "YES" : "NO");
    }

    private static @Nullable Object[] row(@Nullable Object... values) {
        return values;
    }
}
