package io.rochedb.engine.internal;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.rochedb.engine.EngineOptions;
import io.rochedb.engine.ReadView;
import io.rochedb.engine.RocheEngine;
import io.rochedb.engine.Transaction;
import io.rochedb.engine.internal.json.FieldInference;
import io.rochedb.engine.model.Codec;
import io.rochedb.engine.model.FieldInfo;
import io.rochedb.engine.model.FieldType;
import io.rochedb.engine.model.RecordDraft;
import io.rochedb.engine.model.RingScope;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Columns have the types of all values that reads find, wherever in a document they are and however their names are written. */
class ColumnInferenceTest {
    private final RocheEngine engine = RocheEngine.open(EngineOptions.memory());

    @AfterEach
    void close() {
        engine.close();
    }

    private static RecordDraft json(String text) {
        return new RecordDraft("r", text.getBytes(UTF_8), Codec.JSON, null);
    }

    private static FieldInfo field(ReadView view, String name) {
        return view.fields("r").stream()
                .filter(field -> field.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    private FieldInfo field(String name) {
        try (ReadView view = engine.snapshot(RingScope.ALL)) {
            return field(view, name);
        }
    }

    /** Returns a document with so many fields before the last one. */
    private static String wide(int fields, String last) {
        StringBuilder text = new StringBuilder("{");
        for (int i = 0; i < fields; i++) {
            text.append("\"f").append(i).append("\":1,");
        }
        return text.append(last).append('}').toString();
    }

    @Test
    void aKnownFieldIsObservedBehindAThousandOthers() {
        engine.put(json("{\"x\":1,\"y\":1}"));
        String document = wide(FieldInference.FIELDS_MAX, "\"x\":\"text\",\"y\":null");
        try (Transaction transaction = engine.begin(RingScope.ALL, null)) {
            transaction.put(json(document));
            assertEquals(FieldType.VARCHAR, field(transaction, "x").type());
        }
        assertEquals(FieldType.BIGINT, field("x").type());
        engine.put(json(document));
        assertEquals(new FieldInfo("x", FieldType.VARCHAR, 0, 2, 0), field("x"));
        assertEquals(new FieldInfo("y", FieldType.BIGINT, 1, 2, 1), field("y"));
        assertEquals(new FieldInfo("f0", FieldType.BIGINT, 2, 1, 0), field("f0"));
        engine.put(json(wide(FieldInference.FIELDS_MAX - 2, "\"x\":\"text\",\"y\":2.5")));
        assertEquals(new FieldInfo("y", FieldType.DOUBLE, 1, 3, 1), field("y"));
    }

    @Test
    void theLastOfDuplicateNamesCountsWhereverItIs() {
        engine.put(json(wide(2_000, "\"f0\":\"text\"")));
        assertEquals(FieldType.VARCHAR, field("f0").type());
    }

    @Test
    void namesAreMeasuredAsTheyRead() {
        String name = "a".repeat(256);
        engine.put(json("{\"" + name + "\":1}"));
        assertEquals(FieldType.BIGINT, field(name).type());
        engine.put(json("{\"" + "\\u0061".repeat(256) + "\":\"text\"}"));
        assertEquals(FieldType.VARCHAR, field(name).type());
        engine.put(json("{\"" + "\\u0061".repeat(257) + "\":1,\"" + "\\u00e9".repeat(129) + "\":1,\"" + "b".repeat(257)
                + "\":1}"));
        engine.put(json("{\"" + "\\u00e9".repeat(128) + "\":1}"));
        try (ReadView view = engine.snapshot(RingScope.ALL)) {
            List<String> names = view.fields("r").stream().map(FieldInfo::name).toList();
            assertEquals(List.of(name, "é".repeat(128)), names);
            assertTrue(view.fields("r").get(0).seen() == 2);
        }
    }
}
