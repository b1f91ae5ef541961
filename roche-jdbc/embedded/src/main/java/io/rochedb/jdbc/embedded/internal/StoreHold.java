package io.rochedb.jdbc.embedded.internal;

import io.rochedb.engine.access.ScramVerifier;
import io.rochedb.engine.metrics.MetricSet;
import io.rochedb.jdbc.embedded.AuditListener;
import io.rochedb.jdbc.embedded.EmbeddedStore;
import io.rochedb.jdbc.embedded.Principal;
import io.rochedb.jdbc.spi.ConnectionSettings;
import io.rochedb.jdbc.spi.Connector;
import io.rochedb.jdbc.spi.Session;
import io.rochedb.jdbc.spi.StoreTarget;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;

/** A lease of an engine that is no session's, and the sessions it gives. */
public final class StoreHold implements EmbeddedStore {
    private final StoreTarget target;
    private final Lease lease;
    private final EmbeddedConnector connector;
    private volatile AuditListener audit = event -> {};

    private StoreHold(StoreTarget target, Lease lease, EmbeddedConnector connector) {
        this.target = target;
        this.lease = lease;
        this.connector = connector;
    }

    /** Opens the engine, or joins those who have it open. */
    public static StoreHold open(StoreTarget target, ConnectionSettings settings) {
        if (target instanceof StoreTarget.Memory memory && memory.name() == null) {
            throw new IllegalArgumentException("a memory store without a name belongs to one connection");
        }
        return new StoreHold(target, EngineRegistry.INSTANCE.acquire(target, settings), new EmbeddedConnector());
    }

    /** Returns the exception JDBC would throw for a failure to open. */
    public static SQLException explain(Throwable thrown) {
        return new EmbeddedConnector().translate(thrown);
    }

    @Override
    public List<String> warnings() {
        return lease.warnings();
    }

    @Override
    public Connector connector() {
        return connector;
    }

    @Override
    public Session session(ConnectionSettings settings) {
        return connector.connect(target, settings, null, audit);
    }

    @Override
    public Session session(ConnectionSettings settings, Principal principal) {
        return connector.connect(target, settings, principal.name(), audit);
    }

    @Override
    public boolean hasUsers() {
        return !lease.engine().access().isEmpty();
    }

    @Override
    public Optional<Principal> principal(String user) {
        return lease.engine().access().user(user).map(found -> new Principal(found.name(), found.role()));
    }

    @Override
    public ScramVerifier verifier(String user) {
        return lease.engine().access().verifier(user);
    }

    @Override
    public MetricSet metrics() {
        return lease.engine().metrics();
    }

    @Override
    public long now() {
        return lease.engine().now();
    }

    @Override
    public void audit(AuditListener listener) {
        audit = listener;
    }

    @Override
    public void close() {
        lease.release();
    }
}
