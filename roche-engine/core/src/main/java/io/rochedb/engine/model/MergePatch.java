package io.rochedb.engine.model;

import io.rochedb.engine.internal.json.ByteBuilder;
import io.rochedb.engine.internal.json.JsonMembers;
import io.rochedb.engine.internal.json.JsonScanner;
import io.rochedb.engine.internal.json.JsonText;
import io.rochedb.engine.internal.json.MalformedJson;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/**
 * A prepared JSON merge patch (RFC 7396): null removes a member, an object is merged, anything else replaces; nulls inside new objects are
 * dropped.
 *
 * <p>Members the patch does not name keep their bytes and their order; new members follow in patch order. The result is compact JSON.
 * Immutable.
 */
public final class MergePatch {
    /** Start of a value that is not there: merging into it drops the nulls of a new object. */
    private static final int NOTHING = -1;

    private final byte[] bytes;
    private final Node root;

    private MergePatch(byte[] bytes, Node root) {
        this.bytes = bytes;
        this.root = root;
    }

    /** A value of the patch: where it is, and its members when it is an object. */
    private record Node(int start, int end, boolean object, Map<String, Node> members) {}

    /** Parses a patch; {@code INVALID_JSON} when it is not JSON nested at most 1,000 deep. The array is kept, not copied. */
    public static MergePatch parse(byte[] patch) {
        try {
            JsonScanner scanner = new JsonScanner().reset(patch, 0, patch.length, JsonScanner.DEPTH_MAX);
            scanner.checkAll();
            return new MergePatch(patch, node(scanner, scanner.start(), patch.length));
        } catch (MalformedJson e) {
            throw e.asError();
        }
    }

    /** Returns the patched document; {@code INVALID_JSON} when the document is not JSON. */
    public static byte[] apply(byte[] document, byte[] patch) {
        return parse(patch).apply(document);
    }

    private static Node node(JsonScanner scanner, int start, int end) {
        byte[] patch = scanner.bytes();
        if (patch[start] != '{') {
            return new Node(start, scanner.value(start, 0), false, Map.of());
        }
        Map<String, Node> nodes = new LinkedHashMap<>();
        JsonMembers members = new JsonMembers();
        members.openWithin(patch, start, end);
        while (members.enter()) {
            Node value = node(scanner, members.valueStart(), end);
            nodes.put(members.name(), value);
            members.resume(value.end);
        }
        return new Node(start, members.end(), true, nodes);
    }

    /** Returns the patched document; {@code INVALID_JSON} when the document is not JSON. */
    public byte[] apply(byte[] document) {
        try {
            JsonScanner scanner = new JsonScanner().reset(document, 0, document.length, JsonScanner.DEPTH_MAX);
            scanner.checkAll();
            ByteBuilder out = new ByteBuilder();
            merge(scanner, scanner.start(), document.length, root, out);
            return out.toByteArray();
        } catch (MalformedJson e) {
            throw e.asError();
        }
    }

    /** Appends the patched form of the value that starts here and returns where the value ends. */
    private int merge(JsonScanner document, int start, int end, Node patch, ByteBuilder out) {
        if (!patch.object) {
            JsonText.compact(bytes, patch.start, patch.end, out);
            return start == NOTHING ? NOTHING : document.value(start, 0);
        }
        Set<String> met = new HashSet<>();
        int opened = out.append('{').length();
        int valueEnd = NOTHING;
        if (start != NOTHING) {
            valueEnd = document.at(start) == '{'
                    ? mergeMembers(document, start, end, patch, met, opened, out)
                    : document.value(start, 0);
        }
        for (Map.Entry<String, Node> member : patch.members.entrySet()) {
            if (!met.contains(member.getKey())) {
                write(document, member.getKey(), NOTHING, NOTHING, member.getValue(), opened, out);
            }
        }
        out.append('}');
        return valueEnd;
    }

    /** Passes over the document's members in one go: those the patch does not name are copied as they are. */
    private int mergeMembers(
            JsonScanner document, int start, int end, Node patch, Set<String> met, int opened, ByteBuilder out) {
        JsonMembers members = new JsonMembers();
        members.openWithin(document.bytes(), start, end);
        while (members.enter()) {
            String name = members.name();
            Node change = patch.members.get(name);
            if (change == null) {
                members.pass();
                separate(opened, out);
                int nameLength = members.nameEnd() - members.nameStart();
                out.append(document.bytes(), members.nameStart() - 1, nameLength + 2)
                        .append(':');
                JsonText.compact(document.bytes(), members.valueStart(), members.valueEnd(), out);
            } else {
                met.add(name);
                members.resume(write(document, name, members.valueStart(), end, change, opened, out));
            }
        }
        return members.end();
    }

    /** Appends a member the patch names, unless it removes it, and returns where its old value ends. */
    private int write(JsonScanner document, String name, int start, int end, Node change, int opened, ByteBuilder out) {
        if (bytes[change.start] == 'n') {
            return start == NOTHING ? NOTHING : document.value(start, 0);
        }
        separate(opened, out);
        JsonText.quote(name, out);
        out.append(':');
        return merge(document, start, end, change, out);
    }

    private static void separate(int opened, ByteBuilder out) {
        if (out.length() > opened) {
            out.append(',');
        }
    }
}
