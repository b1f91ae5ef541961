package io.rochedb.engine.internal.ring;

import io.rochedb.engine.EngineOptions;
import io.rochedb.engine.ErrorCode;
import io.rochedb.engine.RocheException;
import io.rochedb.engine.internal.schema.RingSchema;
import io.rochedb.engine.internal.schema.SchemaCatalog;
import io.rochedb.engine.internal.schema.SchemaEdit;
import io.rochedb.engine.model.Codec;
import io.rochedb.engine.model.RecordId;
import io.rochedb.engine.query.QueryMonitor;
import io.rochedb.engine.schema.TableDefinition;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * What one DDL statement does about the records there are: looks whether they conform to what it declares and, where the default of a column is written into
 * them, stages what they become.
 *
 * <p>They are looked at in rounds, each time those written after the last one; the last round is under the commit lock. So a statement that others
 * write beside is neither refused for it nor misses any. Used by one thread.
 */
final class ExistingRecords implements AutoCloseable {
    private final RingDdl ddl;
    private final MemoryBudget budget;
    private final SchemaEdit edit;
    private final EngineOptions.Limits limits;
    private final long nowMillis;
    /** What the statement's own transaction writes: checked when it was staged. */
    private final Map<RingState, RingOverlay> own = new LinkedHashMap<>();

    private final Map<RingState, RingOverlay> rewritten = new LinkedHashMap<>();
    private int records;
    private long bytes;

    ExistingRecords(
            RingDdl ddl,
            MemoryBudget budget,
            SchemaEdit edit,
            Collection<RingOverlay> staged,
            EngineOptions.Limits limits,
            long nowMillis) {
        this.ddl = ddl;
        this.budget = budget;
        this.edit = edit;
        this.limits = limits;
        this.nowMillis = nowMillis;
        staged.forEach(overlay -> own.put(overlay.ring(), overlay));
    }

    /** Returns what records become, by ring. */
    Collection<RingOverlay> rewritten() {
        return rewritten.values();
    }

    /** Looks at the records that were written after a version, up to another one; {@code since} -1 for all. */
    void look(long since, long version, QueryMonitor monitor) {
        SchemaCatalog declared = edit.catalog(version);
        Set<RingState> ending = ddl.ends(edit).keySet();
        for (TableDefinition table : edit.declared()) {
            Set<String> filled = edit.filled(table);
            for (RingState ring : ddl.existing(table.rings().glob())) {
                monitor.check();
                RingSchema schema = RingSchema.of(declared, ring.name(), null);
                if (schema == null || !ring.changedAfter(since) || ending.contains(ring)) {
                    continue;
                }
                if (filled.isEmpty()) {
                    check(ring, schema, since, version, monitor);
                } else {
                    fill(table, ring, schema, filled, since, version, monitor);
                }
            }
        }
    }

    /** Asks every so many records whether to stop. */
    private static final class Pace {
        private final QueryMonitor monitor;
        private int records;

        Pace(QueryMonitor monitor) {
            this.monitor = monitor;
        }

        void step() {
            if (++records % QueryMonitor.CHECK_INTERVAL == 0) {
                monitor.check();
            }
        }
    }

    private void check(RingState ring, RingSchema schema, long since, long version, QueryMonitor monitor) {
        Pace pace = new Pace(monitor);
        RingOverlay staged = own.get(ring);
        Consumer<RowData> check = row -> {
            pace.step();
            if (staged == null || staged.get(row.seq()) == null) {
                conforming(
                        new RecordId(ring.key(), row.seq(), row.createdMillis(), row.epoch()),
                        ring,
                        () -> schema.fill(row.payload(), row.codec(), Set.of(), nowMillis));
            }
        };
        if (since < 0) {
            RingScans.all(ring, version, check);
        } else {
            RingScans.changed(ring, since, version, check);
        }
    }

    private interface Check {
        byte[] run();
    }

    private static byte[] conforming(RecordId id, RingState ring, Check check) {
        try {
            return check.run();
        } catch (RocheException e) {
            throw new RocheException(
                    e.code(),
                    "record " + id.text() + " of ring '" + ring.name() + "' does not conform: " + e.getMessage(),
                    e);
        }
    }

    // Defaults.

    private void fill(
            TableDefinition table,
            RingState ring,
            RingSchema schema,
            Set<String> columns,
            long since,
            long version,
            QueryMonitor monitor) {
        RowArrays rows = ring.table().rows();
        forgetChanged(ring, rows, since, version);
        Pace pace = new Pace(monitor);
        int positions = rows.index.positions();
        for (int i = 0; i < positions; i++) {
            int row = rows.visible(rows.index.rowAt(i), version);
            if (row >= 0 && rows.begin(row) > since) {
                pace.step();
                byte[] payload = rows.payload(row);
                Codec codec = rows.codec(row);
                RecordId id = new RecordId(ring.key(), rows.seq(row), rows.createdMillis(row), rows.epoch(row));
                byte[] filled = conforming(id, ring, () -> schema.fill(payload, codec, columns, nowMillis));
                if (filled != payload) {
                    stage(table, ring, rows, row, filled, version);
                }
            }
        }
    }

    /** Takes back what was staged for records that are gone, or others now. */
    private void forgetChanged(RingState ring, RowArrays rows, long since, long version) {
        RingOverlay overlay = rewritten.get(ring);
        if (overlay == null) {
            return;
        }
        List<Long> changed = new ArrayList<>();
        for (RingOverlay.Staged staged : overlay.staged()) {
            int row = rows.visibleSeq(staged.seq(), version);
            if (row < 0 || rows.begin(row) > since) {
                changed.add(staged.seq());
                records--;
                release(staged.row());
            }
        }
        changed.forEach(seq -> overlay.restore(seq, null));
    }

    private void stage(TableDefinition table, RingState ring, RowArrays rows, int row, byte[] payload, long version) {
        Draft draft = Drafts.check(ring.name(), payload, Codec.JSON, rows.vector(row), limits);
        if (records >= limits.transactionOperationsMax() || draft.bytes() > limits.transactionBytesMax() - bytes) {
            throw new RocheException(
                    ErrorCode.LIMIT_PAYLOAD,
                    "writing the defaults of new columns into the records of table '" + table.name()
                            + "' is one commit of at most " + limits.transactionOperationsMax() + " records and "
                            + limits.transactionBytesMax()
                            + " bytes; add the columns without DEFAULT, UPDATE in parts, then ALTER COLUMN … SET DEFAULT");
        }
        budget.reserve(draft.bytes(), "writing the defaults of new columns into ring '" + ring.name() + "'");
        records++;
        bytes += draft.bytes();
        RowData data = draft.row(rows.seq(row), rows.createdMillis(row), rows.epoch(row), nowMillis);
        RingOverlay.Staged staged =
                new RingOverlay.Staged(data, data.seq(), true, rows.payloadLength(row), rows.slot(row) >= 0);
        rewritten.computeIfAbsent(ring, RingOverlay::new).put(staged, version);
    }

    private void release(@Nullable RowData row) {
        if (row != null) {
            float[] vector = row.vector();
            long staged = row.payload().length + (vector == null ? 0 : 4L * vector.length);
            bytes -= staged;
            budget.release(staged);
        }
    }

    /** Gives back what staging took. */
    @Override
    public void close() {
        budget.release(bytes);
        bytes = 0;
    }
}
