package io.rochedb.engine.internal.io;

import io.rochedb.engine.EngineOptions;
import io.rochedb.engine.ErrorCode;
import io.rochedb.engine.ImportOptions;
import io.rochedb.engine.ImportResult;
import io.rochedb.engine.ProgressListener;
import io.rochedb.engine.RocheException;
import io.rochedb.engine.internal.io.LineImporter.Outcome;
import io.rochedb.engine.internal.json.MalformedJson;
import io.rochedb.engine.schema.SchemaChange;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * One import of a file of JSON lines, in transactions of {@code batchSize} records.
 *
 * <p>A line that cannot be imported is refused, the others are not touched by it. When a whole batch cannot be committed because of one of its
 * records (another transaction changed the ring meanwhile), its lines are committed one by one.
 */
public final class JsonlImport {
    /** Levels of nesting a line may have around its payload. */
    private static final int DEPTH_AROUND = 16;

    /** Bytes that the text of a vector's component takes at most, with its comma. */
    private static final int COMPONENT_BYTES = 16;

    /** A batch of long lines is committed early, so that memory stays bounded. */
    private static final long BATCH_BYTES_MAX = 16 << 20;

    private final ImportOptions options;
    private final EngineOptions.Limits limits;
    private final Supplier<RestoringTransaction> transactions;
    private final Consumer<SchemaChange> declarations;
    private final ProgressListener progress;

    private final List<PendingLine> pending = new ArrayList<>();
    private @Nullable RestoringTransaction open;
    private @Nullable LineImporter importer;
    private long imported;
    private long skipped;
    private long batches;
    private int openRecords;
    private long pendingBytes;
    /** Whether the line staged last is a declaration. */
    private boolean declaring;

    private JsonlImport(
            ImportOptions options,
            EngineOptions.Limits limits,
            Supplier<RestoringTransaction> transactions,
            Consumer<SchemaChange> declarations,
            ProgressListener progress) {
        this.options = options;
        this.limits = limits;
        this.transactions = transactions;
        this.declarations = declarations;
        this.progress = progress;
    }

    /** A line of the open batch, kept to try it again alone. */
    private record PendingLine(long number, byte[] bytes, boolean record) {}

    /** Runs an import; {@code transactions} begins one each time it is asked, {@code declarations} commits what a dump declares. */
    public static ImportResult run(
            ImportOptions options,
            EngineOptions.Limits limits,
            Supplier<RestoringTransaction> transactions,
            Consumer<SchemaChange> declarations,
            ProgressListener progress) {
        check(options);
        JsonlImport run = new JsonlImport(options, limits, transactions, declarations, progress);
        try (LineReader lines = new LineReader(options.file(), lineBytesMax(limits));
                Rejects rejects = new Rejects(options.rejects(), options.maxRejects())) {
            return run.read(lines, rejects);
        } catch (IOException e) {
            throw new RocheException(
                    ErrorCode.IO_ERROR,
                    "cannot go on importing '" + options.file() + "' after " + run.imported + " records: "
                            + e.getMessage(),
                    e);
        } finally {
            run.abandon();
        }
    }

    private ImportResult read(LineReader lines, Rejects rejects) throws IOException {
        while (lines.next()) {
            if (lines.isBlank() && !lines.tooLong()) {
                skipped++;
            } else {
                line(lines, rejects);
            }
            if (openRecords >= options.batchSize()
                    || pending.size() >= 2L * options.batchSize()
                    || pendingBytes >= BATCH_BYTES_MAX) {
                commit(rejects);
                progress.progress(lines.bytesRead(), lines.fileBytes(), imported, rejects.count());
            }
        }
        commit(rejects);
        progress.progress(lines.fileBytes(), lines.fileBytes(), imported, rejects.count());
        return new ImportResult(
                lines.number(),
                imported,
                skipped,
                rejects.count(),
                importer == null ? 0 : importer.rings(),
                batches,
                lines.bytesRead());
    }

    private void line(LineReader lines, Rejects rejects) throws IOException {
        String refused;
        if (lines.tooLong()) {
            refused = "the line is longer than " + (lines.end() - lines.start()) + " bytes";
        } else {
            LineImporter to = importer(lines);
            refused = stage(to, lines.bytes(), lines.start(), lines.end(), lines.number());
            if (refused == null && declaring) {
                refused = declare(to.declaration(), rejects);
            }
            if (refused != null) {
                to.refused(refused);
            }
        }
        if (refused != null) {
            rejects.add(lines.number(), refused, lines.bytes(), lines.start(), lines.end());
        }
    }

    /** Runs an import of records that are told apart already, each a line to be staged by an importer. */
    static ImportResult run(
            ImportOptions options,
            EngineOptions.Limits limits,
            LineReader lines,
            LineImporter importer,
            Supplier<RestoringTransaction> transactions,
            ProgressListener progress)
            throws IOException {
        JsonlImport run = new JsonlImport(options, limits, transactions, change -> {}, progress);
        run.importer = importer;
        try (Rejects rejects = new Rejects(options.rejects(), options.maxRejects())) {
            return run.read(lines, rejects);
        } finally {
            run.abandon();
        }
    }

