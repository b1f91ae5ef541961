package io.rochedb.server.internal.http;

import io.rochedb.jdbc.RocheProperty;
import io.rochedb.jdbc.spi.ConnectionSettings;
import io.rochedb.jdbc.spi.Connections;
import io.rochedb.jdbc.spi.Connector;
import io.rochedb.jdbc.spi.Session;
import io.rochedb.jdbc.wire.Protocol;
import io.rochedb.jdbc.wire.SessionSettings;
import io.rochedb.server.LoginRefusedException;
import io.rochedb.server.internal.Galaxies;
import io.rochedb.server.internal.ServerLog;
import io.rochedb.server.internal.avatica.AvaticaProtocol;
import io.rochedb.server.internal.avatica.Caller;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.Semaphore;
import java.util.function.Supplier;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.jspecify.annotations.Nullable;

/**
 * What each path of the HTTP door does: {@code POST /} and {@code POST /GALAXY} take requests of Avatica's protocol, {@code POST /GALAXY/token} gives a
 * token, {@code POST /v1/frames} takes frames of the TCP door's protocol, {@code GET /health/live}, {@code /health/ready} and {@code /metrics} tell how the server is.
 */
final class DoorHandler extends Handler.Abstract {
    private static final String OPEN_METRICS = "application/openmetrics-text; version=1.0.0; charset=utf-8";
    private static final String PLAIN = "text/plain;charset=utf-8";
    private static final String TOKEN_PATH = "/token";
    private static final String FETCH_SITE = "Sec-Fetch-Site";

    /** Bodies of clients not known yet that are waited for at a time: they hold threads. */
    private static final int STRANGERS_MAX = 16;

    private final Galaxies galaxies;
    private final AvaticaProtocol avatica;
    private final HttpLogin login;
    private final FrameExchange frames;
    private final int requestMaxBytes;
    private final Supplier<String> metrics;
    private final RunningRequests running = new RunningRequests();
    private final Semaphore strangers = new Semaphore(STRANGERS_MAX);

    DoorHandler(
            Galaxies galaxies,
            AvaticaProtocol avatica,
            HttpLogin login,
            FrameExchange frames,
            int requestMaxBytes,
            Supplier<String> metrics) {
        this.galaxies = galaxies;
        this.avatica = avatica;
        this.login = login;
        this.frames = frames;
        this.requestMaxBytes = requestMaxBytes;
        this.metrics = metrics;
    }

    @Override
    public boolean handle(Request request, Response response, Callback callback) throws Exception {
        String path = Request.getPathInContext(request);
        if (request.getHeaders().contains(HttpHeader.ORIGIN)
                || request.getHeaders().contains(FETCH_SITE)) {
            // a page of any site could have the browser of somebody who may come in send it
            text(response, callback, HttpStatus.FORBIDDEN_403, "requests of web pages are not taken\n");
            return true;
        }
        switch (request.getMethod()) {
            case "GET", "HEAD" -> get(path, request, response, callback);
            case "POST" -> post(path, request, response, callback);
            default -> {
                response.getHeaders().put(HttpHeader.ALLOW, "GET, HEAD, POST");
                text(response, callback, HttpStatus.METHOD_NOT_ALLOWED_405, "use GET or POST\n");
            }
        }
        return true;
    }

    // ---- how the server is ----

    private void get(String path, Request request, Response response, Callback callback) {
        switch (path) {
            case "/health/live" -> text(response, callback, HttpStatus.OK_200, "live\n");
            // a server that stops takes no requests any more, so one that answers is ready
            case "/health/ready" -> text(response, callback, HttpStatus.OK_200, "ready\n");
            case "/metrics" -> metrics(request, response, callback);
            default -> text(response, callback, HttpStatus.NOT_FOUND_404, "nothing is here\n");
        }
    }

    private void metrics(Request request, Response response, Callback callback) {
        try {
            login.user(galaxies.nameOfAny(), request.getHeaders().get(HttpHeader.AUTHORIZATION), address(request));
        } catch (HttpLogin.RefusedException e) {
            refuse(response, callback, String.valueOf(e.getMessage()));
            return;
        }
        write(response, callback, HttpStatus.OK_200, OPEN_METRICS, metrics.get().getBytes(StandardCharsets.UTF_8));
    }

    /** Stops what runs for clients that have hung up; asked every second or so. */
    void stopForNobody() {
        running.look();
    }

    // ---- requests ----

    private void post(String path, Request request, Response response, Callback callback) throws IOException {
        if (path.equals(Protocol.HTTP_PATH)) {
            frames(request, response, callback);
            return;
        }
        boolean wantsToken = path.endsWith(TOKEN_PATH);
        String name = wantsToken ? path.substring(0, path.length() - TOKEN_PATH.length()) : path;
        name = name.startsWith("/") ? name.substring(1) : name;
        String galaxy = galaxies.name(name.isEmpty() ? null : name);
        String authorization = request.getHeaders().get(HttpHeader.AUTHORIZATION);
        String user;
        try {
            // before a byte of the body is read
            user = wantsToken
                    ? login.userWithPassword(galaxy, authorization, address(request))
                    : login.user(galaxy, authorization, address(request));
        } catch (HttpLogin.RefusedException e) {
            ServerLog.warn("login_refused")
                    .with("from", address(request).getHostAddress())
                    .with("galaxy", galaxy)
                    .with("sqlstate", "28000")
                    .with("reason", e.getMessage())
                    .write();
            response.getHeaders().put(HttpHeader.CONNECTION, "close");
            fail(response, callback, String.valueOf(e.getMessage()));
            return;
        }
        if (wantsToken) {
            text(response, callback, HttpStatus.OK_200, login.newToken(galaxy, user) + "\n");
            return;
        }
        byte @Nullable [] body = read(request, requestMaxBytes);
        if (body == null) {
            tooLarge(response, callback, requestMaxBytes);
            return;
        }
        AvaticaProtocol.Answer answer;
        try (RunningRequests.Running run = running.begin(request)) {
            answer = avatica.answer(body, new GalaxyCaller(galaxies, galaxy, user, run));
            endConnection(run, response);
        }
        write(response, callback, answer.status(), AvaticaProtocol.contentType(answer.json()), answer.bytes());
    }

