package io.rochedb.jdbc.internal.remote;

import io.rochedb.jdbc.RocheProperty;
import io.rochedb.jdbc.spi.ConnectionSettings;
import io.rochedb.jdbc.spi.Connector;
import io.rochedb.jdbc.spi.Failure;
import io.rochedb.jdbc.spi.Session;
import io.rochedb.jdbc.spi.StoreTarget;

/** Opens sessions of servers. */
public final class RemoteConnector implements Connector {
    /** Called by {@code ServiceLoader}. */
    public RemoteConnector() {}

    @Override
    public boolean accepts(StoreTarget target) {
        return target instanceof StoreTarget.Remote;
    }

    @Override
    public Session connect(StoreTarget target, ConnectionSettings settings) {
        if (!(target instanceof StoreTarget.Remote remote)) {
            throw new IllegalArgumentException("not the URL of a server: " + target);
        }
        Dialer dialer = new Dialer(RemoteAddress.parse(remote.address()), settings);
        return new RemoteSession(dialer, dialer.dial(), settings.text(RocheProperty.USER, ""), (int)
                Math.min(Integer.MAX_VALUE, settings.millis(RocheProperty.SOCKET_TIMEOUT)));
    }

    @Override
    public Failure explain(Throwable thrown) {
        if (thrown instanceof RemoteFailure known) {
            return known.failure();
        }
        if (thrown instanceof LostException lost) {
            return lost.ofRead().failure();
        }
        return new Failure("XX000", "internal error of the driver; its cause is attached", false);
    }
}
