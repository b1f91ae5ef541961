package io.rochedb.calcite.internal.rel;

import io.rochedb.calcite.StatementContext;
import io.rochedb.calcite.internal.plan.RocheDataContext;
import io.rochedb.engine.query.Predicate;
import io.rochedb.engine.query.RingSizes;
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
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Filter;
import org.apache.calcite.rel.core.Join;
import org.apache.calcite.rel.core.JoinRelType;
import org.apache.calcite.rel.core.Project;
import org.apache.calcite.rel.logical.LogicalFilter;
import org.apache.calcite.rel.logical.LogicalJoin;
import org.apache.calcite.rel.logical.LogicalProject;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexShuttle;
import org.apache.calcite.rex.RexUtil;
import org.jspecify.annotations.Nullable;

/**
 * Joins on {@code ring}, on the id, or on segments of the names of a table's rings, in which the other side's values route the scan: rule and run time.
 *
 * <p>The other side is read in batches; for each batch the scan reads only the rings the batch names.
 */
public final class LookupJoins {
    /** Rows of the other side held at a time. */
    static final int BATCH_ROWS = 8_192;

    /** Bytes of the other side held at a time. */
    private static final long BATCH_BYTES = 16L << 20;

    /** What a batch leaves to the other operators of its statement: all but a part like this. */
    private static final int MEMORY_PARTS = 8;

    private static final int ENTRY_BYTES = 64;

    /** The other side must be expected to have fewer rows than this, else reading everything once is as good. */
    private static final double DRIVER_ROWS_MAX = 10_000;

    /** Looking a value up in an index costs as much as reading so many records. */
    private static final double LOOKUP_COST = 4;

    private LookupJoins() {}

    /** Returns a lookup join, or the join as it was when it is none. */
    static RelNode rewrite(Join join) {
        boolean inner = join.getJoinType() == JoinRelType.INNER;
        if (!inner && join.getJoinType() != JoinRelType.LEFT) {
            return join;
        }
        // the side with fewer rows looks up first
        boolean scanLeftFirst = inner && rows(join.getRight()) < rows(join.getLeft());
        RelNode routed = rewrite(join, scanLeftFirst);
        if (routed == null && inner) {
            routed = rewrite(join, !scanLeftFirst);
        }
        return routed == null ? join : routed;
    }

    private static double rows(RelNode side) {
        return side.getCluster().getMetadataQuery().getRowCount(side);
    }

    private static @Nullable RelNode rewrite(Join join, boolean scanLeft) {
        RelNode side = scanLeft ? join.getLeft() : join.getRight();
        RelNode driver = scanLeft ? join.getRight() : join.getLeft();
        if (!(side instanceof RocheScan scan)) {
            return join.getJoinType() == JoinRelType.INNER ? pulledUp(join, side, scanLeft) : null;
        }
        if (scan.hasLimit() || scan.template().hasIds()) {
            return null;
        }
        LookupKeys.Split split = LookupKeys.of(RelOptUtil.conjunctions(join.getCondition()), join, scan, scanLeft);
        if (split == null || !pays(driver, scan, split.keys())) {
            return null;
        }
        List<RexNode> rest = split.rest();
        boolean outer = join.getJoinType() == JoinRelType.LEFT;
        if (outer && !rest.isEmpty()) {
            return null;
        }
        RelNode lookup = RocheLookupJoin.create(driver, scan, split.keys(), scanLeft, outer, join.getRowType());
        return rest.isEmpty()
                ? lookup
                : LogicalFilter.create(
                        lookup, RexUtil.composeConjunction(join.getCluster().getRexBuilder(), rest));
    }

    /** Returns whether looking up costs less than reading the whole scan once. */
    private static boolean pays(RelNode driver, RocheScan scan, LookupKeys keys) {
        double rows = rows(driver);
        RingSizes sizes = scan.sizes();
        if (keys.byId()) {
            // looking an id up costs no more than finding it in a table of all
            return rows < Math.max(DRIVER_ROWS_MAX, sizes.records());
        }
        if (LookupIndexes.answer(scan, keys.matches())) {
            double rings = keys.byIndex() ? Math.max(1, sizes.rings()) : 1;
            if (rows * rings * LOOKUP_COST < sizes.records()) {
                return true;
            }
        }
        // those that are read are read once a batch, and no more of them than rows
        return !keys.byIndex() && isOpen(scan) && (rows < DRIVER_ROWS_MAX || rows < sizes.rings());
    }

