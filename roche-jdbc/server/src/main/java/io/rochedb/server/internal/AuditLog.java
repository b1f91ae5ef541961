package io.rochedb.server.internal;

import io.rochedb.jdbc.embedded.AuditEvent;
import io.rochedb.jdbc.embedded.AuditListener;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The record of logins, declarations and grants: a JSON object a line, appended to a file, or to the log {@code io.rochedb.audit}. Thread-safe.
 *
 * <p>A line that cannot be written is logged as an error and the work goes on: a full disk must not lock everybody out, and the log says what is
 * missing.
 */
public final class AuditLog implements AuditListener, AutoCloseable {
    private static final Logger AUDIT = LoggerFactory.getLogger("io.rochedb.audit");
    private static final Logger LOG = LoggerFactory.getLogger(AuditLog.class);

    private final ReentrantLock lock = new ReentrantLock();
    private final @Nullable BufferedWriter file;

    private AuditLog(@Nullable BufferedWriter file) {
        this.file = file;
    }

    /** Opens a file to append to; without one the log is used. */
    public static AuditLog open(@Nullable Path path) {
        if (path == null) {
            return new AuditLog(null);
        }
        try {
            return new AuditLog(Files.newBufferedWriter(
                    path, StandardCharsets.UTF_8, StandardOpenOption.CREATE, StandardOpenOption.APPEND));
        } catch (IOException e) {
            throw new IllegalArgumentException("auditFile " + path + " cannot be written: " + e, e);
        }
    }

    @Override
    public void event(AuditEvent event) {
        event("", event);
    }

    /** Notes an event of a galaxy. */
    public void event(String galaxy, AuditEvent event) {
        String line = line(galaxy, event);
        BufferedWriter out = file;
        if (out == null) {
            // at a level that every configuration of the log keeps
            AUDIT.warn(line);
            return;
        }
        lock.lock();
        try {
            out.write(line);
            out.write('\n');
            out.flush();
        } catch (IOException e) {
            LOG.error("the audit file cannot be written ({}); this is missing there: {}", e.getMessage(), line);
        } finally {
            lock.unlock();
        }
    }

    private static String line(String galaxy, AuditEvent event) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("at", Instant.ofEpochMilli(event.atMillis()).toString());
        fields.put("kind", event.kind().name().toLowerCase(Locale.ROOT));
        if (!galaxy.isEmpty()) {
            fields.put("galaxy", galaxy);
        }
        fields.put("user", event.user());
        if (event.sessionId() != 0) {
            fields.put("session", event.sessionId());
        }
        fields.put("text", event.text());
        fields.put("ok", event.sqlState() == null);
        if (event.sqlState() != null) {
            fields.put("sqlstate", event.sqlState());
        }
        return JsonLine.of(fields);
    }

    @Override
    public void close() {
        BufferedWriter out = file;
        if (out != null) {
            try {
                out.close();
            } catch (IOException e) {
                LOG.error("the audit file did not close cleanly: {}", e.getMessage());
            }
        }
    }
}
