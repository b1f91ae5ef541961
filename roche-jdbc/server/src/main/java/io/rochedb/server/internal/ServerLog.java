package io.rochedb.server.internal;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.security.SecureRandom;
import java.time.Instant;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.StringJoiner;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/**
 * What happens to a server, an event a line of the log {@value #NAME}: {@code event key=value …}, or a JSON object, complete with time and level, when
 * {@link #json} says so. The form is the process's, as the log is. Thread-safe.
 *
 * <p>Strangers can cause events: of one kind a few are written at a time, and the next one afterwards says how many were left out.
 */
public final class ServerLog {
    /** The name of the log. */
    public static final String NAME = "io.rochedb.server";

    private static final Logger LOG = LoggerFactory.getLogger(NAME);
    private static final SecureRandom RANDOM = new SecureRandom();
    private static final long PERIOD_NANOS = 10_000_000_000L;
    private static final int LINES_MAX = 20;
    private static final Map<String, Lines> LINES = new HashMap<>();

    private static volatile boolean json;

    private ServerLog() {}

    /** Sets whether events are JSON objects. */
    public static void json(boolean on) {
        json = on;
    }

    public static Event info(String name) {
        return new Event(Level.INFO, name);
    }

    public static Event warn(String name) {
        return new Event(Level.WARN, name);
    }

    /** Writes that something failed which should not have; returns the number the client is told, so that the line can be found. */
    public static String failed(String what, Throwable thrown) {
        String reference = HexFormat.of().toHexDigits(RANDOM.nextInt());
        Event event = new Event(Level.ERROR, "internal_error")
                .with("reference", reference)
                .with("what", what);
        if (json) {
            StringWriter trace = new StringWriter();
            thrown.printStackTrace(new PrintWriter(trace));
            LOG.error(event.with("error", trace).line());
        } else {
            LOG.error(event.line(), thrown);
        }
        return reference;
    }

    /** An event that is being described. */
    public static final class Event {
        private final Level level;
        private final String name;
        private final Map<String, Object> fields = new LinkedHashMap<>();

        private Event(Level level, String name) {
            this.level = level;
            this.name = name;
        }

        /** Adds something known of it; nothing when that is null. */
        public Event with(String key, @Nullable Object value) {
            if (value != null) {
                fields.put(key, value);
            }
            return this;
        }

        /** Writes it, unless there were too many of its kind. */
        public void write() {
            long omitted = turn(name, System.nanoTime());
            if (omitted >= 0) {
                LOG.atLevel(level)
                        .log(with("omitted", omitted == 0 ? null : omitted).line());
            }
        }

        private String line() {
            if (json) {
                Map<String, Object> all = new LinkedHashMap<>();
                all.put("at", Instant.now().toString());
                all.put("level", level.name().toLowerCase(Locale.ROOT));
                all.put("event", name);
                all.putAll(fields);
                return JsonLine.of(all);
            }
            StringJoiner text = new StringJoiner(" ").add(name);
            fields.forEach((key, value) -> text.add(key + '=' + value));
            return text.toString();
        }
    }

    private static final class Lines {
        private long sinceNanos;
        private int count;
        private long omitted;
    }

    /** Returns how many events of a kind were left out before this one; -1 when it is to be left out too. */
    private static long turn(String name, long nowNanos) {
        synchronized (LINES) {
            Lines lines = LINES.computeIfAbsent(name, key -> new Lines());
            if (lines.count == 0 || nowNanos - lines.sinceNanos > PERIOD_NANOS) {
                lines.sinceNanos = nowNanos;
                lines.count = 0;
            }
            if (lines.count == LINES_MAX) {
                lines.omitted++;
                return -1;
            }
            lines.count++;
            long before = lines.omitted;
            lines.omitted = 0;
            return before;
        }
    }
}
