package io.rochedb.engine.internal.schema;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.rochedb.engine.model.FieldRef;
import io.rochedb.engine.model.FieldType;
import io.rochedb.engine.query.Predicate;
import io.rochedb.engine.schema.CheckConstraint;
import io.rochedb.engine.schema.ColumnDefault;
import io.rochedb.engine.schema.ColumnDefinition;
import io.rochedb.engine.schema.ColumnType;
import io.rochedb.engine.schema.IndexDefinition;
import io.rochedb.engine.schema.KeyConstraint;
import io.rochedb.engine.schema.RingTemplate;
import io.rochedb.engine.schema.TableDefinition;
import io.rochedb.engine.schema.ViewDefinition;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** The stored form of declarations: format 1 for good. */
class SchemaCodecTest {
    private static final TableDefinition TABLE = new TableDefinition(
            "Orders",
            RingTemplate.parse("users/{user_id}/orders"),
            List.of(
                    new ColumnDefinition("user_id", ColumnType.of(ColumnType.Kind.VARCHAR), false, null, null),
                    new ColumnDefinition(
                            "total",
                            new ColumnType(ColumnType.Kind.DECIMAL, 12, 2),
                            true,
                            new ColumnDefault.Constant("0.00"),
                            "in €"),
                    new ColumnDefinition(
                            "at", ColumnType.of(ColumnType.Kind.TIMESTAMP), true, new ColumnDefault.Now(), null),
                    new ColumnDefinition(
                            "tag", ColumnType.of(ColumnType.Kind.UUID), true, new ColumnDefault.RandomUuid(), null)),
            List.of(new KeyConstraint("pk", true, List.of("user_id", "tag"))),
            List.of(new CheckConstraint(
                    "positive", "total >= 0", compare("total", FieldType.DOUBLE, Predicate.Op.GE, 0.0))),
            "what people ordered");

    private static Predicate compare(String field, FieldType type, Predicate.Op op, Object value) {
        return new Predicate.Compare(new Predicate.Field(new FieldRef(field, type)), op, value);
    }

    @Test
    void definitionsAreTheseTexts() {
        assertEquals(
                "{\"name\":\"Orders\",\"rings\":\"users/{user_id}/orders\",\"columns\":["
                        + "{\"name\":\"user_id\",\"type\":{\"kind\":\"VARCHAR\",\"precision\":-1,\"scale\":0},\"nullable\":false},"
                        + "{\"name\":\"total\",\"type\":{\"kind\":\"DECIMAL\",\"precision\":12,\"scale\":2},"
                        + "\"default\":{\"constant\":\"0.00\"},\"comment\":\"in €\"},"
                        + "{\"name\":\"at\",\"type\":{\"kind\":\"TIMESTAMP\",\"precision\":0,\"scale\":0},\"default\":{\"now\":true}},"
                        + "{\"name\":\"tag\",\"type\":{\"kind\":\"UUID\",\"precision\":0,\"scale\":0},\"default\":{\"uuid\":true}}],"
                        + "\"keys\":[{\"name\":\"pk\",\"primary\":true,\"columns\":[\"user_id\",\"tag\"]}],"
                        + "\"checks\":[{\"name\":\"positive\",\"sql\":\"total >= 0\",\"condition\":"
                        + "{\"compare\":{\"field\":\"total\",\"type\":\"DOUBLE\"},\"op\":\"GE\",\"value\":{\"double\":\"0.0\"}}}],"
                        + "\"comment\":\"what people ordered\"}",
                SchemaCodec.write(TABLE));
        assertEquals(
                "{\"name\":\"v\",\"columns\":[\"a\",\"b\"],\"sql\":\"VALUES (1, 2)\"}",
                SchemaCodec.write(new ViewDefinition("v", List.of("a", "b"), "VALUES (1, 2)", null)));
        assertEquals(
                "{\"name\":\"i\",\"rings\":\"users/*/orders\",\"columns\":[{\"path\":[\"a\",\"b\"],"
                        + "\"type\":{\"kind\":\"BIGINT\",\"precision\":0,\"scale\":0},\"descending\":true}],\"unique\":true}",
                SchemaCodec.write(index()));
    }

    private static IndexDefinition index() {
        return new IndexDefinition(
                "i",
                "users/*/orders",
                List.of(new IndexDefinition.IndexColumn(
                        List.of("a", "b"), ColumnType.of(ColumnType.Kind.BIGINT), true)),
                true);
    }

    @Test
    void whatIsWrittenIsReadBack() {
        assertEquals(TABLE, SchemaCodec.readTable(SchemaCodec.write(TABLE)));
        assertEquals(index(), SchemaCodec.readIndex(SchemaCodec.write(index())));
        ViewDefinition view = new ViewDefinition("v", List.of(), "SELECT 1", "one");
        assertEquals(view, SchemaCodec.readView(SchemaCodec.write(view)));
        for (Predicate predicate : predicates()) {
            assertEquals(predicate, PredicateCodec.read(PredicateCodec.write(predicate)));
        }
    }

    private static List<Predicate> predicates() {
        Predicate.Field text = new Predicate.Field(new FieldRef("t", FieldType.VARCHAR));
        return Arrays.asList(
                Predicate.TRUE,
                Predicate.FALSE,
                new Predicate.Not(compare("n", FieldType.BIGINT, Predicate.Op.LT, Long.MIN_VALUE)),
                new Predicate.Or(
                        List.of(new Predicate.IsNull(text), compare("b", FieldType.BOOLEAN, Predicate.Op.EQ, true))),
                new Predicate.In(text, Set.of("a", "\"b\"")),
                new Predicate.Like(text, "a\\_%", '\\'),
                new Predicate.Like(text, null, '\0'),
                new Predicate.Compare(Predicate.Meta.RING, Predicate.Op.NE, "docs"),
                new Predicate.Compare(text, Predicate.Op.EQ, null));
    }

    @Test
    void whatIsNoDefinitionIsRefused() {
        for (String json : List.of(
                "",
                "{",
                "{}",
                "{\"name\":1}",
                "{\"name\":\"t\",\"rings\":\"a//b\"}",
                "{\"name\":\"t\",\"rings\":\"a\",\"columns\":[{\"name\":\"x\",\"type\":{\"kind\":\"ODD\",\"precision\":0,\"scale\":0}}]}")) {
            assertThrows(IllegalArgumentException.class, () -> SchemaCodec.readTable(json), json);
        }
    }
}
