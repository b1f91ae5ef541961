package io.rochedb.jdbc.embedded.internal;

import io.rochedb.calcite.RochePlan;
import io.rochedb.calcite.SqlCursor;
import io.rochedb.calcite.SqlResult;
import io.rochedb.calcite.StatementContext;
import io.rochedb.engine.ErrorCode;
import io.rochedb.engine.ReadView;
import io.rochedb.engine.RocheEngine;
import io.rochedb.engine.RocheException;
import io.rochedb.engine.Transaction;
import io.rochedb.jdbc.spi.Notice;
import io.rochedb.jdbc.spi.Outcome;
import io.rochedb.jdbc.spi.ParameterBinder;
import io.rochedb.jdbc.spi.SessionStatement.Expect;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Runs single statements of a session under its transaction rules.
 *
 * <p>In auto-commit a read has a snapshot of its own, held by its cursor, and a write a transaction of its own, tried again when another
 * came first. Otherwise a statement runs in the session's transaction, and undoes itself only when it fails.
 */
final class StatementRunner {
    /** How often a statement in auto-commit is tried before its conflict is reported. */
    static final int ATTEMPTS_MAX = 10;

    private final EmbeddedSession session;
    private final SessionTransaction transaction;
    private final TransactionStatements controls;
    private final RocheEngine engine;

    StatementRunner(EmbeddedSession session, SessionTransaction transaction) {
        this.session = session;
        this.transaction = transaction;
        this.controls = new TransactionStatements(transaction);
        this.engine = session.engine();
    }

    /** Plans a statement without running it. */
    RochePlan describe(EmbeddedStatement statement) {
        Transaction open = transaction.ifOpen();
        if (open != null) {
            return statement.current(open, null);
        }
        try (ReadView view = engine.snapshot(session.scope())) {
            return statement.current(view, null);
        }
    }

    Outcome run(EmbeddedStatement statement, ParameterBinder binder, Expect expect, EmbeddedExecution execution) {
        if (transaction.isManual()) {
            return transaction.locked(() -> runManually(statement, binder, expect, execution));
        }
        return statement.knownToWrite()
                ? writeAlone(statement, binder, expect, execution)
                : readAlone(statement, binder, expect, execution);
    }

    private Outcome runManually(
            EmbeddedStatement statement, ParameterBinder binder, Expect expect, EmbeddedExecution execution) {
        // What the statement is decides whether the transaction begins with it, so it is planned before.
        RochePlan plan = planned(statement, () -> describe(statement));
        return switch (plan.kind()) {
            case TRANSACTION -> control(plan, expect);
            case DDL -> alter(statement, plan, binder, expect, execution);
            case QUERY, EXPLAIN, DML, CALL -> runIn(transaction.forStatement(), statement, binder, expect, execution);
        };
    }

    private Outcome control(RochePlan plan, Expect expect) {
        checkMayRun(plan, expect);
        List<Notice> notices = controls.run(plan.transactionControl().orElseThrow());
        return new Outcome(null, List.of(), 0, List.of(), notices);
    }

    private Outcome alter(
            EmbeddedStatement statement,
            RochePlan planned,
            ParameterBinder binder,
            Expect expect,
            EmbeddedExecution execution) {
        // What can be refused without running it is, before anything is committed.
        audited(planned, statement, () -> {
            checkMayRun(planned, expect);
            return true;
        });
        return counted(alter(statement, binder, execution));
    }

    /** Changes the schema, once the transaction that is open, if any, has committed. */
    SqlResult alter(EmbeddedStatement statement, ParameterBinder binder, EmbeddedExecution execution) {
        planned(statement, () -> {
            transaction.end(true);
            return true;
        });
        try (ReadView view = engine.snapshot(session.scope())) {
            RochePlan plan = planned(statement, () -> statement.current(view, execution));
            SqlResult result = audited(plan, statement, () -> {
                checkMayRun(plan, Expect.COUNT);
                return plan.execute(context(view, null, statement, binder, execution));
            });
            session.audit().add(session, plan, statement.sql(), null);
            return result;
        }
    }

