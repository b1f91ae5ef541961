package io.rochedb.server.internal;

import io.rochedb.jdbc.RocheProperty;
import io.rochedb.jdbc.spi.Failure;
import io.rochedb.jdbc.spi.Session;
import io.rochedb.jdbc.wire.Parts;
import io.rochedb.jdbc.wire.Protocol;
import io.rochedb.jdbc.wire.Scram;
import io.rochedb.jdbc.wire.SessionSettings;
import io.rochedb.jdbc.wire.WireException;
import io.rochedb.jdbc.wire.WireReader;
import io.rochedb.jdbc.wire.WireWriter;
import io.rochedb.server.LoginCheck;
import io.rochedb.server.LoginRefusedException;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.Base64;
import java.util.EnumMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The first words with a client: who it is and what it wants, until it has a session or is sent away. */
public final class LoginHandler {
    private static final byte[] MAGIC = Protocol.MAGIC.getBytes(StandardCharsets.US_ASCII);
    private static final int NONCE_BYTES = 18;
    private static final int NONCE_CHARS_MIN = 16;
    private static final int NAME_CHARS_MAX = 1_024;
    private static final SecureRandom RANDOM = new SecureRandom();

    private final Galaxies galaxies;
    private final LoginCheck check;
    private final Sessions sessions;
    private final InetAddress from;
    private final int frameMax;
    private @Nullable Hello hello;
    private @Nullable Challenge challenge;
    private Sessions.@Nullable Entry session;

    private record Hello(String galaxy, String user, String nonce, Map<RocheProperty, String> options) {}

    private record Challenge(Scram.Verifier verifier, byte[] message) {}

    public LoginHandler(Galaxies galaxies, LoginCheck check, Sessions sessions, InetAddress from, int frameMax) {
        this.galaxies = galaxies;
        this.check = check;
        this.sessions = sessions;
        this.from = from;
        this.frameMax = frameMax;
    }

    /** Returns the session, once there is one. */
    public Sessions.@Nullable Entry session() {
        return session;
    }

    /** Answers a frame; returns whether the client may say more. */
    public boolean handle(int type, long number, byte[] body, WireWriter out) {
        int start = out.size();
        try {
            WireReader in = new WireReader(body, 0, body.length);
            return switch (type) {
                case Protocol.HELLO -> hello(number, in, out);
                case Protocol.PROOF -> proof(number, in, out);
                case Protocol.CANCEL -> cancel(number, in, out);
                default -> throw new WireException("log in first");
            };
        } catch (RuntimeException e) {
            out.truncate(start);
            Hello said = hello;
            Failure failure = Failures.of(galaxies.connector(said == null ? "" : said.galaxy), e);
            ServerLog.warn("login_refused")
                    .with("from", from.getHostAddress())
                    .with("galaxy", said == null ? null : said.galaxy)
                    .with("user", said == null ? null : said.user)
                    .with("sqlstate", failure.sqlState())
                    .with("reason", failure.message())
                    .write();
            begin(out, Protocol.FAILURE, number);
            Parts.failure(out, failure);
            out.flag(false);
            out.end();
            return false;
        }
    }

    private static void begin(WireWriter out, int type, long number) {
        out.begin(type, number);
        out.u8(0);
        out.varint(0);
    }

    private boolean hello(long number, WireReader in, WireWriter out) {
        if (hello != null) {
            throw new WireException("a second hello");
        }
        if (in.remaining() < MAGIC.length || !Arrays.equals(in.raw(MAGIC.length), MAGIC)) {
            throw new WireException("it does not say " + Protocol.MAGIC);
        }
        long least = in.varint();
        long most = in.varint();
        if (least > Protocol.VERSION || most < Protocol.VERSION) {
            throw new LoginRefusedException(
                    "08P01", "the server speaks version " + Protocol.VERSION + " of the protocol only");
        }
        Hello said = new Hello(galaxies.name(in.optionalText()), name(in.text()), nonce(in.text()), options(in));
        in.expectEnd();
        hello = said;
        check.begins(said.galaxy, said.user, from);
        if (galaxies.isOpen()) {
            ready(number, said, new byte[0], out);
            return true;
        }
        challenge(number, said, out);
        return true;
    }

