package io.rochedb.jdbc.embedded.internal;

import io.rochedb.calcite.RochePlan;
import io.rochedb.calcite.RocheSql;
import io.rochedb.calcite.ScanLog;
import io.rochedb.calcite.SessionInfo;
import io.rochedb.calcite.SqlCursor;
import io.rochedb.calcite.SqlResult;
import io.rochedb.calcite.StatementContext;
import io.rochedb.engine.EngineOptions;
import io.rochedb.engine.ErrorCode;
import io.rochedb.engine.ReadView;
import io.rochedb.engine.RocheEngine;
import io.rochedb.engine.RocheException;
import io.rochedb.engine.Transaction;
import io.rochedb.engine.model.RingScope;
import io.rochedb.jdbc.RocheProperty;
import io.rochedb.jdbc.embedded.RocheTransfer;
import io.rochedb.jdbc.internal.DriverVersion;
import io.rochedb.jdbc.spi.BatchEntry;
import io.rochedb.jdbc.spi.BatchOutcome;
import io.rochedb.jdbc.spi.ConnectionSettings;
import io.rochedb.jdbc.spi.Connector;
import io.rochedb.jdbc.spi.Execution;
import io.rochedb.jdbc.spi.GeneratedKey;
import io.rochedb.jdbc.spi.Outcome;
import io.rochedb.jdbc.spi.ParameterBinder;
import io.rochedb.jdbc.spi.Session;
import io.rochedb.jdbc.spi.SessionStatement;
import io.rochedb.jdbc.spi.SessionStatement.Expect;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A connection's state over an engine of this JVM.
 *
 * <p>In auto-commit a read has a snapshot of its own, held by its cursor, and a write a transaction of its own, tried again when another
 * came first. Otherwise the first statement begins a transaction; a statement that fails undoes itself only.
 */
final class EmbeddedSession implements Session {
    /** How often a statement in auto-commit is tried before its conflict is reported. */
    static final int ATTEMPTS_MAX = 10;

    private static final AtomicLong IDS = new AtomicLong();

    private final Lease lease;
    private final RocheEngine engine;
    private final RocheSql sql;
    private final Connector connector;
    private final ConnectionSettings settings;
    private final EngineOptions.@Nullable Durability durability;
    private final long id = IDS.incrementAndGet();
    private final @Nullable String ownRing;
    private final long maxTokens;

    private final Set<EmbeddedCursor> cursors = ConcurrentHashMap.newKeySet();
    /** Held while a statement of a transaction runs and while the transaction ends. */
    private final ReentrantLock transactionLock = new ReentrantLock();
    /** The session itself, runs and cursors: the engine is given back when none is left. */
    private final AtomicInteger holders = new AtomicInteger(1);

    private volatile boolean closed;
    private volatile @Nullable EmbeddedExecution running;
    private boolean autoCommit = true;
    private boolean readOnly;
    private Isolation isolation = Isolation.REPEATABLE_READ;
    private @Nullable Transaction transaction;
    private RingScope scope;
    private SessionInfo info;
    private int scopeNumber;

    EmbeddedSession(Lease lease, ConnectionSettings settings, Connector connector) {
        this.lease = lease;
        this.engine = lease.engine();
        this.sql = lease.sql();
        this.connector = connector;
        this.settings = settings;
        this.durability = engine.info().directory() == null ? null : SharedEngine.durability(settings);
        this.readOnly = settings.flag(RocheProperty.READ_ONLY) || engine.info().readOnly();
        this.ownRing = settings.text(RocheProperty.RING);
        this.maxTokens = settings.number(RocheProperty.MAX_TOKENS, Long.MAX_VALUE);
        this.scope = scopeOf(ownRing);
        this.info = infoFor(ownRing);
    }

    private static RingScope scopeOf(@Nullable String ring) {
        return ring == null ? RingScope.ALL : ring.isEmpty() ? RingScope.NONE : RingScope.subtree(ring);
    }

    private SessionInfo infoFor(@Nullable String ring) {
        String user = settings.text(RocheProperty.USER);
        return new SessionInfo(
                id,
                user == null ? "" : user,
                ring == null || ring.isEmpty() ? null : ring,
                settings.flag(RocheProperty.REQUIRE_RING),
                settings.number(RocheProperty.MAX_SCANNED, Long.MAX_VALUE),
                maxTokens,
                true,
                settings.visible());
    }

