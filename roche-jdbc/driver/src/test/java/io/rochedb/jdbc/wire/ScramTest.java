package io.rochedb.jdbc.wire;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.security.spec.KeySpec;
import java.util.Base64;
import javax.crypto.SecretKeyFactory;
import javax.crypto.spec.PBEKeySpec;
import org.junit.jupiter.api.Test;

/** SCRAM-SHA-256 as its RFC has it, and what it refuses. */
class ScramTest {
    private static final String CLIENT_NONCE = "rOprNGfwEbeRWgbNEkqO";
    private static final String SERVER_NONCE = "%hvYDpWUa2RaTCAfuxFIlj)hNlF$k0";
    private static final byte[] SALT = Base64.getDecoder().decode("W22ZaJ0SNY7soEsUEjb6gQ==");

    private static String base64(byte[] bytes) {
        return Base64.getEncoder().encodeToString(bytes);
    }

    @Test
    void computesTheExampleOfTheRfc() {
        byte[] message = Scram.authMessage("user", CLIENT_NONCE, SERVER_NONCE, SALT, 4096);
        assertEquals(
                "n=user,r=rOprNGfwEbeRWgbNEkqO,r=rOprNGfwEbeRWgbNEkqO%hvYDpWUa2RaTCAfuxFIlj)hNlF$k0,"
                        + "s=W22ZaJ0SNY7soEsUEjb6gQ==,i=4096,c=biws,"
                        + "r=rOprNGfwEbeRWgbNEkqO%hvYDpWUa2RaTCAfuxFIlj)hNlF$k0",
                new String(message, StandardCharsets.UTF_8));
        byte[] salted = Scram.saltedPassword("pencil", SALT, 4096);
        assertEquals("dHzbZapWIk4jUhN+Ute9ytag9zjfMHgsqmmiz7AndVQ=", base64(Scram.clientProof(salted, message)));
        Scram.Verifier verifier = Scram.Verifier.of("pencil", SALT, 4096);
        assertEquals("6rriTRBi23WpRR/wtup+mMhUZUn/dB5nLTJRsjl95G4=", base64(verifier.signature(message)));
        assertTrue(Scram.isSignature(salted, message, verifier.signature(message)));
        assertTrue(verifier.accepts(message, Scram.clientProof(salted, message)));
    }

    @Test
    void hashesAsTheLibraryDoes() throws Exception {
        KeySpec spec = new PBEKeySpec("correct horse".toCharArray(), SALT, 5000, 256);
        byte[] expected = SecretKeyFactory.getInstance("PBKDF2WithHmacSHA256")
                .generateSecret(spec)
                .getEncoded();
        assertArrayEquals(expected, Scram.saltedPassword("correct horse", SALT, 5000));
    }

    @Test
    void refusesEveryOtherPasswordProofAndMessage() {
        Scram.Verifier verifier = Scram.Verifier.of("pass,=wörd", new SecureRandom());
        byte[] salted = Scram.saltedPassword("pass,=wörd", verifier.salt(), verifier.iterations());
        byte[] message = Scram.authMessage("a,=b", "c", "s", verifier.salt(), verifier.iterations());
        byte[] proof = Scram.clientProof(salted, message);
        assertTrue(verifier.accepts(message, proof));
        assertTrue(verifier.matches("pass,=wörd"));
        assertFalse(verifier.matches("pass,=word"));
        for (int i = 0; i < proof.length; i++) {
            byte[] wrong = proof.clone();
            wrong[i] ^= 1;
            assertFalse(verifier.accepts(message, wrong));
        }
        assertFalse(verifier.accepts(message, new byte[0]));
        assertFalse(verifier.accepts(message, new byte[33]));
        byte[] other = Scram.authMessage("a,=b", "c", "t", verifier.salt(), verifier.iterations());
        assertFalse(verifier.accepts(other, proof), "a proof must not be of use twice");
        byte[] signature = verifier.signature(message);
        signature[0] ^= 1;
        assertFalse(Scram.isSignature(salted, message, signature));
    }

    @Test
    void takesCompatibleFormsOfAPasswordAsOneAndAnEmptyOne() {
        assertTrue(Scram.Verifier.of("\u00e9\ufb01", SALT, 4096).matches("e\u0301fi"));
        Scram.Verifier empty = Scram.Verifier.of("", SALT, 4096);
        assertTrue(empty.matches(""));
        assertFalse(empty.matches("x"));
    }

    @Test
    void refusesIterationsThatAreTooFewOrTooMany() {
        byte[] key = new byte[Scram.KEY_BYTES];
        assertThrows(IllegalArgumentException.class, () -> new Scram.Verifier(SALT, 4095, key, key));
        assertThrows(IllegalArgumentException.class, () -> new Scram.Verifier(SALT, 10_000_001, key, key));
        assertThrows(IllegalArgumentException.class, () -> new Scram.Verifier(new byte[0], 4096, key, key));
        assertThrows(IllegalArgumentException.class, () -> new Scram.Verifier(SALT, 4096, new byte[31], key));
    }

    @Test
    void aVerifierDoesNotShowItsKeys() {
        assertEquals(
                "a verifier of 4096 iterations",
                Scram.Verifier.of("x", SALT, 4096).toString());
    }
}
