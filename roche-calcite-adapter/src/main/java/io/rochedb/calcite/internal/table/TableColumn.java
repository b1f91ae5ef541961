package io.rochedb.calcite.internal.table;

import io.rochedb.engine.model.FieldInfo;
import io.rochedb.engine.model.FieldRef;
import io.rochedb.engine.model.FieldType;
import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.sql.type.SqlTypeName;
import org.jspecify.annotations.Nullable;

/**
 * One column of a table over records.
 *
 * @param name the name SQL sees
 * @param kind what it shows
 * @param field the JSON field, for {@link Kind#FIELD} only
 */
public record TableColumn(String name, Kind kind, @Nullable FieldRef field) {
    /** What a column shows of a record. */
    public enum Kind {
        FIELD,
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

    private static final int MILLISECONDS = 3;

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
        return new TableColumn(name, kind, null);
    }

    /** Returns the columns of a ring or glob: its fields, but those whose name starts with {@code _}, then the record's own properties. */
    public static List<TableColumn> ofFields(List<FieldInfo> fields) {
        List<TableColumn> columns = new ArrayList<>(fields.size() + RING_META.size());
        for (FieldInfo field : fields) {
            if (!field.name().startsWith("_")) {
                columns.add(new TableColumn(field.name(), Kind.FIELD, new FieldRef(field.name(), field.type())));
            }
        }
        columns.addAll(RING_META);
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
            case WRITTEN_AT -> types.createSqlType(SqlTypeName.TIMESTAMP, MILLISECONDS);
            case TOKENS -> types.createSqlType(SqlTypeName.INTEGER);
            case PAYLOAD_BYTES -> types.createSqlType(SqlTypeName.VARBINARY);
            case PAYLOAD -> nullable(types, types.createSqlType(SqlTypeName.VARCHAR));
            case VECTOR -> nullable(types, types.createArrayType(types.createSqlType(SqlTypeName.REAL), -1));
            case FIELD -> nullable(types, types.createSqlType(sqlType(fieldType())));
        };
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
