package io.rochedb.engine.model;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.rochedb.engine.ErrorCode;
import io.rochedb.engine.RocheException;
import io.rochedb.engine.Seeds;
import io.rochedb.engine.internal.json.JsonText;
import java.nio.charset.StandardCharsets;
import java.util.Random;
import org.junit.jupiter.api.Test;

class JsonSelectionTest {
    private static final String DOCUMENT = "{\"a\":{\"b\":1,\"c.d\":2},\"l\":[[{\"b\":1,\"x\":2}],3]}";

    private static String select(String selection, String json) {
        byte[] out = JsonSelection.parse(selection).apply(json.getBytes(StandardCharsets.UTF_8));
        return new String(out, StandardCharsets.UTF_8);
    }

    @Test
    void selectsAsSpecified() {
        assertEquals(DOCUMENT, select("{ }", DOCUMENT));
        assertEquals("{\"a\":{\"b\":1,\"c.d\":2}}", select("{ a { } }", DOCUMENT));
        assertEquals("{\"a\":{\"c.d\":2}}", select("{ a { c.d } }", DOCUMENT));
        assertEquals("{}", select("{ a.b }", DOCUMENT));
        assertEquals("{\"l\":[[{\"b\":1}],3]}", select("{ l { b } }", DOCUMENT));
        assertEquals("{\"a\":{\"b\":1}}", select("{ a a { b } }", DOCUMENT));
    }

    @Test
    void selectsFromADocument() {
        String json = "{\"title\":\"t\",\"author\":{\"name\":\"n\",\"org\":\"o\",\"age\":3},\"tags\":[\"a\",\"b\"],"
                + " \"refs\":[{\"id\":1,\"note\":\"x\"},{\"id\":2.50,\"note\":\"y\"}]}";
        assertEquals("{\"title\":\"t\"}", select("{ title }", json));
        assertEquals("{\"author\":{\"name\":\"n\"}}", select("{ author { name } }", json));
        assertEquals("{\"tags\":[\"a\",\"b\"],\"title\":\"t\"}", select(" {tags,,\n title\r\n\t}\n", json));
        assertEquals("{\"refs\":[{\"id\":1},{\"id\":2.50}]}", select("{ refs { id } }", json));
        assertEquals("{\"title\":\"t\"}", select("{ missing title { x } }", json));
        assertEquals("[1,{}]", select("{ a }", " [ 1 , { } ] "));
        assertEquals("{\"a\":2}", select("{ a }", "{\"a\":1,\"\\u0061\":2}"));
        assertEquals("7", select("{ a }", "7"));
    }

    @Test
    void refusesWhatIsNoSelection() {
        for (String text :
                new String[] {"", "a", "{ a", "{ a } x", "{ { a } }", "{ a: b }", "{ é }", "title", "{ a } b"}) {
            RocheException error = assertThrows(RocheException.class, () -> JsonSelection.parse(text), text);
            assertEquals(ErrorCode.INVALID_PARAMETER, error.code());
            assertTrue(error.getMessage().startsWith("selection: "), error.getMessage());
        }
    }

    @Test
    void nests64Levels() {
        assertEquals("{}", select("{a".repeat(64) + "}".repeat(64), "{}"));
        RocheException error =
                assertThrows(RocheException.class, () -> JsonSelection.parse("{a".repeat(65) + "}".repeat(65)));
        assertEquals("selection: maximum depth 64 exceeded", error.getMessage());
        assertThrows(RocheException.class, () -> JsonSelection.parse("{a".repeat(1_000_000)));
    }

    @Test
    void keepsItsSourceAndRefusesBadPayloads() {
        JsonSelection selection = JsonSelection.parse("{ a }");
        assertEquals("{ a }", selection.source());
        RocheException error = assertThrows(RocheException.class, () -> selection.apply(new byte[] {'{'}));
        assertEquals(ErrorCode.INVALID_JSON, error.code());
    }

    @Test
    void anyTextIsEitherASelectionOrAnInvalidParameter() {
        Random random = Seeds.random("JsonSelectionTest");
        byte[] json = DOCUMENT.getBytes(StandardCharsets.UTF_8);
        int accepted = 0;
        for (int i = 0; i < 50_000; i++) {
            StringBuilder text = new StringBuilder("{");
            for (int j = random.nextInt(10); j > 0; j--) {
                text.append("{} ,\n:abcl.".charAt(random.nextInt(11)));
            }
            text.append(random.nextBoolean() ? "}" : "");
            try {
                byte[] out = JsonSelection.parse(text.toString()).apply(json);
                assertTrue(JsonText.isObject(out, 0, out.length, 1_000), text::toString);
                accepted++;
            } catch (RocheException e) {
                assertEquals(ErrorCode.INVALID_PARAMETER, e.code());
            }
        }
        assertTrue(accepted > 100, "accepted only " + accepted);
    }
}
