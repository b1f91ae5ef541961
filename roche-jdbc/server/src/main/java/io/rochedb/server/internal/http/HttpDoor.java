package io.rochedb.server.internal.http;

import io.rochedb.jdbc.wire.Protocol;
import io.rochedb.server.HttpOptions;
import io.rochedb.server.LoginCheck;
import io.rochedb.server.internal.Galaxies;
import io.rochedb.server.internal.ServerLog;
import io.rochedb.server.internal.avatica.AvaticaConnections;
import io.rochedb.server.internal.avatica.AvaticaProtocol;
import java.io.IOException;
import java.net.InetAddress;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import javax.net.ssl.SSLContext;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.NetworkConnectionLimit;
import org.eclipse.jetty.server.SecureRequestCustomizer;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.server.SslConnectionFactory;
import org.eclipse.jetty.server.handler.GracefulHandler;
import org.eclipse.jetty.util.ssl.SslContextFactory;
import org.eclipse.jetty.util.thread.QueuedThreadPool;
import org.eclipse.jetty.util.thread.ScheduledExecutorScheduler;

/** The HTTP door of a server: open from construction to {@link #close}. */
public final class HttpDoor implements AutoCloseable {
    private static final int HEADER_BYTES_MAX = 16 * 1024;
    private static final long IDLE_SOCKET_MILLIS = 60_000;
    private static final long FULL_IDLE_MILLIS = 1_000;
    /** How long a socket without a request stays open when the door closes. */
    private static final long SHUTDOWN_IDLE_MILLIS = 50;

    /** Sockets beyond those of connections: a client may have several. */
    private static final int SPARE_SOCKETS = 1_000;

    private static final long SWEEP_MILLIS = 5_000;
    private static final long CLIENT_CHECK_MILLIS = 1_000;

    private final Server server;
    private final ServerConnector connector;
    private final AvaticaConnections connections;
    private final FrameExchange frames;
    private final DoorHandler handler;

    /**
     * Opens the door.
     *
     * @param listen the address to listen on
     * @param options its limits
     * @param galaxies the stores, and who may come in
     * @param check watches logins
     * @param clockMillis a clock that does not go back
     * @param metrics the text of {@code /metrics}
     */
    public HttpDoor(
            InetAddress listen,
            HttpOptions options,
            Galaxies galaxies,
            LoginCheck check,
            LongSupplier clockMillis,
            Supplier<String> metrics)
            throws IOException {
        connections = new AvaticaConnections(
                options.connectionsMax(),
                options.statementsMax(),
                options.idleTimeout().toMillis(),
                clockMillis);
        frames = new FrameExchange(
                galaxies,
                check,
                clockMillis,
                Math.max(Protocol.FRAME_BEFORE_LOGIN_MAX, options.requestMax()),
                options.connectionsMax(),
                options.loginsMax(),
                options.idleTimeout().toMillis());
        QueuedThreadPool threads = new QueuedThreadPool(options.threadsMax());
        threads.setName("roche-http");
        server = new Server(threads, new ScheduledExecutorScheduler("roche-http-timer", true), null);
        server.setStopTimeout(options.grace().toMillis());
        connector = connector(listen, options);
        server.addConnector(connector);
        NetworkConnectionLimit limit = new NetworkConnectionLimit(options.connectionsMax() + SPARE_SOCKETS, connector);
        // when there are too many, those without a request go
        limit.setEndPointIdleTimeout(FULL_IDLE_MILLIS);
        server.addBean(limit);
        HttpLogin login = new HttpLogin(
                galaxies, check, clockMillis, options.tokenLifetime().toMillis());
        handler = new DoorHandler(
                galaxies, new AvaticaProtocol(connections), login, frames, options.requestMax(), metrics);
        // lets running requests end when the server stops
        server.setHandler(new GracefulHandler(handler));
        // no page of the library's for what went wrong: it names classes
        server.setErrorHandler(new PlainErrors());
        try {
            server.start();
        } catch (IOException e) {
            throw new IOException(
                    "cannot listen on " + listen.getHostAddress() + ":" + options.port() + ": " + e.getMessage(), e);
        } catch (Exception e) {
            throw new IOException("the HTTP door does not open: " + e.getMessage(), e);
        }
        repeat(this::closeIdle, SWEEP_MILLIS);
        repeat(handler::stopForNobody, CLIENT_CHECK_MILLIS);
    }

    private ServerConnector connector(InetAddress listen, HttpOptions options) {
        HttpConfiguration http = new HttpConfiguration();
        http.setSendServerVersion(false);
        http.setSendXPoweredBy(false);
        http.setRequestHeaderSize(HEADER_BYTES_MAX);
        SSLContext tls = options.tls();
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
        opened.setHost(listen.getHostAddress());
        opened.setPort(options.port());
        opened.setIdleTimeout(IDLE_SOCKET_MILLIS);
        opened.setShutdownIdleTimeout(SHUTDOWN_IDLE_MILLIS);
        return opened;
    }

    /** Closes connections of stock clients that have been silent for too long; done every few seconds anyway. */
    void closeIdle() {
        connections.closeIdle();
        frames.closeIdle();
    }

    /** Does something again and again while the door is open, whatever goes wrong. */
    private void repeat(Runnable work, long everyMillis) {
        server.getScheduler()
                .schedule(
                        () -> {
                            try {
                                work.run();
                            } catch (RuntimeException | Error e) {
                                ServerLog.failed("a turn of the watch", e);
                            } finally {
                                if (server.isRunning()) {
                                    repeat(work, everyMillis);
                                }
                            }
                        },
                        everyMillis,
                        TimeUnit.MILLISECONDS);
    }

    /** Returns the port it listens at. */
    public int port() {
        return connector.getLocalPort();
    }

    /** Returns the number of open connections of stock clients. */
    public int connections() {
        return connections.size();
    }

    /** Returns how many sessions speak the protocol of the TCP door here. */
    public int sessions() {
        return frames.size();
    }

    private void stop() {
        try {
            server.stop();
        } catch (TimeoutException e) {
            ServerLog.warn("cut_off").with("door", "http").write();
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
            frames.close();
        }
    }
}
