package io.rochedb.calcite.internal.ddl;

import static io.rochedb.calcite.internal.function.ArgumentType.TEXT;
import static io.rochedb.calcite.internal.function.ColumnType.BIGINT;
import static io.rochedb.calcite.internal.function.ColumnType.INTEGER;
import static io.rochedb.calcite.internal.function.ColumnType.TIMESTAMP;
import static io.rochedb.calcite.internal.function.FunctionDeclaration.procedure;

import io.rochedb.calcite.StatementContext;
import io.rochedb.engine.ErrorCode;
import io.rochedb.engine.RocheException;
import io.rochedb.engine.Transaction;
import io.rochedb.engine.ops.BackupInfo;
import io.rochedb.engine.ops.BackupResult;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The procedures an operator calls: they are about the whole store. */
final class Operations {
    private Operations() {}

    static List<Procedure> all() {
        return List.of(backup());
    }

    private static Procedure backup() {
        return new Procedure(
                procedure("BACKUP")
                        .argument("directory", TEXT)
                        .optional("password_file", TEXT, "NULL")
                        .column("backup", INTEGER)
                        .column("version", BIGINT)
                        .column("committed_at", TIMESTAMP)
                        .columns(BIGINT, "files", "bytes", "new_files", "new_bytes")
                        .describedAs(
                                "Makes a backup of the store in a directory of this machine, while others write; files that"
                                        + " the backup before it there has are shared."),
                Operations::backup);
    }

    private static @Nullable Object[] backup(StatementContext context, CallArguments arguments) {
        requireWholeStore(context, "BACKUP");
        String file = arguments.text("password_file");
        BackupResult result = context.engine()
                .backup(
                        Procedures.path(arguments.requiredText("directory")),
                        file == null ? null : password(Procedures.path(file)),
                        Procedures.progress(context));
        BackupInfo backup = result.backup();
        return new @Nullable Object[] {
            backup.number(),
            backup.version(),
            backup.committedMillis(),
            (long) backup.files(),
            backup.bytes(),
            (long) result.newFiles(),
            result.newBytes()
        };
    }

    /** A password comes from a file: a statement is seen by others. */
    private static String password(Path file) {
        try {
            return Files.readString(file).lines().findFirst().orElse("");
        } catch (IOException e) {
            throw new RocheException(ErrorCode.INVALID_PARAMETER, "cannot read the password in " + file + ": " + e, e);
        }
    }

    /** Refuses who may not touch files or does not see everything, and a transaction that has written. */
    private static void requireWholeStore(StatementContext context, String name) {
        Procedures.requireFiles(context, name);
        if (!context.view().scope().seesAll()) {
            throw new RocheException(
                    ErrorCode.RING_NOT_ALLOWED,
                    name + " is about the whole store, and this connection sees a part of it; connect without a ring");
        }
        Transaction transaction = context.transaction();
        if (transaction != null) {
            Procedures.requireNothingPending(transaction, name);
        }
    }
}
