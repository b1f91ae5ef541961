package io.rochedb.calcite.internal.sys;

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
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeField;
import org.jspecify.annotations.Nullable;

/**
 * The tables a caller may see and their columns, as metadata shows them: {@code records} and declared tables, views, system tables, then each ring
 * that is no declared table. Rings are listed one after the other as they are read, and only those that conditions on {@code table_name}
 * leave.
 */
final class TableCatalog {
    static final String RECORDS = "records";
    private static final int HEXADECIMAL = 16;
    private static final String RECORDS_REMARKS = "Every record of every ring.";

    /** A table; its columns are found only when they are asked for. */
    record Table(
            String schema,
            String name,
            String type,
            @Nullable String remarks,
            Source source) {
        List<Column> columns() {
            return source.columns();
        }
    }

    /** What a table's columns are read from. */
    @FunctionalInterface
    interface Source {
        List<Column> columns();
    }

    /** A column of a table; the default as it would be written in SQL. */
    record Column(
            SqlColumn type,
            int ordinal,
            @Nullable String defaultText,
            @Nullable Integer keyOrdinal,
            @Nullable String remarks) {}

    private TableCatalog() {}

    /** Returns the tables that conditions on schema, name and type may leave. */
    static Stream<Table> tables(StatementContext context, SysWhere where) {
        List<Table> fixed = new ArrayList<>();
        fixed.add(new Table(
                TableResolver.SCHEMA, RECORDS, "TABLE", RECORDS_REMARKS, () -> ofColumns(TableColumn.RECORDS)));
        Schema declared = context.view().schema();
        for (TableDefinition table : declared.tables()) {
            fixed.add(new Table(TableResolver.SCHEMA, table.name(), "TABLE", table.comment(), () -> ofDeclared(table)));
        }
        for (ViewDefinition view : declared.views()) {
            fixed.add(
                    new Table(TableResolver.SCHEMA, view.name(), "VIEW", view.comment(), () -> ofView(context, view)));
        }
        for (String schema : SystemCatalog.schemas()) {
            for (DeclaredSysTable table : SystemCatalog.tables(schema)) {
                fixed.add(new Table(
                        schema,
                        table.name(),
                        "SYSTEM TABLE",
                        table.description(),
                        () -> ofRowType(table.rowType(Dialect.typeFactory()))));
            }
        }
        Stream<Table> rings =
                where.mayMatch("table_schema", TableResolver.SCHEMA) && where.mayMatch("table_type", "RING")
                        ? context.view().rings(where.on("table_name")).stream()
                                .filter(ring -> !isShadowed(ring.name(), declared))
                                .map(ring -> ring(context, ring))
                        : Stream.empty();
        return Stream.concat(
                fixed.stream()
                        .filter(t -> where.mayMatch("table_schema", t.schema)
                                && where.mayMatch("table_name", t.name)
                                && where.mayMatch("table_type", t.type)),
                rings);
    }

    /** Returns whether a ring's name means a declared table or view. */
    private static boolean isShadowed(String ring, Schema schema) {
        return schema.table(ring).isPresent() || schema.view(ring).isPresent();
    }

    private static Table ring(StatementContext context, RingInfo ring) {
        return new Table(
                TableResolver.SCHEMA,
                ring.name(),
                "RING",
                ring.description(),
                () -> TableResolver.definition(ring.name(), context.view().schema())
                        .map(TableCatalog::ofDeclared)
                        .orElseGet(() ->
                                ofColumns(TableColumn.ofFields(context.view().fields(ring.name())))));
    }

    private static List<Column> ofColumns(List<TableColumn> columns) {
        return ofRowType(TableColumn.rowType(columns, Dialect.typeFactory()));
    }

    private static List<Column> ofRowType(RelDataType rowType) {
        List<Column> columns = new ArrayList<>();
        for (RelDataTypeField field : rowType.getFieldList()) {
            columns.add(new Column(
                    ResultColumns.of(field.getName(), field.getType()), field.getIndex() + 1, null, null, null));
        }
        return columns;
    }

    /** Returns the columns of a view; none when its query names what is gone. */
    private static List<Column> ofView(StatementContext context, ViewDefinition view) {
        try {
            return ofRowType(ViewColumns.of(view, context, Dialect.typeFactory()));
        } catch (RocheException broken) {
            return List.of();
        }
    }

    /** Returns the columns that were declared: what {@code *} shows. */
    private static List<Column> ofDeclared(TableDefinition table) {
        List<String> key = table.primaryKey().map(KeyConstraint::columns).orElse(List.of()).stream()
                .map(name -> name.toLowerCase(Locale.ROOT))
                .toList();
        List<Column> columns = new ArrayList<>();
        for (TableColumn column : TableColumn.ofDeclared(table)) {
            if (column.declared() == null) {
                continue;
            }
            ColumnDefinition definition = column.declared().definition();
            RelDataType type = TableColumn.rowType(List.of(column), Dialect.typeFactory())
                    .getFieldList()
                    .get(0)
                    .getType();
            int place = key.indexOf(column.name().toLowerCase(Locale.ROOT)) + 1;
            columns.add(new Column(
                    ResultColumns.withLength(
                            ResultColumns.of(column.name(), type), DeclaredTypes.length(definition.type())),
                    columns.size() + 1,
                    defaultText(definition),
                    place == 0 ? null : (Integer) place,
                    definition.comment()));
        }
        return columns;
    }

    private static @Nullable String defaultText(ColumnDefinition column) {
        ColumnDefault value = column.defaultValue();
        if (value instanceof ColumnDefault.Constant constant) {
            String json = constant.json();
            return json.startsWith("\"") && column.type().kind() != ColumnType.Kind.JSON
                    ? quoted(json)
                    : json.toUpperCase(Locale.ROOT);
        }
        return value == null
                ? null
                : value instanceof ColumnDefault.RandomUuid
                        ? "UUID()"
                        : "CURRENT_" + column.type().kind();
    }

    /** Returns the text of a JSON string as a literal of SQL. */
    private static String quoted(String json) {
        StringBuilder text = new StringBuilder("'");
        for (int i = 1; i < json.length() - 1; i++) {
            char c = json.charAt(i);
            if (c == '\\') {
                c = json.charAt(++i);
                int control = "bfnrt".indexOf(c);
                if (control >= 0) {
                    c = "\b\f\n\r\t".charAt(control);
                } else if (c == 'u') {
                    c = (char) Integer.parseInt(json.substring(i + 1, i + 5), HEXADECIMAL);
                    i += 4;
                }
            }
            text.append(c == '\'' ? "''" : String.valueOf(c));
        }
        return text.append('\'').toString();
    }
}
