package io.rochedb.jdbc.internal.remote;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.rochedb.jdbc.RocheProperty;
import io.rochedb.jdbc.spi.ConnectionSettings;
import io.rochedb.jdbc.wire.Parts;
import io.rochedb.jdbc.wire.Protocol;
import io.rochedb.jdbc.wire.WireWriter;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** A server that takes anybody's word is not believed by those who gave a password. */
class LoginProofTest {
    /** A server that says at once that a client is let in. */
    private static final class Impostor implements Transport {
        @Override
        public void send(byte[] bytes, int length) {}

        @Override
        public Frame receive() {
            WireWriter out = new WireWriter(64, 1 << 10);
            out.u8(Protocol.STATE_AUTO_COMMIT);
            out.varint(0);
            out.blob(new byte[0]);
            out.varint(1);
            out.raw(new byte[Protocol.CANCEL_KEY_BYTES]);
            out.text("1");
            out.text("anna");
            out.text("roche");
            out.varint(1 << 20);
            Parts.texts(out, List.of());
            return new Frame(Protocol.READY, 1, Arrays.copyOf(out.bytes(), out.size()));
        }

        @Override
        public void timeoutMillis(int millis) {}

        @Override
        public void limitBytes(int limit) {}

        @Override
        public void close() {}
    }

    private static Login login(String host, Map<RocheProperty, String> options) {
        RemoteAddress address = RemoteAddress.parse("//" + host + "/main");
        return Login.over(new Link(new Impostor(), address.hosts().get(0)), address, new ConnectionSettings(options));
    }

    @Test
    void whoGaveAPasswordWantsAProof() {
        for (RocheProperty secret : List.of(RocheProperty.PASSWORD, RocheProperty.PASSWORD_FILE)) {
            Map<RocheProperty, String> options = Map.of(RocheProperty.USER, "anna", secret, "x");
            RemoteFailure e = assertThrows(RemoteFailure.class, () -> login("db.example.org", options));
            assertEquals("28000", e.failure().sqlState());
            assertTrue(e.getMessage().contains("did not prove that it knows the password of 'anna'"), e.getMessage());
            for (String host : List.of("localhost", "127.0.0.1", "[::1]")) {
                assertEquals("anna", login(host, options).user());
            }
        }
        assertEquals("anna", login("db.example.org", Map.of()).user());
    }

    @Test
    void onlyThisMachineIsLoopback() {
        for (String host : List.of("localhost", "127.0.0.1", "127.9.9.9", "::1")) {
            assertTrue(Login.isLoopback(host), host);
        }
        for (String host : List.of("10.0.0.1", "localhost.example.org", "::2", "127.0.0.1.example.org", "1.2.3.4.5")) {
            assertFalse(Login.isLoopback(host), host);
        }
    }
}
