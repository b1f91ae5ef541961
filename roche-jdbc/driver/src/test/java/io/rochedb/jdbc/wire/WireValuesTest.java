package io.rochedb.jdbc.wire;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.rochedb.jdbc.ScanStats;
import io.rochedb.jdbc.spi.ColumnMeta;
import io.rochedb.jdbc.spi.Failure;
import io.rochedb.jdbc.spi.GeneratedKey;
import io.rochedb.jdbc.spi.Notice;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** What is written is read back, and what nobody wrote is refused without harm. */
class WireValuesTest {
    private static final int ROUNDS = 20_000;

    private static WireReader written(WireWriter out) {
        return new WireReader(Arrays.copyOf(out.bytes(), out.size()), 0, out.size());
    }

    private static Random random() {
        long seed = Long.getLong("rochedb.wire.seed", System.nanoTime());
        System.out.println("WireValuesTest -Drochedb.wire.seed=" + seed);
        return new Random(seed);
    }

    private static String text(Random random) {
        char[] chars = new char[random.nextInt(40)];
        int kind = random.nextInt(3);
        for (int i = 0; i < chars.length; i++) {
            chars[i] = (char)
                    (kind == 0 ? random.nextInt(128) : kind == 1 ? random.nextInt(0x800) : random.nextInt(0x10000));
        }
        return new String(chars);
    }

    private static Object value(Random random, int depth) {
        return switch (random.nextInt(depth == 0 ? 16 : 15)) {
            case 0 -> random.nextBoolean();
            case 1 -> (byte) random.nextInt();
            case 2 -> (short) random.nextInt();
            case 3 -> random.nextInt() >> random.nextInt(32);
            case 4 -> random.nextLong() >> random.nextInt(64);
            case 5 -> Float.intBitsToFloat(random.nextInt());
            case 6 -> Double.longBitsToDouble(random.nextLong());
            case 7 -> new BigDecimal(new BigInteger(1 + random.nextInt(300), random).negate(), random.nextInt());
            case 8 -> {
                byte[] bytes = new byte[random.nextInt(100)];
                random.nextBytes(bytes);
                yield bytes;
            }
            case 9 -> {
                float[] vector = new float[random.nextInt(50)];
                for (int i = 0; i < vector.length; i++) {
                    vector[i] = random.nextFloat();
                }
                yield vector;
            }
            case 10 -> LocalDate.ofEpochDay(random.nextInt());
            case 11 -> LocalTime.ofNanoOfDay(random.nextInt(86_400) * 1_000_000_000L + random.nextInt(1_000_000_000));
            case 12 ->
                LocalDateTime.of(
                        LocalDate.ofEpochDay(random.nextInt()), LocalTime.ofSecondOfDay(random.nextInt(86_400)));
            case 15 -> {
                List<Object> list = new ArrayList<>();
                for (int i = random.nextInt(5); i > 0; i--) {
                    list.add(random.nextInt(4) == 0 ? null : value(random, depth + 1));
                }
                yield list;
            }
            default -> text(random);
        };
    }

    private static void assertSame(Object expected, Object actual) {
        if (expected instanceof List<?> left && actual instanceof List<?> right) {
            assertEquals(left.size(), right.size());
            for (int i = 0; i < left.size(); i++) {
                assertSame(left.get(i), right.get(i));
            }
        } else {
            assertArrayEquals(new Object[] {expected}, new Object[] {actual});
        }
    }

    @Test
    void everyValueComesBackAsItWas() {
        Random random = random();
        WireWriter out = new WireWriter(16, Protocol.FRAME_MAX);
        for (int i = 0; i < ROUNDS; i++) {
            out.reset();
            List<Object> values = new ArrayList<>();
            for (int n = random.nextInt(5); n >= 0; n--) {
                Object value = value(random, 0);
                values.add(value);
                out.value(value);
            }
            WireReader in = written(out);
            for (Object value : values) {
                assertSame(value, in.value());
            }
            in.expectEnd();
        }
    }

    @Test
    void numbersOfAnyClassAndBoundsOfEach() {
        WireWriter out = new WireWriter(16, Protocol.FRAME_MAX);
        out.value(new AtomicInteger(7));
        out.varint(-1);
        out.zigzag(Long.MIN_VALUE);
        out.zigzag(Long.MAX_VALUE);
        out.text("\uD800\uDC00\uDC00\uD800\0\u007F\u0080\u07FF\u0800\uFFFF");
        WireReader in = written(out);
        assertEquals(new BigDecimal(7), in.value());
        assertEquals(-1, in.varint());
        assertEquals(Long.MIN_VALUE, in.zigzag());
        assertEquals(Long.MAX_VALUE, in.zigzag());
        assertEquals("\uD800\uDC00\uDC00\uD800\0\u007F\u0080\u07FF\u0800\uFFFF", in.text());
        assertThrows(WireException.class, () -> out.value(new Object()));
    }

