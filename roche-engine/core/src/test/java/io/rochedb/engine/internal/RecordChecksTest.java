package io.rochedb.engine.internal;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.rochedb.engine.ErrorCode;
import io.rochedb.engine.ImportOptions;
import io.rochedb.engine.ImportResult;
import io.rochedb.engine.ProgressListener;
import io.rochedb.engine.RocheEngine;
import io.rochedb.engine.RocheException;
import io.rochedb.engine.Transaction;
import io.rochedb.engine.model.Codec;
import io.rochedb.engine.model.FieldRef;
import io.rochedb.engine.model.FieldType;
import io.rochedb.engine.model.RecordChange;
import io.rochedb.engine.model.RecordDraft;
import io.rochedb.engine.model.RecordId;
import io.rochedb.engine.model.RingScope;
import io.rochedb.engine.query.Predicate;
import io.rochedb.engine.schema.CheckConstraint;
import io.rochedb.engine.schema.ColumnDefault;
import io.rochedb.engine.schema.ColumnDefinition;
import io.rochedb.engine.schema.ColumnType;
import io.rochedb.engine.schema.ColumnType.Kind;
import io.rochedb.engine.schema.RingTemplate;
import io.rochedb.engine.schema.SchemaChange;
import io.rochedb.engine.schema.TableDefinition;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a declared table demands of every record that is written into its rings, whatever door it comes through. */
class RecordChecksTest {
    private final TestEngine test = new TestEngine(EngineKind.MEMORY);
    private final RocheEngine engine = test.engine();

    @AfterEach
    void close() {
        test.close();
    }

    private static ColumnDefinition column(String name, Kind kind, int precision, int scale) {
        return new ColumnDefinition(name, new ColumnType(kind, precision, scale), true, null, null);
    }

    private static ColumnDefinition column(String name, Kind kind, boolean nullable, @Nullable ColumnDefault value) {
        return new ColumnDefinition(name, ColumnType.of(kind), nullable, value, null);
    }

    private long create(String name, String rings, List<ColumnDefinition> columns, CheckConstraint... checks) {
        return engine.alter(
                new SchemaChange.CreateTable(new TableDefinition(
                        name, RingTemplate.parse(rings), columns, List.of(), List.of(checks), null)),
                RingScope.ALL,
                null);
    }

    private RecordId put(String ring, String json) {
        return engine.put(new RecordDraft(ring, json.getBytes(UTF_8), null, null));
    }

    private String text(RecordId id) {
        return new String(engine.get(id).orElseThrow(), UTF_8);
    }

