package io.rochedb.sqlline;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.logging.SimpleFormatter;

/**
 * The log of {@code roche server}: what happens to the server, and what libraries warn of, on standard error, a line each; as JSON every line is an
 * object. Lines that are objects already stay as they are.
 */
final class ServerLogHandler extends Handler {
    private static final String OWN = "io.rochedb.server";

    private final PrintStream out;
    private final boolean json;
    private volatile boolean uninstalled;
    private final SimpleFormatter formatter = new SimpleFormatter();
    private final ObjectMapper mapper = new ObjectMapper();

    ServerLogHandler(PrintStream out, boolean json) {
        this.out = out;
        this.json = json;
    }

    /** Sends the log there until {@link #uninstall}. */
    static ServerLogHandler install(PrintStream out, boolean json) {
        ServerLogHandler handler = new ServerLogHandler(out, json);
        Logger.getLogger("").addHandler(handler);
        return handler;
    }

    @Override
    public boolean isLoggable(LogRecord record) {
        String name = record.getLoggerName();
        Level least = name != null && name.startsWith(OWN) ? Level.INFO : Level.WARNING;
        return record.getLevel().intValue() >= least.intValue();
    }

    @Override
    public void publish(LogRecord record) {
        if (isLoggable(record)) {
            out.print(line(record) + "\n");
            out.flush();
        }
    }

    private String line(LogRecord record) {
        String message = formatter.formatMessage(record);
        boolean object = message.startsWith("{");
        if (json) {
            return object ? message : object(record, message);
        }
        String trace = record.getThrown() == null
                ? ""
                : "\n" + trace(record.getThrown()).stripTrailing();
        return object ? message : record.getInstant() + " " + level(record) + " " + message + trace;
    }

    private String object(LogRecord record, String message) {
        ObjectNode line = mapper.createObjectNode();
        line.put("at", record.getInstant().toString());
        line.put("level", level(record));
        line.put("logger", record.getLoggerName());
        line.put("message", message);
        if (record.getThrown() != null) {
            line.put("error", trace(record.getThrown()));
        }
        return line.toString();
    }

    private static String level(LogRecord record) {
        int level = record.getLevel().intValue();
        return level >= Level.SEVERE.intValue() ? "error" : level >= Level.WARNING.intValue() ? "warn" : "info";
    }

    private static String trace(Throwable thrown) {
        StringWriter text = new StringWriter();
        thrown.printStackTrace(new PrintWriter(text));
        return text.toString();
    }

    @Override
    public void flush() {
        out.flush();
    }

    /** Goes on: the log is closed as soon as the JVM begins to end, and a server then still has to say that it stops. */
    @Override
    public void close() {
        if (!uninstalled) {
            Logger.getLogger("").addHandler(this);
        }
    }

    void uninstall() {
        uninstalled = true;
        Logger.getLogger("").removeHandler(this);
    }
}
