package io.rochedb.engine.internal.json;

import io.rochedb.engine.model.FieldRef;
import io.rochedb.engine.model.FieldType;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A reader of a fixed set of top-level fields from one JSON payload after another.
 *
 * <p>{@link #scan} passes over the payload once and notes where the values are; values are converted, by the rules of {@link FieldRef},
 * only when asked for. Of duplicate names the last wins, so the whole object is always passed over: what a field is must not depend on
 * which others are read with it. A payload that is no valid JSON object has no fields. Reusable, not thread-safe; the payload must not
 * change between {@link #scan} and the reads.
 */
public final class FieldExtractor {
    private static final int ABSENT = -1;

    private final FieldRef[] refs;
    private final byte[][] names;
    /** Hash table of slots by name, open addressing, -1 for free. */
    private final int[] table;
    /** The next slot of the same name (read as another type), or -1. */
    private final int[] nextOfName;

    private final Map<String, Integer> slotsByName = new HashMap<>();
    private final JsonMembers members = new JsonMembers();
    private final ByteBuilder scratch = new ByteBuilder();
    private final int[] starts;
    private final int[] ends;
    private final boolean[] integral;
    private byte[] bytes = new byte[0];

    public FieldExtractor(List<FieldRef> fields) {
        int count = fields.size();
        refs = fields.toArray(new FieldRef[0]);
        names = new byte[count][];
        nextOfName = new int[count];
        starts = new int[count];
        ends = new int[count];
        integral = new boolean[count];
        table = new int[Integer.highestOneBit(Math.max(1, count) * 4)];
        Arrays.fill(table, ABSENT);
        Arrays.fill(starts, ABSENT);
        for (int slot = 0; slot < count; slot++) {
            names[slot] = refs[slot].name().getBytes(StandardCharsets.UTF_8);
            Integer head = slotsByName.putIfAbsent(refs[slot].name(), slot);
            nextOfName[slot] = head == null ? ABSENT : nextOfName[head];
            if (head == null) {
                int at = hash(names[slot], 0, names[slot].length);
                while (table[at] != ABSENT) {
                    at = (at + 1) & (table.length - 1);
                }
                table[at] = slot;
            } else {
                nextOfName[head] = slot;
            }
        }
    }

    /** Returns how many fields are read. */
    public int size() {
        return refs.length;
    }

    /** Notes where the fields are in this payload; false, and every field null, when it is no valid JSON object. */
    public boolean scan(byte[] payload, int offset, int length) {
        clear();
        bytes = payload;
        try {
            if (!members.openObject(payload, offset, length, Integer.MAX_VALUE)) {
                return false;
            }
            while (members.next()) {
                int slot = members.nameEscaped() ? slotOfDecodedName() : slotOfName();
                for (; slot != ABSENT; slot = nextOfName[slot]) {
                    starts[slot] = members.valueStart();
                    ends[slot] = members.valueEnd();
                    integral[slot] = members.integral();
                }
            }
            return true;
        } catch (MalformedJson e) {
            clear();
            return false;
        }
    }

    /** Makes every field null: for a payload that is not to be read as JSON. */
    public void clear() {
        Arrays.fill(starts, ABSENT);
    }

    private int slotOfDecodedName() {
        Integer slot = slotsByName.get(members.name());
        return slot == null ? ABSENT : slot;
    }

    private int slotOfName() {
        int start = members.nameStart();
        int end = members.nameEnd();
        int at = hash(bytes, start, end);
        while (table[at] != ABSENT) {
            byte[] name = names[table[at]];
            if (Arrays.equals(name, 0, name.length, bytes, start, end)) {
                return table[at];
            }
            at = (at + 1) & (table.length - 1);
        }
        return ABSENT;
    }

    private int hash(byte[] name, int start, int end) {
        return NameHash.of(name, start, end) & (table.length - 1);
    }

    /** Returns whether the field is absent, JSON null or of a value that does not fit its type. */
    public boolean isNull(int slot) {
        if (starts[slot] == ABSENT) {
            return true;
        }
        byte kind = bytes[starts[slot]];
        switch (refs[slot].type()) {
            case BIGINT:
                return !(isNumber(kind) && integral[slot] && JsonText.fitsLong(bytes, starts[slot], ends[slot]));
            case DOUBLE:
                return Double.isNaN(doubleOrNaN(slot));
            case BOOLEAN:
                return kind != 't' && kind != 'f';
            case NONE:
            case VARCHAR:
                return kind == 'n';
        }
        throw new AssertionError(refs[slot]);
    }

    private static boolean isNumber(byte kind) {
        return kind == '-' || (kind >= '0' && kind <= '9');
    }

    /** Returns a BIGINT field that is not null. */
    public long longValue(int slot) {
        return JsonText.parseLong(bytes, starts[slot], ends[slot]);
    }

    /** Returns a DOUBLE field, NaN when it is null (no JSON number is NaN). */
    public double doubleOrNaN(int slot) {
        int start = starts[slot];
        if (start == ABSENT || !isNumber(bytes[start])) {
            return Double.NaN;
        }
        double value = JsonText.parseDouble(bytes, start, ends[slot]);
        return Double.isInfinite(value) ? Double.NaN : value;
    }

    /** Returns whether a field that is not null has this text, given also as UTF-8. */
    public boolean textEquals(int slot, byte[] utf8, String text) {
        int start = starts[slot];
        int end = ends[slot];
        if (bytes[start] == '"') {
            int content = end - start - 2;
            if (content == utf8.length) {
                // A token of as many bytes as the text is equal as bytes, or holds an escape and so is shorter when
                // decoded.
                return Arrays.equals(bytes, start + 1, end - 1, utf8, 0, content);
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
        FieldType type = refs[slot].type();
        if (type == FieldType.DOUBLE) {
            double value = doubleOrNaN(slot);
            return Double.isNaN(value) ? null : (Object) value;
        }
        if (isNull(slot)) {
            return null;
        }
        switch (type) {
            case BIGINT:
                return longValue(slot);
            case BOOLEAN:
                return bytes[starts[slot]] == 't';
            case NONE:
            case VARCHAR:
            case DOUBLE:
                return text(starts[slot], ends[slot]);
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
        @Nullable Object[] values = new Object[refs.length];
        for (int slot = 0; slot < values.length; slot++) {
            values[slot] = value(slot);
        }
        return values;
    }
}
