package io.rochedb.calcite;

import io.rochedb.calcite.internal.plan.ParsedStatement;
import org.jspecify.annotations.Nullable;

/**
 * Statements as they may be shown and kept: without passwords. Stateless.
 *
 * <p>A statement about a user is shown up to his name; what follows only when it is nothing but what such a statement may say, and then without the password.
 * A slip of the pen so shows none either. Any other statement that has the word PASSWORD is shown up to it when it cannot be read as SQL, and else without a
 * text in quotes right after the word.
 */
public final class SecretTexts {
    private static final String PASSWORD = "password";
    private static final String MASK = "'***'";
    private static final String LEFT_OUT = " …";

    private static final String[] EXPLAIN_WORDS = {
        "explain",
        "plan",
        "analyze",
        "verbose",
        "with",
        "without",
        "type",
        "implementation",
        "including",
        "excluding",
        "attributes",
        "as",
        "json",
        "xml",
        "dot",
        "text",
        "for"
    };
    private static final String[] VERBS = {"create", "alter", "drop"};
    private static final String[] BEFORE_USER = {"or", "replace", "alter", "if", "not", "exists"};
    private static final String[] BEFORE_NAME = {"if", "not", "exists"};
    /** Statements that have to be read only when something after the word may be a password. */
    private static final String[] QUERIES = {"select", "insert", "update", "delete", "merge", "values"};
    /** Longer ones are taken for unreadable. */
    private static final int READ_CHARACTERS_MAX = 20_000;

    private static final String[] ROLES = {"reader", "writer", "admin"};

    private SecretTexts() {}

    /** Returns the text without passwords; the same object when there can be none. */
    public static String masked(String sql) {
        int verb = verb(sql);
        int user = userEnd(sql, verb);
        if (user >= 0) {
            return ofUser(sql, verb, user);
        }
        int mention = mention(sql, 0);
        if (mention < 0) {
            return sql;
        }
        return isReadable(sql, verb, mention)
                ? withoutTexts(sql)
                : sql.substring(0, mention + PASSWORD.length()) + LEFT_OUT;
    }

    /** Returns whether what is wrong with a statement may be said in words of its own; where it may be a password it may not. */
    public static boolean mayBeQuoted(String sql) {
        return !isAboutUser(sql) && mention(sql, 0) < 0;
    }

    private static boolean isReadable(String sql, int verb, int mention) {
        if (isAnyWord(sql, verb, QUERIES) && !hasLiteral(sql, mention)) {
            return true;
        }
        if (sql.length() > READ_CHARACTERS_MAX) {
            return false;
        }
        try {
            ParsedStatement.parse(sql.substring(verb));
            return true;
        } catch (RuntimeException | StackOverflowError e) {
            return false;
        }
    }

    /** Returns whether a text or a number may be there. */
    private static boolean hasLiteral(String sql, int from) {
        for (int at = from; at < sql.length(); at++) {
            char c = sql.charAt(at);
            if (c == '\'' || c == '"' || c == '$' || c == '`' || c > '~' || Character.isDigit(c)) {
                return true;
            }
        }
        return false;
    }

    /** Returns whether a statement is one about a user and may have his password in it, or is meant to be. */
    public static boolean isAboutUser(String sql) {
        return userEnd(sql, verb(sql)) >= 0;
    }

    /** Masks texts in quotes that come after the word PASSWORD. */
    private static String withoutTexts(String sql) {
        StringBuilder shown = new StringBuilder(sql.length());
        // Whether what is read comes right after the word PASSWORD.
        boolean secret = false;
        for (int at = 0; at < sql.length(); ) {
            int next = skip(sql, at);
            char c = next < sql.length() ? sql.charAt(next) : ' ';
            shown.append(sql, at, next);
            at = next;
            if (c == '\'' || c == '"') {
                int end = end(sql, at);
                next = end < 0 ? sql.length() : end;
                boolean mask = secret;
                secret = c == '"' && sql.regionMatches(true, at + 1, PASSWORD + c, 0, PASSWORD.length() + 1);
                shown.append(mask && !secret ? MASK : sql.substring(at, next));
            } else if (Character.isLetter(c)) {
                next = word(sql, at);
                // A letter by itself is the prefix of a text, as in U&'…'.
                secret = (secret && next - at == 1) || isWord(sql, at, PASSWORD);
                shown.append(sql, at, next);
            } else if (at < sql.length()) {
                next = at + 1;
                secret = secret && (c == '=' || c == ':' || c == '&');
                shown.append(c);
            }
            at = next;
        }
        return shown.toString();
    }

    /** Returns where a statement begins that may be explained, after anything that means nothing. */
    private static int verb(String sql) {
        int at = nextWord(sql, 0);
        if (isWord(sql, at, "explain")) {
            while (isAnyWord(sql, at, EXPLAIN_WORDS)) {
                at = nextWord(sql, word(sql, at));
            }
        }
        return at;
    }

