package io.rochedb.jdbc.embedded.internal;

import io.rochedb.calcite.SqlResult;
import io.rochedb.engine.ErrorCode;
import io.rochedb.engine.RocheException;
import io.rochedb.engine.Transaction;
import io.rochedb.jdbc.spi.BatchEntry;
import io.rochedb.jdbc.spi.BatchOutcome;
import io.rochedb.jdbc.spi.GeneratedKey;
import io.rochedb.jdbc.spi.SessionStatement.Expect;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Runs batches of a session: all entries in one transaction, until the first that fails.
 *
 * <p>In auto-commit the entries before it are committed, and a conflict makes the whole batch run again.
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

    BatchOutcome run(List<BatchEntry> entries, EmbeddedExecution execution) {
        return transaction.autoCommit()
                ? alone(entries, execution)
                : transaction.in(open -> fill(open, entries, execution));
    }

    private BatchOutcome alone(List<BatchEntry> entries, EmbeddedExecution execution) {
        for (int attempt = 1; ; attempt++) {
            RocheException conflict;
            try (Transaction own = session.engine().beginAutoCommit(session.scope(), session.durability())) {
                BatchOutcome outcome = fill(own, entries, execution);
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
            if (attempt == StatementRunner.ATTEMPTS_MAX) {
                return new BatchOutcome(new long[0], List.of(), conflict);
            }
            execution.restart();
        }
    }

    /** Runs entries into a transaction until one fails; that one is undone. */
    private BatchOutcome fill(Transaction target, List<BatchEntry> entries, EmbeddedExecution execution) {
        long[] counts = new long[entries.size()];
        List<GeneratedKey> generated = new ArrayList<>();
        for (int i = 0; i < counts.length; i++) {
            int mark = target.mark();
            BatchEntry entry = entries.get(i);
            try {
                execution.monitor().check();
                EmbeddedStatement statement = (EmbeddedStatement) entry.statement();
                SqlResult result = statements.write(target, statement, entry.parameters(), Expect.ANYTHING, execution);
                counts[i] = result.updateCount();
                generated.addAll(StatementRunner.keys(result));
            } catch (RuntimeException | StackOverflowError e) {
                target.rollbackTo(mark);
                return new BatchOutcome(Arrays.copyOf(counts, i), generated, e);
            }
        }
        return new BatchOutcome(counts, generated, null);
    }
}
