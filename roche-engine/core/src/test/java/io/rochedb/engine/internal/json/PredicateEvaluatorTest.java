package io.rochedb.engine.internal.json;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.rochedb.engine.ErrorCode;
import io.rochedb.engine.RocheException;
import io.rochedb.engine.Seeds;
import io.rochedb.engine.internal.TestRing;
import io.rochedb.engine.model.Codec;
import io.rochedb.engine.model.FieldRef;
import io.rochedb.engine.model.FieldType;
import io.rochedb.engine.query.Predicate;
import io.rochedb.engine.query.Predicate.And;
import io.rochedb.engine.query.Predicate.Compare;
import io.rochedb.engine.query.Predicate.Field;
import io.rochedb.engine.query.Predicate.In;
import io.rochedb.engine.query.Predicate.IsNull;
import io.rochedb.engine.query.Predicate.Like;
import io.rochedb.engine.query.Predicate.Meta;
import io.rochedb.engine.query.Predicate.Not;
import io.rochedb.engine.query.Predicate.Op;
import io.rochedb.engine.query.Predicate.Operand;
import io.rochedb.engine.query.Predicate.Or;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

class PredicateEvaluatorTest {
    private static final Field LONG = new Field(new FieldRef("i", FieldType.BIGINT));
    private static final Field DOUBLE = new Field(new FieldRef("d", FieldType.DOUBLE));
    private static final Field TEXT = new Field(new FieldRef("s", FieldType.VARCHAR));
    private static final Field FLAG = new Field(new FieldRef("b", FieldType.BOOLEAN));

    private static boolean test(Predicate predicate, String json) {
        return test(predicate, json.getBytes(StandardCharsets.UTF_8), Codec.JSON);
    }

    private static boolean test(Predicate predicate, byte[] payload, Codec codec) {
        return PredicateEvaluator.compile(predicate, List.of()).test(new TestRing().add(payload, codec), 0);
    }

    @Test
    void comparesFieldsByTheirType() {
        assertTrue(test(new Compare(LONG, Op.GE, 5L), "{\"i\":5}"));
        assertTrue(test(new Compare(LONG, Op.EQ, 5), "{\"i\":5}"));
        assertFalse(test(new Compare(LONG, Op.EQ, 5L), "{\"i\":5.0}"));
        assertTrue(test(new Compare(DOUBLE, Op.LT, 5.5), "{\"d\":5}"));
        assertTrue(test(new Compare(DOUBLE, Op.EQ, 0.0), "{\"d\":-0.0}"));
        assertTrue(test(new In(DOUBLE, Set.of(0.0)), "{\"d\":-0.0}"));
        assertFalse(test(new Compare(DOUBLE, Op.NE, Double.NaN), "{\"d\":1}"));
        assertTrue(test(new Compare(TEXT, Op.EQ, "A\n"), "{\"s\":\"\\u0041\\n\"}"));
        assertTrue(test(new Compare(TEXT, Op.NE, "A"), "{\"s\":\"\\\\u\"}"));
        assertFalse(test(new Compare(TEXT, Op.EQ, "\\n"), "{\"s\":\"\\n\"}"));
        assertTrue(test(new Compare(TEXT, Op.EQ, "\\n"), "{\"s\":\"\\\\n\"}"));
        assertTrue(test(new Compare(TEXT, Op.EQ, "12"), "{\"s\":12}"));
        assertTrue(test(new Compare(FLAG, Op.GT, false), "{\"b\":true}"));
    }

    @Test
    void onlyJsonPayloadsHaveFields() {
        byte[] json = "{\"i\":5}".getBytes(StandardCharsets.UTF_8);
        assertTrue(test(new IsNull(LONG), json, Codec.RAW));
        assertFalse(test(new IsNull(LONG), json, Codec.JSON));
    }

    @Test
    void looksAtTheRecordItself() {
        byte[] payload = "héllo".getBytes(StandardCharsets.UTF_8);
        assertTrue(test(new Compare(Meta.RING, Op.EQ, "test/ring"), payload, Codec.RAW));
        assertTrue(test(new Compare(Meta.SEQ, Op.EQ, 0L), payload, Codec.RAW));
        assertTrue(test(new Compare(Meta.WRITTEN_AT, Op.EQ, 1_000L), payload, Codec.RAW));
        assertTrue(test(new Compare(Meta.TOKENS, Op.EQ, 2L), payload, Codec.RAW));
        assertTrue(test(new In(Meta.CODEC, Set.of("raw", "json")), payload, Codec.RAW));
        assertTrue(test(new Like(Meta.PAYLOAD, "h_llo", '\0'), payload, Codec.RAW));
        assertTrue(test(new IsNull(Meta.PAYLOAD), new byte[] {(byte) 0xFF}, Codec.RAW));
        PredicateEvaluator plan = PredicateEvaluator.compile(new Compare(Meta.SEQ, Op.GE, 0L), List.of(LONG.ref()));
        assertFalse(plan.readsFields());
        assertTrue(plan.test(new TestRing().add("{\"i\":9}".getBytes(StandardCharsets.UTF_8), Codec.JSON), 0));
        assertEquals(9L, plan.field(0));
    }

    @Test
    void unknownIsNeitherTrueNorFalse() {
        Predicate unknown = new Compare(LONG, Op.EQ, 1L);
        assertFalse(test(unknown, "{}"));
        assertFalse(test(new Not(unknown), "{}"));
        assertFalse(test(new Not(new Compare(LONG, Op.EQ, null)), "{\"i\":1}"));
        assertFalse(test(new Not(new Like(TEXT, null, '\0')), "{\"s\":\"\"}"));
        assertTrue(test(new Or(List.of(unknown, new IsNull(LONG))), "{}"));
        assertTrue(test(new Not(new And(List.of(unknown, Predicate.FALSE))), "{}"));
        assertFalse(test(new In(LONG, Set.of()), "{}"));
        assertTrue(test(new Not(new In(LONG, Set.of())), "{}"));
    }

