package io.rochedb.calcite.internal.rel;

import io.rochedb.calcite.SqlCursor;
import io.rochedb.calcite.internal.function.PayloadText;
import io.rochedb.calcite.internal.table.TableColumn;
import io.rochedb.engine.query.RecordCursor;
import org.jspecify.annotations.Nullable;

/** The records of an engine cursor as SQL rows. */
final class RecordRows implements SqlCursor {
    /** A column: what it shows and, for a field, its index in the request. */
    record Output(TableColumn.Kind kind, int field) {}

    private final RecordCursor records;
    private final Output[] outputs;

    RecordRows(RecordCursor records, Output[] outputs) {
        this.records = records;
        this.outputs = outputs;
    }

    @Override
    public boolean next() {
        return records.next();
    }

    @Override
    public @Nullable Object get(int column) {
        Output output = outputs[column];
        return switch (output.kind()) {
            case FIELD -> records.field(output.field());
            case RING -> records.ring();
            case ID -> records.id().text();
            case SEQ -> records.seq();
            case PAYLOAD -> PayloadText.of(records.payloadArray(), records.payloadOffset(), records.payloadLength());
            case CODEC -> records.codec().text();
            case VECTOR -> records.vector();
            case WRITTEN_AT -> records.writtenAtMillis();
            case PAYLOAD_BYTES -> records.payload();
            case TOKENS -> (records.payloadLength() + 3) / 4;
        };
    }

    @Override
    public void close() {
        records.close();
    }
}
