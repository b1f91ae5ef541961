package io.rochedb.engine;

import io.rochedb.engine.access.AccessCatalog;
import io.rochedb.engine.internal.EmbeddedEngine;
import io.rochedb.engine.metrics.MetricSet;
import io.rochedb.engine.model.RecordDraft;
import io.rochedb.engine.model.RecordId;
import io.rochedb.engine.model.RingScope;
import io.rochedb.engine.ops.BackupResult;
import io.rochedb.engine.ops.CheckReport;
import io.rochedb.engine.ops.CompactResult;
import io.rochedb.engine.ops.JobInfo;
import io.rochedb.engine.ops.Retention;
import io.rochedb.engine.ops.RetentionResult;
import io.rochedb.engine.ops.RingLocality;
import io.rochedb.engine.query.QueryMonitor;
import io.rochedb.engine.schema.SchemaChange;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A placement-aware store of documents and vectors in rings. Thread-safe.
 *
 * <p>Reading goes through a {@link ReadView}, writing through a {@link Transaction}; {@link #put} and {@link #get} are the
 * same for single operations without the ceremony.
 */
public interface RocheEngine extends AutoCloseable {
    /** Opens a store, creating it when the options allow. Errors: {@code CANNOT_OPEN}, {@code DIRECTORY_LOCKED}, {@code STORE_FORMAT}, {@code IO_ERROR}, {@code DISK_FULL}. */
    static RocheEngine open(EngineOptions options) {
        return EmbeddedEngine.open(options);
    }

    /**
     * Facts about an open engine.
     *
     * @param directory resolved store directory, null for memory
     * @param durability what commits wait for
     * @param nodes number of logical nodes
     * @param created whether this open created the store
     * @param readOnly whether it refuses writes
     * @param memoryBudgetBytes the budget
     * @param residentBytes bytes of rings now held in memory
     * @param vectorKernel which kernel compares vectors, e.g. {@code "simd-512"} or {@code "scalar"}
     */
    record Info(
            @Nullable Path directory,
            EngineOptions.Durability durability,
            int nodes,
            boolean created,
            boolean readOnly,
            long memoryBudgetBytes,
            long residentBytes,
            String vectorKernel) {}

    Info info();

    /** Returns its metrics; those who serve an engine add theirs. */
    MetricSet metrics();

    /** Returns what the engine has done to keep rings in memory, and what they take. */
    ResidencyCounts residency();

    /** Returns the engine's non-decreasing time in milliseconds. */
    long now();

    /** Returns a view of the newest visible version. */
    ReadView snapshot(RingScope scope);

    /** Begins a transaction at the newest visible version; its commit waits as {@code durability} says (null: the engine's default). */
    Transaction begin(RingScope scope, EngineOptions.@Nullable Durability durability);

    /**
     * Begins a transaction for one auto-commit statement: like {@link #begin}, but in {@code BUFFERED} its commit may run ahead of the log as
     * {@link #put} does.
     */
    default Transaction beginAutoCommit(RingScope scope, EngineOptions.@Nullable Durability durability) {
        return begin(scope, durability);
    }

    /** Applies one DDL statement that nobody cancels; see {@link #alter(SchemaChange, RingScope, EngineOptions.Durability, QueryMonitor)}. */
    default long alter(SchemaChange change, RingScope scope, EngineOptions.@Nullable Durability durability) {
        return alter(change, scope, durability, new QueryMonitor());
    }

    /**
     * Applies one DDL statement and commits it, waiting as an explicit commit of {@code durability} does (null: the engine's default). Statements that
     * run finish on their snapshot. Returns the commit version.
     *
     * <p>It is asked of the monitor whether to stop while existing records are looked at and indexes are filled; what is looked at counts as
     * nothing scanned.
     *
     * @throws RocheException with the reason of {@link SchemaChange}, or why it was stopped; nothing is changed then
     */
    long alter(
            SchemaChange change, RingScope scope, EngineOptions.@Nullable Durability durability, QueryMonitor monitor);

    /** Returns the users and what was granted to them, as of the newest visible version: the same object until that changes. Costs next to nothing. */
    AccessCatalog access();

    /**
     * Creates an empty file for what does not fit a statement's memory: in the store, or for an engine in memory, and one that only reads, where the
     * machine keeps temporary files.
     */
    WorkFile workFile() throws IOException;

    /** Puts one record in its own transaction. */
    RecordId put(RecordDraft draft);

    /** Returns the payload of one record at the newest visible version. */
    Optional<byte[]> get(RecordId id);

    /** Returns the logical node of a record at a time in seconds, -1 when its ring is unknown. No allocation. */
    int locateNode(RecordId id, double atSeconds);

    /** Waits until everything committed before is written to the log; with {@code sync}, until it is synced to disk. */
    void flush(boolean sync);

    /** Imports JSON lines; see {@link ImportOptions}. */
    ImportResult importJsonl(ImportOptions options, RingScope scope, ProgressListener progress);

    /** Imports a CSV file; see {@link CsvImportOptions}. */
    ImportResult importCsv(CsvImportOptions options, RingScope scope, ProgressListener progress);

    /** Writes every visible ring, record and declaration, no users, as JSON lines (format {@code rochedb.dump.v1}); gzip when the name ends in .gz. Returns what was written. */
    DumpResult dump(Path target, RingScope scope, ProgressListener progress);

    /**
     * Makes a backup of the store in a directory, beside those it has, while commits go on: everything committed before this call, and perhaps a little
     * after, up to one commit. Files that the directory's newest backup has are shared. Until it returns the directory holds what it held before.
     *
     * @param directory a directory of backups, or one that is empty or does not exist
     * @param password what encrypts the backups of the directory, or null for none; the same for all of them
     * @throws RocheException {@code FEATURE_NOT_SUPPORTED} for a store in memory, {@code DATA_CORRUPTED} when a file of the store is damaged
     */
    BackupResult backup(Path directory, @Nullable String password, ProgressListener progress);

    /** {@link #backup(Path, String, ProgressListener)} without encryption. */
    default BackupResult backup(Path directory, ProgressListener progress) {
        return backup(directory, null, progress);
    }

    /**
     * Reads everything the store has on disk and compares it with its checksums, and what it says of itself with what it holds; then the indexes of rings in
     * memory with their records. Repairs nothing; commits go on meanwhile.
     */
    CheckReport check(ProgressListener progress);

    /** Rewrites the store's tables without what is deleted or overwritten, while commits go on; {@code FEATURE_NOT_SUPPORTED} for a store in memory. */
    CompactResult compact(ProgressListener progress);

    /** Deletes what rings are not to keep, in commits of its own, ring by ring; what others write meanwhile is kept. */
    RetentionResult applyRetention(Retention retention, RingScope scope, ProgressListener progress);

    /** Returns how the records of the rings a caller may see lie on disk, for rings that have records, by key. */
    List<RingLocality> locality(RingScope scope);

    /** Returns the long-running jobs of this engine: those that run and the last that have ended, oldest first. */
    List<JobInfo> jobs();

    @Override
    void close();
}
