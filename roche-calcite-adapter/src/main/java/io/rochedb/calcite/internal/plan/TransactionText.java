package io.rochedb.calcite.internal.plan;

import io.rochedb.calcite.TransactionControl;
import io.rochedb.calcite.TransactionControl.Isolation;
import io.rochedb.engine.ErrorCode;
import io.rochedb.engine.RocheException;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The reader of BEGIN, COMMIT, ROLLBACK, SAVEPOINT and SET TRANSACTION, which need no grammar. */
final class TransactionText {
    private static final Set<String> FIRST =
            Set.of("BEGIN", "START", "COMMIT", "END", "ROLLBACK", "ABORT", "SAVEPOINT", "RELEASE", "SET");

    private final String sql;
    private final List<String> words;
    private int next;
    private @Nullable Isolation isolation;
    private @Nullable Boolean readOnly;

    private TransactionText(String sql) {
        this.sql = sql;
        this.words = ReservedWords.tokens(sql).stream()
                .map(token -> sql.substring(token.start(), token.end()))
                .toList();
    }

    /** Returns what a text asks of the transaction, or null when it is about something else. */
    static @Nullable TransactionControl read(String sql) {
        int start = SqlText.skipBlank(sql, 0);
        int end = start;
        while (end < sql.length() && Character.isLetter(sql.charAt(end))) {
            end++;
        }
        if (!FIRST.contains(sql.substring(start, end).toUpperCase(Locale.ROOT))) {
            return null;
        }
        TransactionText text = new TransactionText(sql.substring(start));
        TransactionControl control = text.control();
        if (control != null && text.next < text.words.size()) {
            throw text.unexpected();
        }
        return control;
    }

    private @Nullable TransactionControl control() {
        if (skip("BEGIN")) {
            skipWork();
            return begin();
        }
        if (skip("START")) {
            expect("TRANSACTION");
            return begin();
        }
        if (skip("COMMIT") || skip("END")) {
            skipWork();
            return new TransactionControl.Commit();
        }
        if (skip("ROLLBACK") || skip("ABORT")) {
            skipWork();
            if (!skip("TO")) {
                return new TransactionControl.Rollback();
            }
            skip("SAVEPOINT");
            return new TransactionControl.RollbackTo(name());
        }
        if (skip("SAVEPOINT")) {
            return new TransactionControl.Savepoint(name());
        }
        if (skip("RELEASE")) {
            skip("SAVEPOINT");
            return new TransactionControl.Release(name());
        }
        expect("SET");
        boolean session = skip("SESSION");
        if (session) {
            expect("CHARACTERISTICS");
            expect("AS");
        }
        if (!session && !peek("TRANSACTION")) {
            return null;
        }
        expect("TRANSACTION");
        if (next == words.size()) {
            throw unexpected();
        }
        modes();
        return new TransactionControl.SetTransaction(isolation, readOnly, session);
    }

    private TransactionControl begin() {
        modes();
        return new TransactionControl.Begin(isolation, readOnly);
    }

    private void modes() {
        while (next < words.size()) {
            skip(",");
            if (skip("READ")) {
                readOnly = skip("ONLY");
                if (!readOnly) {
                    expect("WRITE");
                }
                continue;
            }
            expect("ISOLATION");
            expect("LEVEL");
            isolation = level();
        }
    }

    private Isolation level() {
        if (skip("SERIALIZABLE")) {
            return Isolation.SERIALIZABLE;
        }
        if (skip("REPEATABLE")) {
            expect("READ");
            return Isolation.REPEATABLE_READ;
        }
        expect("READ");
        if (skip("COMMITTED")) {
            return Isolation.READ_COMMITTED;
        }
        expect("UNCOMMITTED");
        return Isolation.READ_UNCOMMITTED;
    }

    private String name() {
        if (next == words.size()) {
            throw unexpected();
        }
        String word = words.get(next++);
        if (word.length() > 2 && word.startsWith("\"") && word.endsWith("\"")) {
            return word.substring(1, word.length() - 1);
        }
        if (!Character.isJavaIdentifierStart(word.charAt(0))) {
            next--;
            throw unexpected();
        }
        return word;
    }

    private void skipWork() {
        if (!skip("WORK")) {
            skip("TRANSACTION");
        }
    }

    private boolean peek(String word) {
        return next < words.size() && words.get(next).equalsIgnoreCase(word);
    }

    private boolean skip(String word) {
        boolean found = peek(word);
        if (found) {
            next++;
        }
        return found;
    }

    private void expect(String word) {
        if (!skip(word)) {
            throw unexpected();
        }
    }

    private RocheException unexpected() {
        String found = next < words.size() ? "'" + words.get(next) + "'" : "the end";
        return new RocheException(ErrorCode.SYNTAX_ERROR, "syntax error: unexpected " + found + " in '" + sql + "'");
    }
}
