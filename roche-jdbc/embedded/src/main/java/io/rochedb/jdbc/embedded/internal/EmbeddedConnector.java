package io.rochedb.jdbc.embedded.internal;

import io.rochedb.engine.ErrorCode;
import io.rochedb.engine.RocheException;
import io.rochedb.jdbc.embedded.AuditListener;
import io.rochedb.jdbc.spi.ConnectionSettings;
import io.rochedb.jdbc.spi.Connector;
import io.rochedb.jdbc.spi.Failure;
import io.rochedb.jdbc.spi.Session;
import io.rochedb.jdbc.spi.StoreTarget;
import org.jspecify.annotations.Nullable;

/**
 * Opens sessions over engines of this JVM: memory stores and directories.
 */
public final class EmbeddedConnector implements Connector {
    /** Called by {@code ServiceLoader}. */
    public EmbeddedConnector() {}

    @Override
    public boolean accepts(StoreTarget target) {
        return !(target instanceof StoreTarget.Remote);
    }

    @Override
    public Session connect(StoreTarget target, ConnectionSettings settings) {
        return connect(target, settings, null, event -> {});
    }

    /** Opens a session of a user, or with null of whoever opened the store. */
    Session connect(StoreTarget target, ConnectionSettings settings, @Nullable String user, AuditListener audit) {
        Lease lease = EngineRegistry.INSTANCE.acquire(target, settings);
        try {
            return new EmbeddedSession(lease, settings, this, new SessionAccess(lease.engine(), settings, user), audit);
        } catch (RuntimeException | Error e) {
            lease.release();
            throw e;
        }
    }

    @Override
    public Failure explain(Throwable thrown) {
        if (thrown instanceof RocheException known) {
            ErrorCode code = known.code();
            return new Failure(code.sqlState(), String.valueOf(known.getMessage()), code == ErrorCode.QUERY_TIMEOUT);
        }
        if (thrown instanceof RefusedException refused) {
            return new Failure(refused.sqlState(), String.valueOf(refused.getMessage()), false);
        }
        // Messages of foreign exceptions name classes and say nothing to a user; the exception itself is attached.
        return new Failure(
                ErrorCode.INTERNAL_ERROR.sqlState(), "internal error of the store; its cause is attached", false);
    }
}
