package io.rochedb.engine.internal.io;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.rochedb.engine.CsvImportOptions;
import io.rochedb.engine.EngineOptions;
import io.rochedb.engine.ErrorCode;
import io.rochedb.engine.ImportResult;
import io.rochedb.engine.ProgressListener;
import io.rochedb.engine.ReadView;
import io.rochedb.engine.RocheEngine;
import io.rochedb.engine.RocheException;
import io.rochedb.engine.Seeds;
import io.rochedb.engine.model.RingScope;
import io.rochedb.engine.query.QueryMonitor;
import io.rochedb.engine.query.RecordCursor;
import io.rochedb.engine.query.RingSelector;
import io.rochedb.engine.query.ScanRequest;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CsvImportTest {
    @TempDir
    Path directory;

    private final RocheEngine engine = RocheEngine.open(EngineOptions.memory());

    @AfterEach
    void close() {
        engine.close();
    }

    private CsvImportOptions options(String csv, String ring) throws IOException {
        return CsvImportOptions.of(Files.writeString(directory.resolve("in.csv"), csv), ring);
    }

    private ImportResult run(CsvImportOptions options) {
        return engine.importCsv(options, RingScope.ALL, ProgressListener.NONE);
    }

    private static CsvImportOptions with(CsvImportOptions o, String types, Path rejects) {
        return new CsvImportOptions(
                o.file(),
                o.ring(),
                o.header(),
                o.columns(),
                types,
                o.delimiter(),
                o.quote(),
                o.nullText(),
                o.vectorColumn(),
                o.encoding(),
                o.batchSize(),
                rejects,
                o.maxRejects());
    }

    /** Returns "ring document" of every record. */
    private List<String> records() {
        List<String> found = new ArrayList<>();
        try (ReadView view = engine.snapshot(RingScope.ALL);
                RecordCursor cursor = view.scan(ScanRequest.of(RingSelector.ALL), new QueryMonitor())) {
            while (cursor.next()) {
                found.add(cursor.ring() + " " + new String(cursor.payload(), StandardCharsets.UTF_8));
            }
        }
        found.sort(null);
        return found;
    }

    @Test
    void columnsRouteAndTypesAreInferred() throws IOException {
        ImportResult result = run(options(
                "country,n,price,zip,ok,note\r\n"
                        + "JP,1,1.50,007,true,plain\r\n"
                        + "FR,-2,3,75001,false,\"a \"\"b\"\", c\r\nline 2\"\r\n"
                        + "JP,,,,,\"\"\r\n",
                "sales/{country}"));
        assertEquals(3, result.imported());
        assertEquals(2, result.rings());
        assertEquals(0, result.rejected());
        assertEquals(
                List.of(
                        "sales/FR {\"country\":\"FR\",\"n\":-2,\"price\":3,\"zip\":\"75001\",\"ok\":false,"
                                + "\"note\":\"a \\\"b\\\", c\\r\\nline 2\"}",
                        "sales/JP {\"country\":\"JP\",\"n\":1,\"price\":1.50,\"zip\":\"007\",\"ok\":true,\"note\":\"plain\"}",
                        "sales/JP {\"country\":\"JP\",\"note\":\"\"}"),
                records());
    }

    @Test
    void whatCannotBeImportedIsToldWithItsLine() throws IOException {
        Path rejects = directory.resolve("rejects.jsonl");
        CsvImportOptions options = options(
                "country,amount,day\nJP,12.345,2026-07-04\nFR,x,2026-07-04\nDE,1\n\"US\nx\",1,2026-07-04\nIT,1,July\n"
                        + "\"ES\"x,1,2026-07-04\n,1,2026-07-04\nPT,99999999999,2026-07-04\nNL,7,2026-07-05\n",
                "sales/{country}");
        ImportResult result = run(with(options, "amount DECIMAL(10,2), day DATE", rejects));
        assertEquals(
                List.of(
                        "sales/JP {\"country\":\"JP\",\"amount\":12.35,\"day\":\"2026-07-04\"}",
                        "sales/NL {\"country\":\"NL\",\"amount\":7.00,\"day\":\"2026-07-05\"}"),
                records());
        List<String> lines = Files.readAllLines(rejects);
        assertEquals(result.rejected(), lines.size());
        assertEquals(7, lines.size(), () -> String.join("\n", lines));
        assertTrue(
                lines.get(0).startsWith("{\"line\":3,\"reason\":\"column 'amount': 'x' is no DECIMAL(10,2)\""),
                lines.get(0));
        assertTrue(lines.get(1).startsWith("{\"line\":4,\"reason\":\"the record has 2 fields, not 3\""), lines.get(1));
        assertTrue(lines.get(2).startsWith("{\"line\":5,"), lines.get(2));
        assertTrue(lines.get(3).startsWith("{\"line\":7,\"reason\":\"column 'day': 'July' is no DATE\""), lines.get(3));
        assertTrue(lines.get(4).contains("the record is no CSV"), lines.get(4));
    }

    @Test
    void aValueLaterThanTheSampleStaysText() throws IOException {
        StringBuilder csv = new StringBuilder("n\n");
        for (int i = 0; i < 1_500; i++) {
            csv.append(i).append('\n');
        }
        run(options(csv.append("many\n").toString(), "r"));
        List<String> records = records();
        assertEquals(1_501, records.size());
        assertTrue(records.contains("r {\"n\":1499}"));
        assertTrue(records.contains("r {\"n\":\"many\"}"));
    }

    @Test
    void readsOtherFormsOfCsv() throws IOException {
        Path file = directory.resolve("other.csv.gz");
        try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(file))) {
            out.write("a;'b;''1''';NA\nü;;\"x\"\n".getBytes(StandardCharsets.UTF_16));
        }
        ImportResult result = run(new CsvImportOptions(
                file,
                "r",
                false,
                List.of("x", "y", "z"),
                null,
                ';',
                '\'',
                "NA",
                null,
                StandardCharsets.UTF_16,
                1,
                null,
                -1));
        assertEquals(2, result.imported());
        assertEquals(List.of("r {\"x\":\"a\",\"y\":\"b;'1'\"}", "r {\"x\":\"ü\",\"z\":\"\\\"x\\\"\"}"), records());
    }

    @Test
    void refusesOptionsThatDoNotFitTheFile() throws IOException {
        assertEquals(ErrorCode.INVALID_PARAMETER, refused(options("a,b\n1,2\n", "x/{c}")));
        assertEquals(ErrorCode.INVALID_PARAMETER, refused(with(options("a,b\n1,2\n", "x"), "c DATE", null)));
        assertEquals(ErrorCode.INVALID_PARAMETER, refused(with(options("a,b\n1,2\n", "x"), "a WORD", null)));
        assertEquals(ErrorCode.INVALID_PARAMETER, refused(options("a,A\n1,2\n", "x")));
        assertEquals(ErrorCode.INVALID_PARAMETER, refused(options("a,\n1,2\n", "x")));
        assertThrows(RocheException.class, () -> run(options("a\n", "x").ring().isEmpty() ? null : badQuote()));
        assertEquals(List.of(), records());
    }

    private CsvImportOptions badQuote() {
        return new CsvImportOptions(
                directory.resolve("in.csv"),
                "x",
                true,
                List.of(),
                null,
                ',',
                ',',
                null,
                null,
                StandardCharsets.UTF_8,
                1,
                null,
                -1);
    }

    private ErrorCode refused(CsvImportOptions options) {
        return assertThrows(RocheException.class, () -> run(options)).code();
    }

    @Test
    void whatIsWrittenComesBack() throws IOException {
        Random random = Seeds.random("CsvImportTest");
        String characters = "ab,\"\n\r;' 日é\t1.";
        for (int round = 0; round < 30; round++) {
            char delimiter = random.nextBoolean() ? ',' : ';';
            List<String> expected = new ArrayList<>();
            StringBuilder csv = new StringBuilder("id").append(delimiter).append("text\r\n");
            for (int row = 0; row < 50; row++) {
                StringBuilder text = new StringBuilder();
                for (int i = random.nextInt(6); i > 0; i--) {
                    text.append(characters.charAt(random.nextInt(characters.length())));
                }
                csv.append("x").append(row).append(delimiter).append('"');
                csv.append(text.toString().replace("\"", "\"\"")).append("\"\r\n");
                expected.add(text.toString());
            }
            String ring = "round" + round;
            Path file = Files.write(directory.resolve(ring), csv.toString().getBytes(Charset.forName("UTF-8")));
            ImportResult result = run(new CsvImportOptions(
                    file,
                    ring,
                    true,
                    List.of(),
                    "text VARCHAR",
                    delimiter,
                    '"',
                    null,
                    null,
                    StandardCharsets.UTF_8,
                    7,
                    null,
                    -1));
            assertEquals(50, result.imported());
            assertEquals(expected, texts(ring), csv.toString());
        }
    }

    private List<String> texts(String ring) throws IOException {
        List<String> found = new ArrayList<>();
        var mapper = new com.fasterxml.jackson.databind.ObjectMapper();
        try (ReadView view = engine.snapshot(RingScope.ALL);
                RecordCursor cursor = view.scan(ScanRequest.of(RingSelector.ring(ring)), new QueryMonitor())) {
            while (cursor.next()) {
                found.add(mapper.readTree(cursor.payload()).get("text").textValue());
            }
        }
        return found;
    }
}
