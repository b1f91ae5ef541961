package io.rochedb.jdbc.internal.remote;

import io.rochedb.jdbc.spi.ColumnMeta;
import io.rochedb.jdbc.spi.Execution;
import io.rochedb.jdbc.spi.Outcome;
import io.rochedb.jdbc.spi.ParameterBinder;
import io.rochedb.jdbc.spi.SessionStatement;
import io.rochedb.jdbc.spi.StatementKind;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** A text of a session, and the number the server knows it by once it is worth one. */
final class RemoteStatement implements SessionStatement {
    private static final int KEYWORD_CHARS_MAX = 8;

    private final RemoteSession session;
    private final String sql;
    private @Nullable Slot slot;
    private boolean used;
    private boolean parametrized;

    RemoteStatement(RemoteSession session, String sql) {
        this.session = session;
        this.sql = sql;
    }

    @Override
    public String sql() {
        return sql;
    }

    /** Returns the number to run it by; null for none: a text without parameters that is run for the first time may be run only once. */
    @Nullable
    Slot slotForRun(Slots slots) {
        boolean first = !used;
        used = true;
        Slot known = slot;
        if (known == null || known.isGone()) {
            known = first && sql.indexOf('?') < 0 ? slots.find(sql) : slots.obtain(sql);
            slot = known;
        }
        return known;
    }

    /** Returns the number to describe it by. */
    Slot slot(Slots slots) {
        Slot known = slot;
        if (known == null || known.isGone()) {
            known = slots.obtain(sql);
            slot = known;
        }
        return known;
    }

    /** Returns whether it may have parameters, as far as is known. */
    boolean isParametrized() {
        return parametrized || slot != null;
    }

    /** Notes that it has parameters. */
    void parametrized() {
        parametrized = true;
    }

    /** Returns whether running it writes nothing, as far as is known. */
    boolean isRead() {
        Slot known = slot;
        StatementKind kind = known == null ? null : known.kind();
        return kind != null ? kind == StatementKind.QUERY : startsAsRead();
    }

    private boolean startsAsRead() {
        String start = sql.stripLeading();
        String word =
                start.substring(0, Math.min(KEYWORD_CHARS_MAX, start.length())).toUpperCase(Locale.ROOT);
        return (word.startsWith("SELECT") || word.startsWith("VALUES"))
                && (word.length() == 6 || !Character.isJavaIdentifierPart(word.charAt(6)));
    }

    @Override
    public StatementKind kind() {
        StatementKind kind = session.describe(this).kind();
        if (kind == null) {
            throw new IllegalStateException("a description without a kind");
        }
        return kind;
    }

    @Override
    public List<ColumnMeta> columns() {
        return session.describe(this).columns();
    }

    /** Returns what was said before, if anything: a run finds out when it is no longer so. */
    @Override
    public List<ColumnMeta> parameters() {
        return session.parameters(this);
    }

    @Override
    public Outcome execute(ParameterBinder parameters, Expect expect, Execution execution) {
        return session.execute(this, parameters, expect, (RemoteExecution) execution);
    }
}