    /** Returns how long a line may be. */
    static int lineBytesMax(EngineOptions.Limits limits) {
        long payloadAndVector = 2L * limits.payloadBytesMax() + (long) COMPONENT_BYTES * limits.vectorDimensionMax();
        return (int) Math.min(Integer.MAX_VALUE / 2, payloadAndVector + 65_536);
    }

    /** Refuses options no import can run with. */
    static void check(ImportOptions options) {
        if (options.batchSize() < 1) {
            throw new RocheException(
                    ErrorCode.INVALID_PARAMETER, "batchSize must be at least 1, not " + options.batchSize());
        }
        if (!Files.isRegularFile(options.file())) {
            throw new RocheException(
                    ErrorCode.INVALID_PARAMETER, "there is no file '" + options.file() + "' to import");
        }
    }

    /** Decides by the first line what kind of file it is. */
    private LineImporter importer(LineReader lines) {
        if (importer == null) {
            DumpFormat format = DumpFormat.announced(lines.bytes(), lines.start(), lines.end());
            if (format != null && isRouted()) {
                throw new RocheException(
                        ErrorCode.INVALID_PARAMETER,
                        "'" + options.file() + "' is a dump (" + format.text()
                                + "): it says itself where its records go; leave the routing arguments out");
            }
            importer = format == null
                    ? new RoutedLines(options, limits.jsonDepthMax() + DEPTH_AROUND)
                    : new DumpLines(format);
        }
        return importer;
    }

    private boolean isRouted() {
        return options.ringField() != null
                || options.ringPrefix() != null
                || options.payloadField() != null
                || options.vectorField() != null;
    }

    /** Stages a line and returns null, or the reason why it is refused. */
    private @Nullable String stage(LineImporter to, byte[] bytes, int start, int end, long number) {
        RestoringTransaction transaction = open;
        if (transaction == null) {
            transaction = transactions.get();
            open = transaction;
        }
        int mark = transaction.mark();
        try {
            Outcome outcome = to.stage(transaction, bytes, start, end);
            declaring = outcome == Outcome.DECLARATION;
            if (declaring) {
                return null;
            }
            boolean record = outcome == Outcome.RECORD;
            openRecords += record ? 1 : 0;
            pendingBytes += end - start;
            pending.add(new PendingLine(number, Arrays.copyOfRange(bytes, start, end), record));
            return null;
        } catch (MalformedJson e) {
            return reason(e.asError());
        } catch (RefusedLine e) {
            return e.reason();
        } catch (RocheException e) {
            transaction.rollbackTo(mark);
            return reason(e);
        }
    }

    /** Commits what is before a declaration, then the declaration; returns null, or the reason why it is refused. */
    private @Nullable String declare(SchemaChange declaration, Rejects rejects) throws IOException {
        commit(rejects);
        try {
            declarations.accept(declaration);
            skipped++;
            return null;
        } catch (RocheException e) {
            return reason(e);
        }
    }

    /** Only what is wrong with the line itself refuses it; the rest ends the import. */
    private static String reason(RocheException e) {
        if (e.code().kind() != ErrorCode.Kind.USER || e.code() == ErrorCode.READ_ONLY_TRANSACTION) {
            throw e;
        }
        return String.valueOf(e.getMessage());
    }

    private void commit(Rejects rejects) throws IOException {
        RestoringTransaction transaction = open;
        if (transaction == null) {
            return;
        }
        open = null;
        List<PendingLine> batch = List.copyOf(pending);
        int records = openRecords;
        pending.clear();
        pendingBytes = 0;
        openRecords = 0;
        try {
            transaction.commit();
        } catch (RocheException e) {
            ErrorCode.Kind kind = e.code().kind();
            if (kind != ErrorCode.Kind.USER && kind != ErrorCode.Kind.CONFLICT) {
                throw e;
            }
            commitOneByOne(batch, rejects);
            return;
        }
        batches++;
        count(batch, records);
    }

    private void count(List<PendingLine> batch, int records) {
        imported += records;
        skipped += batch.size() - records;
    }

    private void commitOneByOne(List<PendingLine> batch, Rejects rejects) throws IOException {
        LineImporter to = importer;
        if (to == null) {
            throw new IllegalStateException("a batch without lines");
        }
        for (PendingLine line : batch) {
            String refused;
            try (RestoringTransaction transaction = transactions.get()) {
                to.stage(transaction, line.bytes, 0, line.bytes.length);
                transaction.commit();
                batches++;
                count(List.of(line), line.record ? 1 : 0);
                refused = null;
            } catch (RefusedLine e) {
                refused = e.reason();
            } catch (RocheException e) {
                refused = e.code().kind() == ErrorCode.Kind.CONFLICT ? String.valueOf(e.getMessage()) : reason(e);
            }
            if (refused != null) {
                to.refused(refused);
                rejects.add(line.number, refused, line.bytes, 0, line.bytes.length);
            }
        }
    }

    private void abandon() {
        if (open != null) {
            open.close();
        }
    }
}
