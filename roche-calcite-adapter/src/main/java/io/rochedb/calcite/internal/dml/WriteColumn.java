package io.rochedb.calcite.internal.dml;

import io.rochedb.calcite.SqlColumn;
import io.rochedb.calcite.internal.function.ColumnType;
import io.rochedb.calcite.internal.plan.Dialect;
import io.rochedb.calcite.internal.plan.ResultColumns;
import io.rochedb.calcite.internal.table.DeclaredTypes;
import io.rochedb.calcite.internal.table.ResolvedTable;
import io.rochedb.calcite.internal.table.TableColumn;
import io.rochedb.engine.ErrorCode;
import io.rochedb.engine.RocheException;
import io.rochedb.engine.schema.ColumnDefinition;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.apache.calcite.jdbc.JavaTypeFactoryImpl;
import org.apache.calcite.rel.type.RelDataType;
import org.jspecify.annotations.Nullable;

/**
 * One column a statement writes.
 *
 * @param name the name to show
 * @param part which part of the record it is
 * @param declared its declaration, for a column of a declared table
 */
record WriteColumn(String name, Part part, @Nullable ColumnDefinition declared) {
    WriteColumn(String name, Part part) {
        this(name, part, null);
    }

    /** A part of a record that can be written. */
    enum Part {
        RING(ColumnType.VARCHAR),
        PAYLOAD(ColumnType.VARCHAR),
        PAYLOAD_BYTES(ColumnType.VARBINARY),
        CODEC(ColumnType.VARCHAR),
        VECTOR(ColumnType.REAL_ARRAY),
        /** A member of the document; a {@code ?} keeps the type it is bound with. */
        FIELD(ColumnType.ANY),
        /** A member of the document with a declared type. */
        DECLARED(ColumnType.ANY),
        /** A segment of the ring's name. */
        SEGMENT(ColumnType.VARCHAR);

        private final ColumnType parameterType;

        Part(ColumnType parameterType) {
            this.parameterType = parameterType;
        }

        ColumnType parameterType() {
            return parameterType;
        }
    }

    /** Returns what a bare {@code ?} in the column's place is bound as. */
    SqlColumn parameter(int index) {
        String label = "?" + (index + 1);
        if (declared == null) {
            return part.parameterType().column(label, true);
        }
        JavaTypeFactoryImpl types = Dialect.typeFactory();
        RelDataType type = DeclaredTypes.sqlType(declared.type(), types);
        SqlColumn column = ResultColumns.of(label, types.createTypeWithNullability(type, declared.nullable()));
        return ResultColumns.withLength(column, DeclaredTypes.length(declared.type()));
    }

    /** Returns what the word DEFAULT in the column's place stands for. */
    ValueSource standard() {
        return declared == null ? new ValueSource.Default() : new ValueSource.DefaultOf(declared);
    }

    /** Returns the columns of a list of names. */
    static List<WriteColumn> resolve(ResolvedTable.Data table, List<String> names, boolean insert) {
        List<WriteColumn> columns = new ArrayList<>();
        Set<String> seen = new HashSet<>();
        for (String name : names) {
            WriteColumn column = resolve(table, name, insert);
            if (!seen.add(column.name)) {
                throw new RocheException(
                        ErrorCode.SYNTAX_ERROR, "column '" + name + "' is written more than once in the statement");
            }
            columns.add(column);
        }
        checkPayload(columns);
        return List.copyOf(columns);
    }

    /** Returns the document's fields, or the columns declared: what an INSERT without column list writes. */
    static List<WriteColumn> fields(ResolvedTable.Data table) {
        List<WriteColumn> columns = new ArrayList<>();
        for (TableColumn column : table.columns()) {
            if (column.kind() == TableColumn.Kind.FIELD) {
                columns.add(new WriteColumn(column.name(), Part.FIELD));
            } else if (column.declared() != null) {
                columns.add(known(column, true));
            }
        }
        return List.copyOf(columns);
    }

