package io.rochedb.server.internal;

import io.rochedb.jdbc.spi.BatchEntry;
import io.rochedb.jdbc.wire.Protocol;
import io.rochedb.jdbc.wire.WireException;
import io.rochedb.jdbc.wire.WireReader;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The entries of a batch that have come so far; it may be larger than a frame. */
final class BatchParts {
    private static final int OTHER_STATEMENT = 1;

    private List<BatchEntry> entries = new ArrayList<>();
    private long bytes;
    private boolean unknownStatement;

    /**
     * All of a batch.
     *
     * @param unknownStatement whether a number stood for no statement, so that entries are missing
     * @param tooLarge whether the entries were more than are kept, and given up
     */
    record Whole(List<BatchEntry> entries, boolean unknownStatement, boolean tooLarge) {}

    /** Takes in the entries of a frame; returns the time the batch may take. */
    long read(WireReader in, KnownStatements statements) {
        if (in.flag()) {
            // what came before was given up by its client
            clear();
        }
        bytes += in.remaining();
        if (bytes > Protocol.BATCH_BYTES_MAX) {
            entries.clear();
            return 0;
        }
        long timeoutMillis = in.varint();
        int count = in.fixedInt();
        if (count < 0 || count > in.remaining()) {
            throw new WireException("the message ends early");
        }
        KnownStatement known = null;
        int typesNumber = 0;
        int width = 0;
        for (int i = 0; i < count; i++) {
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
        return timeoutMillis;
    }

    /** Returns what has come and begins anew. */
    Whole take() {
        Whole whole = new Whole(entries, unknownStatement, bytes > Protocol.BATCH_BYTES_MAX);
        clear();
        return whole;
    }

    private void clear() {
        entries = new ArrayList<>();
        bytes = 0;
        unknownStatement = false;
    }
}
