package io.rochedb.server.internal.http;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReference;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.server.Request;
import org.jspecify.annotations.Nullable;

/**
 * The requests that are being done, so that one whose client has hung up is stopped: nobody reads a socket while its request runs, so this looks,
 * again and again. Thread-safe.
 */
final class RunningRequests {
    private static final int LOOK_BYTES = 64;

    private final Set<Running> running = ConcurrentHashMap.newKeySet();

    /** A request that is being done, until it is closed. */
    final class Running implements AutoCloseable {
        private final EndPoint client;
        private final AtomicReference<@Nullable Runnable> stop = new AtomicReference<>();
        private boolean over;
        private boolean sentMore;

        private Running(EndPoint client) {
            this.client = client;
        }

        /** Says how what runs is stopped. */
        void stoppedBy(Runnable how) {
            stop.set(how);
        }

        /** Returns whether the client has sent something while it waited: it was read in looking, so its connection cannot go on. */
        synchronized boolean hasSentMore() {
            return sentMore;
        }

        private synchronized void look() {
            Runnable how = stop.get();
            if (over || sentMore || how == null) {
                return;
            }
            int read;
            try {
                ByteBuffer more = ByteBuffer.allocate(LOOK_BYTES);
                more.limit(0);
                read = client.fill(more);
            } catch (IOException e) {
                read = -1;
            }
            sentMore = read > 0;
            if (read < 0) {
                over = true;
                how.run();
            }
        }

        @Override
        public void close() {
            running.remove(this);
            synchronized (this) {
                over = true;
            }
        }
    }

    /** Adds a request. */
    Running begin(Request request) {
        Running begun =
                new Running(request.getConnectionMetaData().getConnection().getEndPoint());
        running.add(begun);
        return begun;
    }

    /** Looks at those that are running, and stops those nobody waits for. */
    void look() {
        running.forEach(Running::look);
    }
}
