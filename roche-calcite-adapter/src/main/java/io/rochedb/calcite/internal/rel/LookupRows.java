package io.rochedb.calcite.internal.rel;

import io.rochedb.calcite.StatementContext;
import io.rochedb.calcite.internal.plan.RocheDataContext;
import io.rochedb.engine.query.Predicate;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.calcite.DataContext;
import org.apache.calcite.linq4j.AbstractEnumerable;
import org.apache.calcite.linq4j.Enumerable;
import org.apache.calcite.linq4j.Enumerator;
import org.apache.calcite.linq4j.function.Predicate2;
import org.jspecify.annotations.Nullable;

/**
 * The run time of lookup joins: the other side is read in batches, and for each batch the scan reads only the rings, ids or keys the batch names.
 *
 * <p>Public for generated code.
 */
public final class LookupRows {
    /** Rows of the other side held at a time. */
    static final int BATCH_ROWS = 8_192;

    /** Bytes of the other side held at a time. */
    private static final long BATCH_BYTES = 16L << 20;

    /** What a batch leaves to the other operators of its statement: all but a part like this. */
    private static final int MEMORY_PARTS = 8;

    private static final int ENTRY_BYTES = 64;

    private LookupRows() {}

    /**
     * What kind of join it is.
     *
     * @param scanLeft whether the scan's columns come first
     * @param outer whether rows of the other side without a match are given, with NULLs
     * @param single whether a row of the other side takes one match at most
     */
    record Form(boolean scanLeft, boolean outer, boolean single) {}

    /** The executable form of a lookup join. */
    public static final class Lookup {
        private final ScanTemplate scan;
        private final LookupKeys keys;
        private final Form form;
        private final int width;

        Lookup(ScanTemplate scan, LookupKeys keys, Form form, int width) {
            this.scan = scan;
            this.keys = keys;
            this.form = form;
            this.width = width;
        }
    }

    /** Called by generated code: joins the rows of the other side with a scan they route; the condition, if any, is of the left row and the right. */
    public static Enumerable<@Nullable Object[]> join(
            DataContext root,
            Enumerable<@Nullable Object[]> driver,
            Lookup lookup,
            @Nullable Predicate2<@Nullable Object[], @Nullable Object[]> condition) {
        return new AbstractEnumerable<>() {
            @Override
            public Enumerator<@Nullable Object[]> enumerator() {
                return new Joined(RocheDataContext.statement(root), driver.enumerator(), lookup, condition);
            }
        };
    }

    /** A row of the other side, and whether the scan had a match for it. */
    private static final class DriverRow {
        private final @Nullable Object[] values;
        private boolean matched;

        DriverRow(@Nullable Object[] values) {
            this.values = values;
        }
    }

    private static final class Joined implements Enumerator<@Nullable Object[]> {
        private final StatementContext context;
        private final Enumerator<@Nullable Object[]> driver;
        private final Lookup lookup;
        private final @Nullable Predicate2<@Nullable Object[], @Nullable Object[]> condition;
        private final Map<List<Object>, List<DriverRow>> batch = new HashMap<>();
        private final List<DriverRow> batchRows = new ArrayList<>();
        private final Deque<@Nullable Object[]> ready = new ArrayDeque<>();
        private final HeldBytes held;
        private @Nullable RecordRows scan;
        private int unmatchedKeys;
        private boolean driverEnded;
        private @Nullable Object @Nullable [] current;

        Joined(
                StatementContext context,
                Enumerator<@Nullable Object[]> driver,
                Lookup lookup,
                @Nullable Predicate2<@Nullable Object[], @Nullable Object[]> condition) {
            this.context = context;
            this.driver = driver;
            this.lookup = lookup;
            this.condition = condition;
            this.held = new HeldBytes(context.monitor(), "a join");
        }

        @Override
        public @Nullable Object[] current() {
            if (current == null) {
                throw new IllegalStateException("no row");
            }
            return current;
        }

