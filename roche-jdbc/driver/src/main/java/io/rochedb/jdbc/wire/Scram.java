package io.rochedb.jdbc.wire;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.InvalidKeyException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.text.Normalizer;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * The computations of SCRAM-SHA-256 (RFC 5802, RFC 7677): a client proves that it knows a password, and a server that it keeps its verifier,
 * and neither sends what the other could use elsewhere.
 *
 * <p>The two ends exchange nonces, salt, iterations, proof and signature; what is signed is {@link #authMessage}. A password is taken in
 * Unicode normalization form KC, the part of SASLprep that changes what people type. Thread-safe.
 */
public final class Scram {
    /** Bytes of a key, a proof, a signature. */
    public static final int KEY_BYTES = 32;

    /** Iterations of a new verifier: a guess costs an attacker that many hashes. */
    public static final int ITERATIONS_DEFAULT = 15_000;

    /** Fewer iterations are refused, by a client too: RFC 7677 asks for at least these. */
    public static final int ITERATIONS_MIN = 4_096;

    /** More iterations are refused: a server must not keep a client computing for minutes. */
    public static final int ITERATIONS_MAX = 10_000_000;

    /** Bytes of a new salt. */
    public static final int SALT_BYTES = 16;

    private static final String HMAC = "HmacSHA256";
    private static final byte[] CLIENT_KEY = "Client Key".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] SERVER_KEY = "Server Key".getBytes(StandardCharsets.US_ASCII);

    private Scram() {}

    /**
     * What a server keeps of a password: enough to check a proof, not enough to make one.
     *
     * @param salt random bytes of this user
     * @param iterations how often the password is hashed
     * @param storedKey the hash of the client's key
     * @param serverKey the key the server signs with
     */
    public record Verifier(byte[] salt, int iterations, byte[] storedKey, byte[] serverKey) {
        public Verifier {
            if (salt.length == 0 || storedKey.length != KEY_BYTES || serverKey.length != KEY_BYTES) {
                throw new IllegalArgumentException("a verifier has a salt and two keys of " + KEY_BYTES + " bytes");
            }
            if (iterations < ITERATIONS_MIN || iterations > ITERATIONS_MAX) {
                throw new IllegalArgumentException(
                        "iterations are " + ITERATIONS_MIN + " to " + ITERATIONS_MAX + ", not " + iterations);
            }
        }

        /** Makes the verifier of a password with a new salt. */
        public static Verifier of(String password, SecureRandom random) {
            byte[] salt = new byte[SALT_BYTES];
            random.nextBytes(salt);
            return of(password, salt, ITERATIONS_DEFAULT);
        }

        /** Makes the verifier of a password with a given salt. */
        public static Verifier of(String password, byte[] salt, int iterations) {
            byte[] salted = saltedPassword(password, salt, iterations);
            return new Verifier(salt, iterations, Scram.storedKey(clientKey(salted)), Scram.serverKey(salted));
        }

        /** Returns whether a proof is that of the password; takes the same time whatever is wrong. */
        public boolean accepts(byte[] authMessage, byte[] proof) {
            byte[] signature = clientSignature(storedKey, authMessage);
            byte[] padded = proof.length == KEY_BYTES ? proof : new byte[KEY_BYTES];
            byte[] hashed = Scram.storedKey(xor(signature, padded));
            return MessageDigest.isEqual(hashed, storedKey) & proof.length == KEY_BYTES;
        }

        /** Returns whether a password sent as it is (HTTP Basic over TLS) is the one; takes the same time whatever is wrong. */
        public boolean matches(String password) {
            byte[] salted = saltedPassword(password, salt, iterations);
            return MessageDigest.isEqual(Scram.storedKey(clientKey(salted)), storedKey);
        }

        /** Returns what proves to the client that the server knows the verifier. */
        public byte[] signature(byte[] authMessage) {
            return serverSignature(serverKey, authMessage);
        }

        @Override
        public String toString() {
            return "a verifier of " + iterations + " iterations";
        }
    }

    /** Returns PBKDF2-HMAC-SHA-256 of a password: one block, which is all a key of its length needs. */
    public static byte[] saltedPassword(String password, byte[] salt, int iterations) {
        // Not SecretKeyFactory: the JDK's takes no empty password, and no characters beyond its own idea of them.
        byte[] text = Normalizer.normalize(password, Normalizer.Form.NFKC).getBytes(StandardCharsets.UTF_8);
        Mac mac = mac(text.length == 0 ? new byte[1] : text);
        mac.update(salt);
        byte[] block = mac.doFinal(new byte[] {0, 0, 0, 1});
        byte[] sum = block.clone();
        for (int i = 1; i < iterations; i++) {
            block = mac.doFinal(block);
            for (int j = 0; j < KEY_BYTES; j++) {
                sum[j] ^= block[j];
            }
        }
        return sum;
    }

    public static byte[] clientKey(byte[] saltedPassword) {
        return hmac(saltedPassword, CLIENT_KEY);
    }

    public static byte[] storedKey(byte[] clientKey) {
        return sha256().digest(clientKey);
    }

    public static byte[] serverKey(byte[] saltedPassword) {
        return hmac(saltedPassword, SERVER_KEY);
    }

    public static byte[] clientSignature(byte[] storedKey, byte[] authMessage) {
        return hmac(storedKey, authMessage);
    }

    public static byte[] serverSignature(byte[] serverKey, byte[] authMessage) {
        return hmac(serverKey, authMessage);
    }

    /** Returns the client's proof: its key, hidden by a signature that only the stored key can make. */
    public static byte[] clientProof(byte[] saltedPassword, byte[] authMessage) {
        byte[] clientKey = clientKey(saltedPassword);
        return xor(clientKey, clientSignature(storedKey(clientKey), authMessage));
    }

    /** Returns whether the server's signature is that of the password. */
    public static boolean isSignature(byte[] saltedPassword, byte[] authMessage, byte[] signature) {
        return MessageDigest.isEqual(serverSignature(serverKey(saltedPassword), authMessage), signature);
    }

    /**
     * Returns what both ends sign: the messages of RFC 5802, section 3, without channel binding.
     *
     * @param clientNonce of the client, base64 text or any other printable text without comma
     * @param serverNonce of the server, which the RFC appends to the client's
     */
    public static byte[] authMessage(String user, String clientNonce, String serverNonce, byte[] salt, int iterations) {
        String name = user.replace("=", "=3D").replace(",", "=2C");
        String nonce = clientNonce + serverNonce;
        String salted = java.util.Base64.getEncoder().encodeToString(salt);
        return ("n=" + name + ",r=" + clientNonce + ",r=" + nonce + ",s=" + salted + ",i=" + iterations + ",c=biws,r="
                        + nonce)
                .getBytes(StandardCharsets.UTF_8);
    }

    private static byte[] xor(byte[] left, byte[] right) {
        byte[] result = new byte[KEY_BYTES];
        for (int i = 0; i < KEY_BYTES; i++) {
            result[i] = (byte) (left[i] ^ right[i]);
        }
        return result;
    }

    private static byte[] hmac(byte[] key, byte[] message) {
        return mac(key).doFinal(message);
    }

    private static Mac mac(byte[] key) {
        try {
            Mac mac = Mac.getInstance(HMAC);
            mac.init(new SecretKeySpec(key, HMAC));
            return mac;
        } catch (NoSuchAlgorithmException | InvalidKeyException e) {
            throw missing(e);
        }
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw missing(e);
        }
    }

    private static IllegalStateException missing(GeneralSecurityException cause) {
        return new IllegalStateException("this JVM lacks SHA-256, which every JVM must have", cause);
    }
}
