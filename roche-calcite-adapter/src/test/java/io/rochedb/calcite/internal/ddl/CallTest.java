package io.rochedb.calcite.internal.ddl;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.rochedb.calcite.RochePlan;
import io.rochedb.calcite.SqlColumn;
import io.rochedb.calcite.SqlSession;
import io.rochedb.engine.EngineOptions;
import io.rochedb.engine.ErrorCode;
import io.rochedb.engine.ProgressListener;
import io.rochedb.engine.RocheException;
import io.rochedb.engine.Transaction;
import io.rochedb.engine.model.RingScope;
import io.rochedb.engine.ops.Backups;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CallTest {
    private final SqlSession db = new SqlSession(null);

    @AfterEach
    void close() {
        db.close();
    }

    @Test
    void ringsAreConfiguredAndDescribed() {
        var outcome = db.run("CALL CONFIGURE_RING('logs/api', period => 30)");
        assertEquals(List.of("logs/api|30.0"), outcome.rows());
        assertEquals(RochePlan.Kind.CALL, outcome.plan().kind());
        assertEquals(
                List.of("ring", "period_seconds"),
                outcome.plan().columns().stream().map(SqlColumn::label).toList());
        assertEquals("logs/api|Requests", db.rows("CALL describe_ring(?, description => ?)", "logs/api", "Requests"));
        assertEquals(
                "30.0|Requests", db.rows("SELECT period_seconds, description FROM sys.rings WHERE name = 'logs/api'"));
        assertEquals("logs/api|null", db.rows("CALL DESCRIBE_RING(RING => 'logs/api', DESCRIPTION => NULL)"));
        assertEquals("null", db.rows("SELECT description FROM sys.rings WHERE name = 'logs/api'"));
        assertEquals("r|7.5", db.rows("CALL CONFIGURE_RING(LOWER('R'), 5 + 2.5)"));
    }

    @Test
    void argumentsAreChecked() {
        db.fails(ErrorCode.INVALID_PARAMETER, "CALL CONFIGURE_RING('r', 0)");
        db.fails(ErrorCode.INVALID_PARAMETER, "CALL CONFIGURE_RING('r', -1)");
        db.fails(ErrorCode.INVALID_RING_NAME, "CALL CONFIGURE_RING('a//b', 1)");
        db.fails(ErrorCode.UNDEFINED_FUNCTION, "CALL CONFIGURE_RING('r')");
        db.fails(ErrorCode.UNDEFINED_FUNCTION, "CALL CONFIGURE_RING('r', perod => 3)");
        db.fails(ErrorCode.SYNTAX_ERROR, "CALL CONFIGURE_RING(ring => 'r', 3)");
        db.fails(ErrorCode.SYNTAX_ERROR, "CALL CONFIGURE_RING('r', 3, period => 3)");
        db.fails(ErrorCode.INVALID_PARAMETER, "CALL IMPORT_JSONL('f', batch_size => 0)");
        db.fails(ErrorCode.FEATURE_NOT_SUPPORTED, "CALL RESTORE('x')");
        db.fails(ErrorCode.FEATURE_NOT_SUPPORTED, "CALL BACKUP('x')");
        String message = db.fails(ErrorCode.UNDEFINED_FUNCTION, "CALL IMPORT_JSON('x')");
        assertTrue(message.contains("(procedures: IMPORT_JSONL"), message);
    }

    @Test
    void filesNeedAccessAndAnEmptyTransaction() {
        try (SqlSession closed = new SqlSession(EngineOptions.memory(), null, false)) {
            closed.fails(ErrorCode.RING_NOT_ALLOWED, "CALL DUMP('x')");
            closed.fails(ErrorCode.RING_NOT_ALLOWED, "CALL IMPORT_JSONL('x')");
            closed.fails(ErrorCode.RING_NOT_ALLOWED, "CALL BACKUP('x')");
        }
        try (Transaction transaction = db.engine.begin(RingScope.ALL, null)) {
            db.run(transaction, "INSERT INTO r (a) VALUES (1)");
            for (String call : List.of("CALL IMPORT_JSONL('x')", "CALL DUMP('x')", "CALL BACKUP('x')")) {
                RocheException e = assertThrows(RocheException.class, () -> db.run(transaction, call));
                assertEquals(ErrorCode.INVALID_TRANSACTION_STATE, e.code());
            }
        }
    }

    @Test
    void theStoreIsBackedUp(@TempDir Path directory) {
        Path backups = directory.resolve("backups");
        try (SqlSession file = new SqlSession(EngineOptions.file(directory.resolve("store")), null, true)) {
            file.run("INSERT INTO r (a) VALUES (1), (2)");
            String first = file.rows("SELECT 1 AS a");
            assertEquals("1", first);
            String[] full = file.rows("CALL BACKUP(?)", backups.toString()).split("\\|");
            assertEquals("1", full[0]);
            assertEquals(full[3] + full[4], full[5] + full[6], "all of a first backup is new");
            assertEquals(
                    "2",
                    file.rows("CALL BACKUP(directory => ?)", backups.toString()).split("\\|")[0]);
            assertEquals(
                    "backup|done|1.0|" + backups + "\nbackup|done|1.0|" + backups,
                    file.rows("SELECT kind, state, progress, detail FROM sys.jobs ORDER BY id"));
        }
        Backups.restore(backups, directory.resolve("restored"), ProgressListener.NONE);
        try (SqlSession restored = new SqlSession(EngineOptions.file(directory.resolve("restored")), null, true)) {
            assertEquals("1\n2", restored.rows("SELECT a FROM r ORDER BY a"));
        }
    }

    @Test
    void whatRingsDoNotKeepIsDeleted() {
        for (int i = 0; i < 10; i++) {
            db.run("INSERT INTO \"log/a\" (n) VALUES (" + i + ")");
            db.run("INSERT INTO \"log/b\" (n) VALUES (" + i + ")");
            db.run("INSERT INTO other (n) VALUES (" + i + ")");
        }
        assertEquals("2|14|6", db.rows("CALL APPLY_RETENTION('log/*', retain_records => 3)"));
        assertEquals("7\n8\n9", db.rows("SELECT n FROM \"log/a\" ORDER BY n"));
        assertEquals("1|0|3", db.rows("CALL APPLY_RETENTION('log/b', 100, retain_for => 3600)"));
        assertEquals("1|3|0", db.rows("CALL APPLY_RETENTION('log/b', retain_records => 0)"));
        assertEquals("0|0|0", db.rows("CALL APPLY_RETENTION('nowhere', retain_records => 0)"));
        assertEquals("10", db.rows("SELECT COUNT(*) FROM other"));
        for (String bounds :
                List.of("", ", -1", ", 1.5", ", NULL", ", 3, -1", ", -0.5, 100", ", retain_for => 0.0001")) {
            db.fails(ErrorCode.INVALID_PARAMETER, "CALL APPLY_RETENTION('other'" + bounds + ")");
        }
        assertEquals("10", db.rows("SELECT COUNT(*) FROM other"));
    }

    @Test
    void filesAreImportedAndDumped(@TempDir Path directory) throws IOException {
        Path file = directory.resolve("in.jsonl");
        Files.writeString(file, """
                {"kind":"a","n":1}
                not json

                {"kind":"b","n":2}
                {"n":3}
                """);
        Path rejects = directory.resolve("rejects.jsonl");
        assertEquals(
                "5|3|1|1|3",
                db.rows(
                                "CALL IMPORT_JSONL(?, ring_field => 'kind', ring_prefix => 'in', default_ring => 'rest',"
                                        + " batch_size => 2, rejects => ?)",
                                file.toString(),
                                rejects.toString())
                        .replaceAll("(\\|[0-9]+){2}$", ""));
        assertEquals("in/a|1\nin/b|2\nin/rest|3", db.rows("SELECT _ring, n FROM \"in/*\" ORDER BY n"));
        assertEquals(1, Files.readAllLines(rejects).size());
        Path dump = directory.resolve("out.jsonl.gz");
        String written = db.rows("CALL DUMP(?)", dump.toString());
        try (SqlSession copy = new SqlSession(null)) {
            copy.run("CALL IMPORT_JSONL(?)", dump.toString());
            assertEquals(
                    db.rows("SELECT ring, id, payload FROM records ORDER BY id"),
                    copy.rows("SELECT ring, id, payload FROM records ORDER BY id"));
        }
        assertTrue(written.split("\\|")[2].equals("3"), written);
    }
}
