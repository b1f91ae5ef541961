package io.rochedb.engine.internal.index;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.rochedb.engine.Seeds;
import io.rochedb.engine.internal.TestRing;
import io.rochedb.engine.internal.json.PredicateEvaluator;
import io.rochedb.engine.internal.json.RandomJson;
import io.rochedb.engine.model.Codec;
import io.rochedb.engine.model.FieldRef;
import io.rochedb.engine.model.FieldType;
import io.rochedb.engine.query.Predicate;
import io.rochedb.engine.query.Predicate.And;
import io.rochedb.engine.query.Predicate.Compare;
import io.rochedb.engine.query.Predicate.Field;
import io.rochedb.engine.query.Predicate.In;
import io.rochedb.engine.query.Predicate.Like;
import io.rochedb.engine.query.Predicate.Op;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

class IndexProbeTest {
    private static final Field STATUS = new Field(new FieldRef("a", FieldType.VARCHAR));
    private static final Field TOTAL = new Field(new FieldRef("b", FieldType.BIGINT));

    private static IndexShape shape(boolean unique, Object... namesAndForms) {
        List<IndexShape.Column> columns = new ArrayList<>();
        for (int i = 0; i < namesAndForms.length; i += 2) {
            columns.add(new IndexShape.Column(
                    Arrays.asList(((String) namesAndForms[i]).split("\\.")), (KeyForm) namesAndForms[i + 1]));
        }
        return new IndexShape("i", null, columns, unique);
    }

    private static IndexProbe.Match match(Predicate predicate, IndexShape shape) {
        IndexProbe probe = IndexProbe.of(predicate);
        return probe == null ? null : probe.match(shape);
    }

    @Test
    void leadingColumnsAreUsedAndTheFirstRangeEndsThem() {
        IndexShape shape = shape(true, "a", KeyForm.TEXT, "b", KeyForm.NUMBER);
        IndexProbe.Match both =
                match(new And(List.of(new Compare(TOTAL, Op.EQ, 5L), new Compare(STATUS, Op.EQ, "open"))), shape);
        assertEquals(2, both.columns());
        assertTrue(both.oneRecord());
        assertEquals("a = ?, b = ?", both.text());
        IndexProbe.Match range = match(
                new And(List.of(
                        new In(STATUS, Set.of("x", "y")),
                        new Compare(TOTAL, Op.GT, 5L),
                        new Compare(TOTAL, Op.LE, 9L))),
                shape);
        assertEquals(2, range.spans().size());
        assertEquals("a in (2 values), b > ? and <= ?", range.text());
        assertNull(match(new Compare(TOTAL, Op.EQ, 5L), shape));
    }

    @Test
    void whatAnIndexCannotAnswerIsNoMatch() {
        IndexShape text = shape(false, "a", KeyForm.TEXT);
        assertNull(match(new Compare(STATUS, Op.NE, "x"), text));
        assertNull(match(new Like(STATUS, "%x", '\0'), text));
        assertNull(match(new Predicate.Or(List.of(new Compare(STATUS, Op.EQ, "x"), Predicate.TRUE)), text));
        assertNull(match(new Compare(STATUS, Op.EQ, "5"), shape(false, "a", KeyForm.NUMBER)));
        assertNull(match(new Compare(new Field(new FieldRef("a", FieldType.BIGINT)), Op.EQ, 5L), text));
        assertNotNull(match(new Like(STATUS, "x%", '\0'), text));
    }

    /** Whatever documents and conditions: every record that satisfies the condition is among the candidates. */
    @Test
    void candidatesHoldEveryRecordThatMatches() {
        Random random = Seeds.random("IndexProbeTest.candidates");
        int used = 0;
        int few = 0;
        for (int round = 0; round < 300; round++) {
            TestRing ring = new TestRing();
            RandomJson json = new RandomJson(random);
            KeyForm[] forms = KeyForm.values();
            IndexShape shape = random.nextBoolean()
                    ? shape(false, "a", forms[random.nextInt(forms.length)])
                    : shape(false, "a", forms[random.nextInt(forms.length)], "b", forms[random.nextInt(forms.length)]);
            RecordIndex index = new RecordIndex(shape);
            int records = 60;
            for (int seq = 0; seq < records; seq++) {
                String document = random.nextInt(3) == 0
                        ? json.object(2)
                        : "{\"a\": " + json.value(1) + ", \"b\": " + json.value(1) + "}";
                byte[] payload = document.getBytes(StandardCharsets.UTF_8);
                Codec codec = random.nextInt(20) == 0 ? Codec.RAW : Codec.JSON;
                ring.add(payload, codec);
                IndexKey key = index.keys().read(payload, 0, payload.length, codec == Codec.JSON);
                if (key != null) {
                    index.add(key, seq);
                }
            }
            index.publish();
            for (int query = 0; query < 30; query++) {
                Predicate predicate = new And(List.of(condition(random, "a", json), condition(random, "b", json)));
                IndexProbe.Match match = match(predicate, shape);
                if (match == null) {
                    continue;
                }
                used++;
                long[] candidates = Objects.requireNonNull(index.collect(match.spans(), 0, records));
                few += candidates.length < records / 4 ? 1 : 0;
                PredicateEvaluator evaluator = PredicateEvaluator.compile(predicate, List.of());
                for (int seq = 0; seq < records; seq++) {
                    if (evaluator.test(ring, seq)) {
                        assertTrue(
                                Arrays.binarySearch(candidates, seq) >= 0,
                                "round " + round + ": " + predicate + " of "
                                        + new String(ring.payloadArray(seq), StandardCharsets.UTF_8) + " by " + shape);
                    }
                }
            }
        }
        assertTrue(used > 1_000 && few > used / 4, used + " probes, " + few + " of them selective");
    }

    private static Predicate condition(Random random, String name, RandomJson json) {
        FieldType[] types = {FieldType.VARCHAR, FieldType.BIGINT, FieldType.DOUBLE, FieldType.BOOLEAN};
        FieldType type = types[random.nextInt(types.length)];
        Field field = new Field(new FieldRef(name, type));
        Op[] ops = {Op.EQ, Op.EQ, Op.LT, Op.LE, Op.GT, Op.GE, Op.NE};
        switch (random.nextInt(4)) {
            case 0:
                return new In(field, Set.of(value(random, type, json)));
            case 1:
                return type == FieldType.VARCHAR
                        ? new Like(field, value(random, type, json) + (random.nextBoolean() ? "%" : ""), '\0')
                        : new Compare(field, Op.GE, value(random, type, json));
            default:
                return new Compare(field, ops[random.nextInt(ops.length)], value(random, type, json));
        }
    }

    private static Object value(Random random, FieldType type, RandomJson json) {
        switch (type) {
            case BIGINT:
                return random.nextInt(4) == 0 ? Long.MAX_VALUE : (long) random.nextInt(2000) - 1000;
            case DOUBLE:
                double[] special = {0.0, -0.0, 0.1, 1.5, 9223372036854775807.0, 1e5, 3.4028235e38, Double.NaN};
                return random.nextBoolean()
                        ? special[random.nextInt(special.length)]
                        : (double) random.nextInt(2000) - 1000;
            case BOOLEAN:
                return random.nextBoolean();
            case NONE:
            case VARCHAR:
                String value = json.value(1);
                return value.startsWith("\"") && value.indexOf('\\') < 0 && value.indexOf('%') < 0
                        ? value.substring(1, value.length() - 1)
                        : value.replace("\"", "").replace("\\", "");
        }
        throw new AssertionError(type);
    }
}
