package io.rochedb.engine.internal;

import io.rochedb.engine.CsvImportOptions;
import io.rochedb.engine.DumpResult;
import io.rochedb.engine.EngineOptions;
import io.rochedb.engine.ErrorCode;
import io.rochedb.engine.ImportOptions;
import io.rochedb.engine.ImportResult;
import io.rochedb.engine.ProgressListener;
import io.rochedb.engine.ReadView;
import io.rochedb.engine.ResidencyCounts;
import io.rochedb.engine.RocheEngine;
import io.rochedb.engine.RocheException;
import io.rochedb.engine.ShutdownOrder;
import io.rochedb.engine.Transaction;
import io.rochedb.engine.WorkFile;
import io.rochedb.engine.access.AccessCatalog;
import io.rochedb.engine.internal.backup.BackupWriter;
import io.rochedb.engine.internal.io.CsvImport;
import io.rochedb.engine.internal.io.DumpWriter;
import io.rochedb.engine.internal.io.JsonlImport;
import io.rochedb.engine.internal.ring.Catalog;
import io.rochedb.engine.internal.ring.Committer;
import io.rochedb.engine.internal.ring.Draft;
import io.rochedb.engine.internal.ring.Drafts;
import io.rochedb.engine.internal.ring.EngineTime;
import io.rochedb.engine.internal.ring.Journal.Wait;
import io.rochedb.engine.internal.ring.MemoryBudget;
import io.rochedb.engine.internal.ring.RingReads;
import io.rochedb.engine.internal.ring.RingState;
import io.rochedb.engine.internal.ring.RowData;
import io.rochedb.engine.internal.ring.Totals;
import io.rochedb.engine.internal.schema.RingSchema;
import io.rochedb.engine.internal.schema.SchemaCatalog;
import io.rochedb.engine.internal.schema.SchemaScope;
import io.rochedb.engine.internal.schema.StoredSchema;
import io.rochedb.engine.internal.store.DurableStore;
import io.rochedb.engine.internal.store.LogStore;
import io.rochedb.engine.internal.store.TemporaryFile;
import io.rochedb.engine.internal.vector.VectorKernels;
import io.rochedb.engine.metrics.MetricSet;
import io.rochedb.engine.model.RecordDraft;
import io.rochedb.engine.model.RecordId;
import io.rochedb.engine.model.RingNames;
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
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** The engine in one process: rings in memory, and with a directory a log and store on disk. Thread-safe. */
public final class EmbeddedEngine implements RocheEngine {
    private final EngineOptions options;
    private final int nodes;
    private final MemoryBudget budget;
    private final Catalog catalog;
    private final Totals totals = new Totals();
    private final ScopedTotals scopedTotals = new ScopedTotals();
    private final EngineTime time;
    private final Committer committer;
    private final Orbits orbits;
    private final MetricSet metrics = new MetricSet();
    private final @Nullable DurableStore store;
    private final JobRegistry jobs;
    private final @Nullable Thread drain;
    private volatile boolean closed;

    private EmbeddedEngine(EngineOptions options, @Nullable DurableStore store) {
        this.options = options;
        this.store = store;
        int asked = options.nodes() == 0 ? EngineOptions.DEFAULT_NODES : options.nodes();
        nodes = store == null ? asked : store.nodes();
        budget = new MemoryBudget(options.memoryBudgetBytes());
        catalog = new Catalog(budget);
        time = new EngineTime(options.clock(), store == null ? 0 : store.lastMillis());
        committer = new Committer(catalog, time, store == null ? 0 : store.lastVersion(), totals);
        orbits = new Orbits(nodes);
        jobs = new JobRegistry(time::now);
        catalog.residency().countIn(metrics);
        EngineGauges.addTo(metrics, committer, totals, budget);
        if (store == null) {
            drain = null;
        } else {
            store.restore(catalog, totals);
            store.start(committer, time, metrics);
            drain = new Thread(this::shutDownInOrder, "roche-drain");
            Runtime.getRuntime().addShutdownHook(drain);
        }
    }

    /** Opens an engine. */
    public static RocheEngine open(EngineOptions options) {
        return open(options, UnaryOperator.identity());
    }

