package io.rochedb.server.internal.http;

import io.rochedb.jdbc.spi.Failure;
import io.rochedb.jdbc.wire.FrameInput;
import io.rochedb.jdbc.wire.Parts;
import io.rochedb.jdbc.wire.Protocol;
import io.rochedb.jdbc.wire.WireException;
import io.rochedb.jdbc.wire.WireWriter;
import io.rochedb.server.LoginCheck;
import io.rochedb.server.internal.Galaxies;
import io.rochedb.server.internal.LoginHandler;
import io.rochedb.server.internal.Sessions;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Frames in the bodies of HTTP requests: what the TCP door has a connection for is here a conversation, named by a random text that only its client
 * knows. Thread-safe; the requests of a conversation are done one after the other.
 */
final class FrameExchange {
    private static final int NAME_BYTES = 24;
    private static final int WRITER_BYTES = 4 << 10;
    private static final long LOGIN_MILLIS = 10_000;

    /** When there are too many, a login may take this part of its time before it has to make room. */
    private static final int LOGIN_PATIENCE = 4;

    private static final Failure FULL = new Failure("53300", "too many clients are logging in", false);
    private static final Failure ENDED = new Failure("08003", "the session has ended", false);

    private final Galaxies galaxies;
    private final LoginCheck check;
    private final LongSupplier clockMillis;
    private final int frameMax;
    private final int loginsMax;
    private final long idleMillis;
    private final SecureRandom random = new SecureRandom();
    private final Sessions sessions;
    private final Map<String, Conversation> conversations = new ConcurrentHashMap<>();

    /**
     * Creates the table of conversations.
     *
     * @param sessionsMax more are refused with 53300
     * @param loginsMax conversations at a time whose clients have not logged in yet
     * @param idleMillis how long one may be silent after login; 0 for any time
     */
    FrameExchange(
            Galaxies galaxies,
            LoginCheck check,
            LongSupplier clockMillis,
            int frameMax,
            int sessionsMax,
            int loginsMax,
            long idleMillis) {
        this.galaxies = galaxies;
        this.check = check;
        this.clockMillis = clockMillis;
        this.frameMax = frameMax;
        this.sessions = new Sessions(sessionsMax);
        this.loginsMax = loginsMax;
        this.idleMillis = idleMillis;
    }

    /** Frames of an answer, and the name of the conversation they are of; null when it has ended. */
    record Answer(@Nullable String name, byte[] frames) {}

    private static final class Conversation {
        final String name;
        final LoginHandler login;
        final ReentrantLock lock = new ReentrantLock();
        final WireWriter out;
        volatile long usedMillis;
        volatile boolean abandoned;
        boolean ended;

        Conversation(String name, LoginHandler login, int frameMax, long nowMillis) {
            this.name = name;
            this.login = login;
            this.out = new WireWriter(WRITER_BYTES, frameMax);
            this.usedMillis = nowMillis;
        }

        Sessions.@Nullable Entry session() {
            return login.session();
        }
    }

    /** Returns whether a conversation of this name is there whose client has proved himself. */
    boolean isLoggedIn(String name) {
        Conversation conversation = conversations.get(name);
        return conversation != null && conversation.session() != null;
    }

    /** Returns how many conversations there are. */
    int size() {
        return conversations.size();
    }

    /** Answers the frames of a request. */
    Answer answer(@Nullable String name, InetAddress from, byte[] frames) {
        Conversation conversation = name == null ? begin(from) : conversations.get(name);
        if (conversation == null) {
            return new Answer(null, farewell(name != null ? ENDED : FULL));
        }
        conversation.lock.lock();
        try {
            conversation.usedMillis = clockMillis.getAsLong();
            boolean more = !conversation.ended && talk(conversation, frames) && !conversation.abandoned;
            conversation.usedMillis = clockMillis.getAsLong();
            byte[] said = conversation.ended
                    ? farewell(ENDED)
                    : Arrays.copyOf(conversation.out.bytes(), conversation.out.size());
            if (!more) {
                end(conversation);
            }
            return new Answer(more ? conversation.name : null, said);
        } finally {
            conversation.lock.unlock();
        }
    }

