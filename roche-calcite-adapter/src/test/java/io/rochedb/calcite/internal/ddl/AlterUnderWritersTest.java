package io.rochedb.calcite.internal.ddl;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.rochedb.calcite.SqlSession;
import io.rochedb.engine.ErrorCode;
import io.rochedb.engine.RocheException;
import io.rochedb.engine.Transaction;
import io.rochedb.engine.model.RingScope;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** ALTER TABLE that gives records a value while others write them. */
class AlterUnderWritersTest {
    private static final int RECORDS = 500;

    private final SqlSession db = new SqlSession("main");

    @AfterEach
    void close() {
        db.close();
    }

    @Test
    void everyRecordGetsTheDefault() throws Exception {
        db.run("CREATE TABLE t (k INTEGER PRIMARY KEY, n INTEGER)");
        try (Transaction all = db.engine.begin(RingScope.ALL, null)) {
            for (int k = 0; k < RECORDS; k++) {
                db.run(all, "INSERT INTO t VALUES (?, 0)", (long) k);
            }
            all.commit();
        }
        AtomicBoolean done = new AtomicBoolean();
        AtomicInteger written = new AtomicInteger();
        ExecutorService threads = Executors.newSingleThreadExecutor();
        try {
            Future<?> writer = threads.submit(() -> {
                for (int i = 0; !done.get(); i++) {
                    update(i % RECORDS, written);
                }
            });
            while (written.get() == 0) {
                Thread.onSpinWait();
            }
            db.run("ALTER TABLE t ADD COLUMN c INTEGER DEFAULT 7 NOT NULL, ADD d VARCHAR DEFAULT 'x'");
            done.set(true);
            writer.get(60, TimeUnit.SECONDS);
        } finally {
            done.set(true);
            threads.shutdownNow();
            assertTrue(threads.awaitTermination(60, TimeUnit.SECONDS));
        }
        assertEquals(RECORDS + "|" + RECORDS, db.rows("SELECT COUNT(*), SUM(1) FROM t WHERE c = 7 AND d = 'x'"));
    }

    private void update(int k, AtomicInteger written) {
        try (Transaction transaction = db.engine.begin(RingScope.ALL, null)) {
            db.run(transaction, "UPDATE t SET n = n + 1 WHERE k = ?", (long) k);
            transaction.commit();
            written.incrementAndGet();
        } catch (RocheException e) {
            if (e.code() != ErrorCode.SERIALIZATION_FAILURE) {
                throw e;
            }
        }
    }
}
