package io.rochedb.engine.internal.io;

import io.rochedb.engine.internal.json.JsonMembers;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** A dotted path through JSON objects, and where it led in the last object looked at. Of duplicate names the last wins. */
final class JsonPath {
    private final String text;
    private final String[] names;
    private final byte[][] namesUtf8;
    private final JsonMembers members = new JsonMembers();
    private boolean found;
    private int start;
    private int end;

    JsonPath(String text) {
        this.text = text;
        names = text.split("\\.", -1);
        namesUtf8 = Arrays.stream(names)
                .map(name -> name.getBytes(StandardCharsets.UTF_8))
                .toArray(byte[][]::new);
    }

    /** Forgets what was found. */
    void clear() {
        found = false;
    }

    /** Looks at one member of the outermost object and, when the path leads through it, on into its value. */
    void visit(JsonMembers member) {
        if (!matches(member, 0)) {
            return;
        }
        found = true;
        start = member.valueStart();
        end = member.valueEnd();
        byte[] bytes = member.bytes();
        for (int depth = 1; found && depth < names.length; depth++) {
            int from = start;
            int to = end;
            found = false;
            if (members.openObject(bytes, from, to - from, Integer.MAX_VALUE)) {
                while (members.next()) {
                    if (matches(members, depth)) {
                        found = true;
                        start = members.valueStart();
                        end = members.valueEnd();
                    }
                }
            }
        }
    }

    private boolean matches(JsonMembers member, int depth) {
        if (member.nameEscaped()) {
            return member.name().equals(names[depth]);
        }
        byte[] name = namesUtf8[depth];
        return Arrays.equals(name, 0, name.length, member.bytes(), member.nameStart(), member.nameEnd());
    }

    boolean found() {
        return found;
    }

    int start() {
        return start;
    }

    int end() {
        return end;
    }

    @Override
    public String toString() {
        return text;
    }
}
