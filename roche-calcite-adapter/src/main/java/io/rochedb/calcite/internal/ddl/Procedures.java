package io.rochedb.calcite.internal.ddl;

import static io.rochedb.calcite.internal.function.ArgumentType.INTEGER;
import static io.rochedb.calcite.internal.function.ArgumentType.NUMBER;
import static io.rochedb.calcite.internal.function.ArgumentType.TEXT;
import static io.rochedb.calcite.internal.function.ColumnType.BIGINT;
import static io.rochedb.calcite.internal.function.ColumnType.DOUBLE;
import static io.rochedb.calcite.internal.function.ColumnType.VARCHAR;
import static io.rochedb.calcite.internal.function.FunctionDeclaration.procedure;

import io.rochedb.calcite.StatementContext;
import io.rochedb.calcite.internal.function.FunctionDeclaration;
import io.rochedb.engine.DumpResult;
import io.rochedb.engine.ErrorCode;
import io.rochedb.engine.ImportOptions;
import io.rochedb.engine.ImportResult;
import io.rochedb.engine.ProgressListener;
import io.rochedb.engine.RocheException;
import io.rochedb.engine.Transaction;
import io.rochedb.engine.model.RingNames;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The registry of procedures. */
public final class Procedures {
    /** Procedures of the plan that are not there yet. */
    static final Set<String> PLANNED = Set.of("RESTORE", "ENQUEUE_WARP", "ANALYZE_RING");

    static final List<Procedure> ALL = Stream.concat(
                    Stream.of(importJsonl(), ImportCsv.PROCEDURE, dump(), configureRing(), describeRing()),
                    Stream.of(Operations.all(), SessionProcedures.all(), Lenses.all())
                            .flatMap(List::stream))
            .toList();

    private Procedures() {}

    /** Returns the declarations of all procedures. */
    public static List<FunctionDeclaration> declarations() {
        return ALL.stream().map(Procedure::declaration).toList();
    }

    private static Procedure importJsonl() {
        FunctionDeclaration declaration = procedure("IMPORT_JSONL")
                .argument("file", TEXT)
                .optional("default_ring", TEXT, "'" + ImportOptions.DEFAULT_RING + "'")
                .optional("ring_field", TEXT, "NULL")
                .optional("ring_prefix", TEXT, "NULL")
                .optional("payload_field", TEXT, "NULL")
                .optional("vector_field", TEXT, "NULL")
                .optional("batch_size", INTEGER, Integer.toString(ImportOptions.DEFAULT_BATCH_SIZE))
                .optional("rejects", TEXT, "NULL")
                .column("read", BIGINT)
                .column("imported", BIGINT)
                .column("skipped", BIGINT)
                .column("rejected", BIGINT)
                .column("rings", BIGINT)
                .column("batches", BIGINT)
                .column("bytes", BIGINT)
                .describedAs(
                        "Imports a file of JSON lines, gzip or not, or restores a dump. It commits by itself, batch by"
                                + " batch.");
        return Procedure.of(declaration, Procedures::importJsonl);
    }

    private static @Nullable Object[] importJsonl(StatementContext context, CallArguments arguments) {
        requireFiles(context, "IMPORT_JSONL");
        requireNothingPending(writable(context), "IMPORT_JSONL");
        String rejects = arguments.text("rejects");
        String defaultRing = arguments.text("default_ring");
        ImportOptions options = new ImportOptions(
                path(arguments.requiredText("file")),
                arguments.text("ring_field"),
                arguments.text("ring_prefix"),
                arguments.text("payload_field"),
                arguments.text("vector_field"),
                defaultRing == null ? ImportOptions.DEFAULT_RING : RingNames.canonical(defaultRing),
                arguments.positive("batch_size", ImportOptions.DEFAULT_BATCH_SIZE),
                rejects == null ? null : path(rejects),
                -1);
        ImportResult result =
                context.engine().importJsonl(options, context.view().scope(), progress(context));
        return row(result);
    }

