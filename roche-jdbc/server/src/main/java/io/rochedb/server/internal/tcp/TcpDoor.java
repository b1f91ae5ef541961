package io.rochedb.server.internal.tcp;

import io.rochedb.jdbc.spi.Failure;
import io.rochedb.server.LoginCheck;
import io.rochedb.server.TcpOptions;
import io.rochedb.server.internal.Galaxies;
import io.rochedb.server.internal.LoginHandler;
import io.rochedb.server.internal.ServerLog;
import io.rochedb.server.internal.Sessions;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
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
    private static final Failure CLOSED_ELSEWHERE =
            new Failure("57P01", "the session was closed by an administrator", false);
    private static final Failure TOO_SLOW =
            new Failure("53300", "too many clients are logging in, and this one takes long", false);
    private static final Failure IDLE_TOO_LONG =
            new Failure("57P05", "the session asked nothing for longer than the server allows", false);

    private static final Logger LOG = LoggerFactory.getLogger(TcpDoor.class);
    private static final int BACKLOG = 512;
    private static final long WATCH_MILLIS = 100;

    /** When there are too many, a login may take this part of its time before it has to make room. */
    private static final int LOGIN_PATIENCE = 4;

    private static final long ROOM_MILLIS = 5;

    /** How long connections whose statements were cancelled may take to notice. */
    private static final Duration AFTER_CANCEL = Duration.ofSeconds(5);

    private final PeekableSocket.Listener socket;
    private final TcpOptions options;
    private final Galaxies galaxies;
    private final LoginCheck check;
    private final Sessions sessions;
    private final Set<TcpConnection> connections = ConcurrentHashMap.newKeySet();
    private final Set<TcpConnection> loggingIn = ConcurrentHashMap.newKeySet();
    private final AtomicLong accepted = new AtomicLong();
    private final AtomicLong refused = new AtomicLong();
    private volatile boolean stopping;

    private TcpDoor(
            PeekableSocket.Listener socket,
            TcpOptions options,
            Galaxies galaxies,
            LoginCheck check,
            Sessions sessions) {
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
        PeekableSocket.Listener socket = new PeekableSocket.Listener();
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
        door.start(
                "roche-tcp-watch",
                new Watch(TcpDoor::pause, door::endExpired, () -> door.stopping && door.connections.isEmpty()));
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

    /** Returns how many clients are connected. */
    public int connections() {
        return connections.size();
    }

    /** Returns how many clients have connected since the start. */
    public long accepted() {
        return accepted.get();
    }

    /** Returns how many were sent away because there were too many. */
    public long refused() {
        return refused.get() + sessions.refused();
    }

    Sessions sessions() {
        return sessions;
    }

    LoginHandler login(InetAddress from) {
        return new LoginHandler(galaxies, check, sessions, from, options.frameMax());
    }

    void ended(TcpConnection connection) {
        loggingIn.remove(connection);
        connections.remove(connection);
    }

    void loggedIn(TcpConnection connection) {
        loggingIn.remove(connection);
    }

    // ---- accepting ----

    private void accept() {
        while (!stopping) {
            try {
                PeekableSocket client = socket.accept();
                makeRoom();
                welcome(client);
            } catch (IOException e) {
                if (!stopping) {
                    ServerLog.warn("not_accepted")
                            .with("door", "tcp")
                            .with("reason", e.getMessage())
                            .write();
                    pause();
                }
            } catch (OutOfMemoryError e) {
                // no thread for one more: those that are there go on
                ServerLog.failed("no thread for another connection", e);
                pause();
            }
        }
    }

    /** Waits until there is room for one more that has to log in; of those that take long the one that has taken longest makes it. */
    private void makeRoom() {
        long patienceNanos = options.loginTimeout().toNanos() / LOGIN_PATIENCE;
        while (!stopping && loggingIn.size() >= options.loginsMax()) {
            long now = System.nanoTime();
            TcpConnection slowest = null;
            for (TcpConnection each : loggingIn) {
                if (slowest == null || each.waitedNanos(now) > slowest.waitedNanos(now)) {
                    slowest = each;
                }
            }
            if (slowest != null && slowest.waitedNanos(now) > patienceNanos) {
                refused.incrementAndGet();
                loggingIn.remove(slowest);
                close(slowest, TOO_SLOW.message());
                slowest.leave(TOO_SLOW);
            } else {
                pause(ROOM_MILLIS);
            }
        }
    }

    private void welcome(PeekableSocket client) {
        accepted.incrementAndGet();
        TcpConnection connection = new TcpConnection(this, client, options);
        connections.add(connection);
        loggingIn.add(connection);
        if (stopping) {
            connection.kill();
        }
        try {
            start("roche-tcp-" + accepted.get(), connection);
        } catch (OutOfMemoryError e) {
            connection.kill();
            ended(connection);
            throw e;
        }
    }

    private static boolean pause() {
        return pause(WATCH_MILLIS);
    }

    private static boolean pause(long millis) {
        try {
            Thread.sleep(millis);
            return true;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    // ---- watching ----

    private void endExpired() {
        long now = System.nanoTime();
        for (TcpConnection connection : connections) {
            String reason = connection.expired(now);
            if (reason != null) {
                close(connection, reason);
                connection.expire(IDLE_TOO_LONG);
            } else if (connection.isClosedElsewhere()) {
                close(connection, CLOSED_ELSEWHERE.message());
                connection.leave(CLOSED_ELSEWHERE);
            } else if (connection.stopForNobody(now)) {
                close(connection, "its client has hung up while a statement ran");
            }
        }
    }

    private static void close(TcpConnection connection, String reason) {
        ServerLog.warn("closed")
                .with("door", "tcp")
                .with("from", connection.from())
                .with("reason", reason)
                .write();
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
            connections.forEach(TcpConnection::stop);
            if (!await(AFTER_CANCEL)) {
                ServerLog.warn("cut_off")
                        .with("door", "tcp")
                        .with("connections", connections.size())
                        .write();
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
