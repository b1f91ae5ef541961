package io.rochedb.engine.internal.ring;

import io.rochedb.engine.internal.index.IndexKey;
import io.rochedb.engine.internal.index.IndexShape;
import io.rochedb.engine.internal.index.RecordIndex;
import io.rochedb.engine.internal.schema.RingSchema;
import io.rochedb.engine.internal.schema.SchemaCatalog;
import io.rochedb.engine.internal.schema.SchemaEdit;
import io.rochedb.engine.model.RingScope;
import io.rochedb.engine.query.QueryMonitor;
import io.rochedb.engine.query.RingSelector;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The indexes that a DDL statement adds to rings that hold records.
 *
 * <p>They are attached under the commit lock, so that every later commit keeps them; then filled with the records that are there, without the
 * lock; then, under it again, checked for keys that are there twice and handed over with the declaration. What a commit changes while an index
 * is filled the commit notes in it, and the filling does not overrule that. Used by one thread.
 */
final class IndexBuild implements AutoCloseable {
    private final Catalog catalog;
    private final MemoryBudget budget;
    private final SchemaEdit edit;
    private final Map<RingState, Part> parts = new LinkedHashMap<>();
    private final Set<RingState> announced = new HashSet<>();
    /** Rings that must not be given up meanwhile. */
    private final List<Incarnation> held = new ArrayList<>();

    private boolean done;

    /** What is added to one ring. */
    private record Part(RingTable table, RowArrays rows, IndexFilling filling, long version) {}

    IndexBuild(Catalog catalog, MemoryBudget budget, SchemaEdit edit) {
        this.catalog = catalog;
        this.budget = budget;
        this.edit = edit;
    }

    /** Returns the rings about which something else is declared, with that. */
    private Map<RingState, List<IndexShape>> changed() {
        Map<RingState, List<IndexShape>> changed = new LinkedHashMap<>();
        if (!edit.globs().isEmpty()) {
            SchemaCatalog declared = edit.catalog(0);
            for (String glob : edit.globs()) {
                for (RingState ring : catalog.byName(new RingSelector.Glob(glob), RingScope.ALL, any -> true)) {
                    List<IndexShape> shapes = IndexShape.of(RingSchema.of(declared, ring.name(), null));
                    if (!shapes.isEmpty() && !shapes.equals(ring.indexShapes())) {
                        changed.put(ring, shapes);
                    }
                }
            }
        }
        return changed;
    }

    /** Brings rings into memory that have to be searched for keys that are there twice. Not under the commit lock. */
    void load(QueryMonitor monitor) {
        changed().forEach((ring, shapes) -> {
            if (shapes.stream()
                    .anyMatch(shape -> shape.unique() && !ring.indexShapes().contains(shape))) {
                monitor.check();
                hold(ring);
            }
        });
    }

    /** Has commits keep the new indexes from now on: after this version. Under the commit lock. */
    void attach(long version) {
        changed().forEach((ring, shapes) -> {
            if (!parts.containsKey(ring)) {
                announced.add(ring);
                if (shapes.stream()
                        .anyMatch(shape -> shape.unique() && !ring.indexShapes().contains(shape))) {
                    ring.table(); // It has come since the others were brought in.
                }
                List<IndexShape> added = ring.announce(shapes);
                RingTable table = ring.tableInMemory();
                if (table != null && !added.isEmpty()) {
                    ring.newest().hold();
                    held.add(ring.newest());
                    parts.put(ring, attach(ring, table, added, version));
                }
            }
        });
    }

    /** Brings a ring into memory and has it stay there. */
    private void hold(RingState ring) {
        while (true) {
            Incarnation of = ring.newest();
            of.whole(ring);
            ReentrantLock lock = of.residency().lock();
            lock.lock();
            try {
                if (of.table().isWhole()) {
                    of.hold();
                    held.add(of);
                    return;
                }
            } finally {
                lock.unlock();
            }
        }
    }

    private Part attach(RingState ring, RingTable table, List<IndexShape> added, long version) {
        List<RecordIndex> fresh = added.stream().map(RecordIndex::new).toList();
        fresh.forEach(RecordIndex::startFilling);
        List<RecordIndex> all = new ArrayList<>(table.indexes().all());
        all.addAll(fresh);
        table.take(RingIndexes.of(all), 0);
        return new Part(table, table.rows(), new IndexFilling(ring.name(), budget, RingIndexes.of(fresh)), version);
    }

    /** Fills the attached indexes. Not under the commit lock. */
    void fill(QueryMonitor monitor) {
        for (Part part : parts.values()) {
            part.filling.addAll(part.rows, part.version, monitor);
        }
    }

    /**
     * Catches up with rings that came meanwhile, and refuses keys that are there twice; from then on the indexes know every record. Under the commit
     * lock.
     */
    void complete(long version) {
        Map<RingState, Part> before = new LinkedHashMap<>(parts);
        attach(version);
        parts.forEach((ring, part) -> {
            if (!before.containsKey(ring)) {
                part.filling.addAll(part.rows, part.version, new QueryMonitor());
            }
            for (RecordIndex index : part.filling.indexes().all()) {
                index.publish();
                requireUnique(ring, part, index);
            }
            part.filling.finish(part.version);
        });
    }

    private static void requireUnique(RingState ring, Part part, RecordIndex index) {
        boolean emptied = ring.tableInMemory() != part.table;
        if (!index.shape().unique() || emptied) {
            return;
        }
        RowArrays rows = part.table.rows();
        long[] twice = index.firstDuplicate(seq -> {
            IndexKey key = RingIndexes.key(index, rows, rows.index.row(seq));
            return key != null && key.complete();
        });
        if (twice != null) {
            int row = rows.index.row(twice[1]);
            throw UniqueKeys.duplicate(
                    index.shape(), ring.name(), rows.payload(row), rows.codec(row), twice[0], twice[1]);
        }
    }

    /** Leaves the indexes where they are: the declaration is applied. Under the commit lock. */
    void taken() {
        done = true;
        for (Part part : parts.values()) {
            part.table.settleIndexes(part.filling.takeReserved());
        }
    }

    /** Takes the indexes away again unless they were {@link #taken}. Under the commit lock. */
    @Override
    public void close() {
        held.forEach(Incarnation::letGo);
        held.clear();
        if (done) {
            return;
        }
        parts.forEach((ring, part) -> {
            List<RecordIndex> left = new ArrayList<>(part.table.indexes().all());
            left.removeAll(part.filling.indexes().all());
            part.table.take(RingIndexes.of(left), 0);
            part.filling.close();
        });
        announced.forEach(RingState::unannounce);
    }
}
