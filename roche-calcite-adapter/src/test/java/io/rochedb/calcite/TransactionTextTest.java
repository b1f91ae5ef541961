package io.rochedb.calcite;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.rochedb.calcite.TransactionControl.Begin;
import io.rochedb.calcite.TransactionControl.Commit;
import io.rochedb.calcite.TransactionControl.Isolation;
import io.rochedb.calcite.TransactionControl.Release;
import io.rochedb.calcite.TransactionControl.Rollback;
import io.rochedb.calcite.TransactionControl.RollbackTo;
import io.rochedb.calcite.TransactionControl.Savepoint;
import io.rochedb.calcite.TransactionControl.SetTransaction;
import io.rochedb.engine.ReadView;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

class TransactionTextTest {
    private static Map<String, TransactionControl> texts() {
        Map<String, TransactionControl> texts = new LinkedHashMap<>();
        texts.put("BEGIN", new Begin(null, null));
        texts.put("begin work;", new Begin(null, null));
        texts.put("BEGIN TRANSACTION", new Begin(null, null));
        texts.put("START TRANSACTION READ ONLY", new Begin(null, true));
        texts.put(
                "START TRANSACTION ISOLATION LEVEL READ COMMITTED, READ WRITE",
                new Begin(Isolation.READ_COMMITTED, false));
        texts.put("BEGIN ISOLATION LEVEL SERIALIZABLE", new Begin(Isolation.SERIALIZABLE, null));
        texts.put("COMMIT", new Commit());
        texts.put("COMMIT WORK", new Commit());
        texts.put("END", new Commit());
        texts.put("/* why */ ROLLBACK -- now", new Rollback());
        texts.put("ABORT", new Rollback());
        texts.put("ROLLBACK WORK", new Rollback());
        texts.put("ROLLBACK TO here", new RollbackTo("here"));
        texts.put("ROLLBACK WORK TO SAVEPOINT \"a b\"", new RollbackTo("a b"));
        texts.put("SAVEPOINT s1", new Savepoint("s1"));
        texts.put("RELEASE s1", new Release("s1"));
        texts.put("RELEASE SAVEPOINT \"S 1\"", new Release("S 1"));
        texts.put(
                "SET TRANSACTION ISOLATION LEVEL REPEATABLE READ",
                new SetTransaction(Isolation.REPEATABLE_READ, null, false));
        texts.put("SET TRANSACTION READ ONLY", new SetTransaction(null, true, false));
        texts.put(
                "SET SESSION CHARACTERISTICS AS TRANSACTION ISOLATION LEVEL READ UNCOMMITTED",
                new SetTransaction(Isolation.READ_UNCOMMITTED, null, true));
        return texts;
    }

    @Test
    void textsAreRead() {
        try (SqlFixture db = new SqlFixture();
                ReadView view = db.engine.snapshot(db.scope)) {
            texts().forEach((text, control) -> {
                RochePlan plan = db.sql.prepare(text, view, db.session).plan();
                assertEquals(RochePlan.Kind.TRANSACTION, plan.kind(), text);
                assertEquals(control, plan.transactionControl().orElseThrow(), text);
                assertTrue(plan.columns().isEmpty() && plan.parameters().isEmpty(), text);
            });
        }
    }

    @Test
    void whatIsNoSuchTextIsASyntaxError() {
        try (SqlFixture db = new SqlFixture()) {
            for (String text : new String[] {
                "START",
                "BEGIN NOW",
                "COMMIT 1",
                "ROLLBACK TO",
                "SAVEPOINT",
                "RELEASE",
                "SET TRANSACTION",
                "SET TRANSACTION ISOLATION LEVEL",
                "BEGIN; COMMIT"
            }) {
                assertTrue(db.failure(text).startsWith("42601 "), text);
            }
        }
    }
}
