package io.rochedb.jdbc.internal.remote;

import io.rochedb.jdbc.spi.BatchEntry;
import io.rochedb.jdbc.spi.BatchOutcome;
import io.rochedb.jdbc.spi.ColumnMeta;
import io.rochedb.jdbc.spi.Notice;
import io.rochedb.jdbc.spi.Outcome;
import io.rochedb.jdbc.spi.ParameterBinder;
import io.rochedb.jdbc.spi.SessionStatement.Expect;
import io.rochedb.jdbc.spi.StatementKind;
import io.rochedb.jdbc.wire.FrameLimitException;
import io.rochedb.jdbc.wire.Parts;
import io.rochedb.jdbc.wire.Protocol;
import io.rochedb.jdbc.wire.WireException;
import io.rochedb.jdbc.wire.WireReader;
import io.rochedb.jdbc.wire.WireWriter;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Runs statements of a session; called under its lock. */
final class RemoteRunner {
    /** How often a statement is bound anew because its parameters' types keep changing. */
    private static final int BINDINGS_MAX = 20;

    static final int FIRST_ROWS_BYTES = 32 << 10;

    private final RemoteSession session;
    private final Slots slots;
    private final RemoteBatch batches;
    private volatile RemoteExecution.@Nullable Asked running;

    RemoteRunner(RemoteSession session, Slots slots) {
        this.session = session;
        this.slots = slots;
        this.batches = new RemoteBatch(session, slots, this);
    }

    /** Returns the number of the request that is waited for, or null. */
    RemoteExecution.@Nullable Asked running() {
        return running;
    }

    // ---- describing ----

    List<ColumnMeta> parameters(RemoteStatement statement) {
        Slot slot = statement.slot(slots);
        return slot.typesNumber() > 0
                        && slot.isKnownTo(session.link())
                        && !session.link().isBroken()
                ? slot.types()
                : describe(statement).types();
    }

    Slot describe(RemoteStatement statement) {
        boolean tried = false;
        while (true) {
            Link link = session.link();
            try {
                return describe(link, statement);
            } catch (LostException e) {
                retry(e, link, true, tried);
                tried = true;
            } catch (FrameLimitException e) {
                throw tooLarge(e);
            } catch (WireException e) {
                throw link.garbled(e).ofRead();
            }
        }
    }

    private Slot describe(Link link, RemoteStatement statement) {
        Slot slot = statement.slot(slots);
        while (true) {
            WireWriter out = link.begin(Protocol.DESCRIBE);
            boolean withText = reference(out, link, slot, 0);
            Link.Pending sent = link.send();
            if (withText) {
                slot.sentTo(link);
            }
            Link.Answer answer = link.await(sent);
            WireReader in = answer.body();
            switch (answer.type()) {
                case Protocol.DESCRIBED -> {
                    slot.kind(kind(in.u8()));
                    slot.columns(Parts.columns(in));
                    slot.readTypes(in);
                    return slot;
                }
                case Protocol.UNKNOWN_STATEMENT -> slot.forgotten();
                default -> throw unexpected(link, answer, null);
            }
        }
    }

    private static StatementKind kind(int ordinal) {
        StatementKind[] kinds = StatementKind.values();
        if (ordinal >= kinds.length) {
            throw new WireException("no kind of a statement: " + ordinal);
        }
        return kinds[ordinal];
    }

    /** Writes bits, number and, when the server does not have it, the text of a statement; returns whether it did. */
    static boolean reference(WireWriter out, Link link, Slot slot, int bits) {
        boolean withText = !slot.isKnownTo(link);
        out.u8(bits | (withText ? Protocol.WITH_TEXT : 0));
        out.varint(slot.number());
        if (withText) {
            out.text(slot.sql());
        }
        return withText;
    }

    // ---- running ----

    Outcome execute(RemoteStatement statement, ParameterBinder binder, Expect expect, RemoteExecution execution) {
        boolean tried = false;
        while (true) {
            Link link = session.link();
            try {
                return execute(link, statement, binder, expect, execution);
            } catch (LostException e) {
                if (e.timedOut()) {
                    session.cancel(execution.asked());
                }
                execution.checkNotCancelled();
                retry(e, link, statement.isRead(), tried);
                tried = true;
            } catch (FrameLimitException e) {
                throw tooLarge(e);
            } catch (WireException e) {
                throw link.garbled(e).ofRead();
            } finally {
                waits(execution, null);
            }
        }
    }

    /** Connects anew when what was lost has written nothing and can be asked again, or says what is lost. */
    private void retry(LostException lost, Link link, boolean read, boolean tried) {
        if (!read) {
            throw lost.ofWrite("the statement");
        }
        if (tried || lost.timedOut() || session.isClosed() || RemoteSession.isManual(link)) {
            throw lost.ofRead();
        }
        try {
            session.reconnect(link);
        } catch (RemoteFailure e) {
            throw new RemoteFailure(
                    RemoteFailure.BROKEN, lost.getMessage() + "; connecting again failed: " + e.getMessage(), e);
        }
    }

    /** Notes the request of a run that is waited for; null for none. */
    void waits(RemoteExecution execution, RemoteExecution.@Nullable Asked asked) {
        running = asked;
        if (asked == null) {
            execution.waits(false);
        } else {
            execution.waitsFor(asked);
        }
    }

