package io.rochedb.engine.internal.json;

import io.rochedb.engine.internal.ring.RingReader;
import io.rochedb.engine.model.Codec;
import io.rochedb.engine.model.FieldRef;
import io.rochedb.engine.query.Predicate;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A predicate and a list of fields compiled into one plan over rows: at most one pass over a row's payload serves both.
 *
 * <p>Per row call {@link #test}, then {@link #field} for rows that pass. A predicate that looks only at the record's own properties does
 * not touch the payload. Only payloads of codec json have fields. Not thread-safe: one per cursor.
 */
public final class PredicateEvaluator {
    private final FieldExtractor extractor;
    private final int[] projected;
    private final @Nullable Object[] values;
    private final boolean[] converted;
    private final Condition condition;
    private final boolean always;
    private final boolean readsFields;

    private @Nullable RingReader reader;
    private int row;
    private boolean scanned;

    private PredicateEvaluator(Predicate predicate, List<FieldRef> fields) {
        Map<FieldRef, Integer> slots = new LinkedHashMap<>();
        Condition.Compiler compiler = new Condition.Compiler(ref -> slots.computeIfAbsent(ref, r -> slots.size()));
        condition = compiler.compile(predicate);
        always = predicate.equals(Predicate.TRUE);
        readsFields = !slots.isEmpty();
        projected = new int[fields.size()];
        for (int i = 0; i < projected.length; i++) {
            projected[i] = slots.computeIfAbsent(fields.get(i), r -> slots.size());
        }
        extractor = new FieldExtractor(new ArrayList<>(slots.keySet()));
        values = new Object[slots.size()];
        converted = new boolean[slots.size()];
    }

    /** Compiles; {@code DATATYPE_MISMATCH} when a value cannot be compared with its operand. */
    public static PredicateEvaluator compile(Predicate predicate, List<FieldRef> fields) {
        return new PredicateEvaluator(predicate, fields);
    }

    /** Returns whether the payload is looked at by {@link #test}. */
    public boolean readsFields() {
        return readsFields;
    }

    /** Stands on a row of a ring and returns whether the predicate is true for it. */
    public boolean test(RingReader newReader, int newRow) {
        reader = newReader;
        row = newRow;
        scanned = false;
        return always || condition.test(this) == Condition.TRUE;
    }

    /** Returns the i-th projected field of the row last tested. */
    public @Nullable Object field(int index) {
        return value(projected[index]);
    }

    FieldExtractor scannedFields() {
        if (!scanned) {
            scanned = true;
            Arrays.fill(converted, false);
            RingReader rows = reader();
            if (rows.codec(row) == Codec.JSON) {
                extractor.scan(rows.payloadArray(row), rows.payloadOffset(row), rows.payloadLength(row));
            } else {
                extractor.clear();
            }
        }
        return extractor;
    }

    @Nullable
    Object value(int slot) {
        FieldExtractor fields = scannedFields();
        if (!converted[slot]) {
            values[slot] = fields.value(slot);
            converted[slot] = true;
        }
        return values[slot];
    }

    @Nullable
    Object meta(Predicate.Meta meta) {
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
