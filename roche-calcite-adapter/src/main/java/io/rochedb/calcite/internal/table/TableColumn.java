package io.rochedb.calcite.internal.table;

import io.rochedb.engine.model.FieldInfo;
import io.rochedb.engine.model.FieldRef;
import io.rochedb.engine.model.FieldType;
import io.rochedb.engine.schema.ColumnDefinition;
import io.rochedb.engine.schema.RingTemplate;
import io.rochedb.engine.schema.TableDefinition;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.sql.type.SqlTypeName;
import org.jspecify.annotations.Nullable;

/**
 * One column of a table over records.
 *
 * @param name the name SQL sees
 * @param kind what it shows
 * @param field the JSON field, for {@link Kind#FIELD} and {@link Kind#DECLARED} only
 * @param declared its place in a declared table, for {@link Kind#DECLARED} and {@link Kind#SEGMENT} only
 * @param hidden whether {@code *}, NATURAL JOIN and an INSERT without column list pass it over
 */
public record TableColumn(
        String name,
        Kind kind,
        @Nullable FieldRef field,
        @Nullable Declared declared,
        boolean hidden) {
    /** What a column shows of a record. */
    public enum Kind {
        /** A field with the type of the values seen so far. */
        FIELD,
        /** A field with a declared type. */
        DECLARED,
        /** A segment of the ring's name. */
        SEGMENT,
        RING,
        ID,
        SEQ,
        PAYLOAD,
        CODEC,
        VECTOR,
        WRITTEN_AT,
        PAYLOAD_BYTES,
        TOKENS
    }

    /**
     * A column as it was declared.
     *
     * @param definition its declaration
     * @param rings the rings of its table
     * @param segment for {@link Kind#SEGMENT} the index in {@link RingTemplate#columns()}, else -1
     */
    public record Declared(ColumnDefinition definition, RingTemplate rings, int segment) {}

    /** The columns of {@code records}. */
    public static final List<TableColumn> RECORDS = List.of(
            meta("ring", Kind.RING),
            meta("id", Kind.ID),
            meta("seq", Kind.SEQ),
            meta("payload", Kind.PAYLOAD),
            meta("codec", Kind.CODEC),
            meta("vector", Kind.VECTOR),
            meta("written_at", Kind.WRITTEN_AT),
            meta("payload_bytes", Kind.PAYLOAD_BYTES),
            meta("tokens", Kind.TOKENS));

    private static final List<TableColumn> RING_META = List.of(
            meta("_id", Kind.ID),
            meta("_ring", Kind.RING),
            meta("_seq", Kind.SEQ),
            meta("_written_at", Kind.WRITTEN_AT),
            meta("_payload", Kind.PAYLOAD),
            meta("_codec", Kind.CODEC),
            meta("_vector", Kind.VECTOR));

    private static TableColumn meta(String name, Kind kind) {
        return new TableColumn(name, kind, null, null, false);
    }

    /**
     * Returns the columns of a ring or glob: its fields, but those whose name starts with {@code _}, then the record's own properties. Names ignore
     * case, so of fields that differ in nothing else the first is the column.
     */
    public static List<TableColumn> ofFields(List<FieldInfo> fields) {
        List<TableColumn> columns = new ArrayList<>(fields.size() + RING_META.size());
        Set<String> names = new HashSet<>();
        for (FieldInfo field : fields) {
            if (!field.name().startsWith("_") && names.add(field.name().toLowerCase(Locale.ROOT))) {
                columns.add(new TableColumn(
                        field.name(), Kind.FIELD, new FieldRef(field.name(), field.type()), null, false));
            }
        }
        columns.addAll(RING_META);
        return List.copyOf(columns);
    }

    /** Returns the columns of a declared table: those declared, then the record's own properties, which only their names show. */
    public static List<TableColumn> ofDeclared(TableDefinition table) {
        List<TableColumn> columns = new ArrayList<>(table.columns().size() + RING_META.size());
        List<String> segments = table.rings().columns();
        for (ColumnDefinition column : table.columns()) {
            int segment = 0;
            while (segment < segments.size() && !segments.get(segment).equalsIgnoreCase(column.name())) {
                segment++;
            }
            boolean field = segment == segments.size();
            Declared declared = new Declared(column, table.rings(), field ? -1 : segment);
            FieldRef ref = new FieldRef(
                    column.name(), DeclaredTypes.stored(column.type().kind()));
            columns.add(new TableColumn(
                    column.name(), field ? Kind.DECLARED : Kind.SEGMENT, field ? ref : null, declared, false));
        }
        for (TableColumn meta : RING_META) {
            columns.add(new TableColumn(meta.name, meta.kind, null, null, true));
        }
        return List.copyOf(columns);
    }

    /** Returns the row type of a list of columns. */
    public static RelDataType rowType(List<TableColumn> columns, RelDataTypeFactory types) {
        RelDataTypeFactory.Builder row = types.builder();
        for (TableColumn column : columns) {
            row.add(column.name, column.type(types));
        }
        return row.build();
    }

    private RelDataType type(RelDataTypeFactory types) {
        return switch (kind) {
            case RING, ID, CODEC -> types.createSqlType(SqlTypeName.VARCHAR);
            case SEQ -> types.createSqlType(SqlTypeName.BIGINT);
            case WRITTEN_AT -> types.createSqlType(SqlTypeName.TIMESTAMP, DeclaredTypes.MILLISECONDS);
            case TOKENS -> types.createSqlType(SqlTypeName.INTEGER);
            case PAYLOAD_BYTES -> types.createSqlType(SqlTypeName.VARBINARY);
            case PAYLOAD -> nullable(types, types.createSqlType(SqlTypeName.VARCHAR));
            case VECTOR -> nullable(types, types.createArrayType(types.createSqlType(SqlTypeName.REAL), -1));
            case FIELD -> nullable(types, types.createSqlType(sqlType(fieldType())));
            case DECLARED, SEGMENT -> declaredType(types);
        };
    }

    /** Returns the characters a declared column of text may have, 0 for any other column. */
    public int length() {
        return declared == null ? 0 : DeclaredTypes.length(declared.definition.type());
    }

    private RelDataType declaredType(RelDataTypeFactory types) {
        if (declared == null) {
            throw new IllegalStateException("column '" + name + "' has no declaration");
        }
        ColumnDefinition definition = declared.definition;
        RelDataType type = DeclaredTypes.sqlType(definition.type(), types);
        return types.createTypeWithNullability(type, kind == Kind.DECLARED && definition.nullable());
    }

    private FieldType fieldType() {
        return field == null ? FieldType.NONE : field.type();
    }

    /** Returns the SQL type of a field type. */
    public static SqlTypeName sqlType(FieldType type) {
        return switch (type) {
            case NONE, VARCHAR -> SqlTypeName.VARCHAR;
            case BOOLEAN -> SqlTypeName.BOOLEAN;
            case BIGINT -> SqlTypeName.BIGINT;
            case DOUBLE -> SqlTypeName.DOUBLE;
        };
    }

    private static RelDataType nullable(RelDataTypeFactory types, RelDataType type) {
        return types.createTypeWithNullability(type, true);
    }
}
