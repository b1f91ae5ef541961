package io.rochedb.server;

import io.rochedb.jdbc.wire.Protocol;
import java.time.Duration;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/**
 * Limits of the door for frames over sockets.
 *
 * @param port where to listen; 0 for any free port
 * @param tls the certificate to show, or null for no encryption
 * @param connectionsMax sessions at a time; more are refused with 53300
 * @param loginsMax clients at a time that have not logged in yet; beyond it those that take long are sent away
 * @param frameMax most bytes of a frame after login
 * @param loginTimeout how long a client may take to log in
 * @param frameTimeout how long nothing may come of a frame that has begun
 * @param writeTimeout how long a client may take nothing of what it is sent
 * @param idleTimeout how long a session may ask nothing; zero for any time
 * @param grace how long running statements may go on when the server stops
 */
public record TcpOptions(
        int port,
        @Nullable SSLContext tls,
        int connectionsMax,
        int loginsMax,
        int frameMax,
        Duration loginTimeout,
        Duration frameTimeout,
        Duration writeTimeout,
        Duration idleTimeout,
        Duration grace) {

    /** What holds unless something else is said. */
    public static final TcpOptions DEFAULT = new TcpOptions(
            Protocol.PORT,
            null,
            1_000,
            100,
            Protocol.FRAME_MAX,
            Duration.ofSeconds(10),
            Duration.ofSeconds(30),
            Duration.ofMinutes(5),
            Duration.ZERO,
            Duration.ofSeconds(10));

    public TcpOptions {
        if (connectionsMax < 1 || loginsMax < 1 || frameMax < Protocol.FRAME_BEFORE_LOGIN_MAX) {
            throw new IllegalArgumentException("connectionsMax and loginsMax must be positive, and frameMax at least "
                    + Protocol.FRAME_BEFORE_LOGIN_MAX);
        }
    }

    private TcpOptions with(int otherPort, @Nullable SSLContext context, int connections, int logins, int frameBytes) {
        return new TcpOptions(
                otherPort,
                context,
                connections,
                logins,
                frameBytes,
                loginTimeout,
                frameTimeout,
                writeTimeout,
                idleTimeout,
                grace);
    }

    public TcpOptions withPort(int other) {
        return with(other, tls, connectionsMax, loginsMax, frameMax);
    }

    public TcpOptions withTls(@Nullable SSLContext context) {
        return with(port, context, connectionsMax, loginsMax, frameMax);
    }

    public TcpOptions withLimits(int connections, int frameBytes) {
        return with(port, tls, connections, loginsMax, frameBytes);
    }

    public TcpOptions withLogins(int most) {
        return with(port, tls, connectionsMax, most, frameMax);
    }

    public TcpOptions withTimes(Duration login, Duration frame, Duration write, Duration idle, Duration forStop) {
        return new TcpOptions(port, tls, connectionsMax, loginsMax, frameMax, login, frame, write, idle, forStop);
    }
}
