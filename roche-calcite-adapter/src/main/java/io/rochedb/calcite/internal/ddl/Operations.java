package io.rochedb.calcite.internal.ddl;

import static io.rochedb.calcite.internal.function.ArgumentType.NUMBER;
import static io.rochedb.calcite.internal.function.ArgumentType.TEXT;
import static io.rochedb.calcite.internal.function.ColumnType.BIGINT;
import static io.rochedb.calcite.internal.function.ColumnType.INTEGER;
import static io.rochedb.calcite.internal.function.ColumnType.TIMESTAMP;
import static io.rochedb.calcite.internal.function.ColumnType.VARCHAR;
import static io.rochedb.calcite.internal.function.FunctionDeclaration.procedure;

import io.rochedb.calcite.StatementContext;
import io.rochedb.calcite.internal.function.FunctionDeclaration;
import io.rochedb.engine.ErrorCode;
import io.rochedb.engine.RocheException;
import io.rochedb.engine.Transaction;
import io.rochedb.engine.ops.BackupInfo;
import io.rochedb.engine.ops.BackupResult;
import io.rochedb.engine.ops.Backups;
import io.rochedb.engine.ops.CheckReport;
import io.rochedb.engine.ops.CompactResult;
import io.rochedb.engine.ops.Finding;
import io.rochedb.engine.ops.Retention;
import io.rochedb.engine.ops.RetentionResult;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** The procedures an operator calls: they are about the whole store. */
final class Operations {
    private static final int MILLIS_PER_SECOND = 1_000;

    private Operations() {}

    static List<Procedure> all() {
        return List.of(backup(), checkStore(), compact(), applyRetention());
    }

    private static Procedure backup() {
        return Procedure.of(
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
                        file == null ? null : Backups.password(Procedures.path(file)),
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

    private static Procedure checkStore() {
        return new Procedure(
                procedure("CHECK_STORE")
                        .column("kind", VARCHAR)
                        .nullableColumn("ring", VARCHAR)
                        .nullableColumn("seq", BIGINT)
                        .column("detail", VARCHAR)
                        .nullableColumn("rings", BIGINT)
                        .nullableColumn("records", BIGINT)
                        .nullableColumn("bytes", BIGINT)
                        .nullableColumn("findings", BIGINT)
                        .describedAs(
                                "Reads everything the store holds and compares it with its checksums and with what the store says"
                                        + " of it: a row for each finding, then the summary. The statement CHECK STORE is the same."),
                Operations::checkStore);
    }

    private static List<@Nullable Object[]> checkStore(StatementContext context, CallArguments arguments) {
        requireWholeStore(context, "CHECK STORE");
        CheckReport report = context.engine().check(Procedures.progress(context));
        List<@Nullable Object[]> rows = new ArrayList<>();
        for (Finding finding : report.findings()) {
            rows.add(new @Nullable Object[] {
                finding.kind().name().toLowerCase(Locale.ROOT),
                finding.ring(),
                finding.seq() < 0 ? null : (Object) finding.seq(),
                finding.detail(),
                null,
                null,
                null,
                null
            });
        }
        String state = report.isWhole() ? "whole" : "damaged";
        rows.add(new @Nullable Object[] {
            "summary", null, null, state, report.rings(), report.records(), report.bytes(), report.found()
        });
        return rows;
    }

    private static Procedure compact() {
        return Procedure.of(
                procedure("COMPACT")
                        .columns(BIGINT, "before_bytes", "after_bytes")
                        .describedAs(
                                "Rewrites the store's files without what is deleted or overwritten, while others write."),
                (context, arguments) -> {
                    requireWholeStore(context, "COMPACT");
                    CompactResult result = context.engine().compact(Procedures.progress(context));
                    return new @Nullable Object[] {result.beforeBytes(), result.afterBytes()};
                });
    }

    private static Procedure applyRetention() {
        FunctionDeclaration declaration = procedure("APPLY_RETENTION")
                .argument("rings", TEXT)
                .optional("retain_records", NUMBER, "NULL")
                .optional("retain_for", NUMBER, "NULL")
                .columns(BIGINT, "rings", "deleted", "kept")
                .describedAs(
                        "Deletes from each of the rings, a name or a glob, all but the newest retain_records records, and those not"
                                + " written for retain_for seconds. It commits by itself.");
        return Procedure.of(declaration, (context, arguments) -> {
            Procedures.requireNothingPending(Procedures.writable(context), "APPLY_RETENTION");
            Retention retention = new Retention(
                    arguments.requiredText("rings"),
                    bound(arguments, "retain_records", 1),
                    bound(arguments, "retain_for", MILLIS_PER_SECOND));
            RetentionResult result =
                    context.engine().applyRetention(retention, context.view().scope(), Procedures.progress(context));
            return new @Nullable Object[] {result.rings(), result.deleted(), result.kept()};
        });
    }

    /** Returns a bound times a unit, -1 for one that is not given: a whole number then. */
    private static long bound(CallArguments arguments, String name, int unit) {
        double given = arguments.number(name, -1);
        if (given == -1 && !arguments.isGiven(name)) {
            return -1;
        }
        double times = given * unit;
        if (!(times >= 0) || times > Long.MAX_VALUE / 2 || times != Math.rint(times)) {
            throw new RocheException(
                    ErrorCode.INVALID_PARAMETER,
                    "APPLY_RETENTION: argument " + name + " cannot be " + given + "; give a number of at least 0"
                            + (unit == 1
                                    ? ", a whole one"
                                    : ", of seconds, with three digits after the point at most"));
        }
        return (long) times;
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
