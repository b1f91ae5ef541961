package io.rochedb.calcite.internal.function;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** The text of a payload. */
final class PayloadText {
    private PayloadText() {}

    /** Returns the text, or null when the bytes are not valid UTF-8. */
    static @Nullable String of(byte[] payload) {
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(payload))
                    .toString();
        } catch (CharacterCodingException notText) {
            return null;
        }
    }
}
