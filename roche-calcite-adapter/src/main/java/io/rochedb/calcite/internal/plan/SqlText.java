package io.rochedb.calcite.internal.plan;

import io.rochedb.engine.ErrorCode;
import io.rochedb.engine.RocheException;

/**
 * The text of one statement as the parser gets it: without a trailing semicolon and without EXPLAIN ANALYZE.
 *
 * @param text what to parse
 * @param explain which short form of EXPLAIN was taken off
 * @param isEmpty whether only blanks and comments remain
 */
record SqlText(String text, Explain explain, boolean isEmpty) {
    /** The forms of EXPLAIN the parser does not know. */
    enum Explain {
        NONE,
        /** EXPLAIN followed by a statement. */
        PLAIN,
        /** EXPLAIN ANALYZE. */
        ANALYZE
    }

    /** Reads a text once, skipping strings, quoted names and comments. */
    static SqlText of(String sql) {
        int first = skipBlank(sql, 0);
        int explainEnd = word(sql, first, "EXPLAIN");
        int next = explainEnd < 0 ? -1 : skipBlank(sql, explainEnd);
        int analyzeEnd = next < 0 ? -1 : word(sql, next, "ANALYZE");
        Explain explain = analyzeEnd > 0
                ? Explain.ANALYZE
                : next < 0 || word(sql, next, "PLAN") > 0 ? Explain.NONE : Explain.PLAIN;
        int start = switch (explain) {
            case NONE -> 0;
            case PLAIN -> explainEnd;
            case ANALYZE -> analyzeEnd;
        };
        int semicolon = semicolon(sql, start);
        if (semicolon >= 0) {
            int after = skipBlank(sql, semicolon + 1);
            if (after < sql.length()) {
                throw new RocheException(
                        ErrorCode.SYNTAX_ERROR,
                        "more than one statement: unexpected text after ';' at " + position(sql, after)
                                + " (send statements one by one)");
            }
        }
        int end = semicolon < 0 ? sql.length() : semicolon;
        String body = sql.substring(0, end);
        boolean empty = skipBlank(body, start) >= end;
        return new SqlText(
                explain == Explain.NONE ? body : body.substring(start).strip(), explain, empty);
    }

    /** Returns where an offset is, as "line 1, column 1". */
    static String position(String sql, int offset) {
        int line = 1;
        int lineStart = 0;
        for (int i = 0; i < offset; i++) {
            if (sql.charAt(i) == '\n') {
                line++;
                lineStart = i + 1;
            }
        }
        return "line " + line + ", column " + (offset - lineStart + 1);
    }

    private static int word(String sql, int at, String word) {
        int end = at + word.length();
        boolean ends = end >= sql.length() || (end < sql.length() && !Character.isJavaIdentifierPart(sql.charAt(end)));
        return sql.regionMatches(true, at, word, 0, word.length()) && ends ? end : -1;
    }

    private static int semicolon(String sql, int from) {
        int i = from;
        while (i < sql.length()) {
            char c = sql.charAt(i);
            if (c == ';') {
                return i;
            }
            if (c == '\'' || c == '"') {
                int close = sql.indexOf(c, i + 1);
                i = close < 0 ? sql.length() : close + 1;
            } else {
                int past = comment(sql, i);
                i = past > i ? past : i + 1;
            }
        }
        return -1;
    }

    /** Returns the offset past blanks and comments. */
    static int skipBlank(String sql, int from) {
        int i = from;
        while (i < sql.length()) {
            int past = Character.isWhitespace(sql.charAt(i)) ? i + 1 : comment(sql, i);
            if (past == i) {
                break;
            }
            i = past;
        }
        return i;
    }

    /** Returns the offset past the comment that starts here, or the same offset. */
    private static int comment(String sql, int at) {
        if (sql.startsWith("--", at)) {
            int end = sql.indexOf('\n', at);
            return end < 0 ? sql.length() : end + 1;
        }
        // a hint is no comment
        if (sql.startsWith("/*", at) && !sql.startsWith("/*+", at)) {
            int end = sql.indexOf("*/", at + 2);
            return end < 0 ? sql.length() : end + 2;
        }
        return at;
    }
}
