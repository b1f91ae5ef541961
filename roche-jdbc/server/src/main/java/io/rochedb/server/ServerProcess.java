package io.rochedb.server;

import io.rochedb.engine.ShutdownOrder;
import io.rochedb.jdbc.RocheProperty;
import io.rochedb.jdbc.embedded.EmbeddedStore;
import io.rochedb.jdbc.internal.DriverVersion;
import io.rochedb.jdbc.spi.ConnectionSettings;
import io.rochedb.jdbc.spi.StoreTarget;
import io.rochedb.server.internal.AuditLog;
import io.rochedb.server.internal.LoginThrottle;
import io.rochedb.server.internal.LoginWatch;
import io.rochedb.server.internal.ServerLog;
import io.rochedb.server.internal.ServerMetrics;
import io.rochedb.server.internal.TlsIdentity;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CountDownLatch;
import java.util.function.LongSupplier;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/**
 * A server made from a configuration: opens the stores, then the doors; closes the doors, then the stores, also when the JVM ends. Thread-safe.
 */
public final class ServerProcess implements AutoCloseable {
    private static final long NANOS_PER_MILLI = 1_000_000L;

    private final ServerConfig config;
    private final Map<String, EmbeddedStore> stores;
    private final AuditLog audit;
    private final RocheServer server;
    private final CountDownLatch closed = new CountDownLatch(1);
    private final Runnable stop = this::close;

    /** A store that cannot be opened, or a door: its message says which and why. */
    public static final class NotOpenedException extends IOException {
        private static final long serialVersionUID = 1L;

        NotOpenedException(String message, Throwable cause) {
            super(message, cause);
        }
    }

    private ServerProcess(ServerConfig config, Map<String, EmbeddedStore> stores, AuditLog audit, RocheServer server) {
        this.config = config;
        this.stores = stores;
        this.audit = audit;
        this.server = server;
        // when the JVM ends: before the stores go, whoever closes them
        ShutdownOrder.before(stop);
    }

    /** Looks at what a start would read besides the stores: the certificate and its key. */
    public static void check(ServerConfig config) {
        tls(config);
    }

    /**
     * Starts a server.
     *
     * @throws IllegalArgumentException when the configuration is wrong, or a store has no users and nothing says that it needs none
     * @throws NotOpenedException when a store or a door cannot be opened
     */
    public static ServerProcess start(ServerConfig config) throws NotOpenedException {
        ServerLog.json("json".equals(config.text(ServerKey.LOG_FORMAT)));
        ServerLog.info("starting")
                .with("version", DriverVersion.TEXT)
                .with("galaxies", String.join(" ", new TreeMap<>(config.galaxies()).keySet()))
                .write();
        SSLContext tls = tls(config);
        Map<String, EmbeddedStore> stores = new LinkedHashMap<>();
        AuditLog audit = AuditLog.open(config.path(ServerKey.AUDIT_FILE));
        boolean started = false;
        try {
            for (Map.Entry<String, Path> galaxy : new TreeMap<>(config.galaxies()).entrySet()) {
                EmbeddedStore store = open(galaxy.getKey(), galaxy.getValue(), config);
                stores.put(galaxy.getKey(), store);
                if (!store.hasUsers() && !config.flag(ServerKey.INSECURE_LOCAL)) {
                    throw new IllegalArgumentException("the store in " + galaxy.getValue()
                            + " has no users, so nobody could log in; make one: roche user add NAME --role admin --data "
                            + galaxy.getValue() + " (or let everybody of this machine in: --insecure-local)");
                }
                store.audit(event -> audit.event(galaxy.getKey(), event));
            }
            RocheServer server = open(config, stores, audit, tls);
            started = true;
            listening(config, "tcp", server.tcpPort());
            listening(config, "http", server.httpPort());
            return new ServerProcess(config, stores, audit, server);
        } finally {
            if (!started) {
                close(stores, audit);
            }
        }
    }

    private static void listening(ServerConfig config, String door, int port) {
        if (port >= 0) {
            ServerLog.info("listening")
                    .with("door", door)
                    .with("address", config.listen().getHostAddress())
                    .with("port", port)
                    .with("tls", config.tls())
                    .write();
        }
    }

    private static @Nullable SSLContext tls(ServerConfig config) {
        return config.tls() ? TlsIdentity.read(config) : null;
    }

    private static EmbeddedStore open(String galaxy, Path directory, ServerConfig config) throws NotOpenedException {
        Map<RocheProperty, String> settings = new EnumMap<>(RocheProperty.class);
        settings.put(RocheProperty.DURABILITY, String.valueOf(config.text(ServerKey.DURABILITY)));
        String budget = config.text(ServerKey.MEMORY_BUDGET);
        if (budget != null) {
            settings.put(RocheProperty.MEMORY_BUDGET, budget);
        }
        settings.put(
                RocheProperty.SLOW_STATEMENT,
                config.duration(ServerKey.SLOW_STATEMENT).toMillis() + "ms");
        // a server's stores close with it
        settings.put(RocheProperty.CLOSE_DELAY, "0s");
        try {
            return EmbeddedStore.open(new StoreTarget.Directory(directory), new ConnectionSettings(settings));
        } catch (RuntimeException e) {
            SQLException failure = EmbeddedStore.explain(e);
            throw new NotOpenedException(
                    "galaxy " + galaxy + ": " + failure.getSQLState() + ": " + failure.getMessage(), e);
        }
    }