    RocheSql sql() {
        return sql;
    }

    RocheEngine engine() {
        return engine;
    }

    SessionInfo info() {
        return info;
    }

    RingScope scope() {
        return scope;
    }

    int scopeNumber() {
        return scopeNumber;
    }

    @Override
    public String productVersion() {
        return DriverVersion.TEXT;
    }

    @Override
    public String user() {
        return info.user();
    }

    @Override
    public List<String> warnings() {
        return lease.warnings();
    }

    @Override
    public SessionStatement statement(String text) {
        return new EmbeddedStatement(this, text);
    }

    @Override
    public Execution newExecution(long timeoutMillis) {
        return new EmbeddedExecution(timeoutMillis, info.maxScanned());
    }

    // ---- holding the engine ----

    private void enter() {
        holders.incrementAndGet();
        if (closed) {
            leave();
            throw closedException();
        }
    }

    private void leave() {
        if (holders.decrementAndGet() == 0) {
            ScanLog.forget(id);
            lease.release();
        }
    }

    /** Does something with the engine that a close by another thread must wait for. */
    <T> T holding(Supplier<T> work) {
        enter();
        try {
            return work.get();
        } finally {
            leave();
        }
    }

    static RocheException closedException() {
        return new RocheException(ErrorCode.CONNECTION_CLOSED, "the connection is closed");
    }

    // ---- running ----

    /** Plans a statement without running it. */
    RochePlan describe(EmbeddedStatement statement) {
        enter();
        try {
            Transaction open = transaction;
            if (open != null) {
                return statement.current(open, null);
            }
            try (ReadView view = engine.snapshot(scope)) {
                return statement.current(view, null);
            }
        } finally {
            leave();
        }
    }

    Outcome run(EmbeddedStatement statement, ParameterBinder binder, Expect expect, EmbeddedExecution execution) {
        enter();
        running = execution;
        boolean open = false;
        try {
            Outcome outcome = !autoCommit
                    ? runInTransaction(statement, binder, expect, execution)
                    : statement.knownToWrite()
                            ? writeAlone(statement, binder, expect, execution)
                            : readAlone(statement, binder, expect, execution);
            open = outcome.cursor() != null;
            return outcome;
        } finally {
            if (!open) {
                execution.log(id, statement.sql());
            }
            leave();
        }
    }

    private Outcome readAlone(
            EmbeddedStatement statement, ParameterBinder binder, Expect expect, EmbeddedExecution execution) {
        ReadView view = engine.snapshot(scope);
        Outcome outcome = null;
        RochePlan plan;
        try {
            plan = statement.current(view, execution);
            if (!needsTransaction(plan)) {
                checkMayRun(plan, expect);
                SqlResult result = plan.execute(context(view, null, statement, binder, execution));
                outcome = outcome(statement, result, view, execution, false);
                return outcome;
            }
        } finally {
            if (outcome == null || outcome.cursor() == null) {
                view.close();
            }
        }
        return plan.kind() == RochePlan.Kind.CALL
                ? callAlone(statement, binder, expect, execution)
                : writeAlone(statement, binder, expect, execution);
    }

    /** Returns whether a plan is run with somewhere to write; a read-only session has nowhere. */
    private boolean needsTransaction(RochePlan plan) {
        return switch (plan.kind()) {
            case QUERY, EXPLAIN, DDL, TRANSACTION -> false;
            case DML -> true;
            case CALL -> !readOnly;
        };
    }

    private Outcome writeAlone(
            EmbeddedStatement statement, ParameterBinder binder, Expect expect, EmbeddedExecution execution) {
        for (int attempt = 1; ; attempt++) {
            try (Transaction own = engine.beginAutoCommit(scope, durability)) {
                SqlResult result = write(own, statement, binder, expect, execution);
                own.commit();
                return counted(result);
            } catch (RocheException e) {
                if (e.code() != ErrorCode.SERIALIZATION_FAILURE || attempt == ATTEMPTS_MAX) {
                    throw e;
                }
                execution.restart();
            }
        }
    }

