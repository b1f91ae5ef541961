package io.rochedb.calcite.internal.rel;

import io.rochedb.calcite.internal.table.TableColumn;
import io.rochedb.engine.model.FieldRef;
import io.rochedb.engine.model.FieldType;
import io.rochedb.engine.query.Predicate;
import io.rochedb.engine.query.Predicate.Meta;
import io.rochedb.engine.query.Predicate.Operand;
import io.rochedb.engine.schema.ColumnType;
import java.util.List;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexNode;
import org.jspecify.annotations.Nullable;

/** What the engine reads for the columns and paths of a table's conditions. Immutable. */
final class Operands {
    private final List<TableColumn> columns;

    Operands(List<TableColumn> columns) {
        this.columns = columns;
    }

    /** Returns the column that a node is, or null. */
    @Nullable
    TableColumn column(RexNode node) {
        return Constants.withoutIdleCast(node) instanceof RexInputRef ref ? columns.get(ref.getIndex()) : null;
    }

    /** Returns the segment of the ring's name that a node is, or null. */
    TableColumn.@Nullable Declared segment(RexNode node) {
        TableColumn column = column(node);
        return column == null || column.kind() != TableColumn.Kind.SEGMENT ? null : column.declared();
    }

    /** Returns what the engine reads for a node, or null when it is no column or path. */
    @Nullable
    Operand operand(RexNode node) {
        TableColumn column = column(node);
        if (column == null) {
            TableColumn rounded = DecimalTerms.rounded(node, columns);
            return rounded == null
                    ? PathTerms.operand(Constants.withoutIdleCast(node), columns)
                    : new Predicate.Field(new FieldRef(rounded.name(), FieldType.DOUBLE));
        }
        return switch (column.kind()) {
            case FIELD, DECLARED -> column.field() == null ? null : new Predicate.Field(column.field());
            case RING -> Meta.RING;
            case SEQ -> Meta.SEQ;
            case PAYLOAD -> Meta.PAYLOAD;
            case CODEC -> Meta.CODEC;
            case WRITTEN_AT -> Meta.WRITTEN_AT;
            case TOKENS -> Meta.TOKENS;
            case ID, VECTOR, PAYLOAD_BYTES, SEGMENT -> null;
        };
    }

    /** Returns as what a column is compared with constants, or null when the engine cannot do it exactly. */
    Value.@Nullable As as(RexNode node) {
        TableColumn column = column(node);
        if (column == null) {
            Operand operand = operand(node);
            return operand instanceof Predicate.Path path
                    ? as(path.type())
                    : operand instanceof Predicate.Field field ? as(field.ref().type()) : null;
        }
        return switch (column.kind()) {
            case FIELD -> column.field() == null ? null : as(column.field().type());
            case DECLARED ->
                column.declared() == null
                        ? null
                        : as(column.declared().definition().type().kind());
            case RING, PAYLOAD, CODEC -> Value.As.STRING;
            case SEQ, WRITTEN_AT, TOKENS -> Value.As.LONG;
            case ID, VECTOR, PAYLOAD_BYTES, SEGMENT -> null;
        };
    }

    private static Value.@Nullable As as(ColumnType.Kind kind) {
        return switch (kind) {
            case BOOLEAN -> Value.As.BOOLEAN;
            case TINYINT, SMALLINT, INTEGER, BIGINT -> Value.As.LONG;
            case DOUBLE -> Value.As.DOUBLE;
            case CHAR, VARCHAR, JSON -> Value.As.STRING;
            case UUID -> Value.As.UUID_TEXT;
            case DATE -> Value.As.DATE_TEXT;
            case TIME -> Value.As.TIME_TEXT;
            case TIMESTAMP -> Value.As.TIMESTAMP_TEXT;
            case REAL, DECIMAL, VARBINARY -> null;
        };
    }

    private static Value.As as(FieldType type) {
        return switch (type) {
            case NONE, VARCHAR -> Value.As.STRING;
            case BIGINT -> Value.As.LONG;
            case DOUBLE -> Value.As.DOUBLE;
            case BOOLEAN -> Value.As.BOOLEAN;
        };
    }
}