    private Outcome execute(
            Link link, RemoteStatement statement, ParameterBinder binder, Expect expect, RemoteExecution execution) {
        Slot slot = statement.slotForRun(slots);
        for (int bindings = 0; ; bindings++) {
            @Nullable Object[] values = values(link, statement, slot, binder);
            Link.Pending sent = send(link, statement.sql(), slot, values, expect, execution);
            Link.Answer answer = link.await(sent);
            switch (answer.type()) {
                case Protocol.ROWS -> {
                    return rows(link, slot, execution, answer.body());
                }
                case Protocol.COUNT -> {
                    return count(execution, answer.body());
                }
                case Protocol.TYPES -> {
                    slot = slot == null ? statement.slot(slots) : slot;
                    answer.body().varint();
                    if (slot.isKnownTo(link)) {
                        slot.readTypes(answer.body());
                    }
                    if (bindings == BINDINGS_MAX) {
                        throw new RemoteFailure("40001", "the types of the parameters keep changing; run it again");
                    }
                }
                case Protocol.UNKNOWN_STATEMENT -> {
                    if (slot == null) {
                        throw new WireException("an unknown statement whose text was sent");
                    }
                    slot.forgotten();
                }
                default -> throw unexpected(link, answer, execution);
            }
        }
    }

    /** Converts the values for the types the server asked for last; a statement of which nobody knows that it has any is tried without. */
    private @Nullable Object[] values(
            Link link, RemoteStatement statement, @Nullable Slot slot, ParameterBinder binder) {
        return slot == null || !slot.isKnownTo(link) || slot.typesNumber() == 0
                ? new Object[0]
                : bind(statement, slot, binder);
    }

    /** Converts values; when they do not fit, the types may be others by now. */
    @Nullable
    Object[] bind(RemoteStatement statement, Slot slot, ParameterBinder binder) {
        List<ColumnMeta> types = slot.types();
        try {
            return binder.bind(types);
        } catch (RuntimeException e) {
            List<ColumnMeta> latest = describe(statement).types();
            if (latest.equals(types)) {
                throw e;
            }
            return binder.bind(latest);
        }
    }

    private Link.Pending send(
            Link link,
            String sql,
            @Nullable Slot slot,
            @Nullable Object[] values,
            Expect expect,
            RemoteExecution execution) {
        boolean bound = slot != null && slot.isKnownTo(link);
        WireWriter out = link.begin(Protocol.EXECUTE);
        int bits = expect.ordinal() << Protocol.EXPECT_SHIFT;
        boolean withText = false;
        if (slot == null) {
            out.u8(bits | Protocol.WITH_TEXT);
            out.varint(0);
            out.text(sql);
        } else {
            withText = reference(out, link, slot, bits);
        }
        out.varint(execution.leftMillis());
        out.varint(FIRST_ROWS_BYTES);
        out.varint(bound && slot != null ? slot.typesNumber() : 0);
        out.varint(values.length);
        for (Object value : values) {
            out.value(value);
        }
        waits(execution, session.asked(link.number()));
        Link.Pending sent = link.send();
        if (withText && slot != null) {
            slot.sentTo(link);
        }
        return sent;
    }

    static RemoteFailure tooLarge(FrameLimitException e) {
        return new RemoteFailure(
                RemoteFailure.TOO_LARGE,
                "the statement with its values is over the " + e.limitBytes()
                        + " bytes the server takes at once; send fewer or smaller values");
    }

    private Outcome rows(Link link, @Nullable Slot slot, RemoteExecution execution, WireReader in) {
        int bits = in.u8();
        long number = in.varint();
        List<ColumnMeta> columns;
        if ((bits & Protocol.WITH_COLUMNS) != 0) {
            columns = Parts.columns(in);
            if (slot != null) {
                slot.columns(columns);
            }
        } else if (slot != null) {
            columns = slot.columns();
        } else {
            throw new WireException("rows without columns");
        }
        List<Notice> notices = (bits & Protocol.WITH_NOTICES) != 0 ? Parts.notices(in) : List.of();
        RemoteCursor cursor = new RemoteCursor(session, link, execution, number, columns.size(), FIRST_ROWS_BYTES, in);
        execution.cursor(cursor);
        return new Outcome(cursor, columns, -1, List.of(), notices);
    }

    private static Outcome count(RemoteExecution execution, WireReader in) {
        long count = in.zigzag();
        Outcome outcome = new Outcome(null, List.of(), count, Parts.keys(in), Parts.notices(in));
        execution.stats(Parts.stats(in));
        return outcome;
    }

    /** Returns what a failure of the server says, or that an answer is none. */
    static RuntimeException unexpected(Link link, Link.Answer answer, @Nullable RemoteExecution execution) {
        if (answer.type() != Protocol.FAILURE) {
            return link.garbled(new WireException("no answer to the request: " + answer.type()));
        }
        WireReader in = answer.body();
        RemoteFailure failure = new RemoteFailure(Parts.failure(in), null);
        if (in.flag() && execution != null) {
            execution.stats(Parts.stats(in));
        }
        return failure;
    }

    BatchOutcome batch(List<BatchEntry> entries, RemoteExecution execution) {
        try {
            return batches.run(entries, execution);
        } finally {
            waits(execution, null);
        }
    }
}