    /** Runs a procedure once: what it did by itself cannot be undone and must not be done again. Its rows need no snapshot. */
    private Outcome callAlone(
            EmbeddedStatement statement, ParameterBinder binder, Expect expect, EmbeddedExecution execution) {
        try (Transaction own = engine.begin(scope, durability)) {
            RochePlan plan = statement.current(own, execution);
            checkMayRun(plan, expect);
            SqlResult result = plan.execute(context(own, own, statement, binder, execution));
            if (!own.isEmpty()) {
                // A procedure that commits by itself may outlive the snapshot, which only writes need.
                own.commit();
            }
            return outcome(statement, result, null, execution, false);
        }
    }

    private SqlResult write(
            Transaction target,
            EmbeddedStatement statement,
            ParameterBinder binder,
            Expect expect,
            EmbeddedExecution execution) {
        RochePlan plan = statement.current(target, execution);
        checkMayRun(plan, expect);
        if (plan.kind() != RochePlan.Kind.DML) {
            throw new RefusedException("07003", "a batch takes INSERT, UPDATE and DELETE only");
        }
        return plan.execute(context(target, target, statement, binder, execution));
    }

    private Outcome runInTransaction(
            EmbeddedStatement statement, ParameterBinder binder, Expect expect, EmbeddedExecution execution) {
        transactionLock.lock();
        try {
            Transaction open = openTransaction();
            RochePlan plan = statement.current(open, execution);
            checkMayRun(plan, expect);
            int mark = open.mark();
            try {
                Transaction target = needsTransaction(plan) ? open : null;
                SqlResult result = plan.execute(context(open, target, statement, binder, execution));
                return outcome(statement, result, null, execution, true);
            } catch (RuntimeException | Error e) {
                open.rollbackTo(mark);
                throw e;
            }
        } finally {
            transactionLock.unlock();
        }
    }

    /** Returns the transaction, begun now when there is none, or when each statement shall see what is new and nothing is written yet. */
    private Transaction openTransaction() {
        if (closed) {
            throw closedException();
        }
        Transaction open = transaction;
        if (open != null && isolation == Isolation.READ_COMMITTED && open.isEmpty() && !transactionHasCursors()) {
            open.close();
            open = null;
        }
        if (open == null) {
            open = engine.begin(scope, durability);
            transaction = open;
        }
        return open;
    }

    private boolean transactionHasCursors() {
        for (EmbeddedCursor cursor : cursors) {
            if (cursor.ofTransaction()) {
                return true;
            }
        }
        return false;
    }

    private StatementContext context(
            ReadView view,
            @Nullable Transaction target,
            EmbeddedStatement statement,
            ParameterBinder binder,
            EmbeddedExecution execution) {
        @Nullable Object[] values = binder.bind(statement.plannedParameters());
        long now = engine.now();
        execution.startMillis(now);
        return new StatementContext(engine, view, target, execution.monitor(), values, info, now);
    }

    /** Refuses what gives something else than the caller takes, and writes of a read-only session. */
    private void checkMayRun(RochePlan plan, Expect expect) {
        boolean rows = switch (plan.kind()) {
            case QUERY, EXPLAIN, CALL -> true;
            case DML, DDL, TRANSACTION -> false;
        };
        if (expect == Expect.ROWS && !rows) {
            throw new RefusedException("07005", "the statement returns no rows; use executeUpdate or execute");
        }
        if (expect == Expect.COUNT && rows) {
            throw new RefusedException("07003", "the statement returns rows; use executeQuery or execute");
        }
        if (readOnly && (plan.kind() == RochePlan.Kind.DML || plan.kind() == RochePlan.Kind.DDL)) {
            throw readOnlyException();
        }
    }

    static RocheException readOnlyException() {
        return new RocheException(ErrorCode.READ_ONLY_TRANSACTION, "the connection is read-only");
    }

