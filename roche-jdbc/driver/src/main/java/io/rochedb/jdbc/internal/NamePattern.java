package io.rochedb.jdbc.internal;

import org.jspecify.annotations.Nullable;

/**
 * A search pattern of {@code DatabaseMetaData}: {@code %} any text, {@code _} any character, {@code \} takes the next as it is.
 */
record NamePattern(@Nullable String pattern, boolean ignoreCase) {
    boolean matches(String name) {
        return pattern == null || search(name);
    }

    private boolean search(String name) {
        String text = String.valueOf(pattern);
        int n = 0;
        int p = 0;
        int starPattern = -1;
        int starName = -1;
        while (n < name.length()) {
            char c = p < text.length() ? text.charAt(p) : 0;
            boolean escaped = c == '\\' && p + 1 < text.length();
            if (p < text.length() && c == '%') {
                starPattern = p++;
                starName = n;
            } else if (p < text.length()
                    && (escaped ? same(text.charAt(p + 1), name.charAt(n)) : c == '_' || same(c, name.charAt(n)))) {
                p += escaped ? 2 : 1;
                n++;
            } else if (starPattern >= 0) {
                p = starPattern + 1;
                n = ++starName;
            } else {
                return false;
            }
        }
        while (p < text.length() && text.charAt(p) == '%') {
            p++;
        }
        return p == text.length();
    }

    private boolean same(char left, char right) {
        return left == right || (ignoreCase && Character.toLowerCase(left) == Character.toLowerCase(right));
    }

    /** Returns whether the pattern asks for names by more than "any". */
    boolean selective() {
        return pattern != null && !pattern.isEmpty() && !pattern.equals("%");
    }
}
