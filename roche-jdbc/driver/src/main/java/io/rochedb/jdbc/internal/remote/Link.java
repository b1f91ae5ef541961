package io.rochedb.jdbc.internal.remote;

import io.rochedb.jdbc.spi.Failure;
import io.rochedb.jdbc.wire.Parts;
import io.rochedb.jdbc.wire.Protocol;
import io.rochedb.jdbc.wire.WireException;
import io.rochedb.jdbc.wire.WireReader;
import io.rochedb.jdbc.wire.WireWriter;
import java.io.IOException;
import java.net.SocketTimeoutException;
import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/**
 * One connection to a server: requests go out in order, answers come in the same order, and what each says of the session's state is kept.
 *
 * <p>Once broken it stays so. The owner lets one thread at a time in, but for {@link #breakOff}.
 */
final class Link {
    private static final int WRITER_BYTES = 1 << 10;
    private static final long REST_NANOS = 100_000_000L;
    private static final long NUMBER_MASK = 0xFFFFFFFFL;

    /** An answer whose state has been taken in. */
    record Answer(int type, WireReader body) {}

    /** A request that was sent. */
    static final class Pending {
        private final long number;
        private @Nullable Answer answer;

        Pending(long number) {
            this.number = number;
        }

        boolean isAnswered() {
            return answer != null;
        }
    }

    private final Transport transport;
    private final RemoteAddress.Host host;
    private final WireWriter out = new WireWriter(WRITER_BYTES, Protocol.FRAME_BEFORE_LOGIN_MAX);
    private final Deque<Pending> pending = new ArrayDeque<>();
    private long lastNumber;
    private long answeredNanos = System.nanoTime();
    private volatile int state;
    private volatile long transactionsEnded;
    private volatile @Nullable String broken;

    Link(Transport transport, RemoteAddress.Host host) {
        this.transport = transport;
        this.host = host;
    }

    RemoteAddress.Host host() {
        return host;
    }

    boolean isBroken() {
        return broken != null;
    }

    /** Returns the state byte of the last answer. */
    int state() {
        return state;
    }

    boolean has(int stateBit) {
        return (state & stateBit) != 0;
    }

    /** Returns how many transactions of the session have ended. */
    long transactionsEnded() {
        return transactionsEnded;
    }

    void limitBytes(int limit) {
        out.limitBytes(limit);
        transport.limitBytes(limit);
    }

    void timeoutMillis(int millis) {
        try {
            transport.timeoutMillis(millis);
        } catch (IOException e) {
            throw lost(e, false);
        }
    }

    // ---- requests ----

    /** Begins a request; its body is written into the result. */
    WireWriter begin(int type) {
        lastNumber = lastNumber + 1 & NUMBER_MASK;
        if (lastNumber == 0) {
            lastNumber = 1;
        }
        out.reset();
        out.begin(type, lastNumber);
        return out;
    }

    /** Returns the number of the request that was begun last. */
    long number() {
        return lastNumber;
    }

    /** Sends the request that was begun. */
    Pending send() {
        Pending sent = new Pending(lastNumber);
        sendOnly();
        pending.add(sent);
        return sent;
    }

    /** Sends the request that was begun and has no answer. */
    void sendOnly() {
        out.end();
        out.checkLimit();
        checkUnbroken();
        checkNoFarewell();
        try {
            transport.send(out.bytes(), out.size());
        } catch (IOException e) {
            throw lost(e, false);
        }
    }

    /**
     * Looks, after a rest, whether the server has said that it ends the session: then nothing is sent, and it is sure that nothing was done.
     */
    private void checkNoFarewell() {
        if (!pending.isEmpty() || System.nanoTime() - answeredNanos < REST_NANOS) {
            return;
        }
        try {
            if (transport.hasArrived()) {
                receive();
            }
        } catch (IOException e) {
            throw lost(e, false);
        } catch (LostException e) {
            throw new LostException(String.valueOf(e.getMessage()), false, e.getCause());
        }
    }

    /** Refuses to go on after what has broken it. */
    void checkUnbroken() {
        String reason = broken;
        if (reason != null) {
            throw new LostException(reason, false, null);
        }
    }

    /** Waits for the answer of a request, taking in those before it; a failure is thrown as it came. */
    Answer await(Pending wanted) {
        Answer answer = wanted.answer;
        while (answer == null) {
            receive();
            answer = wanted.answer;
        }
        return answer;
    }

    private void receive() {
        Transport.Frame frame;
        try {
            frame = transport.receive();
        } catch (IOException e) {
            throw lost(e, true);
        }
        if (frame == null) {
            throw lost(null, true);
        }
        try {
            WireReader body = new WireReader(frame.body(), 0, frame.body().length);
            int newState = body.u8();
            long newEnded = body.varint();
            if (frame.number() == 0 && frame.type() == Protocol.FAILURE) {
                Failure farewell = Parts.failure(body);
                throw lost("the server at " + host + " ended the connection: " + farewell.message(), null);
            }
            Pending first = pending.poll();
            if (first == null || first.number != frame.number()) {
                throw new WireException("an answer to a request that was not the next");
            }
            answeredNanos = System.nanoTime();
            state = newState;
            transactionsEnded = newEnded;
            first.answer = new Answer(frame.type(), body);
        } catch (WireException e) {
            throw lost(new IOException("it sent what is no message: " + e.getMessage(), e), true);
        }
    }

    // ---- breaking ----

    private LostException lost(@Nullable IOException cause, boolean sent) {
        String reason;
        if (cause == null) {
            reason = "the server at " + host + " closed the connection";
        } else if (cause instanceof SocketTimeoutException) {
            reason = "the server at " + host + " did not answer in time; the connection was given up";
        } else {
            reason = "the connection to " + host + " was lost (" + cause.getMessage() + ")";
        }
        if (!sent) {
            breakOff(reason);
            return new LostException(String.valueOf(broken), false, cause);
        }
        return lost(reason, cause);
    }

    private LostException lost(String reason, @Nullable Throwable cause) {
        breakOff(reason);
        return new LostException(String.valueOf(broken), true, cause);
    }

    /** Breaks the connection. Any thread; the first reason stays. */
    void breakOff(String reason) {
        synchronized (this) {
            if (broken == null) {
                broken = reason;
            }
        }
        transport.close();
    }

    /** Breaks the connection because an answer made no sense. */
    LostException garbled(WireException cause) {
        return lost(new IOException("it sent what is no message: " + cause.getMessage(), cause), true);
    }
}