    /** Does something, and puts on record that it failed. */
    private <T> T audited(RochePlan plan, EmbeddedStatement statement, Supplier<T> work) {
        try {
            return work.get();
        } catch (RuntimeException e) {
            session.audit().add(session, plan, statement.sql(), e);
            throw e;
        }
    }

    /** Does what comes before a plan is run, and puts on record that it failed. */
    private <T> T planned(EmbeddedStatement statement, Supplier<T> work) {
        try {
            return work.get();
        } catch (RuntimeException e) {
            session.audit().addUnplanned(session, statement.sql(), e);
            throw e;
        }
    }

    private Outcome readAlone(
            EmbeddedStatement statement, ParameterBinder binder, Expect expect, EmbeddedExecution execution) {
        ReadView view = engine.snapshot(session.scope());
        Outcome outcome = null;
        RochePlan plan;
        try {
            plan = planned(statement, () -> statement.current(view, execution));
            if (readsOnly(plan)) {
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
        return switch (plan.kind()) {
            case CALL -> callAlone(statement, binder, expect, execution);
            case TRANSACTION -> control(plan, expect);
            case DDL -> alter(statement, plan, binder, expect, execution);
            case QUERY, EXPLAIN, DML -> writeAlone(statement, binder, expect, execution);
        };
    }

    /** Returns whether a plan is run with nowhere to write; a read-only session has nowhere. */
    private boolean readsOnly(RochePlan plan) {
        return switch (plan.kind()) {
            case QUERY, EXPLAIN -> true;
            case DML, DDL, TRANSACTION -> false;
            case CALL -> session.readOnly();
        };
    }

    private Outcome writeAlone(
            EmbeddedStatement statement, ParameterBinder binder, Expect expect, EmbeddedExecution execution) {
        for (int attempt = 1; ; attempt++) {
            try (Transaction own = engine.beginAutoCommit(session.scope(), session.durability())) {
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
        try (Transaction own = engine.begin(session.scope(), session.durability())) {
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
        return write(statement.current(target, execution), target, statement, binder, expect, execution);
    }

    /** Runs a plan that must be DML. */
    SqlResult write(
            RochePlan plan,
            Transaction target,
            EmbeddedStatement statement,
            ParameterBinder binder,
            Expect expect,
            EmbeddedExecution execution) {
        checkMayRun(plan, expect);
        switch (plan.kind()) {
            case DML -> {
                return plan.execute(context(target, target, statement, binder, execution));
            }
            case TRANSACTION ->
                throw new RefusedException(
                        "0A000", "a batch is one transaction: '" + statement.sql() + "' cannot be in it");
            case QUERY, EXPLAIN, CALL, DDL ->
                throw new RefusedException("07003", "a batch takes INSERT, UPDATE, DELETE, MERGE and DDL only");
        }
        throw new IllegalStateException("no kind: " + plan.kind());
    }

    private Outcome runIn(
            Transaction open,
            EmbeddedStatement statement,
            ParameterBinder binder,
            Expect expect,
            EmbeddedExecution execution) {
        RochePlan plan = statement.current(open, execution);
        checkMayRun(plan, expect);
        int mark = open.mark();
        try {
            Transaction target = readsOnly(plan) ? null : open;
            SqlResult result = plan.execute(context(open, target, statement, binder, execution));
            return outcome(statement, result, null, execution, true);
        } catch (RuntimeException | Error e) {
            open.rollbackTo(mark);
            throw e;
        }
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
        return new StatementContext(engine, view, target, execution.monitor(), values, session.info(), now);
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
        plan.requireAllowed(session.info());
        if (session.readOnly() && (plan.kind() == RochePlan.Kind.DML || plan.kind() == RochePlan.Kind.DDL)) {
            throw EmbeddedSession.readOnlyException();
        }
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
        EmbeddedCursor cursor = new EmbeddedCursor(session, execution, statement.sql(), rows, ownedView, ofTransaction);
        session.cursorOpened(cursor);
        return new Outcome(cursor, statement.plannedColumns(), -1, List.of(), statement.plannedNotices());
    }

    private static Outcome counted(SqlResult result) {
        return new Outcome(null, List.of(), result.updateCount(), InsertedKeys.of(result.generated()));
    }
}