    private String refused(ErrorCode code, String ring, String json) {
        RocheException refused = assertThrows(RocheException.class, () -> put(ring, json), json);
        assertEquals(code, refused.code(), refused.getMessage());
        try (Transaction transaction = engine.begin(RingScope.ALL, null)) {
            RocheException again = assertThrows(
                    RocheException.class,
                    () -> transaction.put(new RecordDraft(ring, json.getBytes(UTF_8), null, null)));
            assertEquals(refused.getMessage(), again.getMessage());
            assertTrue(transaction.isEmpty());
        }
        return String.valueOf(refused.getMessage());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '\u0001',
            value = {
                "BOOLEAN|0|0|true",
                "TINYINT|0|0|-128",
                "SMALLINT|0|0|32767",
                "INTEGER|0|0|-2147483648",
                "BIGINT|0|0|9223372036854775807",
                "REAL|0|0|3.4e38",
                "DOUBLE|0|0|1.7976931348623157e308",
                "DECIMAL|5|2|-999.99",
                "DECIMAL|5|2|12.3400",
                "DECIMAL|2|2|0.25",
                "DECIMAL|-1|0|123456789012345678901234567890.5",
                "CHAR|3|0|\"äöü\"",
                "VARCHAR|3|0|\"😀😀😀\"",
                "VARCHAR|3|0|\"\\u0041\\nB\"",
                "VARCHAR|-1|0|\"any length\"",
                "DATE|0|0|\"2024-02-29\"",
                "TIME|0|0|\"23:59:59\"",
                "TIME|0|0|\"23:59:59.9\"",
                "TIMESTAMP|0|0|\"0001-01-01T00:00:00.000\"",
                "VARBINARY|3|0|\"AQID\"",
                "UUID|0|0|\"123e4567-e89b-12d3-a456-426614174000\"",
                "JSON|0|0|[1,{\"a\":null}]",
                "INTEGER|0|0|null"
            })
    void aValueOfTheTypeIsTaken(Kind kind, int precision, int scale, String value) {
        create("t", "r", List.of(column("x", kind, precision, scale)));
        String json = "{\"y\":\"any\",\"x\":" + value + "}";
        assertEquals(json, text(put("r", json)));
        assertEquals("{}", text(put("r", "{}")));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '\u0001',
            value = {
                "BOOLEAN|0|0|\"true\"|INVALID_CAST|write true or false",
                "TINYINT|0|0|128|NUMERIC_OUT_OF_RANGE|from -128 to 127",
                "SMALLINT|0|0|-32769|NUMERIC_OUT_OF_RANGE|from -32768 to 32767",
                "INTEGER|0|0|2147483648|NUMERIC_OUT_OF_RANGE|from -2147483648 to 2147483647",
                "BIGINT|0|0|9223372036854775808|NUMERIC_OUT_OF_RANGE|9223372036854775807",
                "BIGINT|0|0|1.0|INVALID_CAST|write a whole number",
                "BIGINT|0|0|1e3|INVALID_CAST|write a whole number",
                "BIGINT|0|0|\"1\"|INVALID_CAST|write a number without quotes",
                "INTEGER|0|0|true|INVALID_CAST|write a number without quotes",
                "REAL|0|0|3.5e38|NUMERIC_OUT_OF_RANGE|that a REAL can hold",
                "DOUBLE|0|0|1e309|NUMERIC_OUT_OF_RANGE|that a DOUBLE can hold",
                "DOUBLE|0|0|\"NaN\"|NUMERIC_OUT_OF_RANGE|that are numbers",
                "DOUBLE|0|0|\"-Infinity\"|NUMERIC_OUT_OF_RANGE|that are numbers",
                "DECIMAL|5|2|1000|NUMERIC_OUT_OF_RANGE|at most 3 digits before and 2 after the point",
                "DECIMAL|5|2|0.001|NUMERIC_OUT_OF_RANGE|at most 3 digits before and 2 after the point",
                "DECIMAL|5|2|1e1|INVALID_CAST|without an exponent",
                "CHAR|2|0|\"abc\"|STRING_TOO_LONG|takes at most 2 characters, and \"abc\" has 3",
                "VARCHAR|2|0|\"äöü\"|STRING_TOO_LONG|has 3",
                "VARCHAR|2|0|12|INVALID_CAST|write a string in quotes",
                "DATE|0|0|\"2023-02-29\"|INVALID_DATETIME|2026-07-04",
                "DATE|0|0|20230101|INVALID_CAST|write a string in quotes",
                "DATE|0|0|\"0000-01-01\"|INVALID_DATETIME|ISO 8601",
                "TIME|0|0|\"24:00:00\"|INVALID_DATETIME|ISO 8601",
                "TIME|0|0|\"10:00\"|INVALID_DATETIME|ISO 8601",
                "TIME|0|0|\"10:00:00.\"|INVALID_DATETIME|ISO 8601",
                "TIMESTAMP|0|0|\"2026-07-04T10:00:00Z\"|INVALID_DATETIME|no zone",
                "TIMESTAMP|0|0|\"2026-07-04 10:00:00\"|INVALID_DATETIME|2026-07-04T10:00:00.000",
                "TIMESTAMP|0|0|\"2026-07-04T10:00:00.0001\"|INVALID_DATETIME|at most milliseconds",
                "VARBINARY|2|0|\"AQID\"|STRING_TOO_LONG|takes at most 2 bytes",
                "VARBINARY|-1|0|\"*\"|INVALID_CAST|write the bytes in base64",
                "UUID|0|0|\"123E4567-E89B-12D3-A456-426614174000\"|INVALID_CAST|in lower case",
            })
    void anotherIsRefusedAndTheMessageNamesIt(
            Kind kind, int precision, int scale, String value, ErrorCode code, String told) {
        create("t", "r", List.of(column("x", kind, precision, scale)));
        String message = refused(code, "r", "{\"x\":" + value + "}");
        assertTrue(message.contains(told), message);
        assertTrue(message.contains("column 'x' (" + kind), message);
        assertTrue(message.contains("of table 't'"), message);
        assertTrue(message.contains(value), message);
    }

