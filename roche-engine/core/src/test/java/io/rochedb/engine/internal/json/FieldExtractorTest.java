package io.rochedb.engine.internal.json;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.rochedb.engine.Seeds;
import io.rochedb.engine.model.FieldRef;
import io.rochedb.engine.model.FieldType;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

class FieldExtractorTest {
    private static final JsonMapper TREES = JsonMapper.builder()
            .enable(DeserializationFeature.USE_BIG_INTEGER_FOR_INTS)
            .build();
    private static final String[] NAMES = {"a", "b", "name", "é", "", "x y", "absent"};

    private static byte[] utf8(String text) {
        return text.getBytes(UTF_8);
    }

    private static Object[] read(String json, FieldRef... refs) {
        byte[] bytes = utf8("#" + json + "#");
        return new FieldExtractor(List.of(refs)).extract(bytes, 1, bytes.length - 2);
    }

    private static FieldRef ref(String name, FieldType type) {
        return new FieldRef(name, type);
    }

    @Test
    void convertsByTheRulesOfFieldRef() {
        assertArrayEquals(
                new Object[] {"t\n", "1.50", "true", "{\"x\":[1,\"a b\"]}", null, null},
                read(
                        "{\"s\":\"t\\n\",\"n\":1.50,\"t\":true,\"o\":{ \"x\" : [1, \"a b\"] },\"z\":null}",
                        ref("s", FieldType.VARCHAR),
                        ref("n", FieldType.VARCHAR),
                        ref("t", FieldType.NONE),
                        ref("o", FieldType.VARCHAR),
                        ref("z", FieldType.VARCHAR),
                        ref("missing", FieldType.VARCHAR)));
        assertArrayEquals(
                new Object[] {7L, null, null, 7.0, false, null},
                read(
                        "{\"i\":7,\"d\":7.0,\"big\":9223372036854775808,\"f\":false}",
                        ref("i", FieldType.BIGINT),
                        ref("d", FieldType.BIGINT),
                        ref("big", FieldType.BIGINT),
                        ref("i", FieldType.DOUBLE),
                        ref("f", FieldType.BOOLEAN),
                        ref("i", FieldType.BOOLEAN)));
        assertArrayEquals(
                new Object[] {9.223372036854775808e18, null},
                read(
                        "{\"big\":9223372036854775808,\"e\":1e999}",
                        ref("big", FieldType.DOUBLE),
                        ref("e", FieldType.DOUBLE)));
    }

    @Test
    void lastDuplicateWinsWhicheverFieldsAreAsked() {
        assertArrayEquals(new Object[] {2L}, read("{\"a\":1,\"a\":2}", ref("a", FieldType.BIGINT)));
        assertArrayEquals(new Object[] {2L}, read("{\"a\":1,\"\\u0061\":2}", ref("a", FieldType.BIGINT)));
    }

    @Test
    void whatIsNoObjectHasNoFields() {
        for (String json : new String[] {"[1]", "1", "", "{\"a\":1", "{\"a\":1}x", "{\"a\":01}", "nul"}) {
            assertArrayEquals(new Object[] {null}, read(json, ref("a", FieldType.VARCHAR)), json);
        }
        FieldExtractor extractor = new FieldExtractor(List.of(ref("a", FieldType.BIGINT)));
        byte[] badUtf8 = {'{', '"', 'a', '"', ':', '1', ',', '"', 'b', '"', ':', '"', (byte) 0xC3, '"', '}'};
        assertFalse(extractor.scan(badUtf8, 0, badUtf8.length));
        assertTrue(extractor.isNull(0));
    }

    @Test
    void agreesWithATreeOnRandomDocuments() throws IOException {
        Random random = Seeds.random("FieldExtractorTest");
        RandomJson generator = new RandomJson(random);
        for (int i = 0; i < 5_000; i++) {
            List<FieldRef> refs = new ArrayList<>();
            for (int j = random.nextInt(6); j >= 0; j--) {
                refs.add(ref(
                        NAMES[random.nextInt(NAMES.length)],
                        FieldType.values()[random.nextInt(FieldType.values().length)]));
            }
            // one extractor reads them all: what it learns of one document must not show in the next
            FieldExtractor extractor = new FieldExtractor(refs);
            String json = "{}";
            for (int k = 0; k < 6; k++) {
                json = switch (random.nextInt(10)) {
                    case 0 -> generator.value(3);
                    case 1, 2, 3 -> generator.object(3);
                    case 4 ->
                        json.replaceFirst("\\{", "{\"a\":" + random.nextInt(9) + ",")
                                .replace(",}", "}");
                    default -> respaced(json, random);
                };
                byte[] bytes = utf8(json);
                if (random.nextInt(4) == 0) {
                    bytes = generator.damage(bytes);
                }
                assertAgrees(extractor.extract(bytes, 0, bytes.length), bytes, refs);
            }
        }
    }