    private static String name(String user) {
        if (user.length() > NAME_CHARS_MAX) {
            throw new WireException("a name of more than " + NAME_CHARS_MAX + " characters");
        }
        return user;
    }

    private static String nonce(String text) {
        if (text.length() < NONCE_CHARS_MIN || text.length() > NAME_CHARS_MAX || text.indexOf(',') >= 0) {
            throw new WireException("a nonce of " + NONCE_CHARS_MIN + " characters or more, without comma, is missing");
        }
        return text;
    }

    private static Map<RocheProperty, String> options(WireReader in) {
        Map<RocheProperty, String> options = new EnumMap<>(RocheProperty.class);
        int count = in.count(2);
        for (int i = 0; i < count; i++) {
            String key = in.text();
            RocheProperty property = SessionSettings.byKey(key);
            if (property == null) {
                throw new LoginRefusedException("22023", "a client cannot set '" + key + "'");
            }
            options.put(property, in.text());
        }
        return options;
    }

    private void challenge(long number, Hello said, WireWriter out) {
        byte[] random = new byte[NONCE_BYTES];
        RANDOM.nextBytes(random);
        String nonce = Base64.getEncoder().encodeToString(random);
        Scram.Verifier verifier = galaxies.verifier(said.galaxy, said.user);
        challenge = new Challenge(
                verifier, Scram.authMessage(said.user, said.nonce, nonce, verifier.salt(), verifier.iterations()));
        begin(out, Protocol.CHALLENGE, number);
        out.text(nonce);
        out.blob(verifier.salt());
        out.varint(verifier.iterations());
        out.end();
    }

    private boolean proof(long number, WireReader in, WireWriter out) {
        Challenge open = challenge;
        Hello said = hello;
        if (open == null || said == null) {
            throw new WireException("a proof that nobody asked for");
        }
        challenge = null;
        byte[] proof = in.blob();
        in.expectEnd();
        check.checks(said.galaxy, said.user, from);
        boolean accepted = false;
        try {
            accepted = open.verifier.accepts(open.message, proof);
        } finally {
            check.checked(said.galaxy, said.user, from, accepted);
        }
        if (!accepted) {
            check.ended(said.galaxy, said.user, from, false);
            throw Galaxies.wrongLogin();
        }
        ready(number, said, open.verifier.signature(open.message), out);
        return true;
    }

    private void ready(long number, Hello said, byte[] signature, WireWriter out) {
        sessions.reserve();
        Session opened = null;
        try {
            opened = galaxies.session(said.galaxy, said.user, said.options);
        } finally {
            if (opened == null) {
                sessions.giveBack();
            }
        }
        SessionHandler handler = new SessionHandler(opened, galaxies.connector(said.galaxy));
        Sessions.Entry entry = sessions.add(handler);
        session = entry;
        check.ended(said.galaxy, said.user, from, true);
        out.begin(Protocol.READY, number);
        handler.state(out);
        out.blob(signature);
        out.varint(entry.id());
        out.raw(entry.cancelKey());
        out.text(opened.productVersion());
        out.text(opened.user());
        out.text(opened.schema());
        out.varint(frameMax);
        Parts.texts(out, opened.warnings());
        out.end();
    }

    /** Always says that it is done: who has not the key learns nothing. */
    private boolean cancel(long number, WireReader in, WireWriter out) {
        long id = in.varint();
        byte[] key = in.raw(Protocol.CANCEL_KEY_BYTES);
        long request = in.varint();
        in.expectEnd();
        sessions.cancel(id, key, request);
        begin(out, Protocol.DONE, number);
        out.end();
        return false;
    }
}