    private static RocheServer open(
            ServerConfig config, Map<String, EmbeddedStore> stores, AuditLog audit, @Nullable SSLContext tls)
            throws NotOpenedException {
        ServerMetrics metrics = new ServerMetrics();
        LongSupplier steady = () -> System.nanoTime() / NANOS_PER_MILLI;
        LongSupplier wall = stores.values().iterator().next()::now;
        LoginThrottle throttle = new LoginThrottle(steady);
        RocheServer.Builder builder = RocheServer.builder()
                .listen(config.listen())
                .metrics(metrics)
                .loginCheck(new LoginWatch(throttle, audit, metrics, wall))
                .defaultDurability(String.valueOf(config.text(ServerKey.DURABILITY)));
        stores.forEach(builder::galaxy);
        config.bytes(ServerKey.QUERY_MEMORY).ifPresent(builder::queryMemoryMax);
        builder.statementTimeoutMax(config.duration(ServerKey.STATEMENT_TIMEOUT));
        if (config.flag(ServerKey.INSECURE_LOCAL)) {
            builder.insecureLocal();
        }
        int connections = (int) Math.min(Integer.MAX_VALUE, config.number(ServerKey.MAX_CONNECTIONS));
        int logins = (int) Math.min(Integer.MAX_VALUE, config.number(ServerKey.MAX_LOGINS));
        int statements = (int) Math.min(Integer.MAX_VALUE, config.number(ServerKey.MAX_STATEMENTS));
        int frame = (int)
                Math.min(Integer.MAX_VALUE, config.bytes(ServerKey.MAX_FRAME).orElse(TcpOptions.DEFAULT.frameMax()));
        Duration grace = config.duration(ServerKey.GRACE);
        TcpOptions tcp = TcpOptions.DEFAULT;
        builder.tcp(
                config.tcpPort().isEmpty()
                        ? null
                        : tcp.withPort(config.tcpPort().getAsInt())
                                .withTls(tls)
                                .withLimits(connections, frame)
                                .withLogins(logins)
                                .withTimes(
                                        config.duration(ServerKey.LOGIN_TIMEOUT),
                                        tcp.frameTimeout(),
                                        tcp.writeTimeout(),
                                        config.duration(ServerKey.IDLE_TIMEOUT),
                                        grace));
        if (config.httpPort().isPresent()) {
            builder.http(HttpOptions.DEFAULT
                    .withPort(config.httpPort().getAsInt())
                    .withTls(tls)
                    .withLimits(frame, connections, statements)
                    .withLogins(logins)
                    .withTimes(
                            config.duration(ServerKey.HTTP_IDLE_TIMEOUT),
                            config.duration(ServerKey.TOKEN_LIFETIME),
                            grace));
        }
        try {
            return builder.start();
        } catch (IOException e) {
            throw new NotOpenedException("a door does not open: " + e.getMessage(), e);
        }
    }

    /** Returns what the operator should know about how the stores were opened. */
    public List<String> notices() {
        List<String> notices = new ArrayList<>();
        stores.forEach((name, store) -> store.warnings().forEach(text -> notices.add("galaxy " + name + ": " + text)));
        return notices;
    }

    /** Returns the ports, for who asked for any. */
    public RocheServer server() {
        return server;
    }

    /** Returns a line for each door: what to connect to. */
    public String describe() {
        StringBuilder text = new StringBuilder();
        String host =
                config.listen().isAnyLocalAddress() ? "HOST" : config.listen().getHostAddress();
        String shown = host.indexOf(':') >= 0 ? '[' + host + ']' : host;
        String tls = config.tls() ? "?tls=verify-full" : "";
        if (config.tcpPort().isPresent()) {
            text.append("listening: jdbc:roche://")
                    .append(shown)
                    .append(':')
                    .append(server.tcpPort())
                    .append('/')
                    .append(tls)
                    .append('\n');
        }
        if (config.httpPort().isPresent()) {
            text.append("listening: ")
                    .append(config.tls() ? "https://" : "http://")
                    .append(shown)
                    .append(':')
                    .append(server.httpPort())
                    .append('\n');
        }
        return text.toString();
    }

    /** Waits until somebody closes it. */
    public void awaitClose() {
        try {
            closed.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Closes the doors, with time for what runs, then the stores. Harmless when repeated. */
    @Override
    public synchronized void close() {
        if (closed.getCount() == 0) {
            return;
        }
        ServerLog.info("stopping").with("sessions", server.sessions()).write();
        try {
            server.close();
        } finally {
            close(stores, audit);
            ServerLog.info("stopped").write();
            closed.countDown();
            ShutdownOrder.forget(stop);
        }
    }

    private static void close(Map<String, EmbeddedStore> stores, AuditLog audit) {
        stores.values().forEach(EmbeddedStore::close);
        audit.close();
    }
}
