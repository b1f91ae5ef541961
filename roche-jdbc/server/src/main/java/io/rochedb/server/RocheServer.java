package io.rochedb.server;

import io.rochedb.jdbc.RocheProperty;
import io.rochedb.jdbc.embedded.EmbeddedStore;
import io.rochedb.server.internal.Galaxies;
import io.rochedb.server.internal.ServerMetrics;
import io.rochedb.server.internal.Sessions;
import io.rochedb.server.internal.http.HttpDoor;
import io.rochedb.server.internal.tcp.TcpDoor;
import java.io.IOException;
import java.net.InetAddress;
import java.time.Duration;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A server: stores of this JVM, and doors for applications of others. Thread-safe.
 *
 * <p>It does not own the stores: who opened them closes them, after the server.
 */
public final class RocheServer implements AutoCloseable {
    private static final int QUERY_MEMORY_SHARE = 4;

    private static final long NANOS_PER_MILLI = 1_000_000L;

    private final Sessions sessions;
    private final @Nullable TcpDoor tcp;
    private final @Nullable HttpDoor http;

    private RocheServer(Builder builder) throws IOException {
        Galaxies galaxies = new Galaxies(
                builder.galaxies,
                builder.open,
                builder.queryMemoryMax,
                builder.statementTimeoutMax.toMillis(),
                builder.defaults);
        ServerMetrics metrics = builder.metrics;
        TcpOptions tcpOptions = builder.tcp;
        sessions = new Sessions((tcpOptions == null ? TcpOptions.DEFAULT : tcpOptions).connectionsMax());
        TcpDoor opened =
                tcpOptions == null ? null : TcpDoor.open(builder.listen, tcpOptions, galaxies, builder.check, sessions);
        tcp = opened;
        HttpOptions httpOptions = builder.http;
        boolean started = false;
        try {
            http = httpOptions == null
                    ? null
                    : new HttpDoor(
                            builder.listen,
                            httpOptions,
                            galaxies,
                            builder.check,
                            () -> System.nanoTime() / NANOS_PER_MILLI,
                            metrics::text);
            started = true;
        } finally {
            if (!started && opened != null) {
                opened.close();
            }
        }
        builder.galaxies.forEach((name, store) -> metrics.galaxy(name, store.metrics()));
        measure(metrics);
    }

    private void measure(ServerMetrics metrics) {
        metrics.gauge("roche_sessions", "Sessions of the TCP door.", this::sessions);
        TcpDoor frames = tcp;
        if (frames != null) {
            metrics.gauge("roche_tcp_connections", "Clients connected to the TCP door.", frames::connections);
            metrics.gauge("roche_tcp_accepted", "Clients that have connected to the TCP door.", frames::accepted);
            metrics.gauge("roche_tcp_refused", "Clients sent away because there were too many.", frames::refused);
        }
        HttpDoor requests = http;
        if (requests != null) {
            metrics.gauge("roche_http_connections", "Connections of stock clients.", requests::connections);
            metrics.gauge("roche_http_sessions", "Sessions of the driver over HTTP.", requests::sessions);
        }
    }

    public static Builder builder() {
        return new Builder();
    }

    /** Returns the port of the door for frames; -1 without one. */
    public int tcpPort() {
        return tcp == null ? -1 : tcp.port();
    }

    /** Returns the port of the HTTP door; -1 without one. */
    public int httpPort() {
        return http == null ? -1 : http.port();
    }

    /** Returns how many sessions there are. */
    public int sessions() {
        return sessions.size();
    }

    /** Returns how many clients are connected to the door for frames. */
    public int tcpConnections() {
        return tcp == null ? 0 : tcp.connections();
    }

    /** Stops both doors at once: no new clients, and running statements have the time of grace to end. */
    @Override
    public void close() {
        Thread other = new Thread(this::closeHttp, "roche-http-stop");
        other.start();
        try {
            if (tcp != null) {
                tcp.close();
            }
        } finally {
            join(other);
        }
    }

    private void closeHttp() {
        if (http != null) {
            http.close();
        }
    }

    private static void join(Thread thread) {
        boolean interrupted = false;
        while (thread.isAlive()) {
            try {
                thread.join();
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /** What a server is made of. */
    public static final class Builder {
        private final Map<String, EmbeddedStore> galaxies = new LinkedHashMap<>();
        private InetAddress listen = InetAddress.getLoopbackAddress();
        private final Map<RocheProperty, String> defaults = new EnumMap<>(RocheProperty.class);
        private @Nullable TcpOptions tcp = TcpOptions.DEFAULT;
        private @Nullable HttpOptions http;
        private ServerMetrics metrics = new ServerMetrics();
        private LoginCheck check = LoginCheck.NONE;
        private boolean open;
        private Duration statementTimeoutMax = Duration.ZERO;
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

        /** Sets the limits of the door for frames, or null for no such door. */
        public Builder tcp(@Nullable TcpOptions options) {
            tcp = options;
            return this;
        }

        /** Adds an HTTP door. */
        public Builder http(HttpOptions options) {
            http = options;
            return this;
        }

        /** Sets what commits of sessions wait for whose client does not say. */
        public Builder defaultDurability(String durability) {
            defaults.put(RocheProperty.DURABILITY, durability);
            return this;
        }

        /** Sets where the server counts. */
        Builder metrics(ServerMetrics counters) {
            metrics = counters;
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

        /** Sets the most a session may set for the time of a statement; zero for any time. */
        public Builder statementTimeoutMax(Duration most) {
            statementTimeoutMax = most;
            return this;
        }

        /** Opens the doors. */
        public RocheServer start() throws IOException {
            if (open && !listen.isLoopbackAddress()) {
                throw new IllegalArgumentException(
                        "insecure-local is for loopback addresses, not " + listen.getHostAddress());
            }
            return new RocheServer(this);
        }
    }
}
