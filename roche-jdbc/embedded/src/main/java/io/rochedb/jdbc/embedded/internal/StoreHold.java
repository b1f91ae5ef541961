package io.rochedb.jdbc.embedded.internal;

import io.rochedb.jdbc.embedded.EmbeddedStore;
import io.rochedb.jdbc.spi.ConnectionSettings;
import io.rochedb.jdbc.spi.Connector;
import io.rochedb.jdbc.spi.Session;
import io.rochedb.jdbc.spi.StoreTarget;
import java.util.List;

/** A lease of an engine that is no session's, and the sessions it gives. */
public final class StoreHold implements EmbeddedStore {
    private final StoreTarget target;
    private final Lease lease;
    private final EmbeddedConnector connector;

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
        return connector.connect(target, settings);
    }

    @Override
    public void close() {
        lease.release();
    }
}
