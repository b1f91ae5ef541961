package io.rochedb.server.internal;

import io.rochedb.jdbc.spi.BatchEntry;
import io.rochedb.jdbc.spi.BatchOutcome;
import io.rochedb.jdbc.spi.ColumnMeta;
import io.rochedb.jdbc.spi.Connector;
import io.rochedb.jdbc.spi.Cursor;
import io.rochedb.jdbc.spi.Execution;
import io.rochedb.jdbc.spi.Failure;
import io.rochedb.jdbc.spi.Outcome;
import io.rochedb.jdbc.spi.Session;
import io.rochedb.jdbc.spi.SessionStatement;
import io.rochedb.jdbc.spi.SessionStatement.Expect;
import io.rochedb.jdbc.wire.Parts;
import io.rochedb.jdbc.wire.Protocol;
import io.rochedb.jdbc.wire.WireException;
import io.rochedb.jdbc.wire.WireReader;
import io.rochedb.jdbc.wire.WireWriter;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A session behind a door: a request in, its answer out, whatever carries them.
 *
 * <p>Requests come one at a time; {@link #cancel}, {@link #cancelAll} and {@link #close} may come from other threads meanwhile.
 */
public final class SessionHandler {
    private static final Logger LOG = LoggerFactory.getLogger(SessionHandler.class);

    /** Cursors a session may have open. */
    static final int CURSORS_MAX = 1_000;

    /** Runs whose counters can be asked for after their cursors were closed early. */
    private static final int CLOSED_RUNS_MAX = 32;

    private static final int EXPECT_MASK = 3;

    private final Session session;
    private final Connector connector;
    private final KnownStatements statements;
    private final Running running = new Running();
    private final Map<Long, OpenRows> open = new ConcurrentHashMap<>();
    private final Recent<Long, Execution> closedRuns = new Recent<>(CLOSED_RUNS_MAX);
    private final BatchParts batch = new BatchParts();
    private long lastCursor;
    private long transactionsEnded;

    /** Creates a handler of a session, which it closes. */
    public SessionHandler(Session session, Connector connector) {
        this.session = session;
        this.connector = connector;
        this.statements = new KnownStatements(session);
    }

    // ---- requests ----

    /** Does what a request asks and writes its answer, if it has one; returns whether the session goes on. */
    public boolean handle(int type, long number, byte[] body, WireWriter out) {
        WireReader in = new WireReader(body, 0, body.length);
        int start = out.size();
        try {
            dispatch(type, number, in, out);
            endTransactionRows();
        } catch (TypesChangedException e) {
            out.truncate(start);
            types(out, number, 0, e);
        } catch (WireException e) {
            out.truncate(start);
            // one without an answer is followed by no other than the farewell
            failure(out, hasAnswer(type) ? number : 0, Failures.of(connector, e), null);
            return false;
        } catch (RuntimeException | StackOverflowError | OutOfMemoryError e) {
            out.truncate(start);
            failed(type, number, e, out);
        } finally {
            running.ended();
        }
        return type != Protocol.CLOSE;
    }

    private static boolean hasAnswer(int type) {
        return type != Protocol.CLOSE_CURSOR && type != Protocol.BATCH_PART;
    }

    /** Says that a request failed; one that has no answer must not have a failure for one, which would be taken for that of the next. */
    private void failed(int type, long number, Throwable thrown, WireWriter out) {
        Failure failure = Failures.of(connector, thrown);
        if (hasAnswer(type)) {
            failure(out, number, failure, running.last());
        } else if (type == Protocol.BATCH_PART) {
            batch.fail(failure);
        } else {
            LOG.warn("rows could not be closed: {}", failure.message(), thrown);
        }
        endTransactionRows();
    }

    private void dispatch(int type, long number, WireReader in, WireWriter out) {
        switch (type) {
            case Protocol.EXECUTE -> execute(number, in, out);
            case Protocol.FETCH -> fetch(number, in, out);
            case Protocol.CLOSE_CURSOR -> closeRows(in);
            case Protocol.DESCRIBE -> describe(number, in, out);
            case Protocol.BATCH_PART -> batch.read(in, statements);
            case Protocol.BATCH -> batch(number, in, out);
            case Protocol.STATS -> stats(number, in, out);
            default -> {
                Long result = control(type, in);
                in.expectEnd();
                begin(out, result == null ? Protocol.DONE : Protocol.NUMBER, number);
                if (result != null) {
                    out.varint(result);
                }
                out.end();
            }
        }
    }

    /** Does what has nothing but an end, or a number, as its answer. */
    private @Nullable Long control(int type, WireReader in) {
        switch (type) {
            case Protocol.COMMIT -> session.commit();
            case Protocol.ROLLBACK -> session.rollback();
            case Protocol.SAVEPOINT -> {
                return session.savepoint(in.optionalText());
            }
            case Protocol.ROLLBACK_TO -> session.rollbackTo(in.varint());
            case Protocol.RELEASE -> session.release(in.varint());
            case Protocol.SET -> set(in);
            case Protocol.PING -> {
                if (!session.isValid(0)) {
                    throw new WireException("the session has ended");
                }
            }
            case Protocol.CLOSE -> close();
            default -> throw new WireException("no request of type " + type);
        }
        return null;
    }

    private void set(WireReader in) {
        int what = in.u8();
        switch (what) {
            case Protocol.SET_AUTO_COMMIT -> session.autoCommit(in.flag());
            case Protocol.SET_ISOLATION ->
                session.isolation(in.flag() ? Session.Isolation.READ_COMMITTED : Session.Isolation.REPEATABLE_READ);
            case Protocol.SET_READ_ONLY -> session.readOnly(in.flag());
            case Protocol.SET_RING -> session.ring(in.optionalText());
            case Protocol.SET_SCHEMA -> session.schema(in.text());
            default -> throw new WireException("no setting " + what);
        }
    }

    // ---- answers ----

    private void begin(WireWriter out, int type, long number) {
        out.begin(type, number);
        state(out);
    }

    /** Writes what of the session's state clients are told with every answer. */
    public void state(WireWriter out) {
        out.u8((session.autoCommit() ? Protocol.STATE_AUTO_COMMIT : 0)
                | (session.inTransaction() ? Protocol.STATE_IN_TRANSACTION : 0)
                | (session.readOnly() ? Protocol.STATE_READ_ONLY : 0)
                | (session.isolation() == Session.Isolation.READ_COMMITTED ? Protocol.STATE_READ_COMMITTED : 0));
        out.varint(session.transactionsEnded());
    }

    private void failure(WireWriter out, long number, Failure failure, @Nullable Execution execution) {
        begin(out, Protocol.FAILURE, number);
        Parts.failure(out, failure);
        out.flag(execution != null);
        if (execution != null) {
            Parts.stats(out, execution.stats());
        }
        out.end();
    }

    private void unknownStatement(WireWriter out, long number) {
        begin(out, Protocol.UNKNOWN_STATEMENT, number);
        out.end();
    }

    private void types(WireWriter out, long number, int entry, TypesChangedException changed) {
        begin(out, Protocol.TYPES, number);
        types(out, entry, changed.statement(), changed.types());
        out.end();
    }

    private static void types(WireWriter out, int entry, KnownStatement statement, List<ColumnMeta> types) {
        out.varint(entry);
        out.varint(statement.tell(types));
        Parts.columns(out, types);
    }

    // ---- single statements ----

    private void describe(long number, WireReader in, WireWriter out) {
        KnownStatement known = statements.read(in, in.u8());
        in.expectEnd();
        if (known == null) {
            unknownStatement(out, number);
            return;
        }
        SessionStatement statement = known.statement();
        int kind = statement.kind().ordinal();
        List<ColumnMeta> columns = statement.columns();
        List<ColumnMeta> types = statement.parameters();
        begin(out, Protocol.DESCRIBED, number);
        out.u8(kind);
        Parts.columns(out, columns);
        out.varint(known.tell(types));
        Parts.columns(out, types);
        out.end();
        known.tellColumns(columns);
    }

    private void execute(long number, WireReader in, WireWriter out) {
        int bits = in.u8();
        KnownStatement known = statements.read(in, bits);
        long timeoutMillis = in.varint();
        int wantedBytes = in.varint(Integer.MAX_VALUE);
        int typesNumber = in.varint(Integer.MAX_VALUE);
        in.limitMemory(Protocol.BATCH_BYTES_MAX);
        @Nullable Object[] values = BoundValues.read(in, in.count(1));
        in.expectEnd();
        if (known == null) {
            unknownStatement(out, number);
            return;
        }
        if (open.size() >= CURSORS_MAX) {
            String text = "the connection has " + CURSORS_MAX + " results open; close some";
            failure(out, number, new Failure("54000", text, false), null);
            return;
        }
        Execution execution = running.begins(number, session.newExecution(Math.max(0, timeoutMillis)));
        Outcome outcome =
                known.statement().execute(new BoundValues(known, typesNumber, values), expect(bits), execution);
        Cursor cursor = outcome.cursor();
        if (cursor == null) {
            count(out, number, outcome, execution);
        } else {
            rows(out, number, known, outcome, cursor, execution, wantedBytes);
        }
    }

    private static Expect expect(int bits) {
        int ordinal = bits >> Protocol.EXPECT_SHIFT & EXPECT_MASK;
        Expect[] all = Expect.values();
        if (ordinal >= all.length) {
            throw new WireException("nothing to expect: " + ordinal);
        }
        return all[ordinal];
    }

    private void count(WireWriter out, long number, Outcome outcome, Execution execution) {
        begin(out, Protocol.COUNT, number);
        out.zigzag(outcome.updateCount());
        Parts.keys(out, outcome.generated());
        Parts.notices(out, outcome.notices());
        Parts.stats(out, execution.stats());
        out.end();
    }

    private void rows(
            WireWriter out,
            long number,
            KnownStatement known,
            Outcome outcome,
            Cursor cursor,
            Execution execution,
            int wantedBytes) {
        boolean manual = !session.autoCommit() || session.inTransaction();
        OpenRows rows =
                new OpenRows(cursor, execution, number, outcome.columns().size(), manual);
        long id = ++lastCursor;
        boolean more = false;
        try {
            boolean withColumns = known.tellColumns(outcome.columns());
            boolean withNotices = !outcome.notices().isEmpty();
            begin(out, Protocol.ROWS, number);
            out.u8((withColumns ? Protocol.WITH_COLUMNS : 0) | (withNotices ? Protocol.WITH_NOTICES : 0));
            out.varint(id);
            if (withColumns) {
                Parts.columns(out, outcome.columns());
            }
            if (withNotices) {
                Parts.notices(out, outcome.notices());
            }
            more = RowFrames.write(out, rows, Math.min(wantedBytes, Protocol.ROWS_BYTES_MAX), connector);
            out.end();
        } finally {
            if (more) {
                open.put(id, rows);
            } else {
                cursor.close();
            }
        }
    }

    private void fetch(long number, WireReader in, WireWriter out) {
        long id = in.varint();
        int wantedBytes = in.varint(Integer.MAX_VALUE);
        in.expectEnd();
        OpenRows rows = open.get(id);
        if (rows == null) {
            failure(
                    out,
                    number,
                    new Failure("25000", "the rows ended with their transaction, or were closed", false),
                    null);
            return;
        }
        begin(out, Protocol.ROWS, number);
        out.u8(0);
        out.varint(id);
        if (!RowFrames.write(out, rows, Math.min(wantedBytes, Protocol.ROWS_BYTES_MAX), connector)) {
            open.remove(id);
        }
        out.end();
    }

    private void closeRows(WireReader in) {
        long id = in.varint();
        in.expectEnd();
        OpenRows rows = open.remove(id);
        if (rows != null) {
            closedRuns.put(id, rows.execution());
            rows.cursor().close();
        }
    }

    private void stats(long number, WireReader in, WireWriter out) {
        long id = in.varint();
        in.expectEnd();
        OpenRows rows = open.get(id);
        Execution execution = rows != null ? rows.execution() : closedRuns.get(id);
        if (execution == null) {
            failure(out, number, new Failure("24000", "the counters of those rows are not kept any more", false), null);
            return;
        }
        begin(out, Protocol.COUNTERS, number);
        Parts.stats(out, execution.stats());
        out.end();
    }

    /** Forgets the rows that ended with a transaction: their snapshot is gone. */
    private void endTransactionRows() {
        long ended = session.transactionsEnded();
        if (ended != transactionsEnded) {
            transactionsEnded = ended;
            open.values().removeIf(OpenRows::ofTransaction);
        }
    }

    // ---- batches ----

    private void batch(long number, WireReader in, WireWriter out) {
        long timeoutMillis = batch.read(in, statements);
        BatchParts.Whole whole = batch.take();
        List<BatchEntry> entries = whole.entries();
        Failure givenUp = whole.failure();
        if (givenUp != null) {
            failure(out, number, givenUp, null);
            return;
        }
        if (whole.unknownStatement()) {
            unknownStatement(out, number);
            return;
        }
        int unbound = firstUnbound(entries);
        if (unbound >= 0) {
            BoundValues values = (BoundValues) entries.get(unbound).parameters();
            begin(out, Protocol.TYPES, number);
            types(
                    out,
                    unbound,
                    values.statement(),
                    values.statement().statement().parameters());
            out.end();
            return;
        }
        Execution execution = running.begins(number, session.newExecution(Math.max(0, timeoutMillis)));
        batched(out, number, session.executeBatch(entries, execution), execution);
    }

    /**
     * Returns the first entry whose values are for other types than its statement asks for, or -1: better known before anything is run. What cannot
     * be planned yet is left to its turn: an entry before it may declare what it names.
     */
    private static int firstUnbound(List<BatchEntry> entries) {
        BoundValues last = null;
        for (int i = 0; i < entries.size(); i++) {
            BoundValues values = (BoundValues) entries.get(i).parameters();
            boolean seen = last != null
                    && last.statement() == values.statement()
                    && last.typesNumber() == values.typesNumber();
            last = values;
            if (seen || values.values().length == 0) {
                continue;
            }
            try {
                List<ColumnMeta> wanted = values.statement().statement().parameters();
                if (!values.statement().isBoundFor(values.typesNumber(), wanted)) {
                    return i;
                }
            } catch (RuntimeException | StackOverflowError e) {
                return -1;
            }
        }
        return -1;
    }

    private void batched(WireWriter out, long number, BatchOutcome outcome, Execution execution) {
        begin(out, Protocol.BATCHED, number);
        out.varint(outcome.counts().length);
        for (long count : outcome.counts()) {
            out.zigzag(count);
        }
        Parts.keys(out, outcome.generated());
        Throwable failure = outcome.failure();
        if (failure == null) {
            out.u8(Protocol.END);
        } else if (failure instanceof TypesChangedException changed) {
            out.u8(Protocol.OTHER_TYPES);
            types(out, outcome.counts().length, changed.statement(), changed.types());
        } else {
            out.u8(Protocol.FAILED);
            Parts.failure(out, Failures.of(connector, failure));
        }
        Parts.stats(out, execution.stats());
        out.end();
    }

    // ---- stopping ----

    /** Returns whether the session is closed, by its client or by somebody else. Any thread. */
    public boolean isClosed() {
        return session.isClosed();
    }

    /** Stops what a request runs, now or when it comes. Any thread. */
    public void cancel(long request) {
        for (OpenRows rows : open.values()) {
            if (rows.request() == request) {
                rows.execution().cancel();
                return;
            }
        }
        running.cancel(request);
    }

    /** Stops whatever runs. Any thread. */
    public void cancelAll() {
        open.values().forEach(rows -> rows.execution().cancel());
        running.cancelAll();
    }

    /** Closes the session: what is open is rolled back. Any thread; harmless when repeated. */
    public void close() {
        session.close();
        open.clear();
    }
}
