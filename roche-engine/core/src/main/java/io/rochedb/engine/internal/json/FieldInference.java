package io.rochedb.engine.internal.json;

import io.rochedb.engine.model.FieldType;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * An observer of which top-level fields a payload has and of which types: what commits add to a ring's field statistics.
 *
 * <p>The same pass checks the payload, so a caller that needs both parses once. Reusable, not thread-safe; names are interned in a bounded
 * table, so payloads of one shape cost no allocation.
 */
public final class FieldInference {
    /** Fields of one payload that are kept by {@link #scan}; {@link #others} gives the rest. */
    public static final int FIELDS_MAX = 1_024;

    private static final int NAMES = 2_048;
    private static final int NAME_LENGTH_MAX = 256;
    /** A character that is one byte in UTF-8 can be written as six. */
    private static final int ESCAPE_FACTOR = 6;

    private final JsonMembers members = new JsonMembers();
    private final byte[][] cachedBytes = new byte[NAMES][];
    private final String[] cachedNames = new String[NAMES];

    /** A taker of fields. */
    @FunctionalInterface
    public interface Observer {
        void field(String name, FieldType type);
    }

    private int count;
    private boolean complete;
    private String[] names = new String[16];
    private FieldType[] types = new FieldType[16];

    /**
     * Observes one payload; false, with no fields, when it is no valid JSON object nested at most {@code depthMax} deep.
     *
     * <p>Of a duplicate name every occurrence is reported. Names longer than 256 bytes in UTF-8 or with an unpaired surrogate are left out: no
     * column can have them.
     */
    public boolean scan(byte[] payload, int offset, int length, int depthMax) {
        count = 0;
        complete = true;
        try {
            if (!members.openObject(payload, offset, length, depthMax)) {
                return false;
            }
            while (members.next()) {
                String name = complete ? columnName() : null;
                if (name != null && count < FIELDS_MAX) {
                    add(name, type());
                } else if (name != null) {
                    complete = false;
                }
            }
            return true;
        } catch (MalformedJson e) {
            count = 0;
            return false;
        }
    }

    /** Returns whether the fields of the last payload are all of them. */
    public boolean isComplete() {
        return complete;
    }

    /** Gives the fields after the first {@link #FIELDS_MAX} of a payload that {@link #scan} has accepted. */
    public void others(byte[] payload, Observer observer) {
        try {
            members.openObject(payload, 0, payload.length, Integer.MAX_VALUE);
            int passed = 0;
            while (members.next()) {
                String name = columnName();
                if (name != null && passed++ >= FIELDS_MAX) {
                    observer.field(name, type());
                }
            }
        } catch (MalformedJson e) {
            throw new IllegalStateException("a payload that was accepted", e);
        }
    }

    /** Returns how many fields of the last payload are kept. */
    public int count() {
        return count;
    }

    public String name(int index) {
        return names[index];
    }

    /** Returns the type of the value; {@link FieldType#NONE} for JSON null. */
    public FieldType type(int index) {
        return types[index];
    }

    private void add(String name, FieldType type) {
        if (count == names.length) {
            names = Arrays.copyOf(names, count * 2);
            types = Arrays.copyOf(types, count * 2);
        }
        names[count] = name;
        types[count++] = type;
    }

    private FieldType type() {
        switch (members.valueKind()) {
            case 'n':
                return FieldType.NONE;
            case 't':
            case 'f':
                return FieldType.BOOLEAN;
            case '"':
            case '{':
            case '[':
                return FieldType.VARCHAR;
            default:
                return numberType();
        }
    }

    /** A number no double can hold keeps its digits as text. */
    private FieldType numberType() {
        byte[] bytes = members.bytes();
        int start = members.valueStart();
        int end = members.valueEnd();
        if (members.integral() && JsonText.fitsLong(bytes, start, end)) {
            return FieldType.BIGINT;
        }
        boolean small = end - start < 300 && members.integral();
        return small || !Double.isInfinite(JsonText.parseDouble(bytes, start, end))
                ? FieldType.DOUBLE
                : FieldType.VARCHAR;
    }

    private String internedName() {
        byte[] bytes = members.bytes();
        int start = members.nameStart();
        int end = members.nameEnd();
        int at = NameHash.of(bytes, start, end) & (NAMES - 1);
        byte[] cached = cachedBytes[at];
        if (cached != null && Arrays.equals(cached, 0, cached.length, bytes, start, end)) {
            return cachedNames[at];
        }
        String name = members.name();
        cachedBytes[at] = Arrays.copyOfRange(bytes, start, end);
        cachedNames[at] = name;
        return name;
    }

    /** Returns the name of the field at hand, or null when no column can have it. */
    private @Nullable String columnName() {
        int length = members.nameEnd() - members.nameStart();
        if (!members.nameEscaped()) {
            return length <= NAME_LENGTH_MAX ? internedName() : null;
        }
        if (length > NAME_LENGTH_MAX * ESCAPE_FACTOR) {
            return null;
        }
        String name = internedName();
        boolean fits = StandardCharsets.UTF_8.newEncoder().canEncode(name)
                && name.getBytes(StandardCharsets.UTF_8).length <= NAME_LENGTH_MAX;
        return fits ? name : null;
    }
}
