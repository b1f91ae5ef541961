package io.rochedb.calcite.internal.rel;

import io.rochedb.calcite.StatementContext;
import io.rochedb.engine.RocheEngine;
import io.rochedb.engine.query.QueryMonitor;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.PriorityQueue;
import org.apache.calcite.linq4j.Enumerator;
import org.jspecify.annotations.Nullable;

/**
 * A sort of rows: with a limit it keeps no more rows than it hands out; without one, what does not fit the statement's memory goes to files
 * in sorted runs that are merged. Equal rows stay in the order they came.
 */
final class RowSort implements AutoCloseable {
    private static final String NAME = "ORDER BY";

    /** With more rows to keep than this, all are sorted. */
    private static final long HEAP_ROWS_MAX = 100_000;

    /** What an entry takes beside the row. */
    private static final int ENTRY_BYTES = 40;

    /** Runs that are merged at a time. */
    private static final int RUNS_MAX = 64;

    private record Entry(@Nullable Object row, long position, long bytes) {}

    private final Comparator<@Nullable Object> order;
    private final RocheEngine engine;
    private final QueryMonitor monitor;
    private final HeldBytes held;
    private final List<SortRun> runs = new ArrayList<>();

    RowSort(Comparator<@Nullable Object> order, StatementContext context) {
        this.order = order;
        this.engine = context.engine();
        this.monitor = context.monitor();
        this.held = new HeldBytes(monitor, NAME);
    }

    /** Reads all rows and returns those after the first {@code skip}, at most {@code most}, in order. */
    Iterator<@Nullable Object> sort(Enumerator<?> rows, long skip, long most) {
        if (most <= 0) {
            return List.<@Nullable Object>of().iterator();
        }
        Iterator<@Nullable Object> sorted =
                most <= HEAP_ROWS_MAX - Math.min(skip, HEAP_ROWS_MAX) ? best(rows, (int) (skip + most)) : all(rows);
        for (long passed = 0; passed < skip && sorted.hasNext(); passed++) {
            sorted.next();
        }
        return sorted;
    }

    private Iterator<@Nullable Object> best(Enumerator<?> rows, int keep) {
        Comparator<Entry> byRow = (a, b) -> {
            int rank = order.compare(a.row, b.row);
            return rank != 0 ? rank : Long.compare(a.position, b.position);
        };
        PriorityQueue<Entry> worstFirst = new PriorityQueue<>(byRow.reversed());
        for (long position = 0; rows.moveNext(); position++) {
            Object row = rows.current();
            boolean full = worstFirst.size() == keep;
            if (full && order.compare(row, worstFirst.element().row) >= 0) {
                continue;
            }
            long bytes = ENTRY_BYTES + HeldBytes.size(row);
            held.add(full ? bytes - worstFirst.remove().bytes : bytes);
            worstFirst.add(new Entry(row, position, bytes));
        }
        Entry[] entries = worstFirst.toArray(new Entry[0]);
        java.util.Arrays.sort(entries, byRow);
        return java.util.Arrays.stream(entries).map(Entry::row).iterator();
    }

    private Iterator<@Nullable Object> all(Enumerator<?> rows) {
        List<@Nullable Object> inMemory = new ArrayList<>();
        while (rows.moveNext()) {
            Object row = rows.current();
            long bytes = ENTRY_BYTES + HeldBytes.size(row);
            if (!held.fits(bytes) && inMemory.size() >= SortRun.ROWS_MIN) {
                sort(inMemory);
                addRun(SortRun.write(inMemory.iterator(), engine, monitor));
                inMemory.clear();
                held.release();
            }
            held.add(bytes);
            inMemory.add(row);
        }
        sort(inMemory);
        return runs.isEmpty() ? inMemory.iterator() : merged(inMemory);
    }

    private void sort(List<@Nullable Object> rows) {
        if (order instanceof RowOrder keys) {
            SortKeys.sort(rows, keys);
        } else {
            rows.sort(order);
        }
    }

    /** Keeps few files: each that is read takes a buffer. */
    private void addRun(SortRun run) {
        runs.add(run);
        if (runs.size() == RUNS_MAX) {
            SortRun merged = SortRun.write(merged(List.of()), engine, monitor);
            runs.forEach(SortRun::close);
            runs.clear();
            runs.add(merged);
        }
    }

    /** A source of the merge: the run's next row, and the run's number, which decides between equal rows. */
    private static final class Head {
        private final Iterator<@Nullable Object> rows;
        private final int run;
        private @Nullable Object row;

        Head(Iterator<@Nullable Object> rows, int run) {
            this.rows = rows;
            this.run = run;
            this.row = rows.next();
        }
    }

    private Iterator<@Nullable Object> merged(List<@Nullable Object> last) {
        PriorityQueue<Head> heads = new PriorityQueue<>((a, b) -> {
            int rank = order.compare(a.row, b.row);
            return rank != 0 ? rank : Integer.compare(a.run, b.run);
        });
        for (SortRun run : runs) {
            heads.add(new Head(run.read(), heads.size()));
        }
        if (!last.isEmpty()) {
            heads.add(new Head(last.iterator(), heads.size()));
        }
        return new Iterator<>() {
            @Override
            public boolean hasNext() {
                return !heads.isEmpty();
            }

            @Override
            public @Nullable Object next() {
                Head head = heads.remove();
                Object row = head.row;
                if (head.rows.hasNext()) {
                    head.row = head.rows.next();
                    heads.add(head);
                }
                return row;
            }
        };
    }

    /** Gives memory and files back. */
    @Override
    public void close() {
        held.release();
        for (SortRun run : runs) {
            run.close();
        }
        runs.clear();
    }
}
