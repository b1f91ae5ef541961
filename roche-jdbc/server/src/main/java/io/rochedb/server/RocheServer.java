package io.rochedb.server;

import io.rochedb.jdbc.embedded.EmbeddedStore;
import io.rochedb.server.internal.Galaxies;
import io.rochedb.server.internal.Sessions;
import io.rochedb.server.internal.tcp.TcpDoor;
import java.io.IOException;
import java.net.InetAddress;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * A server: stores of this JVM, and doors for applications of others. Thread-safe.
 *
 * <p>It does not own the stores: who opened them closes them, after the server.
 */
public final class RocheServer implements AutoCloseable {
    private static final int QUERY_MEMORY_SHARE = 4;

    private final Sessions sessions;
    private final TcpDoor tcp;

    private RocheServer(Sessions sessions, TcpDoor tcp) {
        this.sessions = sessions;
        this.tcp = tcp;
    }

    public static Builder builder() {
        return new Builder();
    }

    /** Returns the port of the door for frames. */
    public int tcpPort() {
        return tcp.port();
    }

    /** Returns how many sessions there are. */
    public int sessions() {
        return sessions.size();
    }

    /** Returns how many clients are connected to the door for frames. */
    public int tcpConnections() {
        return tcp.connections();
    }

    /** Stops: no new clients, and running statements have the time of grace to end. */
    @Override
    public void close() {
        tcp.close();
    }

    /** What a server is made of. */
    public static final class Builder {
        private final Map<String, EmbeddedStore> galaxies = new LinkedHashMap<>();
        private InetAddress listen = InetAddress.getLoopbackAddress();
        private TcpOptions tcp = TcpOptions.DEFAULT;
        private LoginCheck check = LoginCheck.NONE;
        private boolean open;
        private long queryMemoryMax = Runtime.getRuntime().maxMemory() / QUERY_MEMORY_SHARE;

        private Builder() {}

        /** Adds a store under a name. */
        public Builder galaxy(String name, EmbeddedStore store) {
            galaxies.put(name, store);
            return this;
        }

        /** Sets the address to listen on; the loopback address unless set. */
        public Builder listen(InetAddress address) {
            listen = address;
            return this;
        }

        public Builder tcp(TcpOptions options) {
            tcp = options;
            return this;
        }

        public Builder loginCheck(LoginCheck watcher) {
            check = watcher;
            return this;
        }

        /** Lets everybody of this machine in as the operator, without a password. */
        public Builder insecureLocal() {
            open = true;
            return this;
        }

        /** Sets the most a session may set for the memory of a statement. */
        public Builder queryMemoryMax(long bytes) {
            queryMemoryMax = bytes;
            return this;
        }

        /** Opens the doors. */
        public RocheServer start() throws IOException {
            if (open && !listen.isLoopbackAddress()) {
                throw new IllegalArgumentException(
                        "insecure-local is for loopback addresses, not " + listen.getHostAddress());
            }
            Sessions sessions = new Sessions();
            return new RocheServer(
                    sessions, TcpDoor.open(listen, tcp, new Galaxies(galaxies, open, queryMemoryMax), check, sessions));
        }
    }
}