        @Override
        public boolean moveNext() {
            while (true) {
                current = ready.poll();
                if (current != null) {
                    return true;
                }
                if (scan != null) {
                    advance(scan);
                } else if (driverEnded) {
                    return false;
                } else {
                    nextBatch();
                }
            }
        }

        private void advance(RecordRows rows) {
            boolean ended = lookup.form.single && unmatchedKeys == 0;
            if (!ended && rows.next()) {
                List<Object> key = lookup.keys.ofScan(rows);
                List<DriverRow> matches = key == null ? List.of() : batch.getOrDefault(key, List.of());
                if (matches.isEmpty()) {
                    return;
                }
                @Nullable Object[] found = values(rows);
                for (DriverRow row : matches) {
                    match(row, found);
                }
                return;
            }
            rows.close();
            scan = null;
            unmatched();
        }

        private void match(DriverRow row, @Nullable Object[] found) {
            if (row.matched && lookup.form.single) {
                return;
            }
            boolean scanLeft = lookup.form.scanLeft;
            if (condition != null && !condition.apply(scanLeft ? found : row.values, scanLeft ? row.values : found)) {
                return;
            }
            unmatchedKeys -= row.matched ? 0 : 1;
            row.matched = true;
            ready.add(concat(row.values, found));
        }

        private void unmatched() {
            if (lookup.form.outer) {
                @Nullable Object[] nothing = new @Nullable Object[lookup.width];
                for (DriverRow row : batchRows) {
                    if (!row.matched) {
                        ready.add(concat(row.values, nothing));
                    }
                }
            }
        }

        private void nextBatch() {
            batch.clear();
            batchRows.clear();
            unmatchedKeys = 0;
            held.release();
            context.monitor().check();
            long most = Math.min(BATCH_BYTES, context.monitor().memoryMaxBytes() / MEMORY_PARTS);
            boolean full = false;
            for (long bytes = 0; !full && batchRows.size() < BATCH_ROWS; ) {
                if (!driver.moveNext()) {
                    driverEnded = true;
                    break;
                }
                DriverRow row = new DriverRow(driver.current());
                batchRows.add(row);
                long size = ENTRY_BYTES + HeldBytes.size(row.values);
                held.add(size);
                bytes += size;
                full = bytes >= most || !held.fits(size);
                List<Object> key = lookup.keys.ofDriver(row.values);
                if (key != null) {
                    batch.computeIfAbsent(key, name -> new ArrayList<>()).add(row);
                    unmatchedKeys++;
                }
            }
            if (batch.isEmpty()) {
                unmatched();
            } else {
                List<Predicate> conditions = lookup.keys.conditions(batch.keySet());
                scan = lookup.keys.byId()
                        ? lookup.scan.open(context, LookupKeys.ids(batch.keySet()), conditions)
                        : lookup.scan.open(context, lookup.keys.route(batch.keySet()), conditions);
            }
        }

        private @Nullable Object[] values(RecordRows rows) {
            @Nullable Object[] values = new @Nullable Object[lookup.width];
            for (int i = 0; i < values.length; i++) {
                values[i] = RocheDataContext.toGenerated(rows.get(i));
            }
            return values;
        }

        private @Nullable Object[] concat(@Nullable Object[] driverRow, @Nullable Object[] scanRow) {
            @Nullable Object[] left = lookup.form.scanLeft ? scanRow : driverRow;
            @Nullable Object[] right = lookup.form.scanLeft ? driverRow : scanRow;
            @Nullable Object[] row = new @Nullable Object[left.length + right.length];
            System.arraycopy(left, 0, row, 0, left.length);
            System.arraycopy(right, 0, row, left.length, right.length);
            return row;
        }

        @Override
        public void reset() {
            throw new UnsupportedOperationException();
        }

        @Override
        public void close() {
            held.release();
            if (scan != null) {
                scan.close();
            }
            driver.close();
        }
    }
}