    /** Opens an engine with something put around its log store: for tests. */
    static RocheEngine open(EngineOptions options, UnaryOperator<LogStore> wrap) {
        Path directory = options.directory();
        if (directory == null) {
            return new EmbeddedEngine(options, null);
        }
        DurableStore store = DurableStore.open(directory, options, wrap);
        boolean complete = false;
        try {
            EmbeddedEngine engine = new EmbeddedEngine(options, store);
            complete = true;
            return engine;
        } finally {
            if (!complete) {
                store.close();
            }
        }
    }

    @Override
    public Info info() {
        return new Info(
                store == null ? null : store.directory(),
                options.durability(),
                nodes,
                store == null || store.created(),
                options.readOnly(),
                budget.limitBytes(),
                budget.usedBytes(),
                VectorKernels.name());
    }

    @Override
    public MetricSet metrics() {
        return metrics;
    }

    @Override
    public ResidencyCounts residency() {
        return catalog.residency().counts();
    }

    @Override
    public long now() {
        return time.now();
    }

    @Override
    public ReadView snapshot(RingScope scope) {
        requireOpen();
        return new EngineView(this, scope);
    }

    @Override
    public Transaction begin(RingScope scope, EngineOptions.@Nullable Durability durability) {
        requireOpen();
        return new EngineTransaction(this, scope, wait(durability, Wait.WRITTEN));
    }

    @Override
    public Transaction beginAutoCommit(RingScope scope, EngineOptions.@Nullable Durability durability) {
        requireOpen();
        return new EngineTransaction(this, scope, wait(durability, Wait.NONE));
    }

    private Wait wait(EngineOptions.@Nullable Durability durability, Wait buffered) {
        EngineOptions.Durability chosen = durability == null ? options.durability() : durability;
        return chosen == EngineOptions.Durability.STRONG ? Wait.SYNCED : buffered;
    }

    @Override
    public long alter(
            SchemaChange change, RingScope scope, EngineOptions.@Nullable Durability durability, QueryMonitor monitor) {
        requireWritable();
        return SchemaChanges.commit(this, change, scope, wait(durability, Wait.WRITTEN), monitor);
    }

    @Override
    public WorkFile workFile() throws IOException {
        requireOpen();
        return TemporaryFile.create(store == null || options.readOnly() ? null : store.directory());
    }

    @Override
    public RecordId put(RecordDraft draft) {
        requireWritable();
        Draft checked = Drafts.check(draft.ring(), draft.payload(), draft.codec(), draft.vector(), options.limits());
        RingState ring = catalog.byName(draft.ring());
        if (ring == null) {
            ring = catalog.obtain(RingNames.canonical(draft.ring()));
        }
        RowData row = null;
        while (row == null) {
            RingSchema schema = ring.schema();
            Draft complete = schema == null
                    ? checked
                    : Drafts.complete(checked, schema, now(), options.limits().jsonDepthMax());
            row = committer.put(ring, complete, schema, wait(null, Wait.NONE));
        }
        return new RecordId(ring.key(), row.seq(), row.createdMillis(), row.epoch());
    }

    @Override
    public Optional<byte[]> get(RecordId id) {
        requireOpen();
        RingState ring = catalog.byKey(id.ringKey());
        return ring == null ? Optional.empty() : Optional.ofNullable(RingReads.payload(ring, id, committer));
    }

    @Override
    public int locateNode(RecordId id, double atSeconds) {
        RingState ring = catalog.byKey(id.ringKey());
        return ring == null || !ring.existsAt(committer.visible()) ? -1 : orbits.node(ring, id, atSeconds);
    }

    @Override
    public void flush(boolean sync) {
        requireOpen();
        if (store != null) {
            store.flush(committer.appended(), sync);
        }
    }

    @Override
    public ImportResult importJsonl(ImportOptions importOptions, RingScope scope, ProgressListener progress) {
        requireWritable();
        return jobs.run(
                "import",
                importOptions.file().toString(),
                progress,
                listener -> JsonlImport.run(
                        importOptions,
                        options.limits(),
                        () -> new EngineTransaction(this, scope, wait(null, Wait.WRITTEN)),
                        change -> {
                            if (!StoredSchema.has(declared(scope), change)) {
                                alter(change, scope, null);
                            }
                        },
                        listener));
    }

