package io.rochedb.jdbc.internal.remote;

import io.rochedb.jdbc.spi.BatchEntry;
import io.rochedb.jdbc.spi.BatchOutcome;
import io.rochedb.jdbc.spi.GeneratedKey;
import io.rochedb.jdbc.wire.FrameLimitException;
import io.rochedb.jdbc.wire.Parts;
import io.rochedb.jdbc.wire.Protocol;
import io.rochedb.jdbc.wire.WireException;
import io.rochedb.jdbc.wire.WireReader;
import io.rochedb.jdbc.wire.WireWriter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Runs batches: all entries in one request, and again from where the types of parameters turned out to be others. */
final class RemoteBatch {
    /** How often nothing may come of a round because the types of parameters keep changing. */
    private static final int VAIN_ROUNDS_MAX = 20;

    private static final int SAME_STATEMENT = 0;
    private static final int OTHER_STATEMENT = 1;

    private final RemoteSession session;
    private final Slots slots;
    private final RemoteRunner runner;

    RemoteBatch(RemoteSession session, Slots slots, RemoteRunner runner) {
        this.session = session;
        this.slots = slots;
        this.runner = runner;
    }

    /** How far a batch has come. */
    private static final class Progress {
        final List<BatchEntry> entries;
        final long[] counts;
        final List<GeneratedKey> generated = new ArrayList<>();
        int done;

        @Nullable
        Throwable failure;

        Progress(List<BatchEntry> entries) {
            this.entries = entries;
            this.counts = new long[entries.size()];
        }

        boolean ended() {
            return failure != null || done == counts.length;
        }
    }

    /** An entry whose statement has a number, or none, and whose values are converted. */
    private record Bound(
            RemoteStatement statement,
            @Nullable Slot slot,
            @Nullable Object[] values) {}

    BatchOutcome run(List<BatchEntry> entries, RemoteExecution execution) {
        Progress progress = new Progress(entries);
        Link link = session.link();
        try {
            int vain = 0;
            while (!progress.ended()) {
                int before = progress.done;
                round(link, progress, execution);
                vain = progress.done == before ? vain + 1 : 0;
                if (vain == VAIN_ROUNDS_MAX && !progress.ended()) {
                    throw new RemoteFailure("40001", "the types of the parameters keep changing; run it again");
                }
            }
        } catch (LostException e) {
            throw e.ofWrite("the batch");
        } catch (FrameLimitException e) {
            throw RemoteRunner.tooLarge(e);
        } catch (WireException e) {
            throw link.garbled(e).ofWrite("the batch");
        }
        return new BatchOutcome(Arrays.copyOf(progress.counts, progress.done), progress.generated, progress.failure);
    }

    /** Sends what is left, up to the entry that cannot be bound, and takes in how far the server came. */
    private void round(Link link, Progress progress, RemoteExecution execution) {
        List<Bound> bound = new ArrayList<>();
        Throwable unbindable = null;
        for (int i = progress.done; i < progress.counts.length && unbindable == null; i++) {
            BatchEntry entry = progress.entries.get(i);
            try {
                bound.add(bind((RemoteStatement) entry.statement(), entry));
            } catch (LostException e) {
                throw e;
            } catch (RuntimeException e) {
                unbindable = e;
            }
        }
        if (bound.isEmpty()) {
            progress.failure = unbindable;
        } else {
            send(link, bound, progress, execution);
        }
    }

    /** Converts an entry's values; a statement of which nobody knows that it has any is tried without. */
    private Bound bind(RemoteStatement statement, BatchEntry entry) {
        if (!statement.isParametrized()) {
            return new Bound(statement, null, new Object[0]);
        }
        runner.parameters(statement);
        Slot slot = statement.slot(slots);
        return new Bound(statement, slot, runner.bind(statement, slot, entry.parameters()));
    }

    private void send(Link link, List<Bound> bound, Progress progress, RemoteExecution execution) {
        WireWriter out = link.begin(Protocol.BATCH);
        int partBytes = Math.min(Protocol.BATCH_PART_BYTES, out.limitBytes() / 2);
        int first = 0;
        int countAt = beginPart(out, true, execution);
        RemoteStatement last = null;
        for (int i = 0; i < bound.size(); i++) {
            if (out.size() > partBytes) {
                out.type(Protocol.BATCH_PART);
                out.patch(countAt, i - first);
                link.sendOnly();
                link.begin(Protocol.BATCH);
                first = i;
                countAt = beginPart(out, false, execution);
                last = null;
            }
            Bound entry = bound.get(i);
            if (entry.statement == last) {
                out.u8(SAME_STATEMENT);
            } else {
                out.u8(OTHER_STATEMENT);
                reference(out, link, entry);
                last = entry.statement;
            }
            for (Object value : entry.values) {
                out.value(value);
            }
        }
        out.patch(countAt, bound.size() - first);
        runner.waits(execution, session.asked(link.number()));
        Link.Answer answer = link.await(link.send());
        WireReader in = answer.body();
        switch (answer.type()) {
            case Protocol.BATCHED -> take(in, bound, progress, execution);
            case Protocol.TYPES -> otherTypes(in, bound);
            case Protocol.UNKNOWN_STATEMENT -> bound.forEach(entry -> forget(entry.slot));
            default -> throw RemoteRunner.unexpected(link, answer, execution);
        }
    }

    /** Writes what each part begins with; returns where the number of its entries goes. */
    private static int beginPart(WireWriter out, boolean first, RemoteExecution execution) {
        out.flag(first);
        out.varint(execution.leftMillis());
        return out.gap(4);
    }

    private static void forget(@Nullable Slot slot) {
        if (slot != null) {
            slot.forgotten();
        }
    }

    private static void reference(WireWriter out, Link link, Bound entry) {
        Slot slot = entry.slot;
        if (slot == null) {
            out.u8(Protocol.WITH_TEXT);
            out.varint(0);
            out.text(entry.statement.sql());
            out.varint(0);
        } else {
            boolean withText = RemoteRunner.reference(out, link, slot, 0);
            out.varint(withText ? 0 : slot.typesNumber());
        }
        out.varint(entry.values.length);
    }

    /** Takes in the entries that took effect, and why the next did not. */
    private void take(WireReader in, List<Bound> bound, Progress progress, RemoteExecution execution) {
        int count = in.count(1);
        if (count > bound.size()) {
            throw new WireException("more counts than entries");
        }
        for (int i = 0; i < count; i++) {
            progress.counts[progress.done++] = in.zigzag();
        }
        progress.generated.addAll(Parts.keys(in));
        int endKind = in.u8();
        switch (endKind) {
            case Protocol.END -> {}
            case Protocol.FAILED -> progress.failure = new RemoteFailure(Parts.failure(in), null);
            case Protocol.OTHER_TYPES -> otherTypes(in, bound);
            default -> throw new WireException("a batch that ends with " + endKind);
        }
        execution.stats(Parts.stats(in));
    }

    /** Notes which types the parameters of an entry's statement have. */
    private void otherTypes(WireReader in, List<Bound> bound) {
        Bound entry = bound.get(in.varint(bound.size() - 1));
        Slot slot = entry.slot;
        if (slot == null) {
            entry.statement.parametrized();
            new Slot(entry.statement.sql(), 1).readTypes(in);
        } else {
            slot.readTypes(in);
        }
    }
}
