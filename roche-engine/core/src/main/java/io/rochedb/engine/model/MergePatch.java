package io.rochedb.engine.model;

import io.rochedb.engine.internal.json.ByteBuilder;
import io.rochedb.engine.internal.json.JsonMembers;
import io.rochedb.engine.internal.json.JsonScanner;
import io.rochedb.engine.internal.json.JsonText;
import io.rochedb.engine.internal.json.MalformedJson;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
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
            return new MergePatch(patch, node(patch, scanner.start(), patch.length));
        } catch (MalformedJson e) {
            throw e.asError();
        }
    }

    /** Returns the patched document; {@code INVALID_JSON} when the document is not JSON. */
    public static byte[] apply(byte[] document, byte[] patch) {
        return parse(patch).apply(document);
    }

    private static Node node(byte[] patch, int start, int end) {
        if (patch[start] != '{') {
            return new Node(start, end, false, Map.of());
        }
        Map<String, Node> nodes = new LinkedHashMap<>();
        JsonMembers members = new JsonMembers();
        members.openObject(patch, start, end - start, JsonScanner.DEPTH_MAX);
        while (members.next()) {
            nodes.put(members.name(), node(patch, members.valueStart(), members.valueEnd()));
        }
        return new Node(start, end, true, nodes);
    }

    /** Returns the patched document; {@code INVALID_JSON} when the document is not JSON. */
    public byte[] apply(byte[] document) {
        try {
            JsonScanner scanner = new JsonScanner().reset(document, 0, document.length, JsonScanner.DEPTH_MAX);
            scanner.checkAll();
            ByteBuilder out = new ByteBuilder();
            merge(document, scanner.start(), document.length, root, out);
            return out.toByteArray();
        } catch (MalformedJson e) {
            throw e.asError();
        }
    }

    private void merge(byte[] document, int start, int end, Node patch, ByteBuilder out) {
        if (!patch.object) {
            JsonText.compact(bytes, patch.start, patch.end, out);
            return;
        }
        Set<String> met = new LinkedHashSet<>();
        int opened = out.append('{').length();
        if (start != NOTHING && document[start] == '{') {
            JsonMembers members = new JsonMembers();
            members.openObject(document, start, end - start, JsonScanner.DEPTH_MAX);
            while (members.next()) {
                String name = members.name();
                Node change = patch.members.get(name);
                if (change == null) {
                    separate(opened, out);
                    out.append(document, members.nameStart() - 1, members.nameEnd() - members.nameStart() + 2);
                    out.append(':');
                    JsonText.compact(document, members.valueStart(), members.valueEnd(), out);
                } else {
                    met.add(name);
                    write(name, document, members.valueStart(), members.valueEnd(), change, opened, out);
                }
            }
        }
        for (Map.Entry<String, Node> member : patch.members.entrySet()) {
            if (!met.contains(member.getKey())) {
                write(member.getKey(), document, NOTHING, NOTHING, member.getValue(), opened, out);
            }
        }
        out.append('}');
    }

    private void write(String name, byte[] document, int start, int end, Node change, int opened, ByteBuilder out) {
        if (bytes[change.start] == 'n') {
            return;
        }
        separate(opened, out);
        JsonText.quote(name, out);
        out.append(':');
        merge(document, start, end, change, out);
    }

    private static void separate(int opened, ByteBuilder out) {
        if (out.length() > opened) {
            out.append(',');
        }
    }
}
