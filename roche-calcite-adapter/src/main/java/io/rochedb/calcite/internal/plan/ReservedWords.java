package io.rochedb.calcite.internal.plan;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * The rule that lets common field names be written without quotes although the grammar keeps them for itself: tried only
 * on statements that do not parse, so that no statement changes its meaning. Stateless.
 */
final class ReservedWords {
    private static final Set<String> TYPES = Set.of("DATE", "TIME", "TIMESTAMP", "INTERVAL");
    private static final Set<String> FRAMES = Set.of("ROW", "ROWS", "RANGE", "CURRENT");
    private static final Set<String> OTHERS = Set.of("CURSOR", "NEW", "STREAM");
    private static final Set<String> CASTS = Set.of("CAST", "TRY_CAST", "SAFE_CAST");
    private static final Set<String> BEFORE_TYPE = Set.of("WITH", "WITHOUT", "AT", "LOCAL", ":");
    private static final Set<String> BEFORE_FRAME = Set.of("CURRENT", "FIRST", "NEXT", "?");
    private static final Set<String> AFTER_FRAME = Set.of("BETWEEN", "UNBOUNDED", "CURRENT", "ROW", "ONLY", "(");

    record Token(String text, int start, int end) {
        boolean isNumber() {
            return !text.isEmpty() && Character.isDigit(text.charAt(0));
        }
    }

    private ReservedWords() {}

    /** Returns the text with such words in double quotes where they can only be names; the same text when there are none. */
    static String quoteNames(String sql) {
        List<Token> tokens = tokens(sql);
        StringBuilder out = new StringBuilder(sql.length() + 16);
        Deque<String> openers = new ArrayDeque<>();
        int copied = 0;
        for (int i = 0; i < tokens.size(); i++) {
            Token token = tokens.get(i);
            String before = i == 0 ? "" : tokens.get(i - 1).text;
            String after = i + 1 == tokens.size() ? "" : tokens.get(i + 1).text;
            if (token.text.equals("(")) {
                openers.push(before);
            } else if (token.text.equals(")") && !openers.isEmpty()) {
                openers.pop();
            }
            boolean cast = before.equals("AS") && CASTS.contains(openers.isEmpty() ? "" : openers.peek());
            if (isName(token, before, after, cast, i > 0 && tokens.get(i - 1).isNumber())) {
                out.append(sql, copied, token.start)
                        .append('"')
                        .append(sql, token.start, token.end)
                        .append('"');
                copied = token.end;
            }
        }
        return copied == 0 ? sql : out.append(sql, copied, sql.length()).toString();
    }

    private static boolean isName(Token token, String before, String after, boolean cast, boolean afterNumber) {
        String word = token.text;
        if (before.equals(".")) {
            return TYPES.contains(word) || FRAMES.contains(word) || OTHERS.contains(word);
        }
        if (TYPES.contains(word)) {
            return !cast && !after.equals("'") && !after.equals("(") && !BEFORE_TYPE.contains(before);
        }
        if (FRAMES.contains(word)) {
            return !afterNumber && !BEFORE_FRAME.contains(before) && !AFTER_FRAME.contains(after);
        }
        return OTHERS.contains(word) && !after.equals("(");
    }

    /** Splits a text into upper-case words, numbers and single characters; a string or quoted name is its quote. */
    static List<Token> tokens(String sql) {
        List<Token> tokens = new ArrayList<>();
        int i = SqlText.skipBlank(sql, 0);
        while (i < sql.length()) {
            char c = sql.charAt(i);
            int end = i + 1;
            String text = String.valueOf(c);
            if (c == '\'' || c == '"') {
                int close = sql.indexOf(c, i + 1);
                end = close < 0 ? sql.length() : close + 1;
            } else if (Character.isJavaIdentifierPart(c)) {
                while (end < sql.length() && Character.isJavaIdentifierPart(sql.charAt(end))) {
                    end++;
                }
                text = sql.substring(i, end).toUpperCase(Locale.ROOT);
            }
            tokens.add(new Token(text, i, end));
            i = SqlText.skipBlank(sql, end);
        }
        return tokens;
    }
}
