package io.rochedb.sqlline;

import java.io.IOException;
import java.io.Reader;
import java.util.Optional;

/**
 * A reader of SQL statements separated by {@code ;}, streaming.
 *
 * <p>A {@code ;} inside {@code '…'}, {@code "…"}, {@code -- …} or a block comment separates nothing. A doubled quote stays inside its
 * quotes by itself: it closes and opens again. Comments before a statement are handed over apart; those inside stay where they
 * are, since they may be hints. Text that is only blanks and comments is no statement. Not thread-safe.
 */
final class StatementSplitter {
    /**
     * One statement.
     *
     * @param text the statement without its {@code ;}
     * @param line line of its first character, from 1
     * @param comment the comments and blank lines before it
     */
    record Statement(String text, int line, String comment) {}

    private final Reader reader;
    private int pushedBack = -1;
    private int line = 1;

    StatementSplitter(Reader reader) {
        this.reader = reader;
    }

    /** Returns the next statement, or nothing at the end. An unclosed quote or comment ends with the text. */
    Optional<Statement> next() throws IOException {
        StringBuilder comment = new StringBuilder();
        StringBuilder text = new StringBuilder();
        int startLine = 0;
        while (true) {
            int c = read();
            if (c < 0) {
                break;
            }
            StringBuilder target = startLine == 0 ? comment : text;
            if (c == ';') {
                if (startLine != 0) {
                    break;
                }
                continue;
            }
            if (c == '-' && peek() == '-') {
                copyLine(c, target);
            } else if (c == '/' && peek() == '*') {
                copyBlock(target);
            } else if (startLine == 0 && (Character.isWhitespace(c) || c == '\uFEFF')) {
                comment.append((char) c);
            } else {
                if (startLine == 0) {
                    startLine = line;
                }
                text.append((char) c);
                if (c == '\'' || c == '"') {
                    copyQuoted(c, text);
                }
            }
        }
        if (startLine == 0) {
            return Optional.empty();
        }
        return Optional.of(new Statement(text.toString().strip(), startLine, comment.toString()));
    }

    private void copyLine(int first, StringBuilder target) throws IOException {
        int c = first;
        while (c >= 0) {
            target.append((char) c);
            if (c == '\n') {
                return;
            }
            c = read();
        }
    }

    private void copyBlock(StringBuilder target) throws IOException {
        target.append('/').append((char) read());
        int previous = 0;
        for (int c = read(); c >= 0; c = read()) {
            target.append((char) c);
            if (previous == '*' && c == '/') {
                return;
            }
            previous = c;
        }
    }

    private void copyQuoted(int quote, StringBuilder target) throws IOException {
        for (int c = read(); c >= 0; c = read()) {
            target.append((char) c);
            if (c == quote) {
                return;
            }
        }
    }

    private int read() throws IOException {
        int c = pushedBack;
        if (c >= 0) {
            pushedBack = -1;
        } else {
            c = reader.read();
        }
        if (c == '\n') {
            line++;
        }
        return c;
    }

    private int peek() throws IOException {
        if (pushedBack < 0) {
            pushedBack = reader.read();
        }
        return pushedBack;
    }
}