    @Test
    void aPayloadThatIsNoObjectIsRefused() {
        create("t", "r/{a}", List.of(column("a", Kind.VARCHAR, true, null)));
        refused(ErrorCode.INVALID_JSON, "r/x", "[1]");
        String message = refused(ErrorCode.INVALID_JSON, "r/x", "not json");
        assertTrue(message.contains("ring 'r/x' belongs to table 't'"), message);
        RocheException raw = assertThrows(
                RocheException.class, () -> engine.put(new RecordDraft("r/x", "{}".getBytes(UTF_8), Codec.RAW, null)));
        assertEquals(ErrorCode.INVALID_JSON, raw.code());
        assertEquals("raw", text(engine.put(new RecordDraft("r", "raw".getBytes(UTF_8), Codec.RAW, null))));
    }

    @Test
    void defaultsAreForWhatANewRecordDoesNotName() {
        create(
                "t",
                "r",
                List.of(
                        column("a", Kind.BIGINT, false, new ColumnDefault.Constant("7")),
                        column("b", Kind.VARCHAR, true, new ColumnDefault.Constant("\"x\\\"y\"")),
                        column("c", Kind.BIGINT, true, null)));
        assertEquals("{\"a\":7,\"b\":\"x\\\"y\"}", text(put("r", "{}")));
        assertEquals("{\"a\":7,\"b\":\"x\\\"y\"}", text(put("r", "{ \n}  ")));
        assertEquals("{\"b\":null,\"z\":[1],\"a\":7}", text(put("r", "{\"b\":null,\"z\":[1] }")));
        RecordId full = put("r", "{\"a\":1,\"b\":\"q\"}");
        assertEquals("{\"a\":1,\"b\":\"q\"}", text(full));
        refused(ErrorCode.NOT_NULL_VIOLATION, "r", "{\"a\":null}");
        try (Transaction transaction = engine.begin(RingScope.ALL, null)) {
            RocheException refused = assertThrows(
                    RocheException.class,
                    () -> transaction.update(full, RecordChange.payload("{}".getBytes(UTF_8), Codec.JSON)));
            assertEquals(ErrorCode.NOT_NULL_VIOLATION, refused.code());
            refused = assertThrows(
                    RocheException.class, () -> transaction.patch(full, "{\"a\":\"one\"}".getBytes(UTF_8)));
            assertEquals(ErrorCode.INVALID_CAST, refused.code());
            assertTrue(transaction.patch(full, "{\"b\":null}".getBytes(UTF_8)));
            transaction.commit();
        }
        assertEquals("{\"a\":1}", text(full), "a default is not for an update");
        try (var view = engine.snapshot(RingScope.ALL)) {
            assertEquals(
                    List.of("a", "b", "z"),
                    view.fields("r").stream().map(f -> f.name()).toList());
        }
    }

