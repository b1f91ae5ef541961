package io.rochedb.jdbc.internal.remote;

import io.rochedb.jdbc.wire.FrameInput;
import io.rochedb.jdbc.wire.Protocol;
import io.rochedb.jdbc.wire.WireException;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import javax.net.ssl.SSLSocket;
import org.jspecify.annotations.Nullable;

/** Frames over a socket, with TLS or without. */
final class TcpTransport implements Transport {
    /** How long the rest of an encrypted record may take. */
    private static final int RECORD_MILLIS = 1_000;

    private final Socket raw;
    private final Socket socket;
    private final OutputStream out;
    private final FrameInput in;

    private TcpTransport(Socket raw, Socket socket) throws IOException {
        this.raw = raw;
        this.socket = socket;
        this.out = socket.getOutputStream();
        this.in = new FrameInput(socket.getInputStream(), Protocol.FRAME_BEFORE_LOGIN_MAX, () -> {});
    }

    /** Connects; the name of the host is looked up anew each time. */
    static TcpTransport connect(RemoteAddress.Host host, int timeoutMillis, @Nullable Tls tls) throws IOException {
        Socket raw = new Socket();
        try {
            raw.setTcpNoDelay(true);
            raw.setKeepAlive(true);
            raw.connect(new InetSocketAddress(host.name(), host.port()), timeoutMillis);
            raw.setSoTimeout(timeoutMillis);
            Socket socket = raw;
            if (tls != null) {
                SSLSocket secured = tls.over(raw, host);
                secured.startHandshake();
                socket = secured;
            }
            return new TcpTransport(raw, socket);
        } catch (IOException | RuntimeException | Error e) {
            raw.close();
            throw e;
        }
    }

    @Override
    public void send(byte[] bytes, int length) throws IOException {
        out.write(bytes, 0, length);
        out.flush();
    }

    @Override
    public @Nullable Frame receive() throws IOException {
        byte[] body;
        try {
            body = in.next();
        } catch (WireException e) {
            throw new IOException("the server does not speak this protocol, or expects TLS: " + e.getMessage(), e);
        }
        return body == null ? null : new Frame(in.type(), in.number(), body);
    }

    @Override
    public boolean hasArrived() throws IOException {
        if (in.hasMore() || raw.getInputStream().available() == 0) {
            return in.hasMore();
        }
        return socket == raw || isRecord();
    }

    /** Returns whether the encrypted bytes that have come are of a frame, or the end, and not only of the encryption itself. */
    private boolean isRecord() throws IOException {
        int timeout = socket.getSoTimeout();
        socket.setSoTimeout(RECORD_MILLIS);
        try {
            in.fetch();
            return true;
        } catch (SocketTimeoutException e) {
            return false;
        } finally {
            socket.setSoTimeout(timeout);
        }
    }

    @Override
    public void timeoutMillis(int millis) throws SocketException {
        socket.setSoTimeout(millis);
    }

    @Override
    public void limitBytes(int limit) {
        in.limitBytes(limit);
    }

    @Override
    public void close() {
        try {
            // not the encrypting one, which would wait for whoever is writing
            raw.close();
        } catch (IOException e) {
            // there is nothing to be done about a socket that cannot be closed
        }
    }
}
