package io.rochedb.engine.internal.json;

import io.rochedb.engine.model.FieldRef;
import io.rochedb.engine.model.FieldType;
import io.rochedb.engine.query.Predicate;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A reader of a fixed set of fields, and of paths, from one JSON payload after another.
 *
 * <p>{@link #scan} passes over the payload once and notes where the values are; values are converted, by the rules of {@link FieldRef}
 * and {@link Predicate.Path}, only when asked for. Of duplicate names the last wins, so the whole object is always passed over: what a
 * field is must not depend on which others are read with it. A payload that is no valid JSON object has no fields. Reusable, not
 * thread-safe; the payload must not change between {@link #scan} and the reads.
 */
public final class FieldExtractor {
    private static final int ABSENT = WantedMembers.ABSENT;

    /** Digits, or digits and a sign, of whole numbers that may be too long for 64 bits. */
    private static final int LONG_DIGITS = 19;

    private final WantedMembers root = new WantedMembers();
    private final FieldType[] types;
    /** Which slots are paths. */
    private final boolean[] path;
    /** Of what a slot is a member, and which one. */
    private final WantedMembers[] owner;

    private final int[] member;
    private final boolean readsPaths;
    private final ByteBuilder scratch = new ByteBuilder();
    private byte[] bytes = new byte[0];
    private boolean fields = true;

    public FieldExtractor(List<FieldRef> fields) {
        this(fields.stream().map(Predicate.Field::new).toArray(Predicate.Operand[]::new));
    }

    private FieldExtractor(Predicate.Operand[] operands) {
        int count = operands.length;
        types = new FieldType[count];
        path = new boolean[count];
        owner = new WantedMembers[count];
        member = new int[count];
        boolean anyPath = false;
        for (int slot = 0; slot < count; slot++) {
            if (operands[slot] instanceof Predicate.Path) {
                Predicate.Path wanted = (Predicate.Path) operands[slot];
                path[slot] = true;
                anyPath = true;
                want(slot, wanted.names(), wanted.type());
            } else {
                FieldRef ref = ((Predicate.Field) operands[slot]).ref();
                want(slot, List.of(ref.name()), ref.type());
            }
        }
        readsPaths = anyPath;
    }

    /** Returns an extractor of fields and paths, one slot each. */
    public static FieldExtractor of(List<Predicate.Operand> operands) {
        return new FieldExtractor(operands.toArray(new Predicate.Operand[0]));
    }

    private void want(int slot, List<String> names, FieldType type) {
        WantedMembers at = root;
        for (String name : names.subList(0, names.size() - 1)) {
            at = at.inside(at.add(name));
        }
        owner[slot] = at;
        member[slot] = at.add(names.get(names.size() - 1));
        types[slot] = type;
    }

    /** Returns how many fields are read. */
    public int size() {
        return types.length;
    }

    /** Returns whether one of them is a path, which leads into payloads of every codec. */
    public boolean readsPaths() {
        return readsPaths;
    }

    /** Notes where the fields are in this payload; false, and every field null, when it is no valid JSON object. */
    public boolean scan(byte[] payload, int offset, int length) {
        return scan(payload, offset, length, true);
    }

    /** Notes where the values are; only paths have some when the payload is not to have fields. */
    public boolean scan(byte[] payload, int offset, int length, boolean withFields) {
        root.clear();
        bytes = payload;
        fields = withFields;
        try {
            return root.scan(payload, offset, length);
        } catch (MalformedJson e) {
            root.clear();
            return false;
        }
    }

    /** Makes every field null: for a payload that is not to be read as JSON. */
    public void clear() {
        root.clear();
    }

    private int start(int slot) {
        return fields || path[slot] ? owner[slot].start(member[slot]) : ABSENT;
    }

    private int end(int slot) {
        return owner[slot].end(member[slot]);
    }

    /** Returns whether the field is absent, JSON null or of a value that does not fit its type. */
    public boolean isNull(int slot) {
        int start = start(slot);
        if (start == ABSENT) {
            return true;
        }
        byte kind = bytes[start];
        boolean text = path[slot] && kind == '"';
        switch (types[slot]) {
            case BIGINT:
                if (text) {
                    return JsonScalars.integer(bytes, start, end(slot)) == null;
                }
                return !(JsonScalars.isNumber(kind)
                        && owner[slot].integral(member[slot])
                        && JsonText.fitsLong(bytes, start, end(slot)));
            case DOUBLE:
                return Double.isNaN(doubleOrNaN(slot));
            case BOOLEAN:
                return text ? JsonScalars.truth(bytes, start, end(slot)) == null : kind != 't' && kind != 'f';
            case NONE:
            case VARCHAR:
                return kind == 'n' || (path[slot] && JsonScalars.isContainer(kind));
        }
        throw new AssertionError(types[slot]);
    }

    /** Returns a BIGINT field that is not null. */
    public long longValue(int slot) {
        int start = start(slot);
        Long converted = bytes[start] == '"' ? JsonScalars.integer(bytes, start, end(slot)) : null;
        return converted == null ? JsonText.parseLong(bytes, start, end(slot)) : converted;
    }

    /** Returns a DOUBLE field, NaN when it is null (no JSON number is NaN). */
    public double doubleOrNaN(int slot) {
        int start = start(slot);
        if (start == ABSENT || !(path[slot] || JsonScalars.isNumber(bytes[start]))) {
            return Double.NaN;
        }
        return JsonScalars.number(bytes, start, end(slot));
    }

    /** Returns whether a field that is not null has this text, given also as UTF-8. */
    public boolean textEquals(int slot, byte[] utf8, String text) {
        int start = start(slot);
        int end = end(slot);
        if (bytes[start] == '"') {
            int content = end - start - 2;
            if (content == utf8.length) {
                // A token of as many bytes as the text is equal as bytes, or holds an escape and so is shorter when
                // decoded: then it is not this text, even if that is written as the escape is.
                return Arrays.equals(bytes, start + 1, end - 1, utf8, 0, content) && text.indexOf('\\') < 0;
            }
            return content > utf8.length
                    && hasEscape(start, end)
                    && text.equals(JsonText.decode(bytes, start + 1, end - 1));
        }
        return text.equals(value(slot));
    }

    private boolean hasEscape(int start, int end) {
        for (int i = start; i < end; i++) {
            if (bytes[i] == '\\') {
                return true;
            }
        }
        return false;
    }

    /** Returns the field's value: String, Long, Double or Boolean by its type, or null. */
    public @Nullable Object value(int slot) {
        FieldType type = types[slot];
        if (type == FieldType.DOUBLE) {
            double value = doubleOrNaN(slot);
            return Double.isNaN(value) ? null : (Object) value;
        }
        int start = start(slot);
        if (start != ABSENT && !path[slot]) {
            if (type == FieldType.BIGINT && owner[slot].integral(member[slot]) && end(slot) - start < LONG_DIGITS) {
                return JsonScalars.isNumber(bytes[start]) ? (Long) JsonText.parseLong(bytes, start, end(slot)) : null;
            }
            if (type == FieldType.VARCHAR && bytes[start] == '"' && owner[slot].plain(member[slot])) {
                return new String(bytes, start + 1, end(slot) - start - 2, StandardCharsets.ISO_8859_1);
            }
        }
        if (isNull(slot)) {
            return null;
        }
        switch (type) {
            case BIGINT:
                return longValue(slot);
            case BOOLEAN:
                return JsonScalars.truth(bytes, start(slot), end(slot));
            case NONE:
            case VARCHAR:
            case DOUBLE:
                return text(start(slot), end(slot));
        }
        throw new AssertionError(type);
    }

    private String text(int start, int end) {
        switch (bytes[start]) {
            case '"':
                return JsonText.decode(bytes, start + 1, end - 1);
            case 't':
                return "true";
            case 'f':
                return "false";
            case '{':
            case '[':
                JsonText.compact(bytes, start, end, scratch.clear());
                return scratch.text();
            default:
                return new String(bytes, start, end - start, StandardCharsets.ISO_8859_1);
        }
    }

    /** Reads all fields of one payload. */
    public @Nullable Object[] extract(byte[] payload, int offset, int length) {
        scan(payload, offset, length);
        @Nullable Object[] values = new Object[types.length];
        for (int slot = 0; slot < values.length; slot++) {
            values[slot] = value(slot);
        }
        return values;
    }
}