    /** Returns where the word USER ends in a statement about one; less than 0 in any other. */
    private static int userEnd(String sql, int verb) {
        if (!isAnyWord(sql, verb, VERBS)) {
            return -1;
        }
        int at = nextWord(sql, word(sql, verb));
        while (isAnyWord(sql, at, BEFORE_USER)) {
            at = nextWord(sql, word(sql, at));
        }
        return sql.regionMatches(true, at, "user", 0, 4) || sql.regionMatches(true, at, "role", 0, 4)
                ? word(sql, at)
                : -1;
    }

    private static String ofUser(String sql, int verb, int user) {
        int name = skip(sql, user);
        while (isAnyWord(sql, name, BEFORE_NAME)) {
            name = skip(sql, word(sql, name));
        }
        int end = nameEnd(sql, name);
        if (end < 0) {
            return sql.substring(0, user) + LEFT_OUT;
        }
        boolean drop = isWord(sql, verb, "drop");
        if (drop && isListEnd(sql, end)) {
            return sql;
        }
        String options = drop ? null : options(sql, end);
        if (options != null && !options.isEmpty()) {
            return sql.substring(0, end) + options;
        }
        // a quote in the wrong place may have made all that follows a name
        int shown = isPlain(sql, name, end) ? end : user;
        return sql.substring(0, shown) + (shown == end && options != null ? "" : LEFT_OUT);
    }

    private static boolean isPlain(String sql, int from, int to) {
        for (int at = from; at < to; at++) {
            char c = sql.charAt(at);
            if (!isPart(c) && c != '.' && c != '-' && c != '@' && c != '"') {
                return false;
            }
        }
        return true;
    }

    /** Returns where a name ends that begins there, or less than 0 when none does, or one that may have swallowed a password. */
    private static int nameEnd(String sql, int at) {
        if (at < sql.length() && sql.charAt(at) == '"') {
            int end = end(sql, at);
            return end >= 0 && mention(sql.substring(at, end), 0) >= 0 ? -1 : end;
        }
        int end = word(sql, at);
        return end > at ? end : -1;
    }

    /** Returns whether nothing but more names follows. */
    private static boolean isListEnd(String sql, int from) {
        int at = skip(sql, from);
        while (at < sql.length() && sql.charAt(at) == ',') {
            int end = nameEnd(sql, skip(sql, at + 1));
            if (end < 0) {
                return false;
            }
            at = skip(sql, end);
        }
        return isEnd(sql, at);
    }

    /** Returns what CREATE USER and ALTER USER may say after the name, masked; null when anything else is there. */
    private static @Nullable String options(String sql, int from) {
        StringBuilder shown = new StringBuilder();
        int at = skip(sql, from);
        if (isWord(sql, at, "with")) {
            at = skip(sql, word(sql, at));
        }
        while (!isEnd(sql, at)) {
            int end = word(sql, at);
            int value = skip(sql, end);
            if (isWord(sql, at, PASSWORD)) {
                value = sql.regionMatches(true, value, "U&'", 0, 3) ? value + 2 : value;
                at = value < sql.length() && sql.charAt(value) == '\'' ? end(sql, value) : -1;
                if (at < 0) {
                    return null;
                }
                shown.append(' ')
                        .append(sql, end - PASSWORD.length(), end)
                        .append(' ')
                        .append(MASK);
            } else if (isWord(sql, at, "role") && isAnyWord(sql, value, ROLES)) {
                int role = word(sql, value);
                shown.append(' ').append(sql, at, end).append(' ').append(sql, value, role);
                at = role;
            } else {
                return null;
            }
            at = skip(sql, at);
        }
        return shown.toString();
    }

    /** Returns whether a statement ends there, with a semicolon or without. */
    private static boolean isEnd(String sql, int at) {
        return at >= sql.length() || (sql.charAt(at) == ';' && skip(sql, at + 1) >= sql.length());
    }

    private static boolean isAnyWord(String sql, int at, String[] words) {
        for (String word : words) {
            if (isWord(sql, at, word)) {
                return true;
            }
        }
        return false;
    }

    private static boolean isWord(String sql, int at, String word) {
        return sql.regionMatches(true, at, word, 0, word.length()) && word(sql, at) == at + word.length();
    }

    /** Returns where the word is, also as a part of another; -1 when it is nowhere. */
    private static int mention(String sql, int from) {
        int last = sql.length() - PASSWORD.length();
        for (int i = from; i <= last; i++) {
            char c = sql.charAt(i);
            if ((c == 'p' || c == 'P') && sql.regionMatches(true, i, PASSWORD, 0, PASSWORD.length())) {
                return i;
            }
        }
        return -1;
    }

    /** Returns where a quoted text ends that begins there; less than 0 when the quote is not closed. */
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
        return -1;
    }

    /** Skips whatever is no word and no quote. */
    private static int nextWord(String sql, int from) {
        int at = skip(sql, from);
        while (at < sql.length() && !isPart(sql.charAt(at)) && sql.charAt(at) != '\'' && sql.charAt(at) != '"') {
            at = skip(sql, at + 1);
        }
        return at;
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
        while (at < sql.length() && isPart(sql.charAt(at))) {
            at++;
        }
        return at;
    }

    private static boolean isPart(char c) {
        return Character.isLetterOrDigit(c) || c == '_';
    }
}
