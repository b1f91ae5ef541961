package io.rochedb.engine.internal.json;

import io.rochedb.engine.internal.ring.RingReader;
import io.rochedb.engine.model.Codec;
import io.rochedb.engine.model.FieldRef;
import io.rochedb.engine.query.Predicate;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;

/**
 * A predicate and a list of fields compiled into one plan over rows: at most one pass over a row's payload serves both.
 *
 * <p>Per row call {@link #test}, then {@link #field} for rows that pass. A predicate that looks only at the record's own properties does
 * not touch the payload. Only payloads of codec json have fields; paths lead into any JSON. Not thread-safe: one per cursor.
 */
public final class PredicateEvaluator {
    private final FieldExtractor extractor;
    private final int[] projected;
    private final @Nullable Object[] values;
    /** The row for which a value was converted last, by number: {@link #rowNumber}. */
    private final long[] converted;

    private final Condition condition;
    private final boolean always;
    private final boolean readsFields;

    /** The document tested, when it is not a row's. */
    private byte @Nullable [] document;

    private String documentRing = "";
    private @Nullable RingReader reader;
    private int row;
    private boolean scanned;
    private long rowNumber;

    private PredicateEvaluator(Predicate predicate, List<FieldRef> fields, List<Predicate.Path> paths) {
        Map<Predicate.Operand, Integer> slots = new LinkedHashMap<>();
        ToIntFunction<Predicate.Operand> slotOf = operand -> slots.computeIfAbsent(operand, r -> slots.size());
        condition = new Condition.Compiler(slotOf).compile(predicate);
        always = predicate.equals(Predicate.TRUE);
        readsFields = !slots.isEmpty();
        projected = new int[fields.size() + paths.size()];
        for (int i = 0; i < projected.length; i++) {
            projected[i] = slotOf.applyAsInt(
                    i < fields.size() ? new Predicate.Field(fields.get(i)) : paths.get(i - fields.size()));
        }
        extractor = FieldExtractor.of(new ArrayList<>(slots.keySet()));
        values = new Object[slots.size()];
        converted = new long[slots.size()];
    }

    /** Compiles; {@code DATATYPE_MISMATCH} when a value cannot be compared with its operand. */
    public static PredicateEvaluator compile(Predicate predicate, List<FieldRef> fields) {
        return compile(predicate, fields, List.of());
    }

    /** Compiles with paths, whose values come after those of the fields. */
    public static PredicateEvaluator compile(Predicate predicate, List<FieldRef> fields, List<Predicate.Path> paths) {
        return new PredicateEvaluator(predicate, fields, paths);
    }

    /** Returns whether the payload is looked at by {@link #test}. */
    public boolean readsFields() {
        return readsFields;
    }

    /** Stands on a row of a ring and returns whether the predicate is true for it. */
    public boolean test(RingReader newReader, int newRow) {
        reader = newReader;
        document = null;
        row = newRow;
        scanned = false;
        return always || condition.test(this) == Condition.TRUE;
    }

    /**
     * Returns whether the predicate is false, not true or unknown, for a JSON document that is to be written into a ring. It has no seq and no time
     * yet: these are null.
     */
    public boolean isFalse(String ring, byte[] json) {
        document = json;
        documentRing = ring;
        scanned = false;
        return condition.test(this) == Condition.FALSE;
    }

    /** Returns the i-th projected field of the row last tested. */
    public @Nullable Object field(int index) {
        return value(projected[index]);
    }

    FieldExtractor scannedFields() {
        if (!scanned) {
            scanned = true;
            rowNumber++;
            byte[] own = document;
            if (own != null) {
                extractor.scan(own, 0, own.length);
                return extractor;
            }
            RingReader rows = reader();
            boolean json = rows.codec(row) == Codec.JSON;
            if (json || extractor.readsPaths()) {
                extractor.scan(rows.payloadArray(row), rows.payloadOffset(row), rows.payloadLength(row), json);
            } else {
                extractor.clear();
            }
        }
        return extractor;
    }

    @Nullable
    Object value(int slot) {
        FieldExtractor fields = scannedFields();
        if (converted[slot] != rowNumber) {
            values[slot] = fields.value(slot);
            converted[slot] = rowNumber;
        }
        return values[slot];
    }

    @Nullable
    Object meta(Predicate.Meta meta) {
        byte[] own = document;
        return own == null ? rowMeta(meta) : documentMeta(meta, own);
    }

    private @Nullable Object documentMeta(Predicate.Meta meta, byte[] own) {
        switch (meta) {
            case RING:
                return documentRing;
            case SEQ:
            case WRITTEN_AT:
                return null;
            case PAYLOAD:
                return new String(own, StandardCharsets.UTF_8);
            case CODEC:
                return Codec.JSON.text();
            case TOKENS:
                return (own.length + 3L) / 4;
        }
        throw new AssertionError(meta);
    }

    private @Nullable Object rowMeta(Predicate.Meta meta) {
        RingReader rows = reader();
        switch (meta) {
            case RING:
                return rows.ring();
            case SEQ:
                return rows.seq(row);
            case WRITTEN_AT:
                return rows.writtenAtMillis(row);
            case PAYLOAD:
                return payloadText(rows, row);
            case CODEC:
                return rows.codec(row).text();
            case TOKENS:
                return (rows.payloadLength(row) + 3L) / 4;
        }
        throw new AssertionError(meta);
    }

    private static @Nullable String payloadText(RingReader rows, int row) {
        ByteBuffer payload = ByteBuffer.wrap(rows.payloadArray(row), rows.payloadOffset(row), rows.payloadLength(row));
        try {
            return StandardCharsets.UTF_8.newDecoder().decode(payload).toString();
        } catch (CharacterCodingException e) {
            return null;
        }
    }

    private RingReader reader() {
        if (reader == null) {
            throw new IllegalStateException("no row tested yet");
        }
        return reader;
    }
}
