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
import io.rochedb.jdbc.spi.GeneratedKey;
import io.rochedb.jdbc.spi.Outcome;
import io.rochedb.jdbc.spi.ParameterBinder;
import io.rochedb.jdbc.spi.SessionStatement.Expect;
import java.util.ArrayList;
import java.util.List;
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
    private final RocheEngine engine;

    StatementRunner(EmbeddedSession session, SessionTransaction transaction) {
        this.session = session;
        this.transaction = transaction;
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
        if (!transaction.autoCommit()) {
            return transaction.in(open -> runIn(open, statement, binder, expect, execution));
        }
        return statement.knownToWrite()
                ? writeAlone(statement, binder, expect, execution)
                : readAlone(statement, binder, expect, execution);
    }

    private Outcome readAlone(
            EmbeddedStatement statement, ParameterBinder binder, Expect expect, EmbeddedExecution execution) {
        ReadView view = engine.snapshot(session.scope());
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
            case CALL -> !session.readOnly();
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

    /** Runs a statement that must be DML. */
    SqlResult write(
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
            Transaction target = needsTransaction(plan) ? open : null;
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
        return new Outcome(cursor, statement.plannedColumns(), -1, List.of());
    }

    private static Outcome counted(SqlResult result) {
        return new Outcome(null, List.of(), result.updateCount(), keys(result));
    }

    static List<GeneratedKey> keys(SqlResult result) {
        if (result.generated().isEmpty()) {
            return List.of();
        }
        List<GeneratedKey> keys = new ArrayList<>(result.generated().size());
        for (SqlResult.GeneratedKey key : result.generated()) {
            keys.add(new GeneratedKey(key.ring(), key.id()));
        }
        return keys;
    }
}
