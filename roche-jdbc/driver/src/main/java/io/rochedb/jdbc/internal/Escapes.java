package io.rochedb.jdbc.internal;

import java.sql.SQLException;
import java.util.Locale;

/**
 * Rewrites JDBC escapes to plain SQL: {@code {d} {t} {ts} {oj} {call} {escape} {limit}}. {@code {fn …}} stays: the SQL parser
 * knows its functions by their JDBC names.
 */
final class Escapes {
    private static final int NESTING_MAX = 64;

    private final String sql;
    private final StringBuilder out;
    private int at;

    private Escapes(String sql) {
        this.sql = sql;
        this.out = new StringBuilder(sql.length());
    }

    static String rewrite(String sql) throws SQLException {
        if (sql.indexOf('{') < 0) {
            return sql;
        }
        Escapes escapes = new Escapes(sql);
        escapes.copy(0);
        return escapes.out.toString();
    }

    /** Copies to the end, or to the brace that closes the current escape. */
    private void copy(int depth) throws SQLException {
        if (depth > NESTING_MAX) {
            throw SqlErrors.of("54001", "escapes are nested more than " + NESTING_MAX + " deep");
        }
        while (at < sql.length()) {
            char c = sql.charAt(at);
            if (c == '\'' || c == '"') {
                copyQuoted(c);
            } else if (c == '-' && sql.startsWith("--", at)) {
                copyTo("\n");
            } else if (c == '/' && sql.startsWith("/*", at)) {
                copyTo("*/");
            } else if (c == '{') {
                at++;
                escape(depth + 1);
            } else if (c == '}') {
                if (depth == 0) {
                    throw SqlErrors.of("42601", "'}' at position " + (at + 1) + " closes no escape");
                }
                return;
            } else {
                out.append(c);
                at++;
            }
        }
        if (depth > 0) {
            throw SqlErrors.of("42601", "an escape starts with '{' and is not closed with '}'");
        }
    }

    private void copyQuoted(char quote) {
        int end = sql.indexOf(quote, at + 1);
        int stop = end < 0 ? sql.length() : end + 1;
        out.append(sql, at, stop);
        at = stop;
    }

    private void copyTo(String terminator) {
        int end = sql.indexOf(terminator, at);
        int stop = end < 0 ? sql.length() : end + terminator.length();
        out.append(sql, at, stop);
        at = stop;
    }

    private void escape(int depth) throws SQLException {
        skipBlanks();
        if (at < sql.length() && sql.charAt(at) == '?') {
            throw SqlErrors.notSupported("{? = call …} calls a function; use prepareCall");
        }
        int start = at;
        while (at < sql.length() && Character.isLetter(sql.charAt(at))) {
            at++;
        }
        String word = sql.substring(start, at).toLowerCase(Locale.ROOT);
        skipBlanks();
        String closing = "";
        switch (word) {
            case "d" -> out.append("DATE ");
            case "t" -> out.append("TIME ");
            case "ts" -> out.append("TIMESTAMP ");
            case "oj" -> {}
            case "call" -> out.append("CALL ");
            case "escape" -> out.append("ESCAPE ");
            case "limit" -> out.append("LIMIT ");
            case "fn" -> {
                out.append("{fn ");
                closing = "}";
            }
            default ->
                throw SqlErrors.of(
                        "42601",
                        "unknown escape '{" + word + "'; known are {d} {t} {ts} {fn} {oj} {call} {escape} {limit}");
        }
        int body = out.length();
        copy(depth);
        at++;
        if (word.equals("call") && out.indexOf("(", body) < 0) {
            out.append("()");
        }
        out.append(closing);
    }

    private void skipBlanks() {
        while (at < sql.length() && Character.isWhitespace(sql.charAt(at))) {
            at++;
        }
    }
}
