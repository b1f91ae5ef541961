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

/** Reads the key of an index out of payloads, in one pass over each. Thread-safe: what it needs on the way belongs to the thread. */
public final class KeyReader {
    private static final int ABSENT = -1;
    private static final int COLUMNS_START = 8;
    private static final ThreadLocal<Scratch> SCRATCH = ThreadLocal.withInitial(Scratch::new);

    /** Where the columns' values are in one payload, and the key they make. */
    private static final class Scratch {
        final JsonMembers members = new JsonMembers();
        final ByteBuilder key = new ByteBuilder();
        final ByteBuilder text = new ByteBuilder();
        int[] starts = new int[COLUMNS_START];
        int[] ends = new int[COLUMNS_START];

        Scratch reset(int columns) {
            if (columns > starts.length) {
                starts = new int[columns];
                ends = new int[columns];
            }
            Arrays.fill(starts, 0, columns, ABSENT);
            key.clear();
            return this;
        }
    }

    private final IndexShape.Column[] columns;
    private final byte[][][] names;

    public KeyReader(IndexShape shape) {
        columns = shape.columns().toArray(new IndexShape.Column[0]);
        names = new byte[columns.length][][];
        for (int i = 0; i < columns.length; i++) {
            names[i] = columns[i].path().stream()
                    .map(name -> name.getBytes(StandardCharsets.UTF_8))
                    .toArray(byte[][]::new);
        }
    }

    /**
     * Returns the key of a payload, or null when the index has none of it: its first column is NULL. An index without columns has every record.
     *
     * @param json whether the payload has fields; one that has not can still be found by a path into it, but its columns are NULL
     */
    public @Nullable IndexKey read(byte[] payload, int offset, int length, boolean json) {
        Scratch at = SCRATCH.get().reset(columns.length);
        if (columns.length > 0 && !find(at, payload, offset, length)) {
            return null;
        }
        boolean complete = json || columns.length == 0;
        for (int i = 0; i < columns.length; i++) {
            if (at.starts[i] == ABSENT || !append(at, columns[i].form(), payload, at.starts[i], at.ends[i])) {
                if (i == 0) {
                    return null;
                }
                complete = false;
                at.key.append(KeyBytes.NULL);
            }
        }
        if (!json && columns.length > 0) {
            // It must not be taken for the key of a record that has fields: there it would be there twice.
            at.key.append(KeyBytes.WITHOUT_FIELDS);
        }
        return new IndexKey(at.key.toByteArray(), complete);
    }

    /** Returns the values of the columns as text, for messages: strings as they are, other values as JSON. */
    public List<String> values(byte[] payload, int offset, int length, boolean json) {
        Scratch at = SCRATCH.get().reset(columns.length);
        if (json) {
            find(at, payload, offset, length);
        }
        int[] starts = at.starts;
        int[] ends = at.ends;
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
    private boolean find(Scratch at, byte[] payload, int offset, int length) {
        JsonMembers members = at.members;
        try {
            if (!members.openObject(payload, offset, length, Integer.MAX_VALUE)) {
                return false;
            }
            while (members.next()) {
                for (int i = 0; i < names.length; i++) {
                    note(at, i, 0);
                }
            }
            for (int i = 0; i < names.length; i++) {
                for (int depth = 1; depth < names[i].length && at.starts[i] != ABSENT; depth++) {
                    descend(at, payload, i, depth);
                }
            }
            return true;
        } catch (MalformedJson e) {
            return false;
        }
    }

    private void note(Scratch at, int column, int depth) {
        JsonMembers members = at.members;
        byte[] name = names[column][depth];
        boolean same = members.nameEscaped()
                ? members.name().equals(columns[column].path().get(depth))
                : Arrays.equals(name, 0, name.length, members.bytes(), members.nameStart(), members.nameEnd());
        if (same) {
            at.starts[column] = members.valueStart();
            at.ends[column] = members.valueEnd();
        }
    }

    private void descend(Scratch at, byte[] payload, int column, int depth) {
        int start = at.starts[column];
        at.starts[column] = ABSENT;
        if (at.members.openObject(payload, start, at.ends[column] - start, Integer.MAX_VALUE)) {
            while (at.members.next()) {
                note(at, column, depth);
            }
        }
    }

    /** Appends a value; false, and nothing appended, when it is NULL in this form. */
    private static boolean append(Scratch at, KeyForm form, byte[] bytes, int start, int end) {
        byte kind = bytes[start];
        boolean number = kind == '-' || (kind >= '0' && kind <= '9');
        switch (form) {
            case TEXT:
                return kind != 'n' && text(at, KeyBytes.TEXT, bytes, start, end);
            case NUMBER:
                return number && KeyBytes.number(bytes, start, end, at.key);
            case DOUBLE:
                return number && real(at, JsonText.parseDouble(bytes, start, end));
            case BOOLEAN:
                return bool(at, kind);
            case ANY:
                if (kind == '"') {
                    return text(at, KeyBytes.TEXT, bytes, start, end);
                }
                return bool(at, kind)
                        || (number && KeyBytes.number(bytes, start, end, at.key))
                        || (kind != 'n' && text(at, KeyBytes.OTHER, bytes, start, end));
        }
        throw new AssertionError(form);
    }

    private static boolean bool(Scratch at, byte kind) {
        if (kind == 't' || kind == 'f') {
            KeyBytes.bool(kind == 't', at.key);
            return true;
        }
        return false;
    }

    private static boolean real(Scratch at, double value) {
        if (Double.isInfinite(value)) {
            return false;
        }
        KeyBytes.real(value, at.key);
        return true;
    }

    private static boolean text(Scratch at, int tag, byte[] bytes, int start, int end) {
        if (bytes[start] == '"') {
            for (int i = start; i < end; i++) {
                if (bytes[i] == '\\') {
                    KeyBytes.text(tag, JsonText.decode(bytes, start + 1, end - 1), at.key);
                    return true;
                }
            }
            KeyBytes.utf8(tag, bytes, start + 1, end - 1, at.key);
        } else if (bytes[start] == '{' || bytes[start] == '[') {
            JsonText.compact(bytes, start, end, at.text.clear());
            KeyBytes.utf8(tag, at.text.array(), 0, at.text.length(), at.key);
        } else {
            KeyBytes.utf8(tag, bytes, start, end, at.key);
        }
        return true;
    }
}
