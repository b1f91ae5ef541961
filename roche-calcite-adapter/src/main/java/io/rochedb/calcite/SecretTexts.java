package io.rochedb.calcite;

/**
 * Statements as they may be shown and kept: without passwords. Stateless.
 *
 * <p>What is masked: a text in quotes after the word PASSWORD, whatever the statement, and in one that begins with CREATE USER or ALTER USER
 * every text in quotes, and whatever comes after PASSWORD; so that a slip of the pen shows none either.
 */
public final class SecretTexts {
    private static final String PASSWORD = "password";
    private static final String MASK = "'***'";
    private static final String[] EXPLAIN_WORDS = {"explain", "plan", "analyze", "for"};

    private SecretTexts() {}

    /** Returns the text without passwords; the same object when there can be none. */
    public static String masked(String sql) {
        boolean ofUser = isAboutUser(sql);
        if (!ofUser && !mentionsPassword(sql)) {
            return sql;
        }
        StringBuilder shown = new StringBuilder(sql.length());
        // Whether what is read comes right after the word PASSWORD.
        boolean secret = false;
        for (int at = 0; at < sql.length(); ) {
            int next = skip(sql, at);
            char c = next < sql.length() ? sql.charAt(next) : ' ';
            shown.append(sql, at, next);
            at = next;
            if (c == '\'' || c == '"') {
                next = end(sql, at);
                boolean mask = secret || (ofUser && (c == '\'' || !isClosed(sql, at, next)));
                secret = c == '"' && sql.regionMatches(true, at + 1, PASSWORD + c, 0, PASSWORD.length() + 1);
                shown.append(mask && !secret ? MASK : sql.substring(at, next));
            } else if (Character.isLetter(c)) {
                next = word(sql, at);
                // A letter by itself is the prefix of a text, as in U&'…'.
                boolean prefix = secret && next - at == 1;
                boolean unquoted = ofUser && secret && !prefix;
                secret = prefix || (next - at == PASSWORD.length() && isWord(sql, at, PASSWORD));
                shown.append(unquoted ? MASK : sql.substring(at, next));
            } else if (at < sql.length()) {
                next = at + 1;
                secret = secret && (c == '=' || c == ':' || c == '&');
                shown.append(c);
            }
            at = next;
        }
        return shown.toString();
    }

    /** Returns whether a statement is one about a user and may have his password in it, or is meant to be. */
    public static boolean isAboutUser(String sql) {
        int at = skip(sql, 0);
        for (String explain : EXPLAIN_WORDS) {
            if (isWord(sql, at, explain)) {
                at = skip(sql, at + explain.length());
            }
        }
        if (!isWord(sql, at, "create") && !isWord(sql, at, "alter")) {
            return false;
        }
        at = skip(sql, word(sql, at));
        return sql.regionMatches(true, at, "user", 0, 4) || sql.regionMatches(true, at, "role", 0, 4);
    }

    private static boolean isWord(String sql, int at, String word) {
        return sql.regionMatches(true, at, word, 0, word.length());
    }

    private static boolean mentionsPassword(String sql) {
        int last = sql.length() - PASSWORD.length();
        for (int i = 0; i <= last; i++) {
            char c = sql.charAt(i);
            if ((c == 'p' || c == 'P') && isWord(sql, i, PASSWORD)) {
                return true;
            }
        }
        return false;
    }

    /** Returns where a quoted text ends that begins there; at the end of the text when the quote is not closed. */
    private static int end(String sql, int start) {
        char quote = sql.charAt(start);
        for (int at = start + 1; at < sql.length(); at++) {
            if (sql.charAt(at) == quote) {
                if (at + 1 >= sql.length() || sql.charAt(at + 1) != quote) {
                    return at + 1;
                }
                at++;
            }
        }
        return sql.length();
    }

    private static boolean isClosed(String sql, int start, int end) {
        return end - start > 1 && sql.charAt(end - 1) == sql.charAt(start);
    }

    /** Skips white space, parentheses and comments. */
    private static int skip(String sql, int from) {
        int at = from;
        while (at < sql.length()) {
            if (Character.isWhitespace(sql.charAt(at)) || sql.charAt(at) == '(') {
                at++;
            } else if (sql.startsWith("--", at)) {
                int line = sql.indexOf('\n', at);
                at = line < 0 ? sql.length() : line;
            } else if (sql.startsWith("/*", at)) {
                int close = sql.indexOf("*/", at + 2);
                at = close < 0 ? sql.length() : close + 2;
            } else {
                break;
            }
        }
        return at;
    }

    private static int word(String sql, int from) {
        int at = from;
        while (at < sql.length() && (Character.isLetterOrDigit(sql.charAt(at)) || sql.charAt(at) == '_')) {
            at++;
        }
        return at;
    }
}
