package io.rochedb.sqlline;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.Test;

class ServerLogHandlerTest {
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();

    private List<String> lines(boolean json) {
        out.reset();
        ServerLogHandler handler = new ServerLogHandler(new PrintStream(out, true, StandardCharsets.UTF_8), json);
        handler.publish(record("io.rochedb.server", Level.INFO, "listening port=1", null));
        handler.publish(record("io.rochedb.audit", Level.WARNING, "{\"kind\":\"login\"}", null));
        handler.publish(record("org.library", Level.INFO, "chatter", null));
        handler.publish(record("org.library", Level.WARNING, "a \"warning\"\nof two lines", null));
        handler.publish(record("org.library", Level.SEVERE, "failed", new IllegalStateException("why")));
        return out.toString(StandardCharsets.UTF_8).lines().toList();
    }

    private static LogRecord record(String logger, Level level, String message, Throwable thrown) {
        LogRecord record = new LogRecord(level, message);
        record.setLoggerName(logger);
        record.setThrown(thrown);
        return record;
    }

    @Test
    void asJsonEveryLineIsAnObject() throws Exception {
        List<String> lines = lines(true);
        assertEquals(4, lines.size(), lines.toString());
        ObjectMapper mapper = new ObjectMapper();
        assertEquals(
                "listening port=1", mapper.readTree(lines.get(0)).get("message").textValue());
        assertEquals("{\"kind\":\"login\"}", lines.get(1));
        JsonNode warning = mapper.readTree(lines.get(2));
        assertEquals("a \"warning\"\nof two lines", warning.get("message").textValue());
        assertEquals("warn", warning.get("level").textValue());
        assertTrue(mapper.readTree(lines.get(3)).get("error").textValue().contains("IllegalStateException: why"));
    }

    @Test
    void itStaysWhenTheLogIsClosedBeforeTheServerHasStopped() {
        ServerLogHandler handler = ServerLogHandler.install(new PrintStream(out, true, StandardCharsets.UTF_8), false);
        Logger root = Logger.getLogger("");
        try {
            root.removeHandler(handler);
            handler.close();
            assertTrue(List.of(root.getHandlers()).contains(handler));
        } finally {
            handler.uninstall();
        }
        assertFalse(List.of(root.getHandlers()).contains(handler));
    }

    @Test
    void asTextALineBeginsWithTimeAndLevel() {
        List<String> lines = lines(false);
        assertTrue(lines.get(0).matches("\\d{4}-.*Z info listening port=1"), lines.get(0));
        assertEquals("{\"kind\":\"login\"}", lines.get(1));
        assertTrue(lines.stream().anyMatch(line -> line.contains("IllegalStateException: why")), lines.toString());
    }
}
