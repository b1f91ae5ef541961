package io.rochedb.calcite.internal.json;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.rochedb.engine.model.JsonItems;
import io.rochedb.engine.model.JsonPath;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.apache.calcite.runtime.JsonFunctions;
import org.junit.jupiter.api.Test;

/** Random documents and paths: a path followed in one pass leads where Calcite's implementation leads in a tree. */
class JsonPathOracleTest {
    private static final int ROUNDS = 20_000;
    private static final String[] NAMES = {"a", "b", "c", "é", "x y", "it's", "日本", ""};

    private final long seed = Long.getLong("roche.oracle.seed", 20_261_130L);
    private final Random random = new Random(seed);

    /** A path in our notation, and in the library's. */
    private record Both(String ours, String library) {}

    @Test
    void leadsWhereCalcitesImplementationLeads() {
        System.out.println("JsonPathOracleTest seed " + seed);
        int found = 0;
        int missing = 0;
        int malformed = 0;
        for (int i = 0; i < ROUNDS; i++) {
            String document = document();
            Both path = path();
            String mode = random.nextBoolean() ? "strict " : random.nextBoolean() ? "lax " : "";
            Optional<JsonPath> parsed = JsonPath.parse(mode + path.ours);
            assertTrue(parsed.isPresent(), mode + path.ours);
            byte[] utf8 = document.getBytes(StandardCharsets.UTF_8);
            JsonItems items = parsed.get().find(utf8, 0, utf8.length);
            String where = "seed " + seed + " round " + i + ": " + mode + path + " of " + document;
            JsonFunctions.JsonPathContext expected =
                    JsonFunctions.jsonApiCommonSyntax(document, (mode.isEmpty() ? "lax " : mode) + path.library);
            if (items.malformed() != null) {
                malformed++;
                boolean nothing = expected.obj == null || expected.obj.equals(List.of());
                assertTrue(mode.equals("strict ") ? expected.hasException() : nothing, where);
                continue;
            }
            if (mode.equals("strict ")) {
                // the library passes over an element that is not there when a wildcard follows; the standard does not
                boolean passedOver = items.isMissing() && List.of().equals(expected.obj);
                // and a JSON null is an error to it
                boolean isNull = parsed.get().definite() && items.count() == 1 && items.isNull(0);
                assertEquals(expected.hasException() || passedOver, items.isMissing() || isNull, where);
            }
            if (items.isMissing()) {
                missing++;
                assertTrue(expected.obj == null || expected.obj.equals(List.of()), where);
            } else if (parsed.get().definite()) {
                found++;
                assertEquals(expected.obj, JsonFunctions.dejsonize(items.json(0)), where);
            } else {
                found += items.count();
                assertEquals(expected.obj, all(items), where);
            }
        }
        assertTrue(found > ROUNDS / 4, "values found: " + found);
        assertTrue(missing > ROUNDS / 10, "paths into nothing: " + missing);
        assertTrue(malformed > ROUNDS / 50, "documents that are no JSON: " + malformed);
    }

    @Test
    void leadsWhereATreeLeads() {
        for (int i = 0; i < ROUNDS / 4; i++) {
            String document = document();
            Both path = path();
            String mode = random.nextBoolean() ? "strict " : "";
            JsonItems streamed = PathFinder.of(mode + path.ours).find(document);
            JsonItems tree = TreePath.parse(mode + path.library).find(document);
            String where = "seed " + seed + " round " + i + ": " + mode + path + " of " + document;
            assertEquals(tree.malformed() == null, streamed.malformed() == null, where);
            assertTrue(streamed.isMissing() || !tree.isMissing(), where);
            assertEquals(all(tree), all(streamed), where);
        }
    }

    @Test
    void aPathOfAnotherKindNeedsATree() {
        for (String text : new String[] {
            "$..a",
            "$.a[-1]",
            "$.a[1:2]",
            "$.a[?(@.b > 1)]",
            "$['a','b']",
            "$.length()",
            "$.a[0,1]",
            "$.a b",
            "$.",
            "$[",
            "$.\"a",
            "$['a'",
            "a",
            "",
            "lax",
            "$x",
            "$.a[99999999999]",
            "strict lax $.a",
            "$.\"\\x\""
        }) {
            assertTrue(JsonPath.parse(text).isEmpty(), text);
        }
        assertEquals(Optional.of(List.of("a", "x.y", "z\"", "ü")), names(" LAX  $ .a . \"x.y\" [ 'z\"' ] .ü "));
        assertEquals(Optional.of(List.of("A\n", "it's")), names("strict $.\"\\u0041\\n\"['it\\'s']"));
        assertEquals(Optional.empty(), names("$"));
        assertEquals(Optional.empty(), names("$.a[0]"));
    }

    private static Optional<List<String>> names(String text) {
        return JsonPath.parse(text).orElseThrow(() -> new AssertionError(text)).names();
    }

    private static List<Object> all(JsonItems items) {
        List<Object> all = new ArrayList<>();
        for (int i = 0; i < items.count(); i++) {
            all.add(JsonFunctions.dejsonize(items.json(i)));
        }
        return all;
    }

    private Both path() {
        StringBuilder ours = new StringBuilder("$");
        StringBuilder library = new StringBuilder("$");
        int steps = random.nextInt(5);
        for (int i = 0; i < steps; i++) {
            int kind = random.nextInt(8);
            if (kind == 0) {
                both(ours, library, random.nextBoolean() ? "[*]" : ".*");
            } else if (kind <= 2) {
                both(ours, library, "[" + random.nextInt(3) + "]");
            } else {
                member(ours, library);
            }
        }
        return new Both(ours.toString(), library.toString());
    }

    private void member(StringBuilder ours, StringBuilder library) {
        String name = NAMES[random.nextInt(NAMES.length)];
        String brackets = "['" + name.replace("'", "\\'") + "']";
        library.append(brackets);
        boolean plain = !name.isEmpty() && name.chars().allMatch(Character::isLetter);
        ours.append(random.nextBoolean() ? brackets : plain ? "." + name : ".\"" + name + "\"");
    }

    private static void both(StringBuilder ours, StringBuilder library, String step) {
        ours.append(step);
        library.append(step);
    }

    /** Returns an object, an array or, now and then, something that is no JSON. */
    private String document() {
        String json = random.nextBoolean() ? object(4) : array(4);
        return random.nextInt(20) == 0 ? json.substring(0, json.length() - 1) : json;
    }

    private String object(int depth) {
        List<String> members = new ArrayList<>();
        for (int i = random.nextInt(5); i > 0; i--) {
            String name = random.nextInt(8) == 0 ? "\\u0061" : NAMES[random.nextInt(NAMES.length)];
            members.add("\"" + name + "\"" + blank() + ":" + blank() + value(depth - 1));
        }
        return "{" + blank() + String.join(",", members) + blank() + "}";
    }

    private String array(int depth) {
        List<String> elements = new ArrayList<>();
        for (int i = random.nextInt(4); i > 0; i--) {
            elements.add(blank() + value(depth - 1));
        }
        return "[" + String.join(",", elements) + "]";
    }

    private String value(int depth) {
        return switch (random.nextInt(depth > 0 ? 9 : 4)) {
            case 0 -> "null";
            case 1 -> random.nextBoolean() ? "true" : "false";
            case 2 -> random.nextInt(100) + (random.nextBoolean() ? "" : ".25");
            case 3 -> "\"v" + random.nextInt(10) + "\\n\\u00e9 日本\"";
            case 4, 5 -> array(depth);
            default -> object(depth);
        };
    }

    private String blank() {
        return random.nextInt(6) == 0 ? " \n" : "";
    }
}