    /** Stops what a conversation runs, and ends it with that: its client has hung up. */
    void abandon(String name) {
        Conversation conversation = conversations.get(name);
        Sessions.Entry session = conversation == null ? null : conversation.session();
        if (conversation != null && session != null) {
            conversation.abandoned = true;
            session.handler().cancelAll();
        }
    }

    private @Nullable Conversation begin(InetAddress from) {
        if (!hasRoom()) {
            return null;
        }
        byte[] bytes = new byte[NAME_BYTES];
        random.nextBytes(bytes);
        String name = HexFormat.of().formatHex(bytes);
        Conversation begun = new Conversation(
                name, new LoginHandler(galaxies, check, sessions, from, frameMax), frameMax, clockMillis.getAsLong());
        conversations.put(name, begun);
        return begun;
    }

    /** Returns whether one more may log in; of those that take long the one that has taken longest makes room. */
    private boolean hasRoom() {
        Conversation slowest = null;
        int loggingIn = 0;
        for (Conversation each : conversations.values()) {
            if (each.session() == null) {
                loggingIn++;
                slowest = slowest == null || each.usedMillis < slowest.usedMillis ? each : slowest;
            }
        }
        return slowest == null
                || loggingIn < loginsMax
                || endSilent(slowest, clockMillis.getAsLong() - LOGIN_MILLIS / LOGIN_PATIENCE);
    }

    /** Does what the frames ask; returns whether the conversation goes on. */
    private boolean talk(Conversation conversation, byte[] frames) {
        WireWriter out = conversation.out;
        out.reset();
        boolean loggedIn = conversation.session() != null;
        FrameInput in = new FrameInput(
                new ByteArrayInputStream(frames), loggedIn ? frameMax : Protocol.FRAME_BEFORE_LOGIN_MAX, () -> {});
        try {
            boolean more = true;
            for (byte[] body = in.next(); more && body != null; body = in.next()) {
                Sessions.Entry session = conversation.session();
                more = session == null
                        ? conversation.login.handle(in.type(), in.number(), body, out)
                        : session.handler().handle(in.type(), in.number(), body, out)
                                && !session.handler().isClosed();
            }
            return more;
        } catch (WireException | IOException e) {
            byte[] said = farewell(new Failure("08P01", "the client broke the protocol: " + e.getMessage(), false));
            out.reset();
            out.raw(said);
            return false;
        }
    }

    private static byte[] farewell(Failure failure) {
        WireWriter out = new WireWriter(WRITER_BYTES, Protocol.FRAME_BEFORE_LOGIN_MAX);
        out.begin(Protocol.FAILURE, 0);
        out.u8(0);
        out.varint(0);
        Parts.failure(out, failure);
        out.flag(false);
        out.end();
        return Arrays.copyOf(out.bytes(), out.size());
    }

    private void end(Conversation conversation) {
        conversation.ended = true;
        conversations.remove(conversation.name);
        Sessions.Entry session = conversation.session();
        if (session != null) {
            sessions.remove(session);
            session.handler().close();
        }
    }

    /** Ends conversations that were silent for too long. */
    void closeIdle() {
        long now = clockMillis.getAsLong();
        for (Conversation conversation : conversations.values()) {
            long limit = conversation.session() == null ? LOGIN_MILLIS : idleMillis;
            if (limit > 0) {
                endSilent(conversation, now - limit);
            }
        }
    }

    /** Ends a conversation that has said nothing since then; returns whether it did. */
    private boolean endSilent(Conversation conversation, long sinceMillis) {
        if (conversation.usedMillis >= sinceMillis || !conversation.lock.tryLock()) {
            return false;
        }
        try {
            end(conversation);
            return true;
        } finally {
            conversation.lock.unlock();
        }
    }

    /** Ends all conversations, and what they run. */
    void close() {
        sessions.cancelAll();
        for (Conversation conversation : conversations.values()) {
            conversation.lock.lock();
            try {
                end(conversation);
            } finally {
                conversation.lock.unlock();
            }
        }
    }
}
