package io.rochedb.engine.internal.json;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.charset.StandardCharsets;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Numbers are read to the bit as the JDK reads them. */
class JsonDoublesTest {
    private static final int NUMBERS = 200_000;

    private final long seed = Long.getLong("roche.test.seed", 20_261_130L);

    @Test
    void everyNumberIsTheNearestDouble() {
        System.out.println("JsonDoublesTest seed " + seed);
        Random random = new Random(seed);
        for (int i = 0; i < NUMBERS; i++) {
            String text = number(random);
            byte[] bytes = text.getBytes(StandardCharsets.ISO_8859_1);
            double read = JsonText.parseDouble(bytes, 0, bytes.length);
            assertEquals(Double.doubleToRawLongBits(Double.parseDouble(text)), Double.doubleToRawLongBits(read), text);
        }
    }

    private static String number(Random random) {
        return switch (random.nextInt(4)) {
            case 0 -> Double.toString((random.nextDouble() - 0.5) * Math.pow(10, random.nextInt(300) - 150));
            case 1 -> Double.toString(random.nextDouble());
            case 2 -> random.nextLong() + "." + random.nextInt(Integer.MAX_VALUE) + "e" + (random.nextInt(700) - 350);
            default -> "-" + (1 + random.nextInt(1_000)) + "." + random.nextInt(1_000);
        };
    }
}