    @Test
    void aDefaultCanBeTheTimeOrANewUuid() {
        create(
                "t",
                "r",
                List.of(
                        column("d", Kind.DATE, false, new ColumnDefault.Now()),
                        column("t", Kind.TIME, false, new ColumnDefault.Now()),
                        column("ts", Kind.TIMESTAMP, false, new ColumnDefault.Now()),
                        column("u", Kind.UUID, false, new ColumnDefault.RandomUuid())));
        String first = text(put("r", "{}"));
        assertTrue(
                first.matches("\\{\"d\":\"\\d{4}-\\d\\d-\\d\\d\",\"t\":\"\\d\\d:\\d\\d:\\d\\d\\.\\d{3}\","
                        + "\"ts\":\"\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}\",\"u\":\"[0-9a-f-]{36}\"}"),
                first);
        RecordId second = put("r", first);
        assertEquals(first, text(second));
        for (ColumnDefinition bad : List.of(
                column("x", Kind.BIGINT, true, new ColumnDefault.Now()),
                column("x", Kind.DATE, true, new ColumnDefault.RandomUuid()))) {
            RocheException refused = assertThrows(RocheException.class, () -> create("u", "u", List.of(bad)));
            assertEquals(ErrorCode.INVALID_DEFINITION, refused.code());
        }
        RocheException refused = assertThrows(
                RocheException.class,
                () -> create("u", "u", List.of(column("x", Kind.BIGINT, true, new ColumnDefault.Constant("\"x\"")))));
        assertEquals(ErrorCode.INVALID_CAST, refused.code());
    }

    private static Predicate compare(String field, FieldType type, Predicate.Op op, Object value) {
        return new Predicate.Compare(new Predicate.Field(new FieldRef(field, type)), op, value);
    }

    @Test
    void aCheckThatIsFalseRefusesAndAnUnknownOnePasses() {
        create(
                "t",
                "r/{a}",
                List.of(column("a", Kind.VARCHAR, true, null), column("n", Kind.BIGINT, true, null)),
                new CheckConstraint("positive", "n > 0", compare("n", FieldType.BIGINT, Predicate.Op.GT, 0L)),
                new CheckConstraint("not_z", "a <> 'z'", compare("a", FieldType.VARCHAR, Predicate.Op.NE, "z")));
        put("r/x", "{\"n\":1}");
        put("r/x", "{\"n\":null}");
        put("r/x", "{}");
        String message = refused(ErrorCode.CHECK_VIOLATION, "r/x", "{\"n\":0}");
        assertEquals(
                "check 'positive' of table 't' is false for {\"n\":0}: CHECK (n > 0); correct the values", message);
        assertTrue(refused(ErrorCode.CHECK_VIOLATION, "r/z", "{}").contains("'not_z'"));
        assertTrue(refused(ErrorCode.CHECK_VIOLATION, "r/z", "{ \"n\":5}").contains("'not_z'"));
        Predicate seq = new Predicate.Compare(Predicate.Meta.SEQ, Predicate.Op.GT, 0L);
        RocheException refused = assertThrows(
                RocheException.class, () -> create("s", "s", List.of(), new CheckConstraint("c", "seq > 0", seq)));
        assertEquals(ErrorCode.FEATURE_NOT_SUPPORTED, refused.code());
    }

    @Test
    void aTemplateColumnInTheDocumentIsTheRingsSegment() {
        create("t", "r/{User}/s", List.of(column("user", Kind.VARCHAR, true, null)));
        assertEquals("{\"user\":\"7\"}", text(put("r/7/s", "{\"user\":\"7\"}")));
        String message = refused(ErrorCode.INVALID_PARAMETER, "r/7/s", "{\"user\":\"8\"}");
        assertTrue(message.contains("is '7' in ring 'r/7/s', and the document says '8'"), message);
        refused(ErrorCode.INVALID_PARAMETER, "r/7/s", "{\"user\":null}");
    }