    private Outcome outcome(
            EmbeddedStatement statement,
            SqlResult result,
            @Nullable ReadView ownedView,
            EmbeddedExecution execution,
            boolean ofTransaction) {
        SqlCursor rows = result.cursor();
        if (rows == null) {
            return counted(result);
        }
        EmbeddedCursor cursor = new EmbeddedCursor(this, execution, statement.sql(), rows, ownedView, ofTransaction);
        holders.incrementAndGet();
        cursors.add(cursor);
        return new Outcome(cursor, statement.plannedColumns(), -1, List.of());
    }

    private static Outcome counted(SqlResult result) {
        return new Outcome(null, List.of(), result.updateCount(), keys(result));
    }

    private static List<GeneratedKey> keys(SqlResult result) {
        if (result.generated().isEmpty()) {
            return List.of();
        }
        List<GeneratedKey> keys = new ArrayList<>(result.generated().size());
        for (SqlResult.GeneratedKey key : result.generated()) {
            keys.add(new GeneratedKey(key.ring(), key.id()));
        }
        return keys;
    }

    /** Stops a run that has handed out more tokens than the connection allows. */
    void checkTokens(EmbeddedExecution execution) {
        if (maxTokens != Long.MAX_VALUE && execution.monitor().estimatedTokens() > maxTokens) {
            throw new RocheException(
                    ErrorCode.TOKEN_LIMIT_EXCEEDED,
                    "the statement returned more than maxTokens=" + maxTokens + "; narrow it or add LIMIT");
        }
    }

    void cursorClosed(EmbeddedCursor cursor, String text) {
        cursors.remove(cursor);
        cursor.execution().log(id, text);
        leave();
    }

    // ---- batches ----

    @Override
    public BatchOutcome executeBatch(List<BatchEntry> entries, Execution execution) {
        EmbeddedExecution run = (EmbeddedExecution) execution;
        enter();
        running = run;
        try {
            if (!autoCommit) {
                transactionLock.lock();
                try {
                    return fill(openTransaction(), entries, run);
                } finally {
                    transactionLock.unlock();
                }
            }
            return batchAlone(entries, run);
        } finally {
            if (!entries.isEmpty()) {
                run.log(id, ((EmbeddedStatement) entries.get(0).statement()).sql());
            }
            leave();
        }
    }

    private BatchOutcome batchAlone(List<BatchEntry> entries, EmbeddedExecution run) {
        for (int attempt = 1; ; attempt++) {
            RocheException conflict;
            try (Transaction own = engine.beginAutoCommit(scope, durability)) {
                BatchOutcome outcome = fill(own, entries, run);
                if (!(outcome.failure() instanceof RocheException failed)
                        || failed.code() != ErrorCode.SERIALIZATION_FAILURE) {
                    own.commit();
                    return outcome;
                }
                conflict = failed;
            } catch (RocheException e) {
                if (e.code() != ErrorCode.SERIALIZATION_FAILURE) {
                    throw e;
                }
                conflict = e;
            }
            if (attempt == ATTEMPTS_MAX) {
                return new BatchOutcome(new long[0], List.of(), conflict);
            }
            run.restart();
        }
    }

    /** Runs entries into a transaction until one fails; that one is undone. */
    private BatchOutcome fill(Transaction target, List<BatchEntry> entries, EmbeddedExecution run) {
        long[] counts = new long[entries.size()];
        List<GeneratedKey> generated = new ArrayList<>();
        for (int i = 0; i < counts.length; i++) {
            int mark = target.mark();
            BatchEntry entry = entries.get(i);
            try {
                run.monitor().check();
                EmbeddedStatement statement = (EmbeddedStatement) entry.statement();
                SqlResult result = write(target, statement, entry.parameters(), Expect.ANYTHING, run);
                counts[i] = result.updateCount();
                generated.addAll(keys(result));
            } catch (RuntimeException | StackOverflowError e) {
                target.rollbackTo(mark);
                return new BatchOutcome(Arrays.copyOf(counts, i), generated, e);
            }
        }
        return new BatchOutcome(counts, generated, null);
    }

    // ---- transactions ----

    @Override
    public boolean autoCommit() {
        return autoCommit;
    }

    @Override
    public void autoCommit(boolean on) {
        if (on && !autoCommit) {
            end(true);
        }
        autoCommit = on;
    }

    @Override
    public void commit() {
        checkManual("commit");
        end(true);
    }

