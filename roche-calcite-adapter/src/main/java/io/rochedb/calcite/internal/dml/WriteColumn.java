package io.rochedb.calcite.internal.dml;

import io.rochedb.calcite.internal.function.ColumnType;
import io.rochedb.calcite.internal.table.ResolvedTable;
import io.rochedb.calcite.internal.table.TableColumn;
import io.rochedb.engine.ErrorCode;
import io.rochedb.engine.RocheException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * One column a statement writes.
 *
 * @param name the name to show
 * @param part which part of the record it is
 */
record WriteColumn(String name, Part part) {
    /** A part of a record that can be written. */
    enum Part {
        RING(ColumnType.VARCHAR),
        PAYLOAD(ColumnType.VARCHAR),
        PAYLOAD_BYTES(ColumnType.VARBINARY),
        CODEC(ColumnType.VARCHAR),
        VECTOR(ColumnType.REAL_ARRAY),
        /** A member of the document; a {@code ?} keeps the type it is bound with. */
        FIELD(ColumnType.ANY);

        private final ColumnType parameterType;

        Part(ColumnType parameterType) {
            this.parameterType = parameterType;
        }

        ColumnType parameterType() {
            return parameterType;
        }
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

    /** Returns the document's fields: what an INSERT without column list writes. */
    static List<WriteColumn> fields(ResolvedTable.Data table) {
        List<WriteColumn> columns = new ArrayList<>();
        for (TableColumn column : table.columns()) {
            if (column.kind() == TableColumn.Kind.FIELD) {
                columns.add(new WriteColumn(column.name(), Part.FIELD));
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
            case FIELD, DECLARED -> new WriteColumn(name, Part.FIELD);
            case SEGMENT -> new WriteColumn(name, Part.RING);
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

    private static WriteColumn ring(String name, boolean insert) {
        if (insert && !name.startsWith("_")) {
            return new WriteColumn(name, Part.RING);
        }
        throw new RocheException(
                ErrorCode.FEATURE_NOT_SUPPORTED,
                insert
                        ? "column '" + name
                                + "' cannot be written: the table names the ring (INSERT INTO records takes one)"
                        : "a record cannot change its ring (INSERT … SELECT into the other ring, then DELETE)");
    }

    private static void checkPayload(List<WriteColumn> columns) {
        long payloads = columns.stream()
                .filter(c -> c.part == Part.PAYLOAD || c.part == Part.PAYLOAD_BYTES)
                .count();
        boolean fields = columns.stream().anyMatch(c -> c.part == Part.FIELD);
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
