package io.rochedb.calcite.internal.json;

import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** The document a thread looked at last, as bytes: several functions on one row share the conversion. */
final class Documents {
    /** Longer documents are not kept. */
    private static final int KEPT_CHARACTERS = 1 << 16;

    private static final ThreadLocal<@Nullable Kept> LAST = new ThreadLocal<>();

    private record Kept(String text, byte[] utf8) {}

    private Documents() {}

    /** Returns the text as UTF-8, not to be changed. */
    @SuppressWarnings(
            "ReferenceEquality") // the same row's text is the same object; comparing contents would cost a pass
    static byte[] utf8(String text) {
        Kept last = LAST.get();
        if (last != null && last.text == text) {
            return last.utf8;
        }
        byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
        if (text.length() <= KEPT_CHARACTERS) {
            LAST.set(new Kept(text, utf8));
        }
        return utf8;
    }
}
