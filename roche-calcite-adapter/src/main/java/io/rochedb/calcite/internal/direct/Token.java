package io.rochedb.calcite.internal.direct;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One token of a statement.
 *
 * @param kind what it is
 * @param text a word or symbol as written; a quoted name or string without quotes and escapes; a number's digits
 * @param start offset of its first character
 * @param end offset past its last character
 */
record Token(Kind kind, String text, int start, int end) {
    enum Kind {
        WORD,
        QUOTED,
        STRING,
        INTEGER,
        DECIMAL,
        PARAMETER,
        SYMBOL,
        END
    }

    /** More tokens than this are no simple statement. */
    private static final int TOKENS_MAX = 4_000;

    /** Returns whether this is a key word or a symbol. */
    boolean is(String wanted) {
        return (kind == Kind.WORD || kind == Kind.SYMBOL) && text.equalsIgnoreCase(wanted);
    }

    boolean isName() {
        return kind == Kind.WORD || kind == Kind.QUOTED;
    }

    boolean isLiteral() {
        return kind == Kind.STRING || kind == Kind.INTEGER || kind == Kind.DECIMAL;
    }

    /** Reads a text; null when something in it is not simple: comments, hints, escapes, prefixed strings, odd numbers. */
    static @Nullable List<Token> read(String sql) {
        List<Token> tokens = new ArrayList<>();
        int at = 0;
        while (true) {
            while (at < sql.length() && Character.isWhitespace(sql.charAt(at))) {
                at++;
            }
            if (at == sql.length()) {
                tokens.add(new Token(Kind.END, "", at, at));
                return tokens;
            }
            Token token = tokens.size() == TOKENS_MAX ? null : next(sql, at);
            if (token == null) {
                return null;
            }
            tokens.add(token);
            at = token.end;
        }
    }

    private static @Nullable Token next(String sql, int at) {
        char c = sql.charAt(at);
        if (c == '\'') {
            return quoted(sql, at, Kind.STRING);
        }
        if (c == '"') {
            return quoted(sql, at, Kind.QUOTED);
        }
        if (c >= '0' && c <= '9') {
            return number(sql, at);
        }
        if (isWordStart(c)) {
            int end = at + 1;
            while (end < sql.length() && isWordPart(sql.charAt(end))) {
                end++;
            }
            // a prefix of a string: N'…', U&'…', X'…'
            boolean prefix = end < sql.length() && (sql.charAt(end) == '\'' || sql.charAt(end) == '&');
            return prefix ? null : new Token(Kind.WORD, sql.substring(at, end), at, end);
        }
        if (c == '?') {
            return new Token(Kind.PARAMETER, "?", at, at + 1);
        }
        if (sql.startsWith("--", at) || sql.startsWith("/*", at) || c > '~') {
            return null;
        }
        for (String two : List.of("<=", ">=", "<>", "!=", "||", "::", "=>", "//")) {
            if (sql.startsWith(two, at)) {
                return new Token(Kind.SYMBOL, two, at, at + 2);
            }
        }
        return new Token(Kind.SYMBOL, String.valueOf(c), at, at + 1);
    }

    private static boolean isWordStart(char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
    }

    private static boolean isWordPart(char c) {
        return isWordStart(c) || (c >= '0' && c <= '9');
    }

    private static @Nullable Token quoted(String sql, int at, Kind kind) {
        char quote = sql.charAt(at);
        int close = sql.indexOf(quote, at + 1);
        boolean doubled = false;
        while (close >= 0 && close + 1 < sql.length() && sql.charAt(close + 1) == quote) {
            doubled = true;
            close = sql.indexOf(quote, close + 2);
        }
        if (close < 0) {
            return null;
        }
        String text = sql.substring(at + 1, close);
        String two = String.valueOf(quote) + quote;
        return new Token(kind, doubled ? text.replace(two, String.valueOf(quote)) : text, at, close + 1);
    }

    private static @Nullable Token number(String sql, int at) {
        int end = digits(sql, at);
        Kind kind = Kind.INTEGER;
        if (end + 1 < sql.length() && sql.charAt(end) == '.' && digits(sql, end + 1) > end + 1) {
            kind = Kind.DECIMAL;
            end = digits(sql, end + 1);
        }
        boolean odd = end < sql.length() && (isWordPart(sql.charAt(end)) || sql.charAt(end) == '.');
        return odd ? null : new Token(kind, sql.substring(at, end), at, end);
    }

    private static int digits(String sql, int from) {
        int end = from;
        while (end < sql.length() && sql.charAt(end) >= '0' && sql.charAt(end) <= '9') {
            end++;
        }
        return end;
    }
}
