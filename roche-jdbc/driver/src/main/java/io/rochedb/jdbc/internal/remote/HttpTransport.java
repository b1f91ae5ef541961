package io.rochedb.jdbc.internal.remote;

import io.rochedb.jdbc.wire.FrameInput;
import io.rochedb.jdbc.wire.Protocol;
import io.rochedb.jdbc.wire.WireException;
import io.rochedb.jdbc.wire.WireWriter;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.ConnectException;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * Frames in the bodies of HTTP requests and answers, one request at a time. The session is named by a header, which the server gives with its
 * first answer.
 */
final class HttpTransport implements Transport {
    private static final int OK = 200;
    private static final int CLOSE_BYTES = 32;

    private final HttpClient client;
    private final URI uri;
    private final Deque<Frame> arrived = new ArrayDeque<>();
    private volatile @Nullable CompletableFuture<HttpResponse<byte[]>> underWay;
    private volatile @Nullable String session;
    private volatile boolean closed;
    private int timeoutMillis;
    private int limitBytes = Protocol.FRAME_BEFORE_LOGIN_MAX;

    HttpTransport(HttpClient client, RemoteAddress.Scheme scheme, RemoteAddress.Host host, int timeoutMillis) {
        this.client = client;
        this.timeoutMillis = timeoutMillis;
        String start = scheme == RemoteAddress.Scheme.HTTPS ? "https://" : "http://";
        this.uri = URI.create(start + host + Protocol.HTTP_PATH);
    }

    private HttpRequest request(byte[] body) {
        HttpRequest.Builder builder = HttpRequest.newBuilder(uri)
                .header("Content-Type", Protocol.HTTP_TYPE)
                .POST(HttpRequest.BodyPublishers.ofByteArray(body));
        String known = session;
        if (known != null) {
            builder.header(Protocol.HTTP_SESSION, known);
        }
        return builder.build();
    }

    @Override
    public void send(byte[] bytes, int length) throws IOException {
        settle();
        if (closed) {
            throw new IOException("it is closed");
        }
        underWay = client.sendAsync(request(Arrays.copyOf(bytes, length)), HttpResponse.BodyHandlers.ofByteArray());
    }

    @Override
    public @Nullable Frame receive() throws IOException {
        Frame first = arrived.poll();
        if (first == null) {
            settle();
            first = arrived.poll();
        }
        return first;
    }

    /** Waits for the answer of the request that is under way, if one is, and takes the frames out of it. */
    private void settle() throws IOException {
        CompletableFuture<HttpResponse<byte[]>> waited = underWay;
        if (waited == null) {
            return;
        }
        HttpResponse<byte[]> response = response(waited);
        underWay = null;
        if (response.statusCode() != OK) {
            throw new IOException("it answered HTTP status " + response.statusCode());
        }
        response.headers().firstValue(Protocol.HTTP_SESSION).ifPresent(id -> session = id);
        FrameInput in = new FrameInput(new ByteArrayInputStream(response.body()), limitBytes, () -> {});
        try {
            for (byte[] body = in.next(); body != null; body = in.next()) {
                arrived.add(new Frame(in.type(), in.number(), body));
            }
        } catch (WireException e) {
            throw new IOException("the server does not speak this protocol: " + e.getMessage(), e);
        }
    }

    private HttpResponse<byte[]> response(CompletableFuture<HttpResponse<byte[]>> waited) throws IOException {
        try {
            return timeoutMillis == 0 ? waited.get() : waited.get(timeoutMillis, TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
            throw new SocketTimeoutException("no answer in time");
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("the thread was interrupted");
        } catch (CancellationException e) {
            throw new IOException("it is closed", e);
        } catch (ExecutionException e) {
            if (e.getCause() instanceof ConnectException) {
                throw new IOException("refused, or no such host", e);
            }
            throw new IOException(String.valueOf(e.getCause()), e);
        }
    }

    @Override
    public void timeoutMillis(int millis) {
        timeoutMillis = millis;
    }

    @Override
    public void limitBytes(int limit) {
        limitBytes = limit;
    }

    /** Gives up what is under way, and has the server end the session, which no socket is bound to; nobody waits for that. */
    @Override
    public void close() {
        if (closed) {
            return;
        }
        closed = true;
        CompletableFuture<HttpResponse<byte[]>> waited = underWay;
        if (waited != null) {
            waited.cancel(true);
        }
        if (session != null) {
            WireWriter out = new WireWriter(CLOSE_BYTES, Protocol.FRAME_BEFORE_LOGIN_MAX);
            out.begin(Protocol.CLOSE, 1);
            out.end();
            client.sendAsync(request(Arrays.copyOf(out.bytes(), out.size())), HttpResponse.BodyHandlers.discarding());
        }
    }
}
