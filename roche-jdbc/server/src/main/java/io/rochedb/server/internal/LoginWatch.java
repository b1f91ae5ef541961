package io.rochedb.server.internal;

import io.rochedb.jdbc.embedded.AuditEvent;
import io.rochedb.server.LoginCheck;
import io.rochedb.server.LoginRefusedException;
import java.net.InetAddress;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.LongSupplier;

/** Slows down those who guess, counts logins, and has them put on record. */
public final class LoginWatch implements LoginCheck {
    private static final String REFUSED = "28000";

    private final LoginThrottle throttle;
    private final AuditLog audit;
    private final LongSupplier wallMillis;
    private final LongAdder accepted;
    private final LongAdder failed;

    /** Watches for a server; the clock is that of the day. */
    public LoginWatch(LoginThrottle throttle, AuditLog audit, ServerMetrics metrics, LongSupplier wallMillis) {
        this.throttle = throttle;
        this.audit = audit;
        this.wallMillis = wallMillis;
        this.accepted = metrics.counter("roche_logins", "Logins that were accepted.");
        this.failed = metrics.counter("roche_logins_failed", "Logins that were refused.");
    }

    @Override
    public void begins(String galaxy, String user, InetAddress from) {
        refuse(throttle.waitMillis(user, from.getHostAddress()));
    }

    @Override
    public void checks(String galaxy, String user, InetAddress from) {
        refuse(throttle.enter(user, from.getHostAddress()));
    }

    @Override
    public void checked(String galaxy, String user, InetAddress from, boolean right) {
        throttle.leave(user, from.getHostAddress(), right);
    }

    private void refuse(long wait) {
        if (wait > 0) {
            failed.increment();
            throw new LoginRefusedException(
                    REFUSED, "too many failed logins; try again in " + (wait + 999) / 1_000 + " s");
        }
    }

    @Override
    public void ended(String galaxy, String user, InetAddress from, boolean ok) {
        String address = from.getHostAddress();
        (ok ? accepted : failed).increment();
        audit.event(
                galaxy,
                new AuditEvent(
                        AuditEvent.Kind.LOGIN,
                        wallMillis.getAsLong(),
                        user,
                        0,
                        "from " + address,
                        ok ? null : REFUSED));
    }
}
