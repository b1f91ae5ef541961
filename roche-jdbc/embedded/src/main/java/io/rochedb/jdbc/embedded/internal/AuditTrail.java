package io.rochedb.jdbc.embedded.internal;

import io.rochedb.calcite.RochePlan;
import io.rochedb.calcite.SecretTexts;
import io.rochedb.jdbc.embedded.AuditEvent;
import io.rochedb.jdbc.embedded.AuditListener;
import io.rochedb.jdbc.spi.Connector;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** What the statements of sessions put on record. */
record AuditTrail(AuditListener listener, Connector connector) {
    private static final Pattern DECLARES = Pattern.compile(
            "(?:[\\s;(]++|--[^\\n]*+|/\\*.*?\\*/)*+(?:CREATE|ALTER|DROP|TRUNCATE|COMMENT|(GRANT|REVOKE))\\b.*",
            Pattern.CASE_INSENSITIVE | Pattern.DOTALL);

    /** Puts a statement on record that failed before there was a plan, if its text is one that changes the schema, or users. */
    void addUnplanned(EmbeddedSession session, String sql, RuntimeException failure) {
        Matcher declares = DECLARES.matcher(sql);
        if (declares.matches()) {
            add(session, declares.group(1) != null || SecretTexts.isAboutUser(sql), sql, failure);
        }
    }

    /** Puts a statement on record that changes the schema, or users; {@code failure} says why it did not. */
    void add(EmbeddedSession session, RochePlan plan, String sql, @Nullable RuntimeException failure) {
        add(session, plan.changesAccess(), sql, failure);
    }

    private void add(EmbeddedSession session, boolean access, String sql, @Nullable RuntimeException failure) {
        listener.event(new AuditEvent(
                access ? AuditEvent.Kind.ACCESS : AuditEvent.Kind.DECLARATION,
                session.engine().now(),
                session.user(),
                session.info().sessionId(),
                SecretTexts.masked(sql),
                failure == null ? null : connector.explain(failure).sqlState()));
    }
}
