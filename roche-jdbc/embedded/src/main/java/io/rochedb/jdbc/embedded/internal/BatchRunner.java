package io.rochedb.jdbc.embedded.internal;

import io.rochedb.calcite.RochePlan;
import io.rochedb.calcite.SqlResult;
import io.rochedb.engine.ErrorCode;
import io.rochedb.engine.RocheException;
import io.rochedb.engine.Transaction;
import io.rochedb.jdbc.spi.BatchEntry;
import io.rochedb.jdbc.spi.BatchOutcome;
import io.rochedb.jdbc.spi.SessionStatement.Expect;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Runs batches of a session: all entries in one transaction, until the first that fails.
 *
 * <p>In auto-commit the entries before it are committed, and a conflict makes the whole batch run again. A DDL statement in a batch commits what
 * comes before it, like everywhere, and so ends a stretch of the batch.
 */
final class BatchRunner {
    private final EmbeddedSession session;
    private final SessionTransaction transaction;
    private final StatementRunner statements;

    BatchRunner(EmbeddedSession session, SessionTransaction transaction, StatementRunner statements) {
        this.session = session;
        this.transaction = transaction;
        this.statements = statements;
    }

    /** How far a batch has come. */
    private static final class Progress {
        final List<BatchEntry> entries;
        final EmbeddedExecution execution;
        final long[] counts;
        final List<SqlResult.GeneratedKey> generated = new ArrayList<>();
        int done;

        Progress(List<BatchEntry> entries, EmbeddedExecution execution) {
            this.entries = entries;
            this.execution = execution;
            this.counts = new long[entries.size()];
        }

        boolean ended() {
            return done == counts.length;
        }

        BatchEntry next() {
            return entries.get(done);
        }

        EmbeddedStatement statement() {
            return (EmbeddedStatement) next().statement();
        }

        void took(long count, List<SqlResult.GeneratedKey> keys) {
            counts[done++] = count;
            generated.addAll(keys);
        }

        void backTo(int entry, int keys) {
            done = entry;
            generated.subList(keys, generated.size()).clear();
        }
    }

    BatchOutcome run(List<BatchEntry> entries, EmbeddedExecution execution) {
        Progress progress = new Progress(entries, execution);
        Throwable failure = null;
        while (failure == null && !progress.ended()) {
            failure = transaction.isManual()
                    ? transaction.locked(() -> fill(transaction.forStatement(), progress))
                    : fillAlone(progress);
            if (failure == null && !progress.ended()) {
                failure = alter(progress);
            }
        }
        return new BatchOutcome(
                Arrays.copyOf(progress.counts, progress.done), InsertedKeys.of(progress.generated), failure);
    }

    /** Runs the next entries in a transaction of their own, up to a DDL statement; returns why not all of them took effect. */
    private @Nullable Throwable fillAlone(Progress progress) {
        int entry = progress.done;
        int keys = progress.generated.size();
        for (int attempt = 1; ; attempt++) {
            Throwable conflict;
            try {
                // a DDL statement before may have changed what the user may do
                session.checkAccess();
            } catch (RocheException refused) {
                return refused;
            }
            try (Transaction own = session.engine().beginAutoCommit(session.scope(), session.durability())) {
                conflict = fill(own, progress);
                if (!isConflict(conflict)) {
                    own.commit();
                    return conflict;
                }
            } catch (RocheException e) {
                conflict = e;
            }
            progress.backTo(entry, keys);
            if (!isConflict(conflict) || attempt == StatementRunner.ATTEMPTS_MAX) {
                return conflict;
            }
            progress.execution.restart();
        }
    }

    private static boolean isConflict(@Nullable Throwable failure) {
        return failure instanceof RocheException failed && failed.code() == ErrorCode.SERIALIZATION_FAILURE;
    }

    /** Runs the next entries into a transaction until one fails, which is undone, or is a DDL statement. */
    private @Nullable Throwable fill(Transaction target, Progress progress) {
        EmbeddedExecution execution = progress.execution;
        while (!progress.ended()) {
            int mark = target.mark();
            try {
                execution.monitor().check();
                EmbeddedStatement statement = progress.statement();
                RochePlan plan = statement.current(target, execution);
                if (plan.kind() == RochePlan.Kind.DDL) {
                    return null;
                }
                SqlResult result = statements.write(
                        plan, target, statement, progress.next().parameters(), Expect.ANYTHING, execution);
                progress.took(result.updateCount(), result.generated());
            } catch (RuntimeException | StackOverflowError e) {
                target.rollbackTo(mark);
                return e;
            }
        }
        return null;
    }

    private @Nullable Throwable alter(Progress progress) {
        try {
            SqlResult result =
                    statements.alter(progress.statement(), progress.next().parameters(), progress.execution);
            progress.took(result.updateCount(), List.of());
            return null;
        } catch (RuntimeException | StackOverflowError e) {
            return e;
        }
    }
}
