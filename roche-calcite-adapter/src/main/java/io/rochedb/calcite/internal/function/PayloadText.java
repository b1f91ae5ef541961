package io.rochedb.calcite.internal.function;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** The text of a payload. Stateless. */
public final class PayloadText {
    /** What a decoder puts in the place of bytes that are no text; a text may hold it too. */
    private static final char REPLACEMENT = '\uFFFD';

    private PayloadText() {}

    /** Returns the text, or null when the bytes are not valid UTF-8. */
    public static @Nullable String of(byte[] bytes, int offset, int length) {
        String text = new String(bytes, offset, length, StandardCharsets.UTF_8);
        if (text.indexOf(REPLACEMENT) < 0) {
            return text;
        }
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes, offset, length))
                    .toString();
        } catch (CharacterCodingException notText) {
            return null;
        }
    }
}
