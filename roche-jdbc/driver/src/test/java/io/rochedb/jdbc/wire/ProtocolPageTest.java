package io.rochedb.jdbc.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.lang.reflect.Field;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The page of the protocol shows the bytes that are sent, and names every message. */
class ProtocolPageTest {
    private static final Path PAGE = Path.of("../../docs/reference/protocol.md");
    private static final HexFormat HEX = HexFormat.ofDelimiter(" ");

    private static String hex(WireWriter out) {
        return HEX.formatHex(Arrays.copyOf(out.bytes(), out.size()));
    }

    private static String block(String name) throws IOException {
        Matcher matcher =
                Pattern.compile("```" + name + "\n(.*?)```", Pattern.DOTALL).matcher(Files.readString(PAGE));
        assertTrue(matcher.find(), name);
        StringBuilder hex = new StringBuilder();
        matcher.group(1)
                .lines()
                .forEach(line -> hex.append(line.replaceAll("#.*", "").strip()).append(' '));
        return hex.toString().strip();
    }

    @Test
    void valuesHaveTheBytesOfThePage() throws IOException {
        Map<String, Object> values = new LinkedHashMap<>();
        values.put("NULL", null);
        values.put("TRUE", true);
        values.put("INTEGER -1", -1);
        values.put("BIGINT 300", 300L);
        values.put("DOUBLE 1.5", 1.5);
        values.put("DECIMAL -1.25", new BigDecimal("-1.25"));
        values.put("VARCHAR 'é😀'", "é😀");
        values.put("VARBINARY X'00FF'", new byte[] {0, -1});
        values.put("REAL ARRAY [1, -2]", new float[] {1, -2});
        values.put("VARCHAR ARRAY ['a', NULL]", Arrays.asList("a", null));
        List<String> lines = Files.readAllLines(PAGE);
        values.forEach((name, value) -> {
            WireWriter out = new WireWriter(64, 1_000);
            out.value(value);
            assertTrue(lines.contains("| " + name + " | `" + hex(out) + "` |"), name + " " + hex(out));
        });
    }

    @Test
    void framesHaveTheBytesOfThePage() throws IOException {
        WireWriter out = new WireWriter(64, 1_000);
        out.begin(Protocol.HELLO, 1);
        out.raw(Protocol.MAGIC.getBytes(StandardCharsets.US_ASCII));
        out.varint(1);
        out.varint(1);
        out.optionalText(null);
        out.text("");
        out.text("0123456789abcdef");
        out.varint(0);
        out.end();
        assertEquals(block("hello"), hex(out));
        out.reset();
        out.begin(Protocol.EXECUTE, 2);
        out.u8(1 << Protocol.EXPECT_SHIFT);
        out.varint(1);
        out.varint(1_000);
        out.varint(32 << 10);
        out.varint(1);
        out.varint(1);
        out.value(7L);
        out.end();
        assertEquals(block("execute"), hex(out));
    }

    @Test
    void everyMessageIsNamed() throws Exception {
        String page = Files.readString(PAGE);
        int named = 0;
        boolean messages = false;
        for (Field field : Protocol.class.getDeclaredFields()) {
            messages = (messages || field.getName().equals("HELLO"))
                    && !field.getName().startsWith("STATE_");
            if (messages) {
                named++;
                String message = field.getInt(null) + " " + field.getName();
                assertTrue(page.contains(message), message);
            }
        }
        assertEquals(30, named);
    }
}
