package io.rochedb.sqlline;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.rochedb.sqlline.RowFormat.Column;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

final class RowFormatTest {
    private static String write(RowFormat format, List<Column> columns, List<List<@Nullable Object>> rows)
            throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        PrintStream out = new PrintStream(bytes, false, StandardCharsets.UTF_8);
        RowFormat.Writer writer = format.writer(columns, out);
        for (List<@Nullable Object> row : rows) {
            writer.row(row);
        }
        writer.end();
        out.flush();
        return bytes.toString(StandardCharsets.UTF_8);
    }

    private static List<@Nullable Object> row(@Nullable Object... values) {
        return new ArrayList<>(Arrays.asList(values));
    }

    private static List<Column> columns(String... labels) {
        return Arrays.stream(labels)
                .map(label -> new Column(label, label.equals("n")))
                .toList();
    }

    @Test
    void tablesAlignAndShowNullApart() throws IOException {
        assertEquals(
                """
                name   |      n
                -------+-------
                Kyoto  |      1
                       | <null>
                <null> |    -20
                東京   |      3
                (4 rows)
                """,
                write(
                        RowFormat.TABLE,
                        columns("name", "n"),
                        List.of(row("Kyoto", 1L), row("", null), row(null, -20L), row("東京", 3L))));
    }

    @Test
    void tablesEscapeWhatWouldDisturbATerminal() throws IOException {
        String text = write(RowFormat.TABLE, columns("a"), List.of(row("x\ny\t\u001b[2J")));
        assertTrue(text.contains("x\\ny\\t\\u001b[2J\n"), text);
    }

    @Test
    void anEmptyTableHasItsHeader() throws IOException {
        assertEquals("a\n-\n(0 rows)\n", write(RowFormat.TABLE, columns("a"), List.of()));
    }

    @Test
    void tablesStreamAfterTheMeasuredRows() throws IOException {
        List<List<@Nullable Object>> rows = new ArrayList<>();
        for (int i = 0; i < 1_000; i++) {
            rows.add(row("x"));
        }
        rows.add(row("wider than what was measured"));
        String text = write(RowFormat.TABLE, columns("a"), rows);
        assertTrue(text.startsWith("a\n-\nx\n"), text.substring(0, 20));
        assertTrue(text.endsWith("\nwider than what was measured\n(1001 rows)\n"));
    }

    @Test
    void csvFollowsRfc4180() throws IOException {
        assertEquals(
                "name,\"a \"\"b\"\"\"\r\nx,1\r\n\"x,y\",\"line\nbreak\"\r\n\"\",\r\n\"[0.5, 1.0]\",1.50\r\n\"[\"\"a, b\"\", null]\",\r\n",
                write(
                        RowFormat.CSV,
                        columns("name", "a \"b\""),
                        List.of(
                                row("x", 1L),
                                row("x,y", "line\nbreak"),
                                row("", null),
                                row(List.of(0.5f, 1.0f), new BigDecimal("1.50")),
                                row(Arrays.asList("a, b", null), null))));
    }

    @Test
    void jsonHasProperTypes() throws IOException {
        assertEquals(
                "{\"s\":\"é\\\"\",\"l\":9007199254740993,\"d\":0.1,\"f\":0.1,\"m\":12.30,\"b\":true,\"z\":null,\"v\":[0.25,-1.0]}\n",
                write(
                        RowFormat.JSON,
                        columns("s", "l", "d", "f", "m", "b", "z", "v"),
                        List.of(row(
                                "é\"",
                                9007199254740993L,
                                0.1,
                                0.1f,
                                new BigDecimal("12.30"),
                                true,
                                null,
                                List.of(0.25f, -1f)))));
    }

    @Test
    void jsonKeepsLabelsApartAndNumbersValid() throws IOException {
        assertEquals(
                "{\"a\":1,\"a_2\":\"NaN\",\"a_3\":\"Infinity\"}\n",
                write(RowFormat.JSON, columns("a", "a", "a"), List.of(row(1, Double.NaN, Double.POSITIVE_INFINITY))));
    }

    @Test
    void anUnknownFormatNamesTheNearest() {
        ShellException failure = assertThrows(ShellException.class, () -> RowFormat.of("jsno"));
        assertEquals(ExitCode.USAGE, failure.exitCode());
        assertTrue(failure.getMessage().contains("nearest: json"), failure.getMessage());
    }

    @Test
    void arraysBecomeLists() throws Exception {
        assertEquals(List.of(1f, 2f), Cells.plain(new float[] {1f, 2f}));
        assertEquals(List.of(1f, 2f), Cells.plain(new Object[] {1f, 2f}));
        assertEquals("AQI=", Cells.plain(new byte[] {1, 2}));
    }
}
