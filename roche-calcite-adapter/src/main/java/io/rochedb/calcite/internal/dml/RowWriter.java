package io.rochedb.calcite.internal.dml;

import com.fasterxml.jackson.databind.node.TextNode;
import io.rochedb.calcite.internal.function.Vectors;
import io.rochedb.engine.ErrorCode;
import io.rochedb.engine.RocheException;
import io.rochedb.engine.Transaction;
import io.rochedb.engine.model.Codec;
import io.rochedb.engine.model.MergePatch;
import io.rochedb.engine.model.RecordChange;
import io.rochedb.engine.model.RecordDraft;
import io.rochedb.engine.model.RecordId;
import io.rochedb.engine.model.RingNames;
import io.rochedb.engine.model.StoredRecord;
import io.rochedb.engine.schema.ColumnDefinition;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The values of one row, sorted into the parts of a record. Used once. */
final class RowWriter {
    private static final String JSON_SPACE = " \t\r\n";

    private @Nullable String ring;
    private byte @Nullable [] payload;
    private @Nullable Codec codec;
    private float @Nullable [] vector;
    private boolean vectorGiven;
    private @Nullable FieldJson fields;
    private @Nullable Map<String, String> segments;
    /** Objects an update puts in the place of what was there: a merge patch would merge them. */
    private @Nullable Map<String, String> objects;

    private RowWriter() {}

    /** Reads the row; for an insertion a NULL field is left out, for an update it is written as null, which removes the field. */
    static RowWriter of(List<WriteColumn> columns, @Nullable Object[] values, boolean insert) {
        RowWriter row = new RowWriter();
        for (int i = 0; i < columns.size(); i++) {
            row.take(columns.get(i), values[i], insert);
        }
        return row;
    }

    private void take(WriteColumn column, @Nullable Object value, boolean insert) {
        switch (column.part()) {
            case RING -> ring = value == null ? null : RingNames.canonical(value.toString());
            case PAYLOAD, PAYLOAD_BYTES -> payload = bytes(column, value);
            case CODEC -> codec = value == null ? null : Codec.parse(value.toString());
            case VECTOR -> {
                vectorGiven = true;
                vector = value == null ? null : Vectors.of(column.name(), value).clone();
            }
            case FIELD -> {
                if (value != null || !insert) {
                    fields().put(column.name(), value);
                } else {
                    fields();
                }
            }
            case DECLARED -> declared(column.name(), column.declared(), value, insert);
            case SEGMENT -> {
                if (segments == null) {
                    segments = new HashMap<>();
                }
                if (value != null && column.declared() != null) {
                    segments.put(
                            column.name(),
                            ColumnValues.assign(column.declared(), value).toString());
                }
            }
        }
    }

    private void declared(String name, @Nullable ColumnDefinition column, @Nullable Object value, boolean insert) {
        if (column == null) {
            throw new IllegalStateException("column '" + name + "' has no declaration");
        }
        Object held = value == null ? null : ColumnValues.assign(column, value);
        if (!insert
                && held instanceof FieldJson.Raw raw
                && raw.json().stripLeading().startsWith("{")) {
            if (objects == null) {
                objects = new LinkedHashMap<>();
            }
            objects.put(name, raw.json());
            held = null;
        }
        if (held != null) {
            fields().put(name, held);
        } else if (!insert || column.defaultValue() != null) {
            // a new record gets the default of a field it does not have: NULL must be said
            fields().put(name, null);
        } else {
            fields();
        }
    }

    private FieldJson fields() {
        if (fields == null) {
            fields = new FieldJson();
        }
        return fields;
    }

    private static byte[] bytes(WriteColumn column, @Nullable Object value) {
        if (value == null) {
            throw new RocheException(
                    ErrorCode.NOT_NULL_VIOLATION, "column '" + column.name() + "' cannot be NULL (DELETE the record)");
        }
        return value instanceof byte[] binary
                ? binary.clone()
                : value.toString().getBytes(StandardCharsets.UTF_8);
    }

    /**
     * Returns the record to insert.
     *
     * @param target where it goes
     * @param fallback ring of the connection, for records that name none
     */
    RecordDraft draft(InsertTarget target, @Nullable String fallback) {
        String into = target.ring(ring, segments == null ? Map.of() : segments, fallback);
        if (payload != null) {
            return new RecordDraft(into, payload, codec, vector);
        }
        if (!target.hasFields()) {
            throw new RocheException(ErrorCode.NOT_NULL_VIOLATION, "column 'payload' cannot be NULL");
        }
        FieldJson document = fields == null ? new FieldJson() : fields;
        return new RecordDraft(into, document.finish(), Codec.JSON, vector);
    }

    /** Applies the row to an existing record; false when there is no such record. */
    boolean update(Transaction transaction, RecordId id) {
        boolean found = true;
        if (fields != null) {
            checkObject(transaction, id);
            if (objects == null) {
                found = transaction.patch(id, fields.finish());
            } else {
                StoredRecord old = transaction.get(id).orElse(null);
                found = old != null;
                payload = old == null ? null : withObjects(MergePatch.apply(old.payload(), fields.finish()), objects);
            }
        }
        if (found && codec != null && payload == null) {
            payload = transaction.get(id).map(StoredRecord::payload).orElse(null);
        }
        if (found && (payload != null || codec != null || vectorGiven)) {
            found = transaction.update(id, new RecordChange(payload, codec, vector, vectorGiven && vector == null));
        }
        return found;
    }

    /** Returns the document, which has none of the objects' fields, with them at its end. */
    private static byte[] withObjects(byte[] document, Map<String, String> objects) {
        String text = new String(document, StandardCharsets.UTF_8).stripTrailing();
        StringBuilder out =
                new StringBuilder(text.substring(0, text.length() - 1).stripTrailing());
        for (Map.Entry<String, String> object : objects.entrySet()) {
            out.append(out.charAt(out.length() - 1) == '{' ? "" : ",")
                    .append(TextNode.valueOf(object.getKey()))
                    .append(':')
                    .append(object.getValue());
        }
        return out.append('}').toString().getBytes(StandardCharsets.UTF_8);
    }

    /** Refuses a payload that has no fields: a patch would replace it whole. Text that is not JSON is refused by the patch. */
    private static void checkObject(Transaction transaction, RecordId id) {
        byte[] old = transaction.get(id).map(StoredRecord::payload).orElse(null);
        if (old == null) {
            return;
        }
        int start = 0;
        while (start < old.length && JSON_SPACE.indexOf(old[start]) >= 0) {
            start++;
        }
        if (start < old.length && old[start] != '{') {
            throw new RocheException(
                    ErrorCode.INVALID_JSON,
                    "the payload of record '" + id.text()
                            + "' is no JSON object and has no fields to set (SET payload replaces it whole)");
        }
    }
}
