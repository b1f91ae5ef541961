package io.rochedb.server.internal.tcp;

import io.rochedb.jdbc.spi.Failure;
import io.rochedb.server.LoginCheck;
import io.rochedb.server.TcpOptions;
import io.rochedb.server.internal.Galaxies;
import io.rochedb.server.internal.LoginHandler;
import io.rochedb.server.internal.Sessions;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Listens for clients that speak frames over sockets; each has a thread. Thread-safe.
 */
public final class TcpDoor implements AutoCloseable {
    private static final Failure STOPPING = new Failure("57P01", "the server is stopping", false);
    private static final Failure IDLE_TOO_LONG =
            new Failure("57P05", "the session asked nothing for longer than the server allows", false);

    private static final Logger LOG = LoggerFactory.getLogger(TcpDoor.class);
    private static final int BACKLOG = 512;
    private static final long WATCH_MILLIS = 100;

    /** Clients beyond the limit that are told so at the same time; those beyond that are only cut off. */
    private static final int REFUSED_MAX = 64;

    /** How long connections whose statements were cancelled may take to notice. */
    private static final Duration AFTER_CANCEL = Duration.ofSeconds(5);

    private final ServerSocket socket;
    private final TcpOptions options;
    private final Galaxies galaxies;
    private final LoginCheck check;
    private final Sessions sessions;
    private final Set<TcpConnection> connections = ConcurrentHashMap.newKeySet();
    private final AtomicLong accepted = new AtomicLong();
    private final AtomicLong refused = new AtomicLong();
    private volatile boolean stopping;

    private TcpDoor(ServerSocket socket, TcpOptions options, Galaxies galaxies, LoginCheck check, Sessions sessions) {
        this.socket = socket;
        this.options = options;
        this.galaxies = galaxies;
        this.check = check;
        this.sessions = sessions;
    }

    /** Begins to listen. */
    public static TcpDoor open(
            InetAddress listen, TcpOptions options, Galaxies galaxies, LoginCheck check, Sessions sessions)
            throws IOException {
        ServerSocket socket = new ServerSocket();
        try {
            socket.setReuseAddress(true);
            socket.bind(new InetSocketAddress(listen, options.port()), BACKLOG);
        } catch (IOException e) {
            socket.close();
            throw new IOException(
                    "cannot listen on " + listen.getHostAddress() + ":" + options.port() + ": " + e.getMessage(), e);
        }
        TcpDoor door = new TcpDoor(socket, options, galaxies, check, sessions);
        door.start("roche-tcp-accept", door::accept);
        door.start("roche-tcp-watch", door::watch);
        return door;
    }

    private void start(String name, Runnable work) {
        Thread thread = new Thread(work, name);
        thread.setDaemon(true);
        thread.start();
    }

    /** Returns the port it listens on. */
    public int port() {
        return socket.getLocalPort();
    }

    /** Returns how many clients are connected, refused ones apart. */
    public int connections() {
        return (int) connections.stream().filter(c -> !c.isRefused()).count();
    }

    /** Returns how many clients have connected since the start. */
    public long accepted() {
        return accepted.get();
    }

    /** Returns how many were sent away because there were too many. */
    public long refused() {
        return refused.get();
    }

    Sessions sessions() {
        return sessions;
    }

    LoginHandler login(InetAddress from) {
        return new LoginHandler(galaxies, check, sessions, from, options.frameMax());
    }

    void ended(TcpConnection connection) {
        connections.remove(connection);
    }

    // ---- accepting ----

    private void accept() {
        while (!stopping) {
            try {
                welcome(socket.accept());
            } catch (IOException e) {
                if (!stopping) {
                    LOG.warn("a connection could not be accepted: {}", e.getMessage());
                    pause();
                }
            } catch (OutOfMemoryError e) {
                // no thread for one more: those that are there go on
                LOG.error("no thread for another connection", e);
                pause();
            }
        }
    }

    private void welcome(Socket client) throws IOException {
        int now = connections();
        Failure refusal = null;
        if (now >= options.connectionsMax()) {
            refused.incrementAndGet();
            if (connections.size() - now >= REFUSED_MAX) {
                client.close();
                return;
            }
            refusal = new Failure(
                    "53300", "the server has " + options.connectionsMax() + " connections already, its limit", false);
        }
        accepted.incrementAndGet();
        TcpConnection connection = new TcpConnection(this, client, options, refusal);
        connections.add(connection);
        if (stopping) {
            connection.kill();
        }
        try {
            start("roche-tcp-" + accepted.get(), connection);
        } catch (OutOfMemoryError e) {
            connection.kill();
            connections.remove(connection);
            throw e;
        }
    }

    private static boolean pause() {
        try {
            Thread.sleep(WATCH_MILLIS);
            return true;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    // ---- watching ----

    /** Ends connections that wait too long for their clients. */
    private void watch() {
        while (!(stopping && connections.isEmpty()) && pause()) {
            try {
                endExpired();
            } catch (RuntimeException | Error e) {
                // whatever it was, nobody else ends those that wait
                logWatch(e);
            }
        }
    }

    private static void logWatch(Throwable e) {
        try {
            LOG.error("a turn of the watch failed", e);
        } catch (RuntimeException | Error again) {
            // no memory for as much as a line
        }
    }

    private void endExpired() {
        long now = System.nanoTime();
        for (TcpConnection connection : connections) {
            String reason = connection.expired(now);
            if (reason != null) {
                LOG.debug("a connection is given up: {}", reason);
                connection.expire(IDLE_TOO_LONG);
            }
        }
    }

    // ---- stopping ----

    /** Takes no more clients, lets running statements end for the time of grace, then stops them. */
    @Override
    public void close() {
        stopping = true;
        try {
            socket.close();
        } catch (IOException e) {
            LOG.debug("the listening socket could not be closed", e);
        }
        connections.forEach(connection -> connection.leave(STOPPING));
        if (!await(options.grace())) {
            sessions.cancelAll();
            if (!await(AFTER_CANCEL)) {
                LOG.warn("{} connections did not end in time and are cut off", connections.size());
                connections.forEach(TcpConnection::kill);
                await(AFTER_CANCEL);
            }
        }
    }

    private boolean await(Duration time) {
        long startNanos = System.nanoTime();
        while (!connections.isEmpty()) {
            if (System.nanoTime() - startNanos > time.toNanos() || !pause()) {
                return false;
            }
        }
        return true;
    }

    /** Returns the address it listens on. */
    public @Nullable InetAddress address() {
        return socket.getInetAddress();
    }
}