    private static void tooLarge(Response response, Callback callback, int limit) {
        text(
                response,
                callback,
                HttpStatus.PAYLOAD_TOO_LARGE_413,
                "the request is larger than " + limit + " bytes, the most this server takes\n");
    }

    /** The protocol of the TCP door; who asks proves himself by what the frames say. */
    private void frames(Request request, Response response, Callback callback) throws IOException {
        String name = request.getHeaders().get(Protocol.HTTP_SESSION);
        boolean known = name != null && frames.isLoggedIn(name);
        if (!known && !strangers.tryAcquire()) {
            text(response, callback, HttpStatus.SERVICE_UNAVAILABLE_503, "too many are logging in; try again\n");
            return;
        }
        int limit = known ? requestMaxBytes : Protocol.FRAME_BEFORE_LOGIN_MAX;
        byte @Nullable [] body;
        try {
            body = read(request, limit);
        } finally {
            if (!known) {
                strangers.release();
            }
        }
        if (body == null) {
            tooLarge(response, callback, limit);
            return;
        }
        FrameExchange.Answer answer;
        try (RunningRequests.Running run = running.begin(request)) {
            if (name != null) {
                run.stoppedBy(() -> frames.abandon(name));
            }
            answer = frames.answer(name, address(request), body);
            endConnection(run, response);
        }
        if (answer.name() != null) {
            response.getHeaders().put(Protocol.HTTP_SESSION, answer.name());
        }
        write(response, callback, HttpStatus.OK_200, Protocol.HTTP_TYPE, answer.frames());
    }

    private static void endConnection(RunningRequests.Running run, Response response) {
        if (run.hasSentMore()) {
            response.getHeaders().put(HttpHeader.CONNECTION, "close");
        }
    }

    /** A user of one galaxy; names of connections are kept apart by both. */
    private record GalaxyCaller(Galaxies galaxies, String galaxy, String name, RunningRequests.Running run)
            implements Caller {
        @Override
        public void runs(Runnable cancel) {
            run.stoppedBy(cancel);
        }

        @Override
        public String user() {
            return galaxy + '/' + name;
        }

        /** Clients of other makers send options of their own along: what is none of a session's is ignored. */
        @Override
        public Opened connect(Map<String, String> options) throws SQLException {
            Map<RocheProperty, String> own = new EnumMap<>(RocheProperty.class);
            options.forEach((key, value) -> {
                RocheProperty property = SessionSettings.byKey(key);
                if (property != null) {
                    own.put(property, value);
                }
            });
            Connector connector = galaxies.connector(galaxy);
            try {
                Session session = galaxies.session(galaxy, name, own);
                return new Opened(
                        Connections.over(connector, session, new ConnectionSettings(own), "jdbc:roche:" + galaxy),
                        session::cancelRunning);
            } catch (LoginRefusedException e) {
                throw new SQLException(e.getMessage(), e.sqlState());
            } catch (RuntimeException e) {
                throw connector.translate(e);
            }
        }
    }

    /**
     * Returns the whole body, or null when it is too large: then no more than the limit is ever held. As much again is read and dropped, so that a
     * client who went a little too far is there to be told.
     */
    private static byte @Nullable [] read(Request request, int limit) throws IOException {
        try (InputStream in = Request.asInputStream(request)) {
            byte[] body = request.getLength() > limit ? null : in.readNBytes(limit);
            if (body != null && in.read() < 0) {
                return body;
            }
            in.skip(limit);
            return null;
        }
    }

    private static InetAddress address(Request request) {
        return request.getConnectionMetaData().getRemoteSocketAddress() instanceof InetSocketAddress remote
                        && remote.getAddress() != null
                ? remote.getAddress()
                : InetAddress.getLoopbackAddress();
    }

    // ---- answers ----

    /** Refuses one who is not let in; in JSON, for his body was not looked at. */
    private void fail(Response response, Callback callback, String text) {
        int status = HttpStatus.UNAUTHORIZED_401;
        boolean json = true;
        response.getHeaders().put(HttpHeader.WWW_AUTHENTICATE, "Basic realm=\"RocheDB\", charset=\"UTF-8\"");
        AvaticaProtocol.Answer answer = avatica.failure(json, status, "28000", text);
        write(response, callback, status, AvaticaProtocol.contentType(json), answer.bytes());
    }

    private static void refuse(Response response, Callback callback, String text) {
        response.getHeaders().put(HttpHeader.WWW_AUTHENTICATE, "Basic realm=\"RocheDB\", charset=\"UTF-8\"");
        text(response, callback, HttpStatus.UNAUTHORIZED_401, text + "\n");
    }

    private static void text(Response response, Callback callback, int status, String text) {
        write(response, callback, status, PLAIN, text.getBytes(StandardCharsets.UTF_8));
    }

    private static void write(Response response, Callback callback, int status, String type, byte[] bytes) {
        response.setStatus(status);
        response.getHeaders().put(HttpHeader.CONTENT_TYPE, type);
        response.getHeaders().put(HttpHeader.CONTENT_LENGTH, bytes.length);
        response.getHeaders().put(HttpHeader.CACHE_CONTROL, "no-store");
        response.write(true, ByteBuffer.wrap(bytes), callback);
    }
}
