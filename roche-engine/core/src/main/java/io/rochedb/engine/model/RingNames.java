package io.rochedb.engine.model;

import io.rochedb.engine.ErrorCode;
import io.rochedb.engine.RocheException;
import java.nio.charset.StandardCharsets;
import java.text.Normalizer;
import org.jspecify.annotations.Nullable;

/**
 * The one canonicaliser of ring names: {@code /}-separated non-empty segments, NFC, no leading or trailing slash, at
 * most {@value #MAX_BYTES} UTF-8 bytes and {@value #MAX_SEGMENTS} segments, no control characters, no {@code *}.
 */
public final class RingNames {
    public static final int MAX_BYTES = 512;
    public static final int MAX_SEGMENTS = 32;

    private RingNames() {}

    /** Returns the canonical form of a name, or throws {@code INVALID_RING_NAME} with the reason. */
    public static String canonical(String name) {
        if (name.isEmpty()) {
            throw invalid(name, "it is empty");
        }
        String canonical = Normalizer.isNormalized(name, Normalizer.Form.NFC)
                ? name
                : Normalizer.normalize(name, Normalizer.Form.NFC);
        int segments = 1;
        int start = 0;
        for (int i = 0; i <= canonical.length(); i++) {
            char c = i == canonical.length() ? '/' : canonical.charAt(i);
            if (c == '/') {
                if (i == start) {
                    throw invalid(name, "it has an empty segment (a leading, trailing or double '/')");
                }
                start = i + 1;
                segments += i == canonical.length() ? 0 : 1;
            } else if (c == '*') {
                throw invalid(name, "'*' is kept for globs");
            } else if (Character.isISOControl(c)) {
                throw invalid(name, "it contains a control character");
            } else if (Character.isSurrogate(c) && !isPaired(canonical, i)) {
                throw invalid(name, "it contains an unpaired surrogate");
            }
        }
        if (segments > MAX_SEGMENTS) {
            throw invalid(name, "it has " + segments + " segments, more than " + MAX_SEGMENTS);
        }
        if (canonical.length() > MAX_BYTES || canonical.getBytes(StandardCharsets.UTF_8).length > MAX_BYTES) {
            throw invalid(name, "it is longer than " + MAX_BYTES + " bytes");
        }
        return canonical;
    }

    private static boolean isPaired(String text, int index) {
        char c = text.charAt(index);
        return Character.isHighSurrogate(c)
                ? index + 1 < text.length() && Character.isLowSurrogate(text.charAt(index + 1))
                : index > 0 && Character.isHighSurrogate(text.charAt(index - 1));
    }

    private static RocheException invalid(String name, String reason) {
        String shown = name.length() <= 80 ? name : name.substring(0, 80) + "…";
        return new RocheException(ErrorCode.INVALID_RING_NAME, "invalid ring name '" + shown + "': " + reason);
    }

    /** Returns the ring key: FarmHash Fingerprint64 of the UTF-8 name with the lowest bit set, never 0. */
    public static long key(String name) {
        return FarmHash.fingerprint64(name.getBytes(StandardCharsets.UTF_8)) | 1L;
    }

    /** Returns the name of the parent ring, or null for a top-level ring. */
    public static @Nullable String parent(String name) {
        int slash = name.lastIndexOf('/');
        return slash < 0 ? null : name.substring(0, slash);
    }

    /** Returns the last segment. */
    public static String leaf(String name) {
        return name.substring(name.lastIndexOf('/') + 1);
    }
}