    private static WriteColumn resolve(ResolvedTable.Data table, String name, boolean insert) {
        for (TableColumn column : table.columns()) {
            if (column.name().equals(name)) {
                return known(column, insert);
            }
        }
        for (TableColumn column : table.columns()) {
            if (column.name().equalsIgnoreCase(name)) {
                return known(column, insert);
            }
        }
        if (table instanceof ResolvedTable.Declared) {
            throw new RocheException(
                    ErrorCode.UNDEFINED_COLUMN,
                    "column '" + name + "' does not exist in '" + table.name() + "' (ALTER TABLE adds columns)");
        }
        if (table instanceof ResolvedTable.Records) {
            throw new RocheException(
                    ErrorCode.UNDEFINED_COLUMN,
                    "column '" + name + "' does not exist in records (write fields through the ring's own table, or the"
                            + " whole document as payload)");
        }
        if (name.startsWith("_")) {
            throw new RocheException(
                    ErrorCode.UNDEFINED_COLUMN,
                    "column '" + name + "' does not exist: names that start with _ are kept for _payload, _codec and"
                            + " _vector (such a field can be written through _payload)");
        }
        if (name.isEmpty()) {
            throw new RocheException(ErrorCode.SYNTAX_ERROR, "a field needs a name");
        }
        return new WriteColumn(name, Part.FIELD);
    }

    private static WriteColumn known(TableColumn column, boolean insert) {
        String name = column.name();
        return switch (column.kind()) {
            case FIELD -> new WriteColumn(name, Part.FIELD);
            case DECLARED -> new WriteColumn(name, Part.DECLARED, definition(column));
            case SEGMENT -> segment(column, insert);
            case PAYLOAD -> new WriteColumn(name, Part.PAYLOAD);
            case PAYLOAD_BYTES -> new WriteColumn(name, Part.PAYLOAD_BYTES);
            case CODEC -> new WriteColumn(name, Part.CODEC);
            case VECTOR -> new WriteColumn(name, Part.VECTOR);
            case RING -> ring(name, insert);
            case ID, SEQ, WRITTEN_AT, TOKENS ->
                throw new RocheException(
                        ErrorCode.GENERATED_COLUMN,
                        "column '" + name + "' is generated and cannot be written; leave it out");
        };
    }

    private static ColumnDefinition definition(TableColumn column) {
        if (column.declared() == null) {
            throw new IllegalStateException("column '" + column.name() + "' has no declaration");
        }
        return column.declared().definition();
    }

    private static WriteColumn segment(TableColumn column, boolean insert) {
        if (!insert) {
            throw new RocheException(
                    ErrorCode.FEATURE_NOT_SUPPORTED,
                    "column '" + column.name()
                            + "' is a segment of the record's ring, and a record cannot change its ring"
                            + " (INSERT … SELECT with the other value, then DELETE)");
        }
        return new WriteColumn(column.name(), Part.SEGMENT, definition(column));
    }

    private static WriteColumn ring(String name, boolean insert) {
        if (insert && !name.startsWith("_")) {
            return new WriteColumn(name, Part.RING);
        }
        throw new RocheException(
                ErrorCode.FEATURE_NOT_SUPPORTED,
                insert
                        ? "column '" + name
                                + "' cannot be written: the table says which ring (INSERT INTO records takes one)"
                        : "a record cannot change its ring (INSERT … SELECT into the other ring, then DELETE)");
    }

    private static void checkPayload(List<WriteColumn> columns) {
        long payloads = columns.stream()
                .filter(c -> c.part == Part.PAYLOAD || c.part == Part.PAYLOAD_BYTES)
                .count();
        boolean fields = columns.stream().anyMatch(c -> c.part == Part.FIELD || c.part == Part.DECLARED);
        if (payloads > 1 || (payloads > 0 && fields)) {
            throw new RocheException(
                    ErrorCode.FEATURE_NOT_SUPPORTED,
                    "a statement writes the payload or fields of it, not both: "
                            + String.join(
                                    ", ",
                                    columns.stream().map(WriteColumn::name).toList()));
        }
        if (fields && columns.stream().anyMatch(c -> c.part == Part.CODEC)) {
            throw new RocheException(
                    ErrorCode.FEATURE_NOT_SUPPORTED,
                    "a document written by fields is json: leave '" + codecName(columns) + "' out");
        }
    }

    private static String codecName(List<WriteColumn> columns) {
        return columns.stream()
                .filter(c -> c.part == Part.CODEC)
                .map(WriteColumn::name)
                .findFirst()
                .orElse("codec")
                .toLowerCase(Locale.ROOT);
    }
}
