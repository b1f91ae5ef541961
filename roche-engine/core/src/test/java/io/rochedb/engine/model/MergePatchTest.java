package io.rochedb.engine.model;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.rochedb.engine.ErrorCode;
import io.rochedb.engine.RocheException;
import io.rochedb.engine.Seeds;
import io.rochedb.engine.internal.json.RandomJson;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Random;
import org.junit.jupiter.api.Test;

class MergePatchTest {
    private static String patch(String document, String patch) {
        return new String(
                MergePatch.apply(document.getBytes(StandardCharsets.UTF_8), patch.getBytes(StandardCharsets.UTF_8)),
                StandardCharsets.UTF_8);
    }

    /** The table of RFC 7396, appendix A. */
    @Test
    void patchesAsTheStandardSays() {
        String[][] cases = {
            {"{\"a\":\"b\"}", "{\"a\":\"c\"}", "{\"a\":\"c\"}"},
            {"{\"a\":\"b\"}", "{\"b\":\"c\"}", "{\"a\":\"b\",\"b\":\"c\"}"},
            {"{\"a\":\"b\"}", "{\"a\":null}", "{}"},
            {"{\"a\":\"b\",\"b\":\"c\"}", "{\"a\":null}", "{\"b\":\"c\"}"},
            {"{\"a\":[\"b\"]}", "{\"a\":\"c\"}", "{\"a\":\"c\"}"},
            {"{\"a\":\"c\"}", "{\"a\":[\"b\"]}", "{\"a\":[\"b\"]}"},
            {"{\"a\":{\"b\":\"c\"}}", "{\"a\":{\"b\":\"d\",\"c\":null}}", "{\"a\":{\"b\":\"d\"}}"},
            {"{\"a\":[{\"b\":\"c\"}]}", "{\"a\":[1]}", "{\"a\":[1]}"},
            {"[\"a\",\"b\"]", "[\"c\",\"d\"]", "[\"c\",\"d\"]"},
            {"{\"a\":\"b\"}", "[\"c\"]", "[\"c\"]"},
            {"{\"a\":\"foo\"}", "null", "null"},
            {"{\"a\":\"foo\"}", "\"bar\"", "\"bar\""},
            {"{\"e\":null}", "{\"a\":1}", "{\"e\":null,\"a\":1}"},
            {"[1,2]", "{\"a\":\"b\",\"c\":null}", "{\"a\":\"b\"}"},
            {"{}", "{\"a\":{\"bb\":{\"ccc\":null}}}", "{\"a\":{\"bb\":{}}}"},
        };
        for (String[] each : cases) {
            assertEquals(each[2], patch(each[0], each[1]), each[0] + " + " + each[1]);
        }
    }

    /** The original kept the nulls inside the new objects d and x. */
    @Test
    void dropsNullsInsideNewObjects() {
        assertEquals(
                "{\"a\":{\"c\":2,\"d\":{\"f\":1}},\"l\":[3],\"x\":{}}",
                patch(
                        "{\"a\":{\"b\":1,\"c\":2},\"l\":[1,2],\"n\":5}",
                        "{\"a\":{\"b\":null,\"d\":{\"e\":null,\"f\":1}},\"l\":[3],\"x\":{\"y\":null},\"n\":null}"));
        assertEquals(
                "{\"meta\":{\"n\":10,\"ok\":true}}",
                patch("{\"meta\":{\"n\":10},\"name\":\"x\"}", "{\"meta\":{\"ok\":true},\"name\":null}"));
    }

    @Test
    void keepsWhatThePatchDoesNotName() {
        assertEquals(
                "{\"n\":1.50,\"\\u0061b\":\"\\/\",\"z\":1}",
                patch("{ \"n\" : 1.50, \"\\u0061b\": \"\\/\" }", "{\"z\":1}"));
        assertEquals("{\"\\\"q\\n\\u0001\":1}", patch("{}", "{\"\\u0022q\\n\\u0001\":1}"));
    }

    @Test
    void refusesWhatIsNoJson() {
        assertEquals(
                ErrorCode.INVALID_JSON,
                assertThrows(RocheException.class, () -> patch("{}", "{")).code());
        assertEquals(
                ErrorCode.INVALID_JSON,
                assertThrows(RocheException.class, () -> patch("x", "{}")).code());
    }

    @Test
    void agreesWithTheStandardsAlgorithmOnTrees() throws IOException {
        ObjectMapper trees = new ObjectMapper();
        Random random = Seeds.random("MergePatchTest");
        RandomJson generator = new RandomJson(random);
        for (int i = 0; i < 20_000; i++) {
            String document = generator.value(4).replace("1e999", "1");
            String patch = generator.value(4).replace("1e999", "1");
            JsonNode expected = merge(trees.readTree(document), trees.readTree(patch));
            assertEquals(expected, trees.readTree(patch(document, patch)), () -> document + " + " + patch);
        }
    }

    private static JsonNode merge(JsonNode target, JsonNode patch) {
        if (!patch.isObject()) {
            return patch;
        }
        ObjectNode result =
                target != null && target.isObject() ? (ObjectNode) target : new ObjectMapper().createObjectNode();
        patch.fields().forEachRemaining(member -> {
            if (member.getValue().isNull()) {
                result.remove(member.getKey());
            } else {
                result.set(member.getKey(), merge(result.get(member.getKey()), member.getValue()));
            }
        });
        return result;
    }
}
