package io.rochedb.server.internal.tcp;

import io.rochedb.jdbc.spi.Failure;
import io.rochedb.jdbc.wire.FrameInput;
import io.rochedb.jdbc.wire.Parts;
import io.rochedb.jdbc.wire.Protocol;
import io.rochedb.jdbc.wire.WireException;
import io.rochedb.jdbc.wire.WireWriter;
import io.rochedb.server.TcpOptions;
import io.rochedb.server.internal.LoginHandler;
import io.rochedb.server.internal.ServerLog;
import io.rochedb.server.internal.SessionHandler;
import io.rochedb.server.internal.Sessions;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.time.Duration;
import javax.net.ssl.SSLSocket;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One client: a thread that reads a request, has it done, and writes its answer.
 *
 * <p>Sockets wait without a limit of their own; {@link #expired} tells the door's watch when a wait has become too long, and {@link #kill} ends it.
 */
final class TcpConnection implements Runnable {
    private static final Logger LOG = LoggerFactory.getLogger(TcpConnection.class);

    /** What one write hands to the system; progress is noted after each. */
    private static final int WRITE_BYTES_MAX = 64 << 10;

    private static final int WRITER_BYTES = 4 << 10;

    /** A statement that runs longer than this has its client looked at, and again after as long. */
    private static final long CLIENT_CHECK_NANOS = 1_000_000_000L;

    /** What the thread is waiting for. */
    private enum Phase {
        LOGIN,
        IDLE,
        READING,
        WORKING,
        WRITING
    }

    private final TcpDoor door;
    private final PeekableSocket raw;
    private final TcpOptions options;
    private final WireWriter out = new WireWriter(WRITER_BYTES, Protocol.FRAME_BEFORE_LOGIN_MAX);
    private volatile Phase phase = Phase.LOGIN;
    private volatile long sinceNanos = System.nanoTime();
    private volatile @Nullable Failure farewell;
    private volatile Sessions.@Nullable Entry session;
    private @Nullable OutputStream stream;
    /** Of the watch alone. */
    private long clientCheckedNanos;

    TcpConnection(TcpDoor door, PeekableSocket raw, TcpOptions options) {
        this.door = door;
        this.raw = raw;
        this.options = options;
    }

    // ---- the watch ----

    private void enter(Phase next) {
        sinceNanos = System.nanoTime();
        phase = next;
    }

    /** Returns why the connection should end now, or null. */
    @Nullable
    String expired(long nowNanos) {
        Phase now = phase;
        Duration limit = switch (now) {
            case LOGIN -> options.loginTimeout();
            case IDLE -> options.idleTimeout();
            case READING -> options.frameTimeout();
            case WRITING -> options.writeTimeout();
            case WORKING -> Duration.ZERO;
        };
        long waitedNanos = nowNanos - sinceNanos;
        return !limit.isZero() && waitedNanos > limit.toNanos() && phase == now
                ? now + " took longer than " + limit
                : null;
    }

    /** Returns where its client is, as far as that is known. */
    String from() {
        return String.valueOf(raw.getRemoteSocketAddress());
    }

    /** Returns how long the phase it is in has lasted. */
    long waitedNanos(long nowNanos) {
        return nowNanos - sinceNanos;
    }

    /** Returns whether its session was closed by another one, which nobody has told its client. */
    boolean isClosedElsewhere() {
        Sessions.Entry known = session;
        return known != null && farewell == null && known.handler().isClosed();
    }

    /** Stops a statement whose client has hung up, if one has run for a while; returns whether it has. */
    boolean stopForNobody(long nowNanos) {
        Sessions.Entry known = session;
        if (known == null
                || phase != Phase.WORKING
                || waitedNanos(nowNanos) < CLIENT_CHECK_NANOS
                || nowNanos - clientCheckedNanos < CLIENT_CHECK_NANOS) {
            return false;
        }
        clientCheckedNanos = nowNanos;
        boolean hungUp = raw.isHungUp();
        if (hungUp) {
            known.handler().cancelAll();
        }
        return hungUp;
    }

    /** Returns whether no request is being done. */
    boolean isIdle() {
        return phase == Phase.IDLE || phase == Phase.LOGIN;
    }

    /** Ends the connection when its request is done, at once when it has none. Its own thread tells the client why: another's must not wait for it. */
    void leave(Failure why) {
        farewell = why;
        if (isIdle()) {
            try {
                raw.shutdownInput();
            } catch (IOException e) {
                kill();
            }
        }
    }

    /** Stops what runs, and gives up a client that does not take what it is sent. */
    void stop() {
        Sessions.Entry known = session;
        if (known != null) {
            known.handler().cancelAll();
        }
        if (phase == Phase.WRITING) {
            kill();
        }
    }

    /** Ends a connection that has waited too long; one that only asked nothing hears it. */
    void expire(Failure idleTooLong) {
        if (phase == Phase.IDLE && farewell == null) {
            sinceNanos = System.nanoTime();
            leave(idleTooLong);
        } else {
            kill();
        }
    }

    /** Ends the connection: whoever waits for its socket is told so. */
    void kill() {
        try {
            // not the encrypting one, which would wait for a writer
            raw.close();
        } catch (IOException e) {
            LOG.debug("a socket could not be closed", e);
        }
    }

    // ---- the thread ----

    @Override
    public void run() {
        try {
            raw.setTcpNoDelay(true);
            raw.setKeepAlive(true);
            Socket socket = raw;
            if (options.tls() != null) {
                SSLSocket secured =
                        (SSLSocket) options.tls().getSocketFactory().createSocket(raw, (InputStream) null, true);
                secured.startHandshake();
                socket = secured;
            }
            serve(socket);
            sayFarewell();
        } catch (WireException e) {
            LOG.debug("a client at {} broke the protocol: {}", raw.getRemoteSocketAddress(), e.getMessage());
            if (!sayFarewell()) {
                sayMalformed(e);
            }
        } catch (IOException e) {
            LOG.debug("a connection of {} ended: {}", raw.getRemoteSocketAddress(), e.getMessage());
        } catch (RuntimeException | Error e) {
            ServerLog.failed("a connection", e);
        } finally {
            end();
        }
    }

    private void end() {
        Sessions.Entry ended = session;
        if (ended != null) {
            door.sessions().remove(ended);
            try {
                ended.handler().close();
            } catch (RuntimeException | Error e) {
                ServerLog.failed("a session could not be closed", e);
            }
        }
        kill();
        door.ended(this);
    }

    private void serve(Socket socket) throws IOException {
        stream = socket.getOutputStream();
        FrameInput in =
                new FrameInput(new Noted(socket.getInputStream()), Protocol.FRAME_BEFORE_LOGIN_MAX, this::frameBegins);
        LoginHandler login = door.login(raw.getInetAddress());
        boolean more = true;
        while (more && session == null) {
            byte[] body = in.next();
            if (body == null) {
                return;
            }
            out.reset();
            more = login.handle(in.type(), in.number(), body, out);
            session = login.session();
            write();
        }
        Sessions.Entry opened = session;
        if (opened == null) {
            drain(socket);
            return;
        }
        door.loggedIn(this);
        in.limitBytes(options.frameMax());
        out.limitBytes(options.frameMax());
        answer(in, opened.handler());
    }

    private void answer(FrameInput in, SessionHandler handler) throws IOException {
        boolean more = true;
        while (more && farewell == null) {
            enter(in.hasMore() ? Phase.READING : Phase.IDLE);
            if (farewell != null) {
                break;
            }
            byte[] body = in.next();
            if (body == null) {
                return;
            }
            enter(Phase.WORKING);
            out.reset();
            more = handler.handle(in.type(), in.number(), body, out);
            write();
        }
    }

    /** Leaves what the client has sent unread for a moment, so that the answer gets there before the connection is reset. */
    private void drain(Socket socket) throws IOException {
        if (socket == raw) {
            raw.shutdownOutput();
        }
        byte[] rest = new byte[WRITER_BYTES];
        InputStream in = socket.getInputStream();
        for (int read = 0; read >= 0; ) {
            read = in.read(rest);
        }
    }

    private void frameBegins() {
        if (phase == Phase.IDLE) {
            enter(Phase.READING);
        }
    }

    // ---- writing ----

    private void write() throws IOException {
        OutputStream to = stream;
        if (to == null || out.size() == 0) {
            return;
        }
        Phase before = phase;
        if (before != Phase.LOGIN) {
            enter(Phase.WRITING);
        }
        for (int at = 0; at < out.size(); at += WRITE_BYTES_MAX) {
            to.write(out.bytes(), at, Math.min(WRITE_BYTES_MAX, out.size() - at));
            if (before != Phase.LOGIN) {
                sinceNanos = System.nanoTime();
            }
        }
        to.flush();
    }

    /** Says why the connection was told to end; false when it was not. */
    private boolean sayFarewell() {
        Failure why = farewell;
        if (why == null) {
            return false;
        }
        say(why);
        return true;
    }

    /** Says something that nobody asked for; the connection ends after it. Only its own thread may: the client may read nothing. */
    private void say(Failure failure) {
        OutputStream to = stream;
        if (to == null) {
            return;
        }
        WireWriter own = new WireWriter(WRITER_BYTES, Protocol.FRAME_BEFORE_LOGIN_MAX);
        own.begin(Protocol.FAILURE, 0);
        own.u8(0);
        own.varint(0);
        Parts.failure(own, failure);
        own.flag(false);
        own.end();
        if (phase != Phase.LOGIN) {
            enter(Phase.WRITING);
        }
        try {
            to.write(own.bytes(), 0, own.size());
            to.flush();
        } catch (IOException e) {
            LOG.debug("a farewell did not arrive: {}", e.getMessage());
        }
    }

    private void sayMalformed(WireException e) {
        say(new Failure("08P01", "the client broke the protocol: " + e.getMessage(), false));
    }

    /** Notes that something came, unless the whole login is being timed. */
    private final class Noted extends FilterInputStream {
        Noted(InputStream in) {
            super(in);
        }

        @Override
        public int read(byte[] into, int offset, int length) throws IOException {
            int read = in.read(into, offset, length);
            if (phase == Phase.READING) {
                sinceNanos = System.nanoTime();
            }
            return read;
        }
    }
}
