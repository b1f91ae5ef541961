package io.rochedb.jdbc.embedded;

/** Is told what must be kept on record. Called by the thread that does it, so it must be quick, thread-safe, and throw nothing. */
@FunctionalInterface
public interface AuditListener {
    void event(AuditEvent event);
}