    @Test
    void refusesWhatCannotBeCompared() {
        RocheException error =
                assertThrows(RocheException.class, () -> test(new Compare(LONG, Op.EQ, "5"), "{\"i\":5}"));
        assertEquals(ErrorCode.DATATYPE_MISMATCH, error.code());
    }

    @Test
    void aFieldOfARowIsNotAFieldOfTheNext() {
        TestRing ring = new TestRing()
                .add("{\"i\":1,\"s\":\"x\"}".getBytes(StandardCharsets.UTF_8), Codec.JSON)
                .add("{}".getBytes(StandardCharsets.UTF_8), Codec.JSON);
        PredicateEvaluator plan = PredicateEvaluator.compile(Predicate.TRUE, List.of(TEXT.ref(), LONG.ref()));
        plan.test(ring, 0);
        assertEquals("x", plan.field(0));
        assertEquals(1L, plan.field(1));
        plan.test(ring, 1);
        assertNull(plan.field(0));
        assertNull(plan.field(1));
    }

    @Test
    void agreesWithPlainThreeValuedLogic() {
        Random random = Seeds.random("PredicateEvaluatorTest");
        for (int i = 0; i < 20_000; i++) {
            Long number = random.nextInt(3) == 0 ? null : (long) random.nextInt(4);
            String text = random.nextInt(3) == 0 ? null : "" + (char) ('a' + random.nextInt(3));
            List<String> members = new ArrayList<>();
            if (number != null) {
                members.add("\"i\":" + number);
                members.add("\"d\":" + number + ".0");
            }
            if (text != null) {
                members.add("\"s\":\"" + text + "\"");
            }
            String json = "{" + String.join(",", members) + "}";
            Predicate predicate = predicate(random, 4);
            Boolean expected = oracle(predicate, number, text);
            assertEquals(Boolean.TRUE.equals(expected), test(predicate, json), () -> predicate + " of " + json);
            Predicate not = new Not(predicate);
            assertEquals(Boolean.FALSE.equals(expected), test(not, json), () -> not + " of " + json);
        }
    }

    private static Predicate predicate(Random random, int depth) {
        int kind = random.nextInt(depth > 0 ? 7 : 4);
        Op op = Op.values()[random.nextInt(Op.values().length)];
        switch (kind) {
            case 0:
                int which = random.nextInt(3);
                Operand operand = which == 0 ? LONG : which == 1 ? DOUBLE : TEXT;
                Object value = which == 0
                        ? (Object) (long) random.nextInt(4)
                        : which == 1 ? (Object) (double) random.nextInt(4) : "" + (char) ('a' + random.nextInt(3));
                return new Compare(operand, op, random.nextInt(6) == 0 ? null : value);
            case 1:
                return new In(LONG, random.nextBoolean() ? Set.of(1L, 2L) : Set.of());
            case 2:
                return new IsNull(random.nextBoolean() ? LONG : TEXT);
            case 3:
                return new Like(TEXT, random.nextInt(6) == 0 ? null : random.nextBoolean() ? "a%" : "_", '\0');
            case 4:
                return new Not(predicate(random, depth - 1));
            default:
                List<Predicate> terms = new ArrayList<>();
                for (int i = random.nextInt(4); i > 0; i--) {
                    terms.add(predicate(random, depth - 1));
                }
                return kind == 5 ? new And(terms) : new Or(terms);
        }
    }

    private static Boolean oracle(Predicate predicate, Long number, String text) {
        if (predicate instanceof And and) {
            Boolean result = true;
            for (Predicate term : and.terms()) {
                Boolean value = oracle(term, number, text);
                result = Boolean.FALSE.equals(result) || Boolean.FALSE.equals(value)
                        ? Boolean.FALSE
                        : result == null || value == null ? null : Boolean.TRUE;
            }
            return result;
        } else if (predicate instanceof Or or) {
            List<Predicate> negated = new ArrayList<>();
            or.terms().forEach(term -> negated.add(new Not(term)));
            return not(oracle(new And(negated), number, text));
        } else if (predicate instanceof Not not) {
            return not(oracle(not.term(), number, text));
        } else if (predicate instanceof IsNull isNull) {
            return (isNull.operand() == TEXT ? text : number) == null;
        } else if (predicate instanceof In in) {
            return in.values().isEmpty()
                    ? Boolean.FALSE
                    : number == null ? null : (Boolean) in.values().contains(number);
        } else if (predicate instanceof Like like) {
            return text == null || like.pattern() == null
                    ? null
                    : (Boolean) (like.pattern().equals("_") || text.startsWith("a"));
        }
        Compare compare = (Compare) predicate;
        if (compare.value() == null || (compare.operand() == TEXT ? text : number) == null) {
            return null;
        }
        int order = compare.operand() == TEXT
                ? text.compareTo((String) compare.value())
                : Double.compare(number, ((Number) compare.value()).doubleValue());
        switch (compare.op()) {
            case EQ:
                return order == 0;
            case NE:
                return order != 0;
            case LT:
                return order < 0;
            case LE:
                return order <= 0;
            case GT:
                return order > 0;
            default:
                return order >= 0;
        }
    }

    private static Boolean not(Boolean value) {
        return value == null ? null : (Boolean) !value;
    }
}
