package io.rochedb.jdbc.embedded.internal;

import io.rochedb.calcite.OpenSessions;
import io.rochedb.calcite.RochePlan;
import io.rochedb.calcite.RocheSql;
import io.rochedb.calcite.SessionInfo;
import io.rochedb.calcite.StatementLimits;
import io.rochedb.engine.EngineOptions;
import io.rochedb.engine.ErrorCode;
import io.rochedb.engine.ReadView;
import io.rochedb.engine.RocheEngine;
import io.rochedb.engine.RocheException;
import io.rochedb.engine.access.Role;
import io.rochedb.engine.model.RingScope;
import io.rochedb.jdbc.RocheProperty;
import io.rochedb.jdbc.embedded.AuditListener;
import io.rochedb.jdbc.embedded.RocheTransfer;
import io.rochedb.jdbc.internal.DriverVersion;
import io.rochedb.jdbc.spi.BatchEntry;
import io.rochedb.jdbc.spi.BatchOutcome;
import io.rochedb.jdbc.spi.ConnectionSettings;
import io.rochedb.jdbc.spi.Connector;
import io.rochedb.jdbc.spi.Execution;
import io.rochedb.jdbc.spi.Outcome;
import io.rochedb.jdbc.spi.ParameterBinder;
import io.rochedb.jdbc.spi.Session;
import io.rochedb.jdbc.spi.SessionStatement;
import io.rochedb.jdbc.spi.SessionStatement.Expect;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A connection's state over an engine of this JVM: its settings and its life; statements, batches and transactions are classes of their own.
 */
final class EmbeddedSession implements Session, OpenSessions.Session {
    private static final AtomicLong IDS = new AtomicLong();

    private final Lease lease;
    private final Connector connector;
    private final ConnectionSettings settings;
    private final EngineOptions.@Nullable Durability durability;
    private final long id = IDS.incrementAndGet();
    private final SessionAccess access;
    private final AuditTrail audit;
    private final long maxTokens;
    private final long sinceMillis;

    private final EngineHold hold;
    private final OpenCursors cursors = new OpenCursors();
    private final SessionTransaction transaction;
    private final StatementRunner statements;
    private final BatchRunner batches;

    private volatile @Nullable EmbeddedExecution running;
    private volatile boolean closing;
    private final StatementLimits limits;
    private final RunLimits runLimits;
    private String schema;
    private volatile SessionInfo info;
    private int scopeNumber;

    EmbeddedSession(
            Lease lease, ConnectionSettings settings, Connector connector, SessionAccess access, AuditListener audit) {
        this.lease = lease;
        this.connector = connector;
        this.settings = settings;
        RocheEngine engine = lease.engine();
        this.durability = engine.info().directory() == null ? null : SharedEngine.durability(settings);
        boolean readOnly =
                settings.flag(RocheProperty.READ_ONLY) || engine.info().readOnly();
        this.access = access;
        this.audit = new AuditTrail(audit, connector);
        this.maxTokens = settings.number(RocheProperty.MAX_TOKENS, Long.MAX_VALUE);
        this.runLimits = RunLimits.of(settings);
        this.limits = SessionLimits.of(settings);
        this.schema = settings.text(RocheProperty.SCHEMA, SessionInfo.DEFAULT_SCHEMA);
        this.info = newInfo();
        this.hold = new EngineHold(lease, id);
        this.transaction = new SessionTransaction(
                hold, cursors, readOnly, () -> engine.begin(access.scope(), durability), this::checkAccess);
        this.statements = new StatementRunner(this, transaction);
        this.batches = new BatchRunner(this, transaction, statements);
        this.sinceMillis = engine.now();
        OpenSessions.add(engine, this);
    }

    private SessionInfo newInfo() {
        String ring = access.ring();
        String user = access.user() == null ? settings.text(RocheProperty.USER, "") : access.user();
        Role role = access.role();
        return new SessionInfo(
                id,
                user == null ? "" : user,
                role,
                ring == null || ring.isEmpty() ? null : ring,
                settings.flag(RocheProperty.REQUIRE_RING),
                settings.number(RocheProperty.MAX_SCANNED, Long.MAX_VALUE),
                maxTokens,
                role == null || role == Role.ADMIN,
                settings.visible(),
                schema,
                limits);
    }

    RocheSql sql() {
        return hold.sql();
    }

    RocheEngine engine() {
        return hold.engine();
    }

    @Override
    public SessionInfo info() {
        return info;
    }

    @Override
    public long sinceMillis() {
        return sinceMillis;
    }

    @Override
    public OpenSessions.@Nullable Running running() {
        EmbeddedExecution last = running;
        return last == null ? null : last.running();
    }

    RingScope scope() {
        return access.scope();
    }

    int scopeNumber() {
        return scopeNumber;
    }

    AuditTrail audit() {
        return audit;
    }

    EngineOptions.@Nullable Durability durability() {
        return durability;
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
        return new EmbeddedExecution(runLimits, timeoutMillis);
    }

    // ---- running ----

    /** Does something with the engine that a close by another thread must wait for. */
    <T> T holding(Supplier<T> work) {
        return hold.holding(work);
    }

    /** Plans a statement without running it. */
    RochePlan describe(EmbeddedStatement statement) {
        return hold.holding(() -> {
            try {
                checkAccess();
                return statements.describe(statement);
            } catch (RuntimeException | Error e) {
                lease.statements().failed(e);
                throw e;
            }
        });
    }

