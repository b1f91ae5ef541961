package io.rochedb.engine.query;

import io.rochedb.engine.ErrorCode;
import io.rochedb.engine.RocheException;
import java.util.Arrays;

/**
 * A compiled SQL LIKE pattern: {@code %} stands for any text, {@code _} for one character (a code point), everything
 * else for itself.
 *
 * <p>The whole text must match, line breaks are characters like others, case matters. There is no default escape
 * character. Immutable and thread-safe; matching allocates nothing and takes at most text length × pattern length
 * steps.
 */
public final class LikePattern {
    /** Stands for "no escape character". */
    public static final char NO_ESCAPE = '\0';

    private static final int ANY_CHARACTER = -1;
    private static final int ANY_TEXT = -2;

    /** Code points and the two wildcards, which are negative. */
    private final int[] tokens;

    private LikePattern(int[] tokens) {
        this.tokens = tokens;
    }

    /**
     * Compiles a pattern. As in SQL, the escape character may only stand before {@code %}, {@code _} or itself;
     * {@code INVALID_PARAMETER} otherwise.
     *
     * @param escape the escape character, {@link #NO_ESCAPE} for none
     */
    public static LikePattern compile(String pattern, char escape) {
        int[] tokens = new int[pattern.length()];
        int length = 0;
        for (int i = 0; i < pattern.length(); ) {
            int c = pattern.codePointAt(i);
            i += Character.charCount(c);
            if (escape != NO_ESCAPE && c == escape) {
                c = i < pattern.length() ? pattern.charAt(i++) : NO_ESCAPE;
                if (c != '%' && c != '_' && c != escape) {
                    throw new RocheException(
                            ErrorCode.INVALID_PARAMETER,
                            "invalid LIKE pattern '" + pattern + "': the escape character '" + escape
                                    + "' must be followed by %, _ or itself");
                }
                tokens[length++] = c;
            } else {
                tokens[length++] = c == '%' ? ANY_TEXT : c == '_' ? ANY_CHARACTER : c;
            }
        }
        return new LikePattern(Arrays.copyOf(tokens, length));
    }

    /** Returns whether the whole text matches. */
    public boolean matches(String text) {
        int at = 0;
        int token = 0;
        int retryToken = -1;
        int retryAt = 0;
        while (at < text.length()) {
            int c = text.codePointAt(at);
            int expected = token < tokens.length ? tokens[token] : Character.MAX_CODE_POINT + 1;
            if (expected == ANY_TEXT) {
                retryToken = ++token;
                retryAt = at;
            } else if (expected == ANY_CHARACTER || expected == c) {
                at += Character.charCount(c);
                token++;
            } else if (retryToken >= 0) {
                // Only the last % seen needs to take in more: a longer match of an earlier one cannot help.
                retryAt += Character.charCount(text.codePointAt(retryAt));
                at = retryAt;
                token = retryToken;
            } else {
                return false;
            }
        }
        while (token < tokens.length && tokens[token] == ANY_TEXT) {
            token++;
        }
        return token == tokens.length;
    }

    /** Returns the text before the first wildcard: every match starts with it. */
    public String prefix() {
        int end = 0;
        while (end < tokens.length && tokens[end] >= 0) {
            end++;
        }
        return new String(tokens, 0, end);
    }

    /** Returns whether the pattern has no wildcard, so that only {@link #prefix()} matches. */
    public boolean isLiteral() {
        return Arrays.stream(tokens).allMatch(token -> token >= 0);
    }

    /** Returns whether every text matches. */
    public boolean matchesAll() {
        return tokens.length > 0 && Arrays.stream(tokens).allMatch(token -> token == ANY_TEXT);
    }
}
