package io.rochedb.calcite.internal.ddl;

import io.rochedb.calcite.RochePlan;
import io.rochedb.calcite.SessionInfo;
import io.rochedb.calcite.SqlColumn;
import io.rochedb.calcite.SqlResult;
import io.rochedb.calcite.StatementContext;
import io.rochedb.engine.ErrorCode;
import io.rochedb.engine.ReadView;
import io.rochedb.engine.RocheException;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Lock;
import java.util.function.Predicate;

/**
 * A statement about the schema: it looks up names and changes the schema when it is executed, each time anew.
 *
 * @param text the statement, for EXPLAIN
 * @param step what it does; returns the number of rows it wrote
 * @param changesAccess whether it is about users and grants
 * @param open which sessions may run it although their user is no ADMIN
 * @param turn held while it does it: a statement works its change out from what is declared, so one runs after the other
 */
record DdlPlan(String text, Step step, Lock turn, boolean changesAccess, Predicate<SessionInfo> open)
        implements RochePlan {
    private static final long LOOK_MILLIS = 20;

    /** What a statement does when it is executed. */
    @FunctionalInterface
    interface Step {
        long run(StatementContext context);
    }

    @Override
    public Kind kind() {
        return Kind.DDL;
    }

    @Override
    public List<SqlColumn> columns() {
        return List.of();
    }

    @Override
    public List<SqlColumn> parameters() {
        return List.of();
    }

    @Override
    public boolean fast() {
        return false;
    }

    /** What it was planned from may have changed, and planning it again costs next to nothing. */
    @Override
    public boolean isCurrent(ReadView view) {
        return false;
    }

    @Override
    public void requireAllowed(SessionInfo session) {
        if (!open.test(session)) {
            RochePlan.super.requireAllowed(session);
        }
    }

    @Override
    public SqlResult execute(StatementContext context) {
        requireAllowed(context.session());
        takeTurn(context);
        try {
            return SqlResult.count(step.run(context), List.of());
        } finally {
            turn.unlock();
        }
    }

    /** Waits for the statements before it, and looks whether it was cancelled meanwhile. */
    private void takeTurn(StatementContext context) {
        try {
            while (!turn.tryLock(LOOK_MILLIS, TimeUnit.MILLISECONDS)) {
                context.monitor().check();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new RocheException(ErrorCode.QUERY_CANCELLED, "the statement was interrupted", e);
        }
    }

    @Override
    public String explain() {
        return "RocheSchemaChange(" + text + ")\n";
    }
}
