package io.rochedb.server.internal;

import io.rochedb.jdbc.spi.BatchEntry;
import io.rochedb.jdbc.spi.Failure;
import io.rochedb.jdbc.wire.Protocol;
import io.rochedb.jdbc.wire.ValueLimitException;
import io.rochedb.jdbc.wire.WireException;
import io.rochedb.jdbc.wire.WireReader;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The entries of a batch that have come so far; it may be larger than a frame. */
final class BatchParts {
    private static final int OTHER_STATEMENT = 1;

    /** The most entries of a batch. */
    static final int ENTRIES_MAX = 1_000_000;

    /** What an entry takes besides its values. */
    private static final int ENTRY_BYTES = 64;

    private List<BatchEntry> entries = new ArrayList<>();
    private long count;
    private long bytes;
    private boolean unknownStatement;
    private @Nullable Failure failure;

    /**
     * All of a batch.
     *
     * @param unknownStatement whether a number stood for no statement, so that entries are missing
     * @param failure why the entries were given up, or null
     */
    record Whole(
            List<BatchEntry> entries,
            boolean unknownStatement,
            @Nullable Failure failure) {}

    /** Takes in the entries of a frame; returns the time the batch may take. */
    long read(WireReader in, KnownStatements statements) {
        if (in.flag()) {
            // what came before was given up by its client
            clear();
        }
        if (failure != null) {
            return 0;
        }
        long timeoutMillis = in.varint();
        int more = in.fixedInt();
        if (more < 0 || more > in.remaining()) {
            throw new WireException("the message ends early");
        }
        count += more;
        if (count > ENTRIES_MAX) {
            fail(new Failure("54000", "a batch has at most " + ENTRIES_MAX + " entries; run it in several", false));
            return 0;
        }
        in.limitMemory(Protocol.BATCH_BYTES_MAX - bytes);
        try {
            in.charge(in.remaining() + (long) more * ENTRY_BYTES);
            readEntries(in, more, statements);
        } catch (ValueLimitException e) {
            String text = "a batch takes at most " + Protocol.BATCH_BYTES_MAX + " bytes of memory; run it in several";
            fail(new Failure("54000", text, false));
            return 0;
        }
        bytes = Protocol.BATCH_BYTES_MAX - in.memoryLeft();
        return timeoutMillis;
    }

    private void readEntries(WireReader in, int more, KnownStatements statements) {
        KnownStatement known = null;
        int typesNumber = 0;
        int width = 0;
        for (int i = 0; i < more; i++) {
            if (in.u8() == OTHER_STATEMENT) {
                known = statements.read(in, in.u8());
                typesNumber = in.varint(Integer.MAX_VALUE);
                width = in.varint(in.remaining());
                unknownStatement |= known == null;
            } else if (i == 0) {
                throw new WireException("a batch that begins without a statement");
            }
            @Nullable Object[] values = BoundValues.read(in, width);
            if (known != null) {
                entries.add(new BatchEntry(known.statement(), new BoundValues(known, typesNumber, values)));
            }
        }
        in.expectEnd();
    }

    /** Gives up what has come and what comes, until the batch is taken. */
    void fail(Failure why) {
        clear();
        failure = why;
    }

    /** Returns what has come and begins anew. */
    Whole take() {
        Whole whole = new Whole(entries, unknownStatement, failure);
        clear();
        return whole;
    }

    private void clear() {
        entries = new ArrayList<>();
        count = 0;
        bytes = 0;
        unknownStatement = false;
        failure = null;
    }
}
