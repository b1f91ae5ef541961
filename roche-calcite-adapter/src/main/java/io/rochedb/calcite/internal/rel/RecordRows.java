package io.rochedb.calcite.internal.rel;

import io.rochedb.calcite.SqlCursor;
import io.rochedb.calcite.internal.table.TableColumn;
import io.rochedb.engine.query.RecordCursor;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The records of an engine cursor as SQL rows. */
final class RecordRows implements SqlCursor {
    /**
     * A column: what it shows and, for a field, its index in the request.
     *
     * @param declared the declaration, for a declared column
     */
    record Output(TableColumn.Kind kind, int field, TableColumn.@Nullable Declared declared) {}

    private final RecordCursor records;
    private final Output[] outputs;
    private @Nullable String segmentsOf;
    private List<String> segments = List.of();

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
            case DECLARED ->
                DeclaredValues.read(records, output.field(), declared(output).definition());
            case SEGMENT -> segment(declared(output));
            case RING -> records.ring();
            case ID -> records.id().text();
            case SEQ -> records.seq();
            case PAYLOAD -> text(records);
            case CODEC -> records.codec().text();
            case VECTOR -> records.vector();
            case WRITTEN_AT -> records.writtenAtMillis();
            case PAYLOAD_BYTES -> records.payload();
            case TOKENS -> (records.payloadLength() + 3) / 4;
        };
    }

    private static TableColumn.Declared declared(Output output) {
        if (output.declared == null) {
            throw new IllegalStateException("a declared column without declaration");
        }
        return output.declared;
    }

    private String segment(TableColumn.Declared column) {
        String ring = records.ring();
        if (!ring.equals(segmentsOf)) {
            List<String> found = column.rings().values(ring);
            if (found == null) {
                throw new IllegalStateException("ring '" + ring + "' is not one of " + column.rings());
            }
            segments = found;
            segmentsOf = ring;
        }
        return segments.get(column.segment());
    }

    /** Returns the ring of the current record. */
    String ring() {
        return records.ring();
    }

    /** Returns the payload as text, or null when it is not valid UTF-8. */
    private static @Nullable String text(RecordCursor records) {
        byte[] bytes = records.payloadArray();
        int offset = records.payloadOffset();
        int length = records.payloadLength();
        String text = new String(bytes, offset, length, StandardCharsets.UTF_8);
        if (text.indexOf('\uFFFD') < 0) {
            return text;
        }
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .onMalformedInput(CodingErrorAction.REPORT)
                    .decode(ByteBuffer.wrap(bytes, offset, length))
                    .toString();
        } catch (CharacterCodingException notText) {
            return null;
        }
    }

    @Override
    public void close() {
        records.close();
    }
}