    @Override
    public void rollback() {
        checkManual("rollback");
        end(false);
    }

    private void checkManual(String what) {
        if (autoCommit) {
            throw new RocheException(
                    ErrorCode.INVALID_TRANSACTION_STATE,
                    what + " needs setAutoCommit(false): every statement commits itself");
        }
    }

    private void end(boolean commit) {
        enter();
        transactionLock.lock();
        try {
            Transaction open = transaction;
            transaction = null;
            closeTransactionCursors();
            if (open == null) {
                return;
            }
            try (open) {
                if (commit) {
                    open.commit();
                } else {
                    open.rollback();
                }
            }
        } finally {
            transactionLock.unlock();
            leave();
        }
    }

    private void closeTransactionCursors() {
        for (EmbeddedCursor cursor : cursors) {
            if (cursor.ofTransaction()) {
                cursor.close();
            }
        }
    }

    @Override
    public boolean inTransaction() {
        return transaction != null;
    }

    private void checkOutside(String what) {
        if (inTransaction()) {
            throw new RocheException(
                    ErrorCode.INVALID_TRANSACTION_STATE,
                    what + " cannot change inside a transaction; commit or roll back");
        }
    }

    @Override
    public int savepoint() {
        checkManual("a savepoint");
        enter();
        try {
            return openTransaction().mark();
        } finally {
            leave();
        }
    }

    @Override
    public void rollbackTo(int savepoint) {
        Transaction open = transaction;
        if (open == null) {
            throw new RocheException(ErrorCode.INVALID_TRANSACTION_STATE, "the savepoint's transaction has ended");
        }
        open.rollbackTo(savepoint);
    }

    @Override
    public Isolation isolation() {
        return isolation;
    }

    @Override
    public void isolation(Isolation newIsolation) {
        if (newIsolation != isolation) {
            checkOutside("the isolation");
            isolation = newIsolation;
        }
    }

    @Override
    public boolean readOnly() {
        return readOnly;
    }

    @Override
    public void readOnly(boolean newReadOnly) {
        if (newReadOnly == readOnly) {
            return;
        }
        checkOutside("read-only");
        if (!newReadOnly && (engine.info().readOnly() || settings.flag(RocheProperty.READ_ONLY))) {
            throw new RocheException(
                    ErrorCode.READ_ONLY_TRANSACTION, "the connection was opened with readOnly=true and stays so");
        }
        readOnly = newReadOnly;
    }

    @Override
    public void ring(@Nullable String ring) {
        checkOutside("the ring scope");
        String wanted = ring == null ? ownRing : ring;
        RingScope narrowed = scopeOf(wanted);
        if (wanted != null && !wanted.isEmpty() && !scopeOf(ownRing).sees(wanted)) {
            throw new RocheException(
                    ErrorCode.RING_NOT_ALLOWED,
                    "ring '" + wanted + "' is outside the connection's scope '" + ownRing + "'");
        }
        scope = narrowed;
        info = infoFor(wanted);
        scopeNumber++;
    }

    // ---- life ----

    @Override
    public boolean isValid(int timeoutSeconds) {
        if (closed) {
            return false;
        }
        enter();
        try (ReadView view = engine.snapshot(scope)) {
            return view.version() >= 0;
        } finally {
            leave();
        }
    }

    @Override
    public void abort() {
        close();
    }

    /** Stops a run of another thread first: it holds the transaction until it ends. */
    @Override
    public void close() {
        EmbeddedExecution run = running;
        if (run != null) {
            run.cancel();
        }
        for (EmbeddedCursor cursor : cursors) {
            cursor.execution().cancel();
        }
        transactionLock.lock();
        try {
            if (closed) {
                return;
            }
            closed = true;
            cursors.forEach(EmbeddedCursor::close);
            Transaction open = transaction;
            transaction = null;
            if (open != null) {
                open.close();
            }
        } finally {
            transactionLock.unlock();
        }
        leave();
    }

    @Override
    public <T> Optional<T> extension(Class<T> type) {
        return type == RocheTransfer.class ? Optional.of(type.cast(new Transfer(this, connector))) : Optional.empty();
    }
}
