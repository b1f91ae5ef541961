package io.rochedb.server;

import io.rochedb.jdbc.wire.Protocol;
import java.time.Duration;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/**
 * Limits of the HTTP door.
 *
 * @param port where to listen; 0 for any free port
 * @param tls the certificate to show, or null for no encryption
 * @param requestMax most bytes of a request
 * @param threadsMax requests answered at a time
 * @param connectionsMax connections of stock clients at a time; more are refused with 53300
 * @param loginsMax clients at a time that have begun to log in to a session of the driver
 * @param statementsMax statements such a connection keeps; beyond it the one used longest ago is closed
 * @param idleTimeout how long such a connection may ask nothing; zero for any time
 * @param tokenLifetime how long a token is valid
 * @param grace how long running requests may go on when the server stops
 */
public record HttpOptions(
        int port,
        @Nullable SSLContext tls,
        int requestMax,
        int threadsMax,
        int connectionsMax,
        int loginsMax,
        int statementsMax,
        Duration idleTimeout,
        Duration tokenLifetime,
        Duration grace) {

    /** The port stock clients expect. */
    public static final int PORT = 8765;

    /** What holds unless something else is said. */
    public static final HttpOptions DEFAULT = new HttpOptions(
            PORT,
            null,
            Protocol.FRAME_MAX,
            200,
            1_000,
            100,
            1_000,
            Duration.ofMinutes(10),
            Duration.ofHours(1),
            Duration.ofSeconds(10));

    private HttpOptions with(
            int otherPort, @Nullable SSLContext context, int request, int connections, int logins, int statements) {
        return new HttpOptions(
                otherPort,
                context,
                request,
                threadsMax,
                connections,
                logins,
                statements,
                idleTimeout,
                tokenLifetime,
                grace);
    }

    public HttpOptions withPort(int other) {
        return with(other, tls, requestMax, connectionsMax, loginsMax, statementsMax);
    }

    public HttpOptions withTls(@Nullable SSLContext context) {
        return with(port, context, requestMax, connectionsMax, loginsMax, statementsMax);
    }

    public HttpOptions withLimits(int request, int connections, int statements) {
        return with(port, tls, request, connections, loginsMax, statements);
    }

    public HttpOptions withLogins(int most) {
        return with(port, tls, requestMax, connectionsMax, most, statementsMax);
    }

    public HttpOptions withTimes(Duration idle, Duration token, Duration forStop) {
        return new HttpOptions(
                port, tls, requestMax, threadsMax, connectionsMax, loginsMax, statementsMax, idle, token, forStop);
    }
}
