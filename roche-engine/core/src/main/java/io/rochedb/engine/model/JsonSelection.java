package io.rochedb.engine.model;

import io.rochedb.engine.ErrorCode;
import io.rochedb.engine.RocheException;
import io.rochedb.engine.internal.json.ByteBuilder;
import io.rochedb.engine.internal.json.JsonMembers;
import io.rochedb.engine.internal.json.JsonScanner;
import io.rochedb.engine.internal.json.JsonText;
import io.rochedb.engine.internal.json.MalformedJson;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * A prepared selection of JSON members, written as <code>{ title author { name } }</code>.
 *
 * <p>Blanks and commas separate names; a name is one or more of {@code A-Z a-z 0-9 _ - .} (the dot is an ordinary character); a nested
 * selection applies to the member's value. An empty selection keeps the whole subtree, a repeated name keeps its first position and its
 * last nested selection. Objects keep the selected members that exist, in selection order; arrays are selected element by element; other
 * values stay as they are. Immutable.
 */
public final class JsonSelection {
    /** Deepest nesting of a selection; the outer braces are level 1. */
    public static final int DEPTH_MAX = 64;

    private final String source;
    private final Node root;

    private JsonSelection(String source, Node root) {
        this.source = source;
        this.root = root;
    }

    /** The members to keep, in order; none for all. */
    private record Node(Map<String, Node> members) {}

    /** Parses a selection; {@code INVALID_PARAMETER} for anything that is not one. */
    public static JsonSelection parse(String text) {
        return new JsonSelection(text, new Parser(text).parse());
    }

    /** Returns the text it was parsed from. */
    public String source() {
        return source;
    }

    /** Returns the selected part of a JSON payload as compact JSON; {@code INVALID_JSON} when the payload is not JSON. */
    public byte[] apply(byte[] payload) {
        return apply(payload, 0, payload.length);
    }

    /** Returns the selected part of a slice that holds a JSON payload. */
    public byte[] apply(byte[] bytes, int offset, int length) {
        try {
            JsonScanner scanner = new JsonScanner().reset(bytes, offset, length, JsonScanner.DEPTH_MAX);
            scanner.checkAll();
            ByteBuilder out = new ByteBuilder();
            int start = scanner.start();
            select(bytes, start, offset + length, root, out);
            return out.toByteArray();
        } catch (MalformedJson e) {
            throw e.asError();
        }
    }

    private static void select(byte[] bytes, int start, int end, Node node, ByteBuilder out) {
        if (node.members.isEmpty() || (bytes[start] != '{' && bytes[start] != '[')) {
            JsonText.compact(bytes, start, end, out);
        } else if (bytes[start] == '[') {
            JsonMembers elements = new JsonMembers();
            elements.openArray(bytes, start, end - start, JsonScanner.DEPTH_MAX);
            out.append('[');
            for (boolean first = true; elements.next(); first = false) {
                if (!first) {
                    out.append(',');
                }
                select(bytes, elements.valueStart(), elements.valueEnd(), node, out);
            }
            out.append(']');
        } else {
            selectMembers(bytes, start, end, node, out);
        }
    }

    private static void selectMembers(byte[] bytes, int start, int end, Node node, ByteBuilder out) {
        Map<String, int[]> found = new LinkedHashMap<>();
        JsonMembers members = new JsonMembers();
        members.openObject(bytes, start, end - start, JsonScanner.DEPTH_MAX);
        while (members.next()) {
            String name = members.name();
            if (node.members.containsKey(name)) {
                found.put(name, new int[] {members.valueStart(), members.valueEnd()});
            }
        }
        out.append('{');
        boolean first = true;
        for (Map.Entry<String, Node> member : node.members.entrySet()) {
            int[] slice = found.get(member.getKey());
            if (slice != null) {
                if (!first) {
                    out.append(',');
                }
                first = false;
                out.append('"').ascii(member.getKey()).append('"').append(':');
                select(bytes, slice[0], slice[1], member.getValue(), out);
            }
        }
        out.append('}');
    }

    @Override
    public String toString() {
        return source;
    }

    /** Parses by recursive descent, at most {@link #DEPTH_MAX} deep. */
    private static final class Parser {
        private final String text;
        private int at;

        Parser(String text) {
            this.text = text;
        }

        Node parse() {
            blanks();
            if (peek() != '{') {
                throw invalid("expected '{'");
            }
            Node node = braces(1);
            blanks();
            if (at < text.length()) {
                throw invalid("trailing text after '}'");
            }
            return node;
        }

        private Node braces(int depth) {
            if (depth > DEPTH_MAX) {
                throw new RocheException(
                        ErrorCode.INVALID_PARAMETER, "selection: maximum depth " + DEPTH_MAX + " exceeded");
            }
            at++;
            Map<String, Node> members = new LinkedHashMap<>();
            while (true) {
                while (peek() == ',' || isBlank(peek())) {
                    at++;
                }
                if (at >= text.length()) {
                    throw invalid("missing '}'");
                }
                if (peek() == '}') {
                    at++;
                    return new Node(members);
                }
                String name = name();
                blanks();
                members.put(name, peek() == '{' ? braces(depth + 1) : new Node(Map.of()));
            }
        }

        private String name() {
            int start = at;
            while (isNameCharacter(peek())) {
                at++;
            }
            if (at == start) {
                throw invalid("expected a field name, found '" + peek() + "'");
            }
            return text.substring(start, at);
        }

        private static boolean isNameCharacter(char c) {
            return (c >= 'a' && c <= 'z')
                    || (c >= 'A' && c <= 'Z')
                    || (c >= '0' && c <= '9')
                    || c == '_'
                    || c == '-'
                    || c == '.';
        }

        private static boolean isBlank(char c) {
            return c == ' ' || c == '\t' || c == '\n' || c == '\r';
        }

        private void blanks() {
            while (isBlank(peek())) {
                at++;
            }
        }

        private char peek() {
            return at < text.length() ? text.charAt(at) : '\0';
        }

        private RocheException invalid(String reason) {
            String shown = text.length() <= 80 ? text : text.substring(0, 80) + "…";
            return new RocheException(
                    ErrorCode.INVALID_PARAMETER,
                    "selection: " + reason + " at character " + at + " of '" + shown
                            + "' (example: { title author { name } })");
        }
    }
}
