package io.rochedb.engine.access;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.text.Normalizer;
import java.util.Base64;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;

/**
 * What a store keeps of a password (SCRAM-SHA-256, RFC 5802 and RFC 7677): enough to check whoever knows it, not enough to be him.
 *
 * <p>A password is taken in Unicode normalization form KC. Immutable.
 */
public final class ScramVerifier {
    /** Iterations of a new verifier: what a guess costs. */
    public static final int ITERATIONS = 15_000;

    /** Fewer iterations are refused, as RFC 7677 asks. */
    public static final int ITERATIONS_MIN = 4_096;

    /** Bytes of a new salt. */
    public static final int SALT_BYTES = 16;

    /** Characters of a password at most. */
    public static final int PASSWORD_CHARACTERS_MAX = 1_024;

    private static final int KEY_BYTES = 32;
    private static final String HMAC = "HmacSHA256";
    private static final Pattern TEXT =
            Pattern.compile("SCRAM-SHA-256\\$(\\d{1,9}):([A-Za-z0-9+/=]+)\\$([A-Za-z0-9+/=]+):([A-Za-z0-9+/=]+)");

    private final int iterations;
    private final byte[] salt;
    private final byte[] storedKey;
    private final byte[] serverKey;

    private ScramVerifier(int iterations, byte[] salt, byte[] storedKey, byte[] serverKey) {
        this.iterations = iterations;
        this.salt = salt;
        this.storedKey = storedKey;
        this.serverKey = serverKey;
        if (iterations < ITERATIONS_MIN
                || salt.length == 0
                || storedKey.length != KEY_BYTES
                || serverKey.length != KEY_BYTES) {
            throw new IllegalArgumentException("no verifier: too few iterations, or keys of another length");
        }
    }

    /** Makes the verifier of a password; the salt must be random. */
    public static ScramVerifier of(String password, byte[] salt, int iterations) {
        byte[] key = Normalizer.normalize(password, Normalizer.Form.NFKC).getBytes(StandardCharsets.UTF_8);
        byte[] salted = hi(key, salt, iterations);
        byte[] storedKey = sha256(hmac(salted, "Client Key"));
        return new ScramVerifier(iterations, salt.clone(), storedKey, hmac(salted, "Server Key"));
    }

    /** Returns a verifier that no password is known to fit, the same each time for a name and a secret. */
    static ScramVerifier fake(byte[] secret, String name) {
        byte[] salt = new byte[SALT_BYTES];
        System.arraycopy(hmac(secret, "salt:" + name), 0, salt, 0, SALT_BYTES);
        return new ScramVerifier(ITERATIONS, salt, hmac(secret, "stored:" + name), hmac(secret, "server:" + name));
    }

    /** Reads what {@link #text} has written; an {@code IllegalArgumentException} for anything else. */
    public static ScramVerifier parse(String text) {
        Matcher parts = TEXT.matcher(text);
        if (!parts.matches()) {
            throw new IllegalArgumentException("not the text of a verifier");
        }
        Base64.Decoder base64 = Base64.getDecoder();
        return new ScramVerifier(
                Integer.parseInt(parts.group(1)),
                base64.decode(parts.group(2)),
                base64.decode(parts.group(3)),
                base64.decode(parts.group(4)));
    }

    /** Returns the text it is stored as: {@code SCRAM-SHA-256$iterations:salt$storedKey:serverKey}, in base64. */
    public String text() {
        Base64.Encoder base64 = Base64.getEncoder();
        return "SCRAM-SHA-256$" + iterations + ":" + base64.encodeToString(salt) + "$"
                + base64.encodeToString(storedKey) + ":" + base64.encodeToString(serverKey);
    }

    public int iterations() {
        return iterations;
    }

    public byte[] salt() {
        return salt.clone();
    }

    /** Returns the hash of the client's key, which a proof is checked against. */
    public byte[] storedKey() {
        return storedKey.clone();
    }

    /** Returns the key a server signs with. */
    public byte[] serverKey() {
        return serverKey.clone();
    }

    /** Hi of RFC 5802: PBKDF2 of one block. */
    private static byte[] hi(byte[] password, byte[] salt, int iterations) {
        // An empty key is refused by the library; HMAC pads keys with zeros, so one zero is the same key.
        Mac mac = mac(password.length == 0 ? new byte[1] : password);
        mac.update(salt);
        byte[] block = mac.doFinal(new byte[] {0, 0, 0, 1});
        byte[] result = block.clone();
        for (int i = 1; i < iterations; i++) {
            block = mac.doFinal(block);
            for (int k = 0; k < result.length; k++) {
                result[k] ^= block[k];
            }
        }
        return result;
    }

    private static byte[] hmac(byte[] key, String text) {
        return mac(key).doFinal(text.getBytes(StandardCharsets.UTF_8));
    }

    private static Mac mac(byte[] key) {
        try {
            Mac mac = Mac.getInstance(HMAC);
            mac.init(new SecretKeySpec(key, HMAC));
            return mac;
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every Java platform has " + HMAC, e);
        }
    }

    private static byte[] sha256(byte[] bytes) {
        try {
            return MessageDigest.getInstance("SHA-256").digest(bytes);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof ScramVerifier verifier
                && iterations == verifier.iterations
                && MessageDigest.isEqual(salt, verifier.salt)
                && MessageDigest.isEqual(storedKey, verifier.storedKey)
                && MessageDigest.isEqual(serverKey, verifier.serverKey);
    }

    @Override
    public int hashCode() {
        return iterations * 31 + salt[0];
    }

    /** Returns no part of the keys. */
    @Override
    public String toString() {
        return "SCRAM-SHA-256$" + iterations;
    }
}
