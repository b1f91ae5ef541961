package io.rochedb.server.internal.http;

import io.rochedb.jdbc.wire.Scram;
import io.rochedb.server.LoginCheck;
import io.rochedb.server.LoginRefusedException;
import io.rochedb.server.internal.Galaxies;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.Base64;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Who an HTTP request is from: {@code Basic} with a name and a password, or {@code Bearer} with a token that was given for them.
 *
 * <p>A password is slow to check on purpose, and every request carries it, so one that was right is remembered for a while by a keyed hash, beside the
 * verifier it was right for: a changed password counts at once. Thread-safe.
 */
final class HttpLogin {
    private static final long REMEMBERED_MILLIS = 60_000;
    private static final int REMEMBERED_MAX = 1_000;
    private static final int TOKENS_MAX = 10_000;
    private static final int TOKEN_BYTES = 32;
    private static final String BASIC = "basic ";
    private static final String BEARER = "bearer ";

    /** Why a request is not let in, in words for its sender. */
    static final class RefusedException extends Exception {
        private static final long serialVersionUID = 1L;

        RefusedException(String message) {
            super(message);
        }
    }

    private record Remembered(byte[] storedKey, long untilMillis) {}

    private record Token(String galaxy, String user, byte[] storedKey, long untilMillis) {}

    private final Galaxies galaxies;
    private final LoginCheck check;
    private final LongSupplier clockMillis;
    private final long tokenMillis;
    private final SecureRandom random = new SecureRandom();
    private final byte[] key = new byte[TOKEN_BYTES];
    private final ReentrantLock lock = new ReentrantLock();
    private final Map<String, Remembered> remembered = new LinkedHashMap<>();
    private final Map<String, Token> tokens = new LinkedHashMap<>();

    HttpLogin(Galaxies galaxies, LoginCheck check, LongSupplier clockMillis, long tokenMillis) {
        this.galaxies = galaxies;
        this.check = check;
        this.clockMillis = clockMillis;
        this.tokenMillis = tokenMillis;
        random.nextBytes(key);
    }

    /** Returns the user of a request, or says why there is none. */
    String user(String galaxy, @Nullable String authorization, InetAddress from) throws RefusedException {
        if (authorization == null) {
            if (galaxies.isOpen()) {
                return "";
            }
            throw new RefusedException("log in: send a name and a password (Basic) or a token (Bearer)");
        }
        if (authorization.regionMatches(true, 0, BASIC, 0, BASIC.length())) {
            return basic(galaxy, authorization.substring(BASIC.length()).trim(), from);
        }
        if (authorization.regionMatches(true, 0, BEARER, 0, BEARER.length())) {
            return bearer(galaxy, authorization.substring(BEARER.length()).trim());
        }
        throw new RefusedException("this kind of Authorization is not known here; use Basic or Bearer");
    }

    /** Returns the user of a request that carries his password: a token is given for nothing else, or it could be renewed for ever. */
    String userWithPassword(String galaxy, @Nullable String authorization, InetAddress from) throws RefusedException {
        if (authorization != null && !authorization.regionMatches(true, 0, BASIC, 0, BASIC.length())) {
            throw new RefusedException("a token is given for a name and a password (Basic)");
        }
        return user(galaxy, authorization, from);
    }

    private String basic(String galaxy, String encoded, InetAddress from) throws RefusedException {
        String decoded;
        try {
            decoded = new String(Base64.getDecoder().decode(encoded), StandardCharsets.UTF_8);
        } catch (IllegalArgumentException e) {
            throw new RefusedException("the Basic credentials are not base64");
        }
        int colon = decoded.indexOf(':');
        if (colon < 0) {
            throw new RefusedException("the Basic credentials have no colon between name and password");
        }
        String user = decoded.substring(0, colon);
        if (galaxies.isOpen()) {
            return user;
        }
        Scram.Verifier verifier = galaxies.verifier(galaxy, user);
        String hash = hash(galaxy + '\n' + decoded);
        if (isRemembered(hash, verifier.storedKey())) {
            return user;
        }
        try {
            check.checks(galaxy, user, from);
        } catch (LoginRefusedException e) {
            throw new RefusedException(String.valueOf(e.getMessage()));
        }
        boolean accepted = false;
        try {
            accepted = verifier.matches(decoded.substring(colon + 1));
        } finally {
            check.checked(galaxy, user, from, accepted);
        }
        check.ended(galaxy, user, from, accepted);
        if (!accepted) {
            throw new RefusedException(Galaxies.WRONG_LOGIN);
        }
        remember(hash, verifier.storedKey());
        return user;
    }

    private boolean isRemembered(String hash, byte[] storedKey) {
        lock.lock();
        try {
            Remembered known = remembered.get(hash);
            return known != null
                    && known.untilMillis > clockMillis.getAsLong()
                    && MessageDigest.isEqual(known.storedKey, storedKey);
        } finally {
            lock.unlock();
        }
    }

    private void remember(String hash, byte[] storedKey) {
        lock.lock();
        try {
            remembered.remove(hash);
            remembered.put(hash, new Remembered(storedKey, clockMillis.getAsLong() + REMEMBERED_MILLIS));
            dropOldest(remembered, REMEMBERED_MAX);
        } finally {
            lock.unlock();
        }
    }

    private static void dropOldest(Map<String, ?> map, int sizeMax) {
        if (map.size() > sizeMax) {
            map.remove(map.keySet().iterator().next());
        }
    }

    /** Gives a token to a user who has logged in; it holds until its time is over or his password changes. */
    String newToken(String galaxy, String user) {
        byte[] bytes = new byte[TOKEN_BYTES];
        random.nextBytes(bytes);
        String token = Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
        byte[] storedKey = galaxies.isOpen()
                ? new byte[0]
                : galaxies.verifier(galaxy, user).storedKey();
        lock.lock();
        try {
            tokens.put(hash(token), new Token(galaxy, user, storedKey, clockMillis.getAsLong() + tokenMillis));
            dropOldest(tokens, TOKENS_MAX);
        } finally {
            lock.unlock();
        }
        return token;
    }

    private String bearer(String galaxy, String token) throws RefusedException {
        Token known;
        lock.lock();
        try {
            known = tokens.get(hash(token));
        } finally {
            lock.unlock();
        }
        boolean valid = known != null
                && known.untilMillis > clockMillis.getAsLong()
                && known.galaxy.equals(galaxy)
                && (galaxies.isOpen()
                        || Arrays.equals(
                                known.storedKey,
                                galaxies.verifier(galaxy, known.user).storedKey()));
        if (known == null || !valid) {
            throw new RefusedException("the token is not valid, or no longer; get a new one");
        }
        return known.user;
    }

    private String hash(String text) {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            digest.update(key);
            return HexFormat.of().formatHex(digest.digest(text.getBytes(StandardCharsets.UTF_8)));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JVM has SHA-256", e);
        }
    }
}
