package io.rochedb.engine.model;

import io.rochedb.engine.internal.json.JsonMembers;
import io.rochedb.engine.internal.json.JsonPathText;
import io.rochedb.engine.internal.json.JsonScanner;
import io.rochedb.engine.internal.json.MalformedJson;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A prepared SQL/JSON path that is followed without a tree of the document: {@code [lax | strict] $} and steps of the forms {@code .name},
 * {@code ."any name"}, {@code ['any name']}, {@code [0]}, {@code .*} and {@code [*]}.
 *
 * <p>A path without mode is lax. The modes differ in what a missing member or element is: nothing in lax mode, an error in strict mode; after
 * a wildcard it is passed over in both. A wildcard leads to all members or elements. Of duplicate names the last wins. Immutable.
 */
public final class JsonPath {
    private final List<Step> steps;
    private final boolean strict;
    private final boolean definite;

    private JsonPath(List<Step> steps, boolean strict) {
        this.steps = List.copyOf(steps);
        this.strict = strict;
        this.definite = steps.stream().noneMatch(step -> step.kind() == Step.Kind.ALL);
    }

    /**
     * One step from a value into it.
     *
     * @param kind what it leads to
     * @param name the member's name, empty for the other kinds
     * @param index the element's index from 0
     */
    public record Step(Kind kind, String name, int index) {
        /** Where a step leads. */
        public enum Kind {
            MEMBER,
            ELEMENT,
            ALL
        }
    }

    /** Returns the path, or empty when the text is none of this kind: another kind of path, or no path at all. */
    public static Optional<JsonPath> parse(String text) {
        JsonPathText parser = new JsonPathText(text);
        return parser.steps().map(steps -> new JsonPath(steps, parser.strict()));
    }

    /** Returns whether a missing member or element is an error. */
    public boolean strict() {
        return strict;
    }

    /** Returns whether the path leads to one value at most. */
    public boolean definite() {
        return definite;
    }

    /** Returns the names when the path is nothing but member names, at least one; else empty. */
    public Optional<List<String>> names() {
        boolean members = !steps.isEmpty() && steps.stream().allMatch(step -> step.kind() == Step.Kind.MEMBER);
        return members ? Optional.of(steps.stream().map(Step::name).toList()) : Optional.empty();
    }

    /** Returns where the path leads in a document of UTF-8 bytes, of which all is looked at. The array must not change while the result is used. */
    public JsonItems find(byte[] document, int offset, int length) {
        JsonItems items = new JsonItems(document);
        try {
            if (steps.isEmpty()) {
                root(document, offset, length, items);
            } else if (!follow(document, offset, length, 0, items)) {
                items.missing();
            }
        } catch (MalformedJson e) {
            items.malformed(e);
        }
        return items;
    }

    private static void root(byte[] document, int offset, int length, JsonItems items) {
        JsonScanner scanner = new JsonScanner().reset(document, offset, length, Integer.MAX_VALUE);
        int start = scanner.start();
        int end = scanner.value(start, 0);
        scanner.finish(end);
        items.add(start, end);
    }

    /** Follows the steps from one on inside a value; false when there is no such member or element. */
    private boolean follow(byte[] document, int offset, int length, int depth, JsonItems items) {
        Step step = steps.get(depth);
        JsonMembers members = new JsonMembers();
        boolean object = members.openObject(document, offset, length, Integer.MAX_VALUE);
        if (!object && !members.openArray(document, offset, length, Integer.MAX_VALUE)) {
            scalar(document, offset, length);
            return step.kind() == Step.Kind.ALL;
        }
        if (step.kind() == Step.Kind.ALL) {
            all(members, object, depth, items);
            return true;
        }
        int start = -1;
        int end = -1;
        int index = 0;
        boolean fits = object == (step.kind() == Step.Kind.MEMBER);
        while (members.next()) {
            if (fits && (object ? members.nameIs(step.name()) : index == step.index())) {
                start = members.valueStart();
                end = members.valueEnd();
            }
            index++;
        }
        return start >= 0 && arrive(document, start, end, depth, items);
    }

    private boolean arrive(byte[] document, int start, int end, int depth, JsonItems items) {
        if (depth + 1 == steps.size()) {
            items.add(start, end);
            return true;
        }
        return follow(document, start, end - start, depth + 1, items);
    }

    private void all(JsonMembers members, boolean object, int depth, JsonItems items) {
        if (!object) {
            while (members.next()) {
                arrive(members.bytes(), members.valueStart(), members.valueEnd(), depth, items);
            }
            return;
        }
        Map<String, int[]> last = new LinkedHashMap<>();
        while (members.next()) {
            last.put(members.name(), new int[] {members.valueStart(), members.valueEnd()});
        }
        for (int[] value : last.values()) {
            arrive(members.bytes(), value[0], value[1], depth, items);
        }
    }

    private static void scalar(byte[] document, int offset, int length) {
        JsonScanner scanner = new JsonScanner().reset(document, offset, length, Integer.MAX_VALUE);
        scanner.checkAll();
    }
}
