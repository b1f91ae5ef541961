package io.rochedb.engine.internal.json;

import java.util.Arrays;

/**
 * A forward cursor over the members of one JSON object, or the elements of one array, in document order.
 *
 * <p>Each step checks and passes the whole value, so after the last step the container is known to be well formed. Reusable, not
 * thread-safe; for a container inside another use a second cursor.
 */
public final class JsonMembers {
    private final JsonScanner scanner = new JsonScanner();
    private byte open;
    private int position;
    private boolean first;
    private boolean done;

    private int nameStart;
    private int nameEnd;
    private boolean nameEscaped;
    private int valueStart;
    private int valueEnd;

    /** Opens the slice when it is an object (leading white space allowed); false when it is another value. */
    public boolean openObject(byte[] bytes, int offset, int length, int depthMax) {
        return openContainer(bytes, offset, length, depthMax, (byte) '{');
    }

    /** Opens the slice when it is an array; false when it is another value. */
    public boolean openArray(byte[] bytes, int offset, int length, int depthMax) {
        return openContainer(bytes, offset, length, depthMax, (byte) '[');
    }

    private boolean openContainer(byte[] bytes, int offset, int length, int depthMax, byte kind) {
        scanner.reset(bytes, offset, length, depthMax);
        int p = scanner.start();
        open = kind;
        first = true;
        done = scanner.at(p) != kind;
        position = done ? p : p + 1;
        return !done;
    }

    /** Moves to the next member or element; false at the end, which is checked to be the end of the slice. */
    public boolean next() {
        if (done) {
            return false;
        }
        int p = scanner.whitespace(position);
        if (scanner.at(p) == (open == '{' ? '}' : ']')) {
            done = true;
            scanner.finish(p + 1);
            return false;
        }
        if (!first) {
            p = scanner.comma(p, open);
        }
        first = false;
        if (open == '{') {
            int afterName = scanner.name(p);
            nameStart = p + 1;
            nameEnd = afterName - 1;
            nameEscaped = scanner.escaped();
            p = scanner.whitespace(scanner.colon(afterName) + 1);
        }
        valueStart = p;
        valueEnd = scanner.value(p, 1);
        position = valueEnd;
        return true;
    }

    /**
     * Moves to the next member if it begins with these bytes, from the quote of its name up to its value; false, and nothing is moved, if not. Its name is
     * not told.
     */
    boolean nextIf(byte[] beginning) {
        int p = position;
        if (done || (!first && scanner.at(p++) != ',') || !scanner.continues(p, beginning)) {
            return false;
        }
        int start = p + beginning.length;
        if (scanner.at(start) <= ' ') {
            // more space before the value than there was when the beginning was learned
            return false;
        }
        first = false;
        valueStart = start;
        valueEnd = scanner.value(valueStart, 1);
        position = valueEnd;
        return true;
    }

    /** Returns the bytes from the quote of the name up to the value. */
    byte[] beginning() {
        return Arrays.copyOfRange(scanner.bytes(), nameStart - 1, valueStart);
    }

    public byte[] bytes() {
        return scanner.bytes();
    }

    /** Returns where the name's content starts, after the quote. */
    public int nameStart() {
        return nameStart;
    }

    /** Returns where the name's content ends, at the closing quote. */
    public int nameEnd() {
        return nameEnd;
    }

    /** Returns whether the name holds escapes. */
    public boolean nameEscaped() {
        return nameEscaped;
    }

    /** Returns the decoded name. */
    public String name() {
        return JsonText.decode(scanner.bytes(), nameStart, nameEnd);
    }

    /** Returns whether this is the name. */
    public boolean nameIs(String name) {
        // a name of ASCII letters is compared as bytes; anything else is decoded
        int length = nameEnd - nameStart;
        if (nameEscaped || length != name.length()) {
            return (nameEscaped || length > name.length()) && name().equals(name);
        }
        byte[] bytes = scanner.bytes();
        for (int i = 0; i < length; i++) {
            if (bytes[nameStart + i] != name.charAt(i)) {
                return false;
            }
        }
        return true;
    }

    public int valueStart() {
        return valueStart;
    }

    public int valueEnd() {
        return valueEnd;
    }

    /** Returns the first byte of the value, which tells its kind. */
    public byte valueKind() {
        return scanner.bytes()[valueStart];
    }

    /** Returns whether the value, when a string, holds neither escapes nor anything but ASCII. */
    boolean plain() {
        return scanner.plain();
    }

    /** Returns whether the value, when a number, had neither fraction nor exponent. */
    public boolean integral() {
        return scanner.integral();
    }
}