    @Override
    public ImportResult importCsv(CsvImportOptions csv, RingScope scope, ProgressListener progress) {
        requireWritable();
        return jobs.run(
                "import",
                csv.file().toString(),
                progress,
                listener -> CsvImport.run(
                        csv,
                        options.limits(),
                        declared(scope),
                        () -> new EngineTransaction(this, scope, wait(null, Wait.WRITTEN)),
                        listener));
    }

    private SchemaCatalog declared(RingScope scope) {
        return SchemaScope.visible(catalog.schemas().newest(), scope);
    }

    @Override
    public AccessCatalog access() {
        return catalog.schemas().at(committer.visible()).access();
    }

    @Override
    public DumpResult dump(Path target, RingScope scope, ProgressListener progress) {
        requireOpen();
        return jobs.run("dump", target.toString(), progress, listener -> {
            try (EngineView view = new EngineView(this, scope)) {
                return DumpWriter.write(view.access(), view.schema(), nodes, target, listener);
            }
        });
    }

    @Override
    public BackupResult backup(Path directory, @Nullable String password, ProgressListener progress) {
        requireOpen();
        DurableStore durable = store;
        if (durable == null) {
            throw new RocheException(
                    ErrorCode.FEATURE_NOT_SUPPORTED,
                    "a store in memory has no files to back up; CALL DUMP writes its records");
        }
        requireWritable();
        return jobs.run(
                "backup",
                directory.toString(),
                progress,
                listener -> BackupWriter.write(
                        durable,
                        committer.appended(),
                        directory,
                        password,
                        options.clock().millis(),
                        listener));
    }

    @Override
    public CheckReport check(ProgressListener progress) {
        requireOpen();
        return jobs.run("check", "", progress, listener -> EngineCheck.check(this, store, listener));
    }

    @Override
    public CompactResult compact(ProgressListener progress) {
        requireWritable();
        DurableStore durable = store;
        if (durable == null) {
            throw new RocheException(ErrorCode.FEATURE_NOT_SUPPORTED, "a store in memory has no files to compact");
        }
        return jobs.run("compact", "", progress, durable::compact);
    }

    @Override
    public RetentionResult applyRetention(Retention retention, RingScope scope, ProgressListener progress) {
        requireWritable();
        return jobs.run(
                "retention",
                retention.rings(),
                progress,
                listener -> RetentionRun.apply(this, retention, scope, listener));
    }

    @Override
    public List<RingLocality> locality(RingScope scope) {
        requireOpen();
        return EngineCheck.locality(this, store, scope);
    }

    @Override
    public List<JobInfo> jobs() {
        return jobs.list();
    }

    @Override
    public void close() {
        if (drain != null) {
            try {
                Runtime.getRuntime().removeShutdownHook(drain);
            } catch (IllegalStateException e) {
                // The virtual machine is going down: the hook does it, or has done it.
            }
        }
        shutDown();
    }

    private void shutDownInOrder() {
        ShutdownOrder.await();
        shutDown();
    }

    private synchronized void shutDown() {
        if (!closed) {
            committer.close();
            closed = true;
            if (store != null) {
                store.close();
            }
        }
    }

    // For views and transactions.

    Catalog catalog() {
        return catalog;
    }

    Committer committer() {
        return committer;
    }

    Totals totals() {
        return totals;
    }

    ScopedTotals scopedTotals() {
        return scopedTotals;
    }

    MemoryBudget budget() {
        return budget;
    }

    EngineOptions.Limits limits() {
        return options.limits();
    }

    Orbits orbits() {
        return orbits;
    }

    void requireOpen() {
        if (closed) {
            throw new RocheException(ErrorCode.CONNECTION_CLOSED, "the engine is closed");
        }
    }

    void requireWritable() {
        requireOpen();
        if (options.readOnly()) {
            throw new RocheException(
                    ErrorCode.READ_ONLY_TRANSACTION,
                    "the store was opened read-only; open it without readOnly to write");
        }
    }
}