    /** Returns whether the rings of a scan can be chosen by someone else: it names none itself. */
    private static boolean isOpen(RocheScan scan) {
        return scan.data().onlyRing() == null && !scan.template().namesRings();
    }

    /** Returns the lookup join of an inner join whose side is a filter or a projection over a scan, which is done after it; or null. */
    private static @Nullable RelNode pulledUp(Join join, RelNode side, boolean scanLeft) {
        boolean simple = side instanceof Filter || (side instanceof Project project && !project.containsOver());
        RelNode input = simple ? side.getInput(0) : side;
        if (!(input instanceof RocheScan || (simple && (input instanceof Filter || input instanceof Project)))) {
            return null;
        }
        int leftWidth = join.getLeft().getRowType().getFieldCount();
        int width = side.getRowType().getFieldCount();
        int offset = scanLeft ? 0 : leftWidth;
        int grown = scanLeft ? input.getRowType().getFieldCount() - width : 0;
        RexShuttle below = new RexShuttle() {
            @Override
            public RexNode visitInputRef(RexInputRef ref) {
                int column = ref.getIndex() - offset;
                if (column < 0 || column >= width) {
                    return new RexInputRef(column < 0 ? ref.getIndex() : ref.getIndex() + grown, ref.getType());
                }
                RexNode expression = side instanceof Project project
                        ? project.getProjects().get(column)
                        : new RexInputRef(column, ref.getType());
                return RexUtil.shift(expression, offset);
            }
        };
        List<RexNode> conditions = new ArrayList<>();
        conditions.add(join.getCondition().accept(below));
        if (side instanceof Filter filter) {
            conditions.add(RexUtil.shift(filter.getCondition(), offset));
        }
        Join pulled = LogicalJoin.create(
                scanLeft ? input : join.getLeft(),
                scanLeft ? join.getRight() : input,
                join.getHints(),
                RexUtil.composeConjunction(join.getCluster().getRexBuilder(), conditions),
                join.getVariablesSet(),
                JoinRelType.INNER);
        RelNode routed = rewrite(pulled, scanLeft);
        if (routed == null) {
            return null;
        }
        List<RexNode> outputs = new ArrayList<>();
        for (int i = 0; i < join.getRowType().getFieldCount(); i++) {
            outputs.add(RexInputRef.of(i, join.getRowType()).accept(below));
        }
        return LogicalProject.create(
                routed, List.of(), outputs, join.getRowType().getFieldNames(), java.util.Set.of());
    }

    /** The executable form of a lookup join. */
    public static final class Lookup {
        private final ScanTemplate scan;
        private final LookupKeys keys;
        private final boolean scanLeft;
        private final boolean outer;
        private final int width;

        Lookup(ScanTemplate scan, LookupKeys keys, boolean scanLeft, boolean outer, int width) {
            this.scan = scan;
            this.keys = keys;
            this.scanLeft = scanLeft;
            this.outer = outer;
            this.width = width;
        }
    }

    /** Called by generated code: joins the rows of the other side with a scan they route. */
    public static Enumerable<@Nullable Object[]> join(
            DataContext root, Enumerable<@Nullable Object[]> driver, Lookup lookup) {
        return new AbstractEnumerable<>() {
            @Override
            public Enumerator<@Nullable Object[]> enumerator() {
                return new Joined(RocheDataContext.statement(root), driver.enumerator(), lookup);
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
        private final Map<List<Object>, List<DriverRow>> batch = new HashMap<>();
        private final List<DriverRow> batchRows = new ArrayList<>();
        private final Deque<@Nullable Object[]> ready = new ArrayDeque<>();
        private final HeldBytes held;
        private @Nullable RecordRows scan;
        private boolean driverEnded;
        private @Nullable Object @Nullable [] current;

        Joined(StatementContext context, Enumerator<@Nullable Object[]> driver, Lookup lookup) {
            this.context = context;
            this.driver = driver;
            this.lookup = lookup;
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
            if (rows.next()) {
                List<Object> key = lookup.keys.ofScan(rows);
                List<DriverRow> matches = key == null ? List.of() : batch.getOrDefault(key, List.of());
                if (matches.isEmpty()) {
                    return;
                }
                @Nullable Object[] found = values(rows);
                for (DriverRow row : matches) {
                    row.matched = true;
                    ready.add(concat(row.values, found));
                }
                return;
            }
            rows.close();
            scan = null;
            unmatched();
        }

        private void unmatched() {
            if (lookup.outer) {
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
            @Nullable Object[] left = lookup.scanLeft ? scanRow : driverRow;
            @Nullable Object[] right = lookup.scanLeft ? driverRow : scanRow;
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
