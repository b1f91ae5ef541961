package io.rochedb.engine.internal.json;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.rochedb.engine.Seeds;
import io.rochedb.engine.internal.TestRing;
import io.rochedb.engine.model.Codec;
import io.rochedb.engine.model.FieldRef;
import io.rochedb.engine.model.FieldType;
import io.rochedb.engine.query.Predicate;
import io.rochedb.engine.query.Predicate.Compare;
import io.rochedb.engine.query.Predicate.IsNull;
import io.rochedb.engine.query.Predicate.Not;
import io.rochedb.engine.query.Predicate.Op;
import io.rochedb.engine.query.Predicate.Path;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class PathExtractorTest {
    private static final JsonMapper TREES = JsonMapper.builder().build();
    private static final String[] NAMES = {"a", "b", "name", "é", "", "x y", "absent"};

    private static Path path(FieldType type, String... names) {
        return new Path(List.of(names), type);
    }

    private static Object value(String json, Path path) {
        byte[] bytes = ("#" + json + "#").getBytes(StandardCharsets.UTF_8);
        FieldExtractor extractor = FieldExtractor.of(List.of(path));
        extractor.scan(bytes, 1, bytes.length - 2);
        assertEquals(extractor.value(0) == null, extractor.isNull(0), json);
        return extractor.value(0);
    }

    private static boolean test(Predicate predicate, String json, Codec codec) {
        byte[] bytes = json.getBytes(StandardCharsets.UTF_8);
        return PredicateEvaluator.compile(predicate, List.of()).test(new TestRing().add(bytes, codec), 0);
    }

    @Test
    void readsScalarsInsideObjects() {
        String json = "{\"a\":{\"b\":{\"c\":1.50},\"t\":\"x\\n\"},\"o\":{\"k\":[1]},\"z\":null}";
        assertEquals("1.50", value(json, path(FieldType.VARCHAR, "a", "b", "c")));
        assertEquals("x\n", value(json, path(FieldType.VARCHAR, "a", "t")));
        assertEquals(1.5, value(json, path(FieldType.DOUBLE, "a", "b", "c")));
        for (String[] none :
                new String[][] {{"a"}, {"a", "b"}, {"o", "k"}, {"z"}, {"z", "y"}, {"a", "t", "u"}, {"q"}}) {
            assertEquals(null, value(json, path(FieldType.VARCHAR, none)), String.join(".", none));
        }
    }

    @Test
    void convertsTextByWhatItSays() {
        String json =
                "{\"i\":\" 12 \",\"d\":\"1.5e1\",\"t\":\"TRUE\",\"x\":\"0x1\",\"n\":\"NaN\",\"e\":\"\",\"l\":\"9223372036854775808\"}";
        assertEquals(12L, value(json, path(FieldType.BIGINT, "i")));
        assertEquals(12.0, value(json, path(FieldType.DOUBLE, "i")));
        assertEquals(15.0, value(json, path(FieldType.DOUBLE, "d")));
        assertEquals(true, value(json, path(FieldType.BOOLEAN, "t")));
        for (String name : new String[] {"d", "t", "x", "n", "e", "l"}) {
            assertEquals(null, value(json, path(FieldType.BIGINT, name)), name);
        }
        for (String name : new String[] {"t", "x", "n", "e"}) {
            assertEquals(null, value(json, path(FieldType.DOUBLE, name)), name);
        }
        assertEquals(null, value("{\"a\":1.0}", path(FieldType.BIGINT, "a")));
        assertEquals(null, value("{\"a\":1}", path(FieldType.BOOLEAN, "a")));
        assertEquals(null, value("{\"a\":true}", path(FieldType.BIGINT, "a")));
    }

    @Test
    void readsPayloadsOfEveryCodec() {
        Predicate path = new Compare(path(FieldType.BIGINT, "a", "b"), Op.EQ, 5L);
        Predicate field = new Compare(new Predicate.Field(new FieldRef("a", FieldType.VARCHAR)), Op.EQ, "{\"b\":5}");
        assertTrue(test(path, "{\"a\":{\"b\":5}}", Codec.JSON));
        assertTrue(test(path, "{\"a\":{\"b\":5}}", Codec.RAW));
        assertTrue(test(field, "{\"a\":{\"b\":5}}", Codec.JSON));
        assertFalse(test(new Predicate.And(List.of(path, field)), "{\"a\":{\"b\":5}}", Codec.RAW));
        assertFalse(test(new Not(path), "{\"a\":{}}", Codec.JSON));
        assertTrue(test(new IsNull(path(FieldType.VARCHAR, "a")), "[1]", Codec.RAW));
    }

    @Test
    void agreesWithATreeOnRandomDocuments() throws IOException {
        Random random = Seeds.random("PathExtractorTest");
        RandomJson generator = new RandomJson(random);
        int found = 0;
        for (int i = 0; i < 20_000; i++) {
            byte[] bytes = generator.object(4).getBytes(StandardCharsets.UTF_8);
            if (random.nextInt(8) == 0) {
                bytes = generator.damage(bytes);
            }
            List<Predicate.Operand> paths = new ArrayList<>();
            for (int j = random.nextInt(6); j >= 0; j--) {
                List<String> names = new ArrayList<>();
                for (int depth = random.nextInt(3); depth >= 0; depth--) {
                    names.add(NAMES[random.nextInt(NAMES.length)]);
                }
                paths.add(new Path(names, FieldType.VARCHAR));
            }
            FieldExtractor extractor = FieldExtractor.of(paths);
            extractor.scan(bytes, 0, bytes.length);
            JsonNode tree = JsonText.isObject(bytes, 0, bytes.length, 1_000) ? TREES.readTree(bytes) : null;
            for (int slot = 0; slot < paths.size(); slot++) {
                Object value = extractor.value(slot);
                found += value == null ? 0 : 1;
                check(tree, ((Path) paths.get(slot)).names(), value, new String(bytes, StandardCharsets.UTF_8));
            }
        }
        assertTrue(found > 1_000, "paths that led somewhere: " + found);
    }

    private static void check(JsonNode tree, List<String> names, Object value, String json) {
        JsonNode at = tree;
        for (String name : names) {
            at = at == null ? null : at.get(name);
        }
        if (at == null || at.isNull() || at.isContainerNode()) {
            assertEquals(null, value, () -> json + " " + names);
        } else if (at.isNumber()) {
            assertEquals(at.doubleValue() + 0.0, Double.parseDouble((String) value) + 0.0, () -> json + " " + names);
        } else {
            assertEquals(at.asText(), value, () -> json + " " + names);
        }
    }
}
