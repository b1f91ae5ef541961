package io.rochedb.server.internal.http;

import io.rochedb.jdbc.RocheProperty;
import io.rochedb.server.internal.Galaxy;
import io.rochedb.server.internal.LoginThrottle;
import io.rochedb.server.internal.avatica.AvaticaConnections;
import io.rochedb.server.internal.avatica.AvaticaProtocol;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.Map;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import javax.net.ssl.SSLContext;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.SecureRequestCustomizer;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.server.SslConnectionFactory;
import org.eclipse.jetty.util.ssl.SslContextFactory;
import org.eclipse.jetty.util.thread.QueuedThreadPool;
import org.eclipse.jetty.util.thread.ScheduledExecutorScheduler;
import org.jspecify.annotations.Nullable;

/** The HTTP door of a server: open from construction to {@link #close}. */
public final class HttpDoor implements AutoCloseable {
    private static final int HEADER_BYTES_MAX = 16 * 1024;
    private static final long IDLE_SOCKET_MILLIS = 60_000;
    private static final long SWEEP_MILLIS = 5_000;

    private final Server server;
    private final ServerConnector connector;
    private final AvaticaConnections connections;

    /**
     * How the door is to be.
     *
     * @param address where it listens; port 0 for any that is free
     * @param tls the certificate it shows, or null for none
     * @param galaxies stores by name
     * @param defaultGalaxy the name of the one at the path {@code /}
     * @param sessionLimits what sessions have unless their client asks for less
     * @param requestMaxBytes the largest request
     * @param threadsMax requests answered at a time
     * @param connectionsMax connections of stock clients at a time
     * @param statementsMax statements one of them keeps
     * @param idleMaxMillis how long one without a request stays
     * @param tokenMillis how long a token is valid
     * @param throttle what slows down those who guess passwords
     * @param clockMillis a clock that does not go back
     * @param metrics the text of {@code /metrics}
     * @param ready whether the server takes work
     */
    public record Settings(
            InetSocketAddress address,
            @Nullable SSLContext tls,
            Map<String, Galaxy> galaxies,
            String defaultGalaxy,
            Map<RocheProperty, String> sessionLimits,
            int requestMaxBytes,
            int threadsMax,
            int connectionsMax,
            int statementsMax,
            long idleMaxMillis,
            long tokenMillis,
            LoginThrottle throttle,
            LongSupplier clockMillis,
            Supplier<String> metrics,
            Supplier<Boolean> ready) {}

    /** Opens the door. */
    public HttpDoor(Settings settings) throws IOException {
        connections = new AvaticaConnections(
                settings.connectionsMax(), settings.statementsMax(), settings.idleMaxMillis(), settings.clockMillis());
        QueuedThreadPool threads = new QueuedThreadPool(settings.threadsMax());
        threads.setName("roche-http");
        server = new Server(threads, new ScheduledExecutorScheduler("roche-http-timer", true), null);
        connector = connector(settings);
        server.addConnector(connector);
        HttpLogin login = new HttpLogin(settings.throttle(), settings.clockMillis(), settings.tokenMillis());
        server.setHandler(new DoorHandler(settings, new AvaticaProtocol(connections), login));
        // no page of the library's for what went wrong: it names classes
        server.setErrorHandler(new PlainErrors());
        try {
            server.start();
        } catch (IOException e) {
            throw e;
        } catch (Exception e) {
            throw new IOException("the HTTP door at " + settings.address() + " does not open: " + e.getMessage(), e);
        }
        sweep();
    }

    private ServerConnector connector(Settings settings) {
        HttpConfiguration http = new HttpConfiguration();
        http.setSendServerVersion(false);
        http.setSendXPoweredBy(false);
        http.setRequestHeaderSize(HEADER_BYTES_MAX);
        SSLContext tls = settings.tls();
        ServerConnector opened;
        if (tls == null) {
            opened = new ServerConnector(server, new HttpConnectionFactory(http));
        } else {
            http.addCustomizer(new SecureRequestCustomizer(false));
            SslContextFactory.Server ssl = new SslContextFactory.Server();
            ssl.setSslContext(tls);
            opened = new ServerConnector(
                    server, new SslConnectionFactory(ssl, "http/1.1"), new HttpConnectionFactory(http));
        }
        opened.setHost(settings.address().getHostString());
        opened.setPort(settings.address().getPort());
        opened.setIdleTimeout(IDLE_SOCKET_MILLIS);
        return opened;
    }

    /** Closes connections of stock clients that have been silent for too long; done every few seconds anyway. */
    void closeIdle() {
        connections.closeIdle();
    }

    private void sweep() {
        server.getScheduler()
                .schedule(
                        () -> {
                            connections.closeIdle();
                            if (server.isRunning()) {
                                sweep();
                            }
                        },
                        SWEEP_MILLIS,
                        java.util.concurrent.TimeUnit.MILLISECONDS);
    }

    /** Returns the port it listens at. */
    public int port() {
        return connector.getLocalPort();
    }

    /** Returns the number of open connections of stock clients. */
    public int connections() {
        return connections.size();
    }

    /** Takes no new requests, and waits for those that run, up to a time. */
    public void drain(long graceMillis) {
        server.setStopTimeout(graceMillis);
        stop();
    }

    private void stop() {
        try {
            server.stop();
        } catch (Exception e) {
            throw new IllegalStateException("the HTTP door does not close: " + e.getMessage(), e);
        }
    }

    @Override
    public void close() {
        try {
            stop();
        } finally {
            connections.close();
        }
    }
}
