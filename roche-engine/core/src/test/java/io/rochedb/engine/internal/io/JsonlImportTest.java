package io.rochedb.engine.internal.io;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.rochedb.engine.EngineOptions;
import io.rochedb.engine.ErrorCode;
import io.rochedb.engine.ImportOptions;
import io.rochedb.engine.ImportResult;
import io.rochedb.engine.ProgressListener;
import io.rochedb.engine.ReadView;
import io.rochedb.engine.RocheEngine;
import io.rochedb.engine.RocheException;
import io.rochedb.engine.Seeds;
import io.rochedb.engine.internal.json.RandomJson;
import io.rochedb.engine.model.RingScope;
import io.rochedb.engine.query.QueryMonitor;
import io.rochedb.engine.query.RecordCursor;
import io.rochedb.engine.query.RingSelector;
import io.rochedb.engine.query.ScanRequest;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JsonlImportTest {
    private static final EngineOptions.Limits SMALL = new EngineOptions.Limits(1_000, 8, 20, 1_000_000);

    private final RocheEngine engine = RocheEngine.open(EngineOptions.memory().withLimits(SMALL));

    @TempDir
    Path directory;

    @AfterEach
    void close() {
        engine.close();
    }

    private Path file(byte[] bytes) throws IOException {
        return Files.write(directory.resolve("in.jsonl"), bytes);
    }

    private Path file(String... lines) throws IOException {
        return file(String.join("\n", lines).getBytes(StandardCharsets.UTF_8));
    }

    private static ImportOptions whole(Path file) {
        return new ImportOptions(file, null, null, null, null, "imported", 1_000, null, -1);
    }

    private ImportOptions routed(Path file, int batchSize, long maxRejects) {
        return new ImportOptions(
                file, "ring", null, "body", "vec", "imported", batchSize, directory.resolve("rejects"), maxRejects);
    }

    private ImportResult run(ImportOptions options) {
        return engine.importJsonl(options, RingScope.ALL, ProgressListener.NONE);
    }

    /** Returns "ring codec payload vector" of every record. */
    private List<String> records() {
        List<String> records = new ArrayList<>();
        try (ReadView view = engine.snapshot(RingScope.ALL);
                RecordCursor cursor = view.scan(ScanRequest.of(RingSelector.ALL), new QueryMonitor())) {
            while (cursor.next()) {
                float[] vector = cursor.vector();
                records.add(cursor.ring() + " " + cursor.codec().text() + " "
                        + new String(cursor.payload(), StandardCharsets.UTF_8)
                        + (vector == null ? "" : " " + Arrays.toString(vector)));
            }
        }
        Collections.sort(records);
        return records;
    }

    @Test
    void routesLines() throws IOException {
        Path file = file(
                "{\"ring\":\"docs/a\", \"body\": {\"x\": 1 , \"y\":[1, 2]},\"vec\":[1,2.5]}",
                "",
                "{\"ring\":7,\"body\":\"plain \\\"text\\\"\",\"vec\":null}\r",
                "{\"ring\":{},\"body\":[1,2]}",
                "  \t",
                "{\"body\":12.50}");
        ImportResult result = run(routed(file, 2, -1));
        assertEquals(new ImportResult(6, 4, 2, 0, 3, 2, Files.size(file)), result);
        assertEquals(
                List.of(
                        "7 raw plain \"text\"",
                        "docs/a json {\"x\":1,\"y\":[1,2]} [1.0, 2.5]",
                        "imported json 12.50",
                        "imported json [1,2]"),
                records());
        assertFalse(Files.exists(directory.resolve("rejects")));
    }

    @Test
    void followsDottedPathsAndPutsThePrefixBeforeEveryName() throws IOException {
        Path file = file(
                "{\"m\":{\"r\":{\"n\":\"x\"}},\"d\":{\"t\":\"one\"},\"e\":{\"v\":[1,0]}}",
                "{\"m\":{\"r\":[1]},\"d\":{\"t\":\"two\"},\"d\":{\"t\":\"three\"}}");
        run(new ImportOptions(file, "m.r.n", "p/q", "d.t", "e.v", "rest", 10, null, -1));
        assertEquals(List.of("p/q/rest raw three", "p/q/x raw one [1.0, 0.0]"), records());
    }

    @Test
    void takesWholeObjectsWhenNoFieldIsNamed() throws IOException {
        ImportResult result = run(whole(file("\uFEFF{ \"a\" : 1 }", "{\"b\":2}")));
        assertEquals(2, result.imported());
        assertEquals(List.of("imported json {\"a\":1}", "imported json {\"b\":2}"), records());
    }

    @Test
    void readsGzipByItsMagicAndReportsProgressInBytesOfTheFile() throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (OutputStream gzip = new GZIPOutputStream(bytes)) {
            for (int i = 0; i < 5_000; i++) {
                gzip.write(("{\"i\":" + i + "}\n").getBytes(StandardCharsets.UTF_8));
            }
        }
        Path file = file(bytes.toByteArray());
        List<Long> done = new ArrayList<>();
        ImportResult result = engine.importJsonl(whole(file), RingScope.ALL, (now, total, records, rejects) -> {
            assertEquals(bytes.size(), total);
            done.add(now);
        });
        assertEquals(5_000, result.imported());
        assertEquals(5, result.batches());
        assertEquals(bytes.size(), result.bytes());
        assertEquals(bytes.size(), done.get(done.size() - 1));
    }

    @Test
    void refusesBadLinesWithLineAndReason() throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        String[] lines = {
            "{\"ring\":\"ok\",\"body\":{},\"vec\":[1,2]}",
            "{\"ring\":\"ok\",\"body\":{}",
            "{\"ring\":\"a//b\",\"body\":{}}",
            "{\"ring\":\"ok\",\"body\":{},\"vec\":[1,\"x\"]}",
            "{\"ring\":\"ok\",\"body\":{},\"vec\":[1,2,3]}",
            "{\"ring\":\"ok\",\"body\":{},\"vec\":[0,0]}",
            "{\"ring\":\"ok\"}",
            "[1]",
            "{\"ring\":\"ok\",\"body\":\"" + "x".repeat(2_000) + "\"}",
            "{\"ring\":\"ok\",\"body\":" + "[".repeat(30) + "]".repeat(30) + "}",
            "{\"ring\":\"ok\",\"body\":\"" + "x".repeat(100_000) + "\"}",
            "[".repeat(60_000)
        };
        for (String line : lines) {
            bytes.write((line + "\n").getBytes(StandardCharsets.UTF_8));
        }
        bytes.write("{\"body\":\"".getBytes(StandardCharsets.UTF_8));
        bytes.write(0xC3);
        bytes.write("\"}\n{\"body\":\"last\"}".getBytes(StandardCharsets.UTF_8));
        ImportResult result = run(routed(file(bytes.toByteArray()), 3, -1));
        assertEquals(14, result.read());
        assertEquals(2, result.imported());
        assertEquals(12, result.rejected());
        assertEquals(List.of("imported raw last", "ok json {} [1.0, 2.0]"), records());
        List<String> rejects = Files.readAllLines(directory.resolve("rejects"));
        String[] reasons = {
            "invalid JSON at byte 22: unexpected end",
            "invalid ring name 'a//b': it has an empty segment (a leading, trailing or double '/')",
            "the vector field 'vec' is no vector: component 1 is not a number",
            "dimension 3",
            "is zero",
            "the payload field 'body' is missing",
            "the line is JSON, but no object",
            "larger than the limit of 1000 bytes",
            "nesting deeper than 20 levels",
            "the line is longer than 67664 bytes",
            "nesting deeper than 36 levels",
            "invalid JSON at byte 9: invalid UTF-8"
        };
        ObjectMapper json = new ObjectMapper();
        for (int i = 0; i < reasons.length; i++) {
            JsonNode reject = json.readTree(rejects.get(i));
            assertEquals(i + 2, reject.get("line").intValue());
            String reason = reject.get("reason").textValue();
            assertTrue(reason.contains(reasons[i]), reason);
            assertTrue(reject.get("text").textValue().length() <= Rejects.TEXT_BYTES_MAX);
        }
        assertEquals(lines[1], json.readTree(rejects.get(0)).get("text").textValue());
    }

    @Test
    void stopsWhenTooManyAreRefused() throws IOException {
        Path file = file("{\"body\":1}", "x", "{\"body\":2}", "y", "{\"body\":3}");
        assertEquals(2, run(routed(file, 1, 2)).rejected());
        RocheException error = assertThrows(RocheException.class, () -> run(routed(file, 1, 1)));
        assertEquals(ErrorCode.DATA_EXCEPTION, error.code());
        assertEquals(
                "import stopped: 2 lines refused, more than maxRejects=1; first: line 2: invalid JSON at byte 0:"
                        + " unexpected 'x', expected a value",
                error.getMessage());
        assertThrows(RocheException.class, () -> run(routed(file, 1, 0)));
    }

    @Test
    void refusesWrongArguments() throws IOException {
        assertEquals(
                ErrorCode.INVALID_PARAMETER,
                assertThrows(RocheException.class, () -> run(whole(directory.resolve("absent"))))
                        .code());
        Path file = file("{}");
        assertThrows(RocheException.class, () -> run(routed(file, 0, -1)));
        Path dump = file("{\"type\":\"meta\",\"format\":\"rochedb.dump.v1\"}");
        RocheException error = assertThrows(RocheException.class, () -> run(routed(dump, 1, -1)));
        assertTrue(error.getMessage().contains("leave the routing arguments out"), error.getMessage());
    }

    @Test
    void aCutGzipFileIsAnErrorNamingWhatWasImported() throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        Random random = new Random(1);
        try (OutputStream gzip = new GZIPOutputStream(bytes)) {
            for (int i = 0; i < 5_000; i++) {
                gzip.write(("{\"i\":" + random.nextLong() + "}\n").getBytes(StandardCharsets.UTF_8));
            }
        }
        Path file = file(Arrays.copyOf(bytes.toByteArray(), bytes.size() / 2));
        RocheException error = assertThrows(RocheException.class, () -> run(whole(file)));
        assertEquals(ErrorCode.IO_ERROR, error.code());
        assertTrue(error.getMessage().contains("after 2000 records"), error.getMessage());
        assertEquals(2_000, records().size());
    }

    @Test
    void keepsOutOfRingsTheCallerMayNotWrite() throws IOException {
        Path file = file("{\"ring\":\"mine/a\",\"body\":1}", "{\"ring\":\"other\",\"body\":2}");
        ImportResult result =
                engine.importJsonl(routed(file, 10, -1), RingScope.subtree("mine"), ProgressListener.NONE);
        assertEquals(1, result.imported());
        assertEquals(1, result.rejected());
    }

    @Test
    void readsTheOriginalsDump() throws IOException {
        ImportResult result = run(
                whole(
                        file(
                                "{\"type\":\"meta\",\"format\":\"koutendb.dump.v1\",\"galaxy\":\"g\",\"epoch\":0,\"nodes\":8,\"documents\":2,\"rings\":1}",
                                "{\"type\":\"ring\",\"key\":\"1\",\"name\":\"docs\",\"period\":30.0,\"head\":0.09}",
                                "{\"type\":\"document\",\"id\":\"1:0\",\"parent\":\"1\",\"seq\":0,\"epoch\":0,\"tWrite\":12.25,\"ring\":\"docs\",\"period\":30.0,\"head\":0.09,\"payload\":\"{\\\"a\\\":1}\",\"codec\":\"json\",\"vec\":[0.6,0.8]}",
                                "{\"type\":\"document\",\"id\":\"1:1\",\"parent\":\"1\",\"seq\":1,\"epoch\":0,\"tWrite\":0.0,\"ring\":\"docs\",\"period\":30.0,\"head\":0.09,\"payload\":\"text\",\"codec\":\"raw\",\"vec\":[]}")));
        assertEquals(2, result.imported());
        assertEquals(2, result.skipped());
        assertEquals(0, result.rejected());
        assertEquals(List.of("docs json {\"a\":1} [0.6, 0.8]", "docs raw text"), records());
        try (ReadView view = engine.snapshot(RingScope.ALL);
                RecordCursor cursor = view.scan(ScanRequest.of(RingSelector.ALL), new QueryMonitor())) {
            assertEquals(30.0, view.ring("docs").orElseThrow().periodSeconds());
            assertTrue(cursor.next());
            assertEquals(12_250, cursor.writtenAtMillis());
        }
    }

    @Test
    void damagedLinesAreCountedAndHarmNothing() throws IOException {
        Random random = Seeds.random("JsonlImportTest");
        RandomJson generator = new RandomJson(random);
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        int lines = 2_000;
        for (int i = 0; i < lines; i++) {
            String line = "{\"ring\":" + generator.value(1) + ",\"body\":" + generator.value(3) + ",\"vec\":[1,2]}";
            byte[] line8 = line.replace("\n", " ").replace("\r", " ").getBytes(StandardCharsets.UTF_8);
            bytes.write(random.nextInt(3) > 0 ? line8 : generator.damage(line8));
            bytes.write('\n');
        }
        ImportResult result = run(routed(file(bytes.toByteArray()), 50, -1));
        assertEquals(result.read(), result.imported() + result.skipped() + result.rejected());
        assertEquals(result.imported(), records().size());
        assertEquals(
                result.rejected(),
                Files.readAllLines(directory.resolve("rejects")).size());
        assertTrue(result.imported() > lines / 5 && result.rejected() > lines / 20, result::toString);
    }

    @Test
    void linesOfAnyLengthAreCutAsASplitWould() throws IOException {
        Random random = Seeds.random("JsonlImportTest.lines");
        for (int round = 0; round < 50; round++) {
            StringBuilder text = new StringBuilder();
            List<String> expected = new ArrayList<>();
            for (int i = random.nextInt(60); i > 0; i--) {
                String line = "x".repeat(random.nextInt(10) == 0 ? random.nextInt(200_000) : random.nextInt(50));
                text.append(line).append(random.nextBoolean() ? "\n" : "\r\n");
                expected.add(line);
            }
            Path file = file(text.toString().getBytes(StandardCharsets.UTF_8));
            List<String> actual = new ArrayList<>();
            try (LineReader reader = new LineReader(file, 100_000)) {
                while (reader.next()) {
                    String line = expected.get(actual.size());
                    assertEquals(line.length() > 100_000, reader.tooLong(), "length " + line.length());
                    actual.add(line);
                    assertArrayEquals(
                            line.substring(0, Math.min(100_000, line.length())).getBytes(StandardCharsets.UTF_8),
                            Arrays.copyOfRange(reader.bytes(), reader.start(), reader.end()));
                }
            }
            assertEquals(expected, actual);
        }
    }
}