    /** Returns the row an import answers with. */
    static @Nullable Object[] row(ImportResult result) {
        return new @Nullable Object[] {
            result.read(),
            result.imported(),
            result.skipped(),
            result.rejected(),
            result.rings(),
            result.batches(),
            result.bytes()
        };
    }

    private static Procedure dump() {
        FunctionDeclaration declaration = procedure("DUMP")
                .argument("file", TEXT)
                .column("lines", BIGINT)
                .column("rings", BIGINT)
                .column("records", BIGINT)
                .column("bytes", BIGINT)
                .describedAs(
                        "Writes every visible ring, record and declaration as JSON lines (rochedb.dump.v1); gzip when the name ends"
                                + " in .gz.");
        return Procedure.of(declaration, (context, arguments) -> {
            requireFiles(context, "DUMP");
            Transaction transaction = context.transaction();
            if (transaction != null) {
                requireNothingPending(transaction, "DUMP");
            }
            DumpResult result = context.engine()
                    .dump(path(arguments.requiredText("file")), context.view().scope(), progress(context));
            return new @Nullable Object[] {result.lines(), result.rings(), result.records(), result.bytes()};
        });
    }

    private static Procedure configureRing() {
        FunctionDeclaration declaration = procedure("CONFIGURE_RING")
                .argument("ring", TEXT)
                .argument("period", NUMBER)
                .column("ring", VARCHAR)
                .column("period_seconds", DOUBLE)
                .describedAs(
                        "Sets the orbital period, in seconds, of records written from now on: a new epoch. Creates the"
                                + " ring when it is missing.");
        return Procedure.of(declaration, (context, arguments) -> {
            String ring = RingNames.canonical(arguments.requiredText("ring"));
            double period = arguments.requiredNumber("period");
            if (!Double.isFinite(period) || period <= 0) {
                throw new RocheException(
                        ErrorCode.INVALID_PARAMETER,
                        "CONFIGURE_RING: argument period must be a positive number of seconds, not " + period);
            }
            writable(context).configureRing(ring, period);
            return new @Nullable Object[] {ring, period};
        });
    }

    private static Procedure describeRing() {
        FunctionDeclaration declaration = procedure("DESCRIBE_RING")
                .argument("ring", TEXT)
                .argument("description", TEXT)
                .column("ring", VARCHAR)
                .nullableColumn("description", VARCHAR)
                .describedAs(
                        "Sets a ring's description; NULL or empty text removes it. Creates the ring when it is missing.");
        return Procedure.of(declaration, (context, arguments) -> {
            String ring = RingNames.canonical(arguments.requiredText("ring"));
            String description = arguments.text("description");
            writable(context).describeRing(ring, description == null ? "" : description);
            return new @Nullable Object[] {ring, description == null || description.isEmpty() ? null : description};
        });
    }

    static Transaction writable(StatementContext context) {
        Transaction transaction = context.transaction();
        if (transaction == null) {
            throw new RocheException(
                    ErrorCode.READ_ONLY_TRANSACTION, "the connection is read-only: the procedure cannot write");
        }
        return transaction;
    }

    static void requireNothingPending(Transaction transaction, String name) {
        if (!transaction.isEmpty()) {
            throw new RocheException(
                    ErrorCode.INVALID_TRANSACTION_STATE,
                    name
                            + " cannot run while the transaction has uncommitted writes: it works on committed records; COMMIT"
                            + " or ROLLBACK first");
        }
    }

    static void requireFiles(StatementContext context, String name) {
        if (!context.session().fileAccess()) {
            throw new RocheException(
                    ErrorCode.RING_NOT_ALLOWED, name + " is not allowed here: this connection has no access to files");
        }
    }

    static Path path(String text) {
        try {
            return Path.of(text);
        } catch (InvalidPathException e) {
            throw new RocheException(ErrorCode.INVALID_PARAMETER, "not a file name: '" + text + "'", e);
        }
    }

    /** Lets a long run be cancelled: a listener is called often. */
    static ProgressListener progress(StatementContext context) {
        return (done, total, records, rejects) -> context.monitor().check();
    }
}