    /** Any bytes are read as something or refused, in memory that is in proportion to them. */
    @Test
    void garbageIsRefused() {
        Random random = random();
        WireWriter out = new WireWriter(16, Protocol.FRAME_MAX);
        int refused = 0;
        for (int i = 0; i < ROUNDS; i++) {
            out.reset();
            out.value(value(random, 0));
            byte[] bytes = Arrays.copyOf(out.bytes(), out.size());
            for (int n = random.nextInt(4); n >= 0; n--) {
                bytes[random.nextInt(bytes.length)] = (byte) random.nextInt();
            }
            WireReader in = new WireReader(bytes, 0, random.nextInt(bytes.length + 1));
            try {
                in.value();
                Parts.columns(in);
                Parts.keys(in);
                Parts.stats(in);
                Parts.failure(in);
            } catch (WireException e) {
                refused++;
            }
        }
        assertTrue(refused > ROUNDS / 2, "refused " + refused);
    }

    @Test
    void whatIsNoUtf8IsRefused() {
        for (String hex : new String[] {
            "01C0", "0280", "02C080", "03E08080", "04F0808080", "04F4908080", "02C320", "01FF", "03EDA0"
        }) {
            byte[] bytes = HexFormat.of().parseHex(hex.length() % 2 == 0 ? hex : "0" + hex);
            assertThrows(WireException.class, () -> new WireReader(bytes, 0, bytes.length).text(), hex);
        }
    }

    @Test
    void listsDoNotNestForEver() {
        byte[] deep = new byte[2 * 100_000];
        for (int i = 0; i < deep.length; i += 2) {
            deep[i] = 13;
            deep[i + 1] = 1;
        }
        assertThrows(WireException.class, () -> new WireReader(deep, 0, deep.length).value());
        List<Object> list = List.of();
        for (int i = 0; i < 100; i++) {
            list = List.of(list);
        }
        List<Object> nested = list;
        assertThrows(WireException.class, () -> new WireWriter(16, 1 << 20).value(nested));
    }

    @Test
    void partsOfMessagesComeBack() {
        WireWriter out = new WireWriter(16, Protocol.FRAME_MAX);
        List<ColumnMeta> columns = List.of(
                new ColumnMeta("l", "n", "t", 12, "VARCHAR", 5, 0, true),
                new ColumnMeta("same", "same", null, -5, "BIGINT", 0, -1, false));
        List<GeneratedKey> keys = List.of(
                new GeneratedKey("a", "1"),
                new GeneratedKey("a", "2"),
                new GeneratedKey("a", "3", "t"),
                new GeneratedKey("b", "4", "t"));
        List<Notice> notices = List.of(new Notice("01000", "x"));
        ScanStats stats = new ScanStats(1, 2, 3, 4, 5, 6, 7, 8, 9, 1L << 60, 0.25, "fast");
        Failure failure = new Failure("57014", "über", true);
        Parts.columns(out, columns);
        Parts.keys(out, keys);
        Parts.notices(out, notices);
        Parts.stats(out, stats);
        Parts.failure(out, failure);
        Parts.texts(out, List.of("a", ""));
        WireReader in = written(out);
        assertEquals(columns, Parts.columns(in));
        assertEquals(keys, Parts.keys(in));
        assertEquals(notices, Parts.notices(in));
        assertEquals(stats, Parts.stats(in));
        assertEquals(failure, Parts.failure(in));
        assertEquals(List.of("a", ""), Parts.texts(in));
        in.expectEnd();
    }

    @Test
    void framesAreCutOutOfWhateverPiecesTheyComeIn() throws IOException {
        WireWriter out = new WireWriter(16, Protocol.FRAME_MAX);
        for (int i = 0; i < 200; i++) {
            out.begin(i, i * 7);
            out.raw(new byte[i * i]);
            out.end();
        }
        byte[] all = Arrays.copyOf(out.bytes(), out.size());
        Random random = random();
        ByteArrayInputStream pieces = new ByteArrayInputStream(all) {
            @Override
            public synchronized int read(byte[] into, int offset, int length) {
                return super.read(into, offset, Math.min(length, 1 + random.nextInt(random.nextBoolean() ? 3 : 9_000)));
            }
        };
        FrameInput in = new FrameInput(pieces, 1 << 20, () -> {});
        for (int i = 0; i < 200; i++) {
            assertEquals(i * i, in.next().length);
            assertEquals(i, in.type());
            assertEquals(i * 7, in.number());
        }
        assertEquals(null, in.next());
        byte[] large = new byte[] {0, 1, 0, 0, 1, 1, 0, 0, 0, 1};
        FrameInput limited = new FrameInput(new ByteArrayInputStream(large), 65_535, () -> {});
        assertThrows(WireException.class, limited::next);
    }

    @Test
    void aFrameBeyondItsLimitIsNotWritten() {
        WireWriter out = new WireWriter(16, 100);
        out.begin(1, 1);
        assertThrows(FrameLimitException.class, () -> out.raw(new byte[200]));
        out.truncate(10);
        out.raw(new byte[50]);
        out.checkLimit();
        out.end();
        assertEquals(56, written(out).fixedInt());
    }
}
