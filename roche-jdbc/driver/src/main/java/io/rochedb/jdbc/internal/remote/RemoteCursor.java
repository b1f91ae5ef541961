package io.rochedb.jdbc.internal.remote;

import io.rochedb.jdbc.spi.Cursor;
import io.rochedb.jdbc.wire.Parts;
import io.rochedb.jdbc.wire.Protocol;
import io.rochedb.jdbc.wire.WireException;
import io.rochedb.jdbc.wire.WireReader;
import org.jspecify.annotations.Nullable;

/**
 * Rows that come frame by frame. The next frame is asked for while one is being read, and each may be twice as large as the one before.
 */
final class RemoteCursor implements Cursor {
    private static final String ENDED = "25000";

    private final RemoteSession session;
    private final Link link;
    private final RemoteExecution execution;
    private final long number;
    private final boolean ofTransaction;
    private final long transactionsEnded;
    private final @Nullable Object[] row;
    private WireReader in;
    private int rowsLeft;
    private int askAt;
    private int endKind = Protocol.MORE;
    private @Nullable RuntimeException failure;
    private Link.@Nullable Pending asked;
    private int wantedBytes;
    private volatile boolean closed;
    private boolean finalStats;

    /** Begins to read rows of which the first frame is there. */
    RemoteCursor(
            RemoteSession session,
            Link link,
            RemoteExecution execution,
            long number,
            int width,
            int firstBytes,
            WireReader in) {
        this.session = session;
        this.link = link;
        this.execution = execution;
        this.number = number;
        this.ofTransaction = RemoteSession.isManual(link);
        this.transactionsEnded = link.transactionsEnded();
        this.row = new Object[width];
        this.wantedBytes = firstBytes;
        this.in = in;
        takeFrame(in, true);
    }

    /** Takes in a frame whose columns and notices were read. Of the first, only half is read before the next is asked for: most readers want no more. */
    private void takeFrame(WireReader frame, boolean first) {
        in = frame;
        int rowsBytes = frame.fixedInt();
        rowsLeft = frame.fixedInt();
        if (rowsLeft < 0 || rowsBytes < 0 || rowsBytes > frame.remaining()) {
            throw new WireException("the message ends early");
        }
        WireReader tail = frame.behind(rowsBytes);
        endKind = tail.u8();
        switch (endKind) {
            case Protocol.MORE -> askAt = first ? rowsLeft / 2 : rowsLeft;
            case Protocol.END -> finalStats(tail);
            case Protocol.FAILED -> {
                failure = new RemoteFailure(Parts.failure(tail), null);
                finalStats(tail);
            }
            default -> throw new WireException("rows that end with " + endKind);
        }
        tail.expectEnd();
    }

    private void finalStats(WireReader tail) {
        execution.stats(Parts.stats(tail));
        finalStats = true;
    }

    @Override
    public boolean next() {
        while (true) {
            check();
            if (rowsLeft > 0) {
                if (endKind == Protocol.MORE && rowsLeft == askAt && asked == null) {
                    ask();
                }
                readRow();
                return true;
            }
            if (endKind == Protocol.END) {
                return false;
            }
            RuntimeException known = failure;
            if (known != null) {
                throw known;
            }
            nextFrame();
        }
    }

    private void check() {
        if (closed) {
            throw new RemoteFailure(ENDED, "the rows were closed by another thread");
        }
        if (ofTransaction && transactionsEnded != link.transactionsEnded()) {
            throw new RemoteFailure(ENDED, "the rows ended with their transaction");
        }
        execution.checkNotCancelled();
    }

    private void readRow() {
        rowsLeft--;
        try {
            for (int i = 0; i < row.length; i++) {
                row[i] = in.value();
            }
        } catch (WireException e) {
            throw link.garbled(e).ofRead();
        }
    }

    private void ask() {
        wantedBytes = Math.min(2 * wantedBytes, Protocol.ROWS_BYTES_MAX);
        asked = session.ask(link, number, wantedBytes);
    }

    private void nextFrame() {
        Link.Pending pending = asked;
        if (pending == null) {
            ask();
            pending = asked;
        }
        asked = null;
        if (pending == null) {
            throw new IllegalStateException("no frame was asked for");
        }
        Link.Answer answer = session.await(link, pending, execution);
        try {
            if (answer.type() == Protocol.FAILURE) {
                endKind = Protocol.FAILED;
                failure = new RemoteFailure(Parts.failure(answer.body()), null);
                throw failure;
            }
            if (answer.type() != Protocol.ROWS) {
                throw new WireException("no answer to a fetch: " + answer.type());
            }
            answer.body().u8();
            answer.body().varint();
            takeFrame(answer.body(), false);
        } catch (WireException e) {
            throw link.garbled(e).ofRead();
        }
    }

    @Override
    public @Nullable Object get(int column) {
        if (closed) {
            check();
        }
        return row[column];
    }

    long number() {
        return number;
    }

    Link link() {
        return link;
    }

    /** Returns whether the counters cannot change any more. */
    boolean hasFinalStats() {
        return finalStats;
    }

    @Override
    public void close() {
        if (closed) {
            return;
        }
        closed = true;
        if (endKind == Protocol.MORE && !link.isBroken()) {
            Link.Pending pending = asked;
            session.closeCursor(link, number, pending != null && !pending.isAnswered() ? execution : null);
        }
    }
}
