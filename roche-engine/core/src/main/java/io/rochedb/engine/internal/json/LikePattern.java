package io.rochedb.engine.internal.json;

import io.rochedb.engine.ErrorCode;
import io.rochedb.engine.RocheException;
import java.util.Arrays;

/**
 * A compiled SQL LIKE pattern: {@code %} stands for any characters, {@code _} for one code point, everything else for itself.
 *
 * <p>Immutable. An escape character makes the next {@code %}, {@code _} or escape character ordinary; before anything else it is an error.
 */
public final class LikePattern {
    private static final int ANY = -1;
    private static final int ONE = -2;

    private final int[] tokens;

    private LikePattern(int[] tokens) {
        this.tokens = tokens;
    }

    /** Compiles a pattern; {@code '\0'} for no escape character. */
    public static LikePattern compile(String pattern, char escape) {
        int[] tokens = new int[pattern.length()];
        int count = 0;
        for (int i = 0; i < pattern.length(); ) {
            int c = pattern.codePointAt(i);
            i += Character.charCount(c);
            if (escape != '\0' && c == escape) {
                int next = i < pattern.length() ? pattern.codePointAt(i) : ANY;
                if (next != '%' && next != '_' && next != escape) {
                    throw new RocheException(
                            ErrorCode.INVALID_PARAMETER,
                            "invalid LIKE pattern '" + pattern + "': the escape character '" + escape
                                    + "' must be followed by %, _ or itself");
                }
                i += Character.charCount(next);
                tokens[count++] = next;
            } else if (c != '%') {
                tokens[count++] = c == '_' ? ONE : c;
            } else if (count == 0 || tokens[count - 1] != ANY) {
                tokens[count++] = ANY;
            }
        }
        return new LikePattern(Arrays.copyOf(tokens, count));
    }

    /** Returns whether the whole text matches. */
    public boolean matches(String text) {
        int token = 0;
        int at = 0;
        int retryToken = -1;
        int retryAt = 0;
        while (at < text.length()) {
            int c = text.codePointAt(at);
            if (token < tokens.length && tokens[token] == ANY) {
                retryToken = ++token;
                retryAt = at;
            } else if (token < tokens.length && (tokens[token] == ONE || tokens[token] == c)) {
                token++;
                at += Character.charCount(c);
            } else if (retryToken >= 0) {
                retryAt += Character.charCount(text.codePointAt(retryAt));
                at = retryAt;
                token = retryToken;
            } else {
                return false;
            }
        }
        while (token < tokens.length && tokens[token] == ANY) {
            token++;
        }
        return token == tokens.length;
    }
}