    @Test
    void ofDuplicateNamesTheLastCounts() {
        create("t", "r", List.of(column("a", Kind.BIGINT, false, null)));
        put("r", "{\"a\":\"no\",\"\\u0061\":1}");
        refused(ErrorCode.INVALID_CAST, "r", "{\"a\":1,\"a\":\"no\"}");
    }

    @Test
    void whatExistsMustConform() {
        put("r/a", "{\"n\":1}");
        RecordId bad = put("r/b", "{\"n\":\"one\"}");
        List<ColumnDefinition> columns =
                List.of(column("k", Kind.VARCHAR, true, null), column("n", Kind.BIGINT, true, null));
        RocheException refused = assertThrows(RocheException.class, () -> create("t", "r/{k}", columns));
        assertEquals(ErrorCode.INVALID_CAST, refused.code());
        String message = String.valueOf(refused.getMessage());
        assertTrue(message.startsWith("record " + bad.text() + " of ring 'r/b' does not conform: column 'n'"), message);
        try (Transaction transaction = engine.begin(RingScope.ALL, null)) {
            transaction.delete(bad);
            transaction.commit();
        }
        create("t", "r/{k}", columns);
        refused = assertThrows(
                RocheException.class,
                () -> engine.alter(
                        new SchemaChange.AlterTable(new TableDefinition(
                                "t",
                                RingTemplate.parse("r/{k}"),
                                List.of(columns.get(0), column("n", Kind.BOOLEAN, true, null)),
                                List.of(),
                                List.of(),
                                null)),
                        RingScope.ALL,
                        null));
        assertEquals(ErrorCode.INVALID_CAST, refused.code());
        put("r/c", "{\"n\":3}");
        refused(ErrorCode.INVALID_CAST, "r/c", "{\"n\":true}");
    }

    @Test
    void aRecordStagedUnderAnotherDeclarationIsAConflict() {
        try (Transaction before = engine.begin(RingScope.ALL, null);
                Transaction other = engine.begin(RingScope.ALL, null)) {
            before.put(new RecordDraft("r", "{}".getBytes(UTF_8), null, null));
            other.put(new RecordDraft("other", "{}".getBytes(UTF_8), null, null));
            create("t", "r", List.of(column("a", Kind.BIGINT, false, null)));
            RocheException refused = assertThrows(RocheException.class, before::commit);
            assertEquals(ErrorCode.SERIALIZATION_FAILURE, refused.code());
            assertTrue(String.valueOf(refused.getMessage()).contains("what is declared about ring 'r'"));
            other.commit();
        }
        try (Transaction under = engine.begin(RingScope.ALL, null)) {
            under.put(new RecordDraft("r", "{\"a\":1}".getBytes(UTF_8), null, null));
            create("unrelated", "u/{k}", List.of(column("k", Kind.VARCHAR, true, null)));
            under.commit();
        }
    }

    @Test
    void anImportIsCheckedLineByLine(@TempDir Path directory) throws IOException {
        create(
                "t",
                "r",
                List.of(
                        column("n", Kind.BIGINT, false, null),
                        column("s", Kind.VARCHAR, true, new ColumnDefault.Constant("\"new\""))));
        Path file = directory.resolve("lines.jsonl");
        Path rejects = directory.resolve("rejects.jsonl");
        Files.writeString(file, "{\"n\":1}\n{\"n\":\"x\"}\n{}\n{\"n\":2,\"s\":null}\n");
        ImportResult result = engine.importJsonl(
                new ImportOptions(file, null, null, null, null, "r", 10, rejects, 10),
                RingScope.ALL,
                ProgressListener.NONE);
        assertEquals(2, result.imported());
        assertEquals(2, result.rejected());
        String told = Files.readString(rejects);
        assertTrue(told.contains("column 'n' (BIGINT) of table 't' cannot hold \\\"x\\\""), told);
        assertTrue(told.contains("is NOT NULL"), told);
        try (var view = engine.snapshot(RingScope.ALL)) {
            assertEquals(2, view.ring("r").orElseThrow().records());
        }
    }
}
