package io.rochedb.jdbc.embedded.internal;

import io.rochedb.calcite.RochePlan;
import io.rochedb.calcite.SecretTexts;
import io.rochedb.jdbc.embedded.AuditEvent;
import io.rochedb.jdbc.embedded.AuditListener;
import io.rochedb.jdbc.spi.Connector;
import org.jspecify.annotations.Nullable;

/** What the statements of sessions put on record. */
record AuditTrail(AuditListener listener, Connector connector) {
    /** Puts a statement on record that changes the schema, or users; {@code failure} says why it did not. */
    void add(EmbeddedSession session, RochePlan plan, String sql, @Nullable RuntimeException failure) {
        listener.event(new AuditEvent(
                plan.changesAccess() ? AuditEvent.Kind.ACCESS : AuditEvent.Kind.DECLARATION,
                session.engine().now(),
                session.user(),
                session.info().sessionId(),
                SecretTexts.masked(sql),
                failure == null ? null : connector.explain(failure).sqlState()));
    }
}
