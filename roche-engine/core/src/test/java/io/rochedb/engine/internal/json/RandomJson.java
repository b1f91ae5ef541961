package io.rochedb.engine.internal.json;

import java.util.Random;

/** A generator of random JSON text: blanks, escapes, duplicates, odd numbers, and (asked for) damage. */
public final class RandomJson {
    private static final String[] NUMBERS = {
        "0",
        "-0",
        "1",
        "-1",
        "9223372036854775807",
        "-9223372036854775808",
        "9223372036854775808",
        "1.5",
        "1e5",
        "1E-3",
        "-0.0",
        "123456789012345678901234567890",
        "1e999",
        "-1e-400",
        "0.1",
        "3.4028235e38",
        "0.30000000000000004"
    };
    private static final String[] STRINGS = {
        "",
        "a",
        "é",
        "日本",
        "😀",
        "\\n",
        "\\\"",
        "\\\\",
        "\\u0041",
        "\\ud83d\\ude00",
        "a long text without any escape in it",
        "/"
    };
    private static final String[] NAMES = {"a", "b", "\\u0061", "name", "é", "", "x y"};

    private final Random random;

    public RandomJson(Random random) {
        this.random = random;
    }

    /** Returns a value nested at most so deep. */
    public String value(int depth) {
        int kind = random.nextInt(depth > 0 ? 8 : 5);
        if (kind == 0) {
            return random.nextBoolean() ? "true" : "false";
        } else if (kind == 1) {
            return "null";
        } else if (kind <= 3) {
            return random.nextBoolean() ? NUMBERS[random.nextInt(NUMBERS.length)] : "" + (random.nextInt(2000) - 1000);
        } else if (kind == 4) {
            return string();
        } else if (kind == 5) {
            StringBuilder array = new StringBuilder("[");
            for (int i = random.nextInt(4); i > 0; i--) {
                array.append(blank()).append(value(depth - 1)).append(blank()).append(i > 1 ? "," : "");
            }
            return array.append(blank()).append("]").toString();
        }
        return object(depth);
    }

    /** Returns an object. */
    public String object(int depth) {
        StringBuilder object = new StringBuilder("{");
        for (int i = random.nextInt(6); i > 0; i--) {
            object.append(blank())
                    .append('"')
                    .append(NAMES[random.nextInt(NAMES.length)])
                    .append('"');
            object.append(blank()).append(':').append(blank()).append(value(depth - 1));
            object.append(blank()).append(i > 1 ? "," : "");
        }
        return object.append(blank()).append("}").toString();
    }

    private String string() {
        StringBuilder text = new StringBuilder("\"");
        for (int i = random.nextInt(4); i > 0; i--) {
            text.append(STRINGS[random.nextInt(STRINGS.length)]);
        }
        return text.append('"').toString();
    }

    private String blank() {
        return random.nextInt(5) > 0 ? "" : new String[] {" ", "\n", "\t", "\r\n"}[random.nextInt(4)];
    }

    /** Returns the bytes with a few changed, cut or doubled. */
    public byte[] damage(byte[] json) {
        byte[] out = json.clone();
        for (int i = random.nextInt(3); i >= 0 && out.length > 0; i--) {
            int at = random.nextInt(out.length);
            if (random.nextInt(4) == 0) {
                out = java.util.Arrays.copyOf(out, at);
            } else if (random.nextBoolean()) {
                out[at] = (byte) "{}[],:\"\\0-.e tfn\u0001\u0080".charAt(random.nextInt(18));
            } else {
                out[at] = (byte) random.nextInt(256);
            }
        }
        return out;
    }
}
