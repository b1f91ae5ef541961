package io.rochedb.engine.internal.json;

import io.rochedb.engine.model.FieldType;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * An observer of which top-level fields a payload has and of which types: what commits add to a ring's field statistics.
 *
 * <p>The same pass checks the payload, so a caller that needs both parses once. Reusable, not thread-safe; names are interned in a bounded
 * table, so payloads of one shape cost no allocation.
 */
public final class FieldInference {
    /** Fields of one payload that are observed; the rest only exist for JSON functions. */
    public static final int FIELDS_MAX = 1_024;

    private static final int NAMES = 2_048;
    private static final int NAME_LENGTH_MAX = 256;

    private final JsonMembers members = new JsonMembers();
    private final byte[][] cachedBytes = new byte[NAMES][];
    private final String[] cachedNames = new String[NAMES];

    private int count;
    private String[] names = new String[16];
    private FieldType[] types = new FieldType[16];

    /**
     * Observes one payload; false, with no fields, when it is no valid JSON object nested at most {@code depthMax} deep.
     *
     * <p>Of a duplicate name every occurrence is reported. Names longer than 256 bytes or with an unpaired surrogate are left out: no
     * column can have them.
     */
    public boolean scan(byte[] payload, int offset, int length, int depthMax) {
        count = 0;
        try {
            if (!members.openObject(payload, offset, length, depthMax)) {
                return false;
            }
            while (members.next()) {
                if (count < FIELDS_MAX && members.nameEnd() - members.nameStart() <= NAME_LENGTH_MAX) {
                    String name = internedName();
                    if (isUnicode(name)) {
                        add(name, type());
                    }
                }
            }
            return true;
        } catch (MalformedJson e) {
            count = 0;
            return false;
        }
    }

    /** Returns how many fields the last payload had. */
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

    private boolean isUnicode(String name) {
        return !members.nameEscaped() || StandardCharsets.UTF_8.newEncoder().canEncode(name);
    }
}