    Outcome run(EmbeddedStatement statement, ParameterBinder binder, Expect expect, EmbeddedExecution execution) {
        hold.enter();
        begins(execution, statement.sql());
        boolean open = false;
        try {
            checkAccess();
            Outcome outcome = statements.run(statement, binder, expect, execution);
            open = outcome.cursor() != null;
            return outcome;
        } catch (RuntimeException | Error e) {
            execution.failed(e);
            throw e;
        } finally {
            if (!open) {
                lease.statements().ended(execution, info, statement.sql());
            }
            hold.leave();
        }
    }

    /**
     * Takes up what the user may see and do by now, for the transaction that is open as well; one that has written what it may not write any more, or whose user
     * is gone, is rolled back.
     */
    void checkAccess() {
        try {
            if (access.refresh(transaction::rescope)) {
                changed();
            }
        } catch (RocheException refused) {
            transaction.end(false);
            throw new RocheException(
                    refused.code(), refused.getMessage() + " any more: what is open is rolled back", refused);
        }
    }

    /** Makes a run known to whoever closes the session, or stops it when that one has looked already. */
    private void begins(EmbeddedExecution execution, String text) {
        execution.begins(text);
        running = execution;
        if (closing) {
            execution.cancel();
        }
    }

    @Override
    public BatchOutcome executeBatch(List<BatchEntry> entries, Execution execution) {
        EmbeddedExecution run = (EmbeddedExecution) execution;
        String text =
                entries.isEmpty() ? "" : ((EmbeddedStatement) entries.get(0).statement()).sql();
        hold.enter();
        begins(run, text);
        try {
            checkAccess();
            BatchOutcome outcome = batches.run(entries, run);
            if (outcome.failure() != null) {
                run.failed(outcome.failure());
            }
            return outcome;
        } catch (RuntimeException | Error e) {
            run.failed(e);
            throw e;
        } finally {
            if (!entries.isEmpty()) {
                lease.statements().ended(run, info, text);
            }
            hold.leave();
        }
    }

    /** Stops a run that has handed out more tokens than the connection allows. */
    void checkTokens(EmbeddedExecution execution) {
        if (maxTokens != Long.MAX_VALUE && execution.monitor().estimatedTokens() > maxTokens) {
            throw new RocheException(
                    ErrorCode.TOKEN_LIMIT_EXCEEDED,
                    "the statement returned more than maxTokens=" + maxTokens + "; narrow it or add LIMIT");
        }
    }

    void cursorOpened(EmbeddedCursor cursor) {
        hold.share();
        cursors.add(cursor);
    }

    void cursorClosed(EmbeddedCursor cursor, String text) {
        cursors.remove(cursor);
        lease.statements().ended(cursor.execution(), info, text);
        hold.leave();
    }

    // ---- transactions ----

    @Override
    public boolean autoCommit() {
        return transaction.autoCommit();
    }

    @Override
    public void autoCommit(boolean on) {
        transaction.autoCommit(on);
    }

    @Override
    public void commit() {
        transaction.commit();
    }

    @Override
    public void rollback() {
        transaction.rollback();
    }

    @Override
    public boolean inTransaction() {
        return transaction.isOpen();
    }

    @Override
    public long transactionsEnded() {
        return transaction.ended();
    }

    @Override
    public long savepoint(@Nullable String name) {
        return transaction.savepoint(name);
    }

    @Override
    public void rollbackTo(long savepoint) {
        transaction.rollbackTo(savepoint);
    }

    @Override
    public void release(long savepoint) {
        transaction.release(savepoint);
    }

    @Override
    public Isolation isolation() {
        return transaction.isolation();
    }

    @Override
    public void isolation(Isolation isolation) {
        transaction.isolation(isolation);
    }

    @Override
    public boolean readOnly() {
        return transaction.readOnly();
    }

    @Override
    public void readOnly(boolean readOnly) {
        transaction.readOnly(readOnly);
    }

    static RocheException readOnlyException() {
        return new RocheException(ErrorCode.READ_ONLY_TRANSACTION, "the connection, or its transaction, is read-only");
    }

    // ---- scope ----

    @Override
    public void ring(@Nullable String ring) {
        transaction.checkOutside("the ring scope");
        access.narrow(ring);
        changed();
    }

    /** Notes that statements mean something else than before. */
    private void changed() {
        info = newInfo();
        scopeNumber++;
    }

    @Override
    public String schema() {
        return schema;
    }

    @Override
    public void schema(String wanted) {
        if (!wanted.equals(schema)) {
            schema = wanted;
            changed();
        }
    }

    // ---- life ----

    @Override
    public boolean isValid(int timeoutSeconds) {
        if (hold.isClosed()) {
            return false;
        }
        try {
            checkAccess();
        } catch (RocheException gone) {
            return false;
        }
        hold.enter();
        try (ReadView view = engine().snapshot(access.scope())) {
            return view.version() >= 0;
        } finally {
            hold.leave();
        }
    }

    @Override
    public boolean isClosed() {
        return hold.isClosed();
    }

    @Override
    public boolean cancelRunning() {
        EmbeddedExecution run = running;
        cursors.cancelAll();
        if (run == null || run.running() == null) {
            return false;
        }
        run.cancel();
        return true;
    }

    @Override
    public void abort() {
        close();
    }

    /** Stops a run of another thread first: it holds the transaction until it ends. */
    @Override
    public void close() {
        closing = true;
        EmbeddedExecution run = running;
        if (run != null) {
            run.cancel();
        }
        cursors.cancelAll();
        if (transaction.close()) {
            hold.leave();
        }
    }

    @Override
    public <T> Optional<T> extension(Class<T> type) {
        return type == RocheTransfer.class && info.fileAccess()
                ? Optional.of(type.cast(new Transfer(this, connector)))
                : Optional.empty();
    }
}
