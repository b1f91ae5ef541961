package io.rochedb.engine.model;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.google.common.hash.Hashing;
import io.rochedb.engine.Seeds;
import java.util.Random;
import org.junit.jupiter.api.Test;

class FarmHashTest {
    private static final int LENGTH_MAX = 1000;

    @Test
    void agreesWithGuavaForEveryLength() {
        Random random = Seeds.random("FarmHashTest");
        for (int length = 0; length <= LENGTH_MAX; length++) {
            byte[] bytes = new byte[length];
            random.nextBytes(bytes);
            long expected = Hashing.farmHashFingerprint64().hashBytes(bytes).asLong();
            assertEquals(expected, FarmHash.fingerprint64(bytes), "length " + length);
        }
    }
}
