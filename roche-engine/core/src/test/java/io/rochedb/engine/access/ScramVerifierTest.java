package io.rochedb.engine.access;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.Base64;
import java.util.Map;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.Test;

class ScramVerifierTest {
    private static final byte[] SALT = Base64.getDecoder().decode("W22ZaJ0SNY7soEsUEjb6gQ==");

    private static byte[] hmac(byte[] key, String text) throws GeneralSecurityException {
        Mac mac = Mac.getInstance("HmacSHA256");
        mac.init(new SecretKeySpec(key, "HmacSHA256"));
        return mac.doFinal(text.getBytes(StandardCharsets.US_ASCII));
    }

    /** The exchange printed in RFC 7677, section 3. */
    @Test
    void theExampleOfTheStandard() throws GeneralSecurityException {
        ScramVerifier verifier = ScramVerifier.of("pencil", SALT, 4096);
        String nonce = "rOprNGfwEbeRWgbNEkqO%hvYDpWUa2RaTCAfuxFIlj)hNlF$k0";
        String message =
                "n=user,r=rOprNGfwEbeRWgbNEkqO,r=" + nonce + ",s=W22ZaJ0SNY7soEsUEjb6gQ==,i=4096,c=biws,r=" + nonce;
        assertEquals(
                "6rriTRBi23WpRR/wtup+mMhUZUn/dB5nLTJRsjl95G4=",
                Base64.getEncoder().encodeToString(hmac(verifier.serverKey(), message)));
        byte[] clientKey = Base64.getDecoder().decode("dHzbZapWIk4jUhN+Ute9ytag9zjfMHgsqmmiz7AndVQ=");
        byte[] signature = hmac(verifier.storedKey(), message);
        for (int i = 0; i < clientKey.length; i++) {
            clientKey[i] ^= signature[i];
        }
        assertArrayEquals(
                verifier.storedKey(), MessageDigest.getInstance("SHA-256").digest(clientKey));
    }

    @Test
    void textIsReadBackAndNothingElseIs() {
        ScramVerifier verifier = ScramVerifier.of("pencil", SALT, 4096);
        assertEquals(verifier, ScramVerifier.parse(verifier.text()));
        assertNotEquals(verifier, ScramVerifier.of("pencils", SALT, 4096));
        assertFalse(verifier.toString().contains(Base64.getEncoder().encodeToString(verifier.storedKey())));
        assertThrows(IllegalArgumentException.class, () -> ScramVerifier.parse("SCRAM-SHA-256$10:AA==$AA==:AA=="));
        assertThrows(IllegalArgumentException.class, () -> ScramVerifier.parse("md5abc"));
        assertThrows(IllegalArgumentException.class, () -> ScramVerifier.of("pencil", SALT, 100));
    }

    @Test
    void passwordsThatLookTheSameAreTheSame() {
        assertEquals(ScramVerifier.of("caf\u00e9", SALT, 4096), ScramVerifier.of("cafe\u0301", SALT, 4096));
    }

    @Test
    void unknownNamesHaveStableVerifiersOfTheirOwn() {
        AccessCatalog catalog = new AccessCatalog(Map.of(), "secret");
        assertEquals(catalog.verifier("nobody"), new AccessCatalog(Map.of(), "secret").verifier("nobody"));
        assertNotEquals(catalog.verifier("nobody"), catalog.verifier("somebody"));
        assertNotEquals(catalog.verifier("nobody"), new AccessCatalog(Map.of(), "other").verifier("nobody"));
        assertEquals(ScramVerifier.ITERATIONS, catalog.verifier("nobody").iterations());
        assertEquals(ScramVerifier.SALT_BYTES, catalog.verifier("nobody").salt().length);
    }
}