    private static void assertAgrees(Object[] values, byte[] bytes, List<FieldRef> refs) throws IOException {
        JsonNode tree = JsonText.isObject(bytes, 0, bytes.length, 1_000) ? TREES.readTree(bytes) : null;
        Map<String, String> tokens = tree == null ? Map.of() : numberTokens(bytes);
        for (int j = 0; j < refs.size(); j++) {
            assertEquals(expected(tree, tokens, refs.get(j)), values[j], () -> new String(bytes, UTF_8) + " " + refs);
        }
    }

    /** Returns the same document with other spaces between its tokens. */
    private static String respaced(String json, Random random) {
        StringBuilder out = new StringBuilder();
        boolean string = false;
        for (int i = 0; i < json.length(); i++) {
            char c = json.charAt(i);
            if (c == '"') {
                string = !string;
            }
            if (!string && c <= ' ') {
                continue;
            }
            out.append(c);
            if (string && c == '\\') {
                out.append(json.charAt(++i));
            } else if (!string && ",:{[".indexOf(c) >= 0) {
                out.append(" \n".substring(0, random.nextInt(3)));
            }
        }
        return out.toString();
    }

    /** The tree does not keep how a number was written. */
    private static Map<String, String> numberTokens(byte[] bytes) throws IOException {
        Map<String, String> tokens = new HashMap<>();
        try (var parser = TREES.createParser(bytes)) {
            parser.nextToken();
            while (parser.nextToken() != com.fasterxml.jackson.core.JsonToken.END_OBJECT) {
                String name = parser.currentName();
                if (parser.nextToken().isNumeric()) {
                    tokens.put(name, parser.getText());
                }
                parser.skipChildren();
            }
        }
        return tokens;
    }

    private static Object expected(JsonNode tree, Map<String, String> tokens, FieldRef ref) throws IOException {
        JsonNode value = tree == null ? null : tree.get(ref.name());
        if (value == null || value.isNull()) {
            return null;
        }
        switch (ref.type()) {
            case BOOLEAN:
                return value.isBoolean() ? value.booleanValue() : null;
            case BIGINT:
                return value.isBigInteger() && value.bigIntegerValue().bitLength() < 64
                        ? value.bigIntegerValue().longValue()
                        : null;
            case DOUBLE:
                double number = value.isNumber() ? Double.parseDouble(tokens.get(ref.name())) : Double.NaN;
                return Double.isFinite(number) ? number : null;
            default:
                return value.isTextual()
                        ? value.textValue()
                        : value.isNumber()
                                ? tokens.get(ref.name())
                                : value.isContainerNode() ? compactOf(value) : value.asText();
        }
    }

    private static Object compactOf(JsonNode value) {
        return new Object() {
            @Override
            public boolean equals(Object other) {
                try {
                    return other instanceof String
                            && TREES.readTree((String) other).equals(value)
                            && !((String) other)
                                    .replaceAll("\"(\\\\.|[^\"\\\\])*\"", "")
                                    .matches("(?s).*\\s.*");
                } catch (IOException e) {
                    return false;
                }
            }

            @Override
            public int hashCode() {
                return 0;
            }

            @Override
            public String toString() {
                return value.toString();
            }
        };
    }

    @Test
    void infersTheTypesOfTopLevelFields() {
        FieldInference inference = new FieldInference();
        byte[] json = utf8("{\"i\":1,\"d\":1.5,\"big\":9223372036854775808,\"huge\":1e999,\"s\":\"\",\"b\":true,"
                + "\"n\":null,\"o\":{},\"l\":[1],\"\\ud800\":1}");
        assertTrue(inference.scan(json, 0, json.length, 1_000));
        Map<String, FieldType> found = new HashMap<>();
        for (int i = 0; i < inference.count(); i++) {
            found.put(inference.name(i), inference.type(i));
        }
        assertEquals(
                Map.of(
                        "i", FieldType.BIGINT,
                        "d", FieldType.DOUBLE,
                        "big", FieldType.DOUBLE,
                        "huge", FieldType.VARCHAR,
                        "s", FieldType.VARCHAR,
                        "b", FieldType.BOOLEAN,
                        "n", FieldType.NONE,
                        "o", FieldType.VARCHAR,
                        "l", FieldType.VARCHAR),
                found);
        assertFalse(inference.scan(utf8("[1]"), 0, 3, 1_000));
        assertEquals(0, inference.count());
        byte[] deep = utf8("{\"a\":[[1]]}");
        assertTrue(inference.scan(deep, 0, deep.length, 3));
        assertFalse(inference.scan(deep, 0, deep.length, 2));
    }

    @Test
    void aValueReadByItsInferredTypeIsNeverLost() {
        Random random = Seeds.random("FieldExtractorTest.inference");
        RandomJson generator = new RandomJson(random);
        FieldInference inference = new FieldInference();
        for (int i = 0; i < 5_000; i++) {
            byte[] json = utf8("{\"v\":" + generator.value(2) + "}");
            assertTrue(inference.scan(json, 0, json.length, 1_000));
            Object value = new FieldExtractor(List.of(ref("v", inference.type(0)))).extract(json, 0, json.length)[0];
            assertEquals(inference.type(0) == FieldType.NONE, value == null, () -> utf8Text(json));
        }
    }

    private static String utf8Text(byte[] bytes) {
        return new String(bytes, UTF_8);
    }
}
