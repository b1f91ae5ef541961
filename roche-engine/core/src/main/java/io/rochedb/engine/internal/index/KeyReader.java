package io.rochedb.engine.internal.index;

import io.rochedb.engine.internal.json.ByteBuilder;
import io.rochedb.engine.internal.json.JsonMembers;
import io.rochedb.engine.internal.json.JsonText;
import io.rochedb.engine.internal.json.MalformedJson;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads the key of an index out of payloads, in one pass over each. Reusable, not thread-safe. */
public final class KeyReader {
    private static final int ABSENT = -1;

    private final IndexShape.Column[] columns;
    private final byte[][][] names;
    private final int[] starts;
    private final int[] ends;
    private final JsonMembers members = new JsonMembers();
    private final ByteBuilder key = new ByteBuilder();
    private final ByteBuilder scratch = new ByteBuilder();

    public KeyReader(IndexShape shape) {
        columns = shape.columns().toArray(new IndexShape.Column[0]);
        names = new byte[columns.length][][];
        starts = new int[columns.length];
        ends = new int[columns.length];
        for (int i = 0; i < columns.length; i++) {
            names[i] = columns[i].path().stream()
                    .map(name -> name.getBytes(StandardCharsets.UTF_8))
                    .toArray(byte[][]::new);
        }
    }

    /**
     * Returns the key of a payload, or null when the index has none of it: its first column is NULL. An index without columns has every record.
     *
     * @param json whether the payload is JSON; every column of another is NULL
     */
    public @Nullable IndexKey read(byte[] payload, int offset, int length, boolean json) {
        if (columns.length > 0 && (!json || !find(payload, offset, length))) {
            return null;
        }
        key.clear();
        boolean complete = true;
        for (int i = 0; i < columns.length; i++) {
            if (starts[i] == ABSENT || !append(columns[i].form(), payload, starts[i], ends[i])) {
                if (i == 0) {
                    return null;
                }
                complete = false;
                key.append(KeyBytes.NULL);
            }
        }
        return new IndexKey(key.toByteArray(), complete);
    }

    /** Returns the values of the columns as text, for messages: strings as they are, other values as JSON. */
    public List<String> values(byte[] payload, int offset, int length, boolean json) {
        Arrays.fill(starts, ABSENT);
        if (json) {
            find(payload, offset, length);
        }
        List<String> values = new ArrayList<>();
        for (int i = 0; i < columns.length; i++) {
            if (starts[i] == ABSENT) {
                values.add("null");
            } else if (payload[starts[i]] == '"') {
                values.add("'" + JsonText.decode(payload, starts[i] + 1, ends[i] - 1) + "'");
            } else {
                values.add(new String(payload, starts[i], ends[i] - starts[i], StandardCharsets.UTF_8));
            }
        }
        return values;
    }

    /** Notes where the columns' values are; of duplicate names the last wins. False when the payload is no object. */
    private boolean find(byte[] payload, int offset, int length) {
        Arrays.fill(starts, ABSENT);
        try {
            if (!members.openObject(payload, offset, length, Integer.MAX_VALUE)) {
                return false;
            }
            while (members.next()) {
                for (int i = 0; i < names.length; i++) {
                    note(i, 0);
                }
            }
            for (int i = 0; i < names.length; i++) {
                for (int depth = 1; depth < names[i].length && starts[i] != ABSENT; depth++) {
                    descend(payload, i, depth);
                }
            }
            return true;
        } catch (MalformedJson e) {
            return false;
        }
    }

    private void note(int column, int depth) {
        byte[] name = names[column][depth];
        boolean same = members.nameEscaped()
                ? members.name().equals(columns[column].path().get(depth))
                : Arrays.equals(name, 0, name.length, members.bytes(), members.nameStart(), members.nameEnd());
        if (same) {
            starts[column] = members.valueStart();
            ends[column] = members.valueEnd();
        }
    }

    private void descend(byte[] payload, int column, int depth) {
        int start = starts[column];
        starts[column] = ABSENT;
        if (members.openObject(payload, start, ends[column] - start, Integer.MAX_VALUE)) {
            while (members.next()) {
                note(column, depth);
            }
        }
    }

    /** Appends a value; false, and nothing appended, when it is NULL in this form. */
    private boolean append(KeyForm form, byte[] bytes, int start, int end) {
        byte kind = bytes[start];
        boolean number = kind == '-' || (kind >= '0' && kind <= '9');
        switch (form) {
            case TEXT:
                return kind != 'n' && text(KeyBytes.TEXT, bytes, start, end);
            case NUMBER:
                return number && KeyBytes.number(bytes, start, end, key);
            case DOUBLE:
                return number && real(JsonText.parseDouble(bytes, start, end));
            case BOOLEAN:
                return bool(kind);
            case ANY:
                if (kind == '"') {
                    return text(KeyBytes.TEXT, bytes, start, end);
                }
                return bool(kind)
                        || (number && KeyBytes.number(bytes, start, end, key))
                        || (kind != 'n' && text(KeyBytes.OTHER, bytes, start, end));
        }
        throw new AssertionError(form);
    }

    private boolean bool(byte kind) {
        if (kind == 't' || kind == 'f') {
            KeyBytes.bool(kind == 't', key);
            return true;
        }
        return false;
    }

    private boolean real(double value) {
        if (Double.isInfinite(value)) {
            return false;
        }
        KeyBytes.real(value, key);
        return true;
    }

    private boolean text(int tag, byte[] bytes, int start, int end) {
        if (bytes[start] == '"') {
            for (int i = start; i < end; i++) {
                if (bytes[i] == '\\') {
                    KeyBytes.text(tag, JsonText.decode(bytes, start + 1, end - 1), key);
                    return true;
                }
            }
            KeyBytes.utf8(tag, bytes, start + 1, end - 1, key);
        } else if (bytes[start] == '{' || bytes[start] == '[') {
            JsonText.compact(bytes, start, end, scratch.clear());
            KeyBytes.utf8(tag, scratch.array(), 0, scratch.length(), key);
        } else {
            KeyBytes.utf8(tag, bytes, start, end, key);
        }
        return true;
    }
}
