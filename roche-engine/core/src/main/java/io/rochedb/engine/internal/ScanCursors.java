package io.rochedb.engine.internal;

import io.rochedb.engine.internal.index.IndexProbe;
import io.rochedb.engine.internal.json.PredicateEvaluator;
import io.rochedb.engine.internal.ring.MemoryBudget;
import io.rochedb.engine.internal.ring.RingReader;
import io.rochedb.engine.internal.ring.RingState;
import io.rochedb.engine.internal.ring.ViewAccess;
import io.rochedb.engine.model.RecordId;
import io.rochedb.engine.query.Predicate;
import io.rochedb.engine.query.QueryMonitor;
import io.rochedb.engine.query.RecordCursor;
import io.rochedb.engine.query.RingSelector;
import io.rochedb.engine.query.RingSelectors;
import io.rochedb.engine.query.ScanRequest;
import io.rochedb.engine.query.ScanRequest.Order;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Scans over the routed rings of a view, in id order or in order of writing. */
final class ScanCursors {
    /** Up to this many rows an ordered scan with a limit keeps only the best ones. */
    private static final long TOP_MAX = 100_000;

    private ScanCursors() {}

    static RecordCursor open(ViewAccess view, ScanRequest request, QueryMonitor monitor, MemoryBudget budget) {
        boolean byTime = request.order() == Order.WRITTEN_ASC || request.order() == Order.WRITTEN_DESC;
        IdOrder scan = new IdOrder(view, request, monitor, byTime);
        return byTime ? new WrittenOrder(scan, request, budget) : scan;
    }

    /** Rows as they lie: by ring key and seq, ascending or descending. */
    private static final class IdOrder extends RowCursor {
        private final ViewAccess view;
        private final QueryMonitor monitor;
        private final List<RingState> rings = new ArrayList<>();
        /** Rings with staged rows, opened with the scan: what its transaction writes later is not in it. */
        private final Map<RingState, Opened> opened = new HashMap<>();

        private final @Nullable Map<Long, List<RecordId>> ids;
        private final Predicate predicate;
        private @Nullable IndexProbe probe;
        private boolean probed;
        private final boolean descending;
        private final long totalRecords;
        /** How many records that satisfy the predicate are asked for; below 0 after an overflow: all. */
        private final long wanted;

        private long toPass;
        private long toGive;
        private int nextRing;
        private RingReader.@Nullable Rows rows;
        private @Nullable RingReader ringReader;
        private long scanned;
        private long unreported;
        private long unreportedBytes;
        private long reportAt;
        private boolean finished;

        IdOrder(ViewAccess view, ScanRequest request, QueryMonitor monitor, boolean all) {
            super(PredicateEvaluator.compile(request.predicate(), request.fields(), request.paths()));
            this.view = view;
            this.monitor = monitor;
            descending = request.order() == Order.ID_DESC;
            toPass = all ? 0 : request.offset();
            toGive = all || request.limit() < 0 ? Long.MAX_VALUE : request.limit();
            ids = request.ids() == null ? null : byRing(request.ids());
            predicate = request.predicate();
            wanted = all || request.limit() < 0 ? Long.MAX_VALUE : request.limit() + request.offset();
            ViewAccess.Totals totals = view.totals();
            totalRecords = totals.records();
            monitor.ringsKnown(totals.rings());
            for (RingState ring : routed(request.rings())) {
                if (view.hasRecords(ring)) {
                    rings.add(ring);
                    monitor.ringRouted(ring.key());
                    if (view.stages(ring)) {
                        opened.put(ring, opened(ring, reader(ring, false)));
                    }
                }
            }
            if (descending) {
                java.util.Collections.reverse(rings);
            }
            reportAt = reportInterval();
        }

        private static Map<Long, List<RecordId>> byRing(List<RecordId> ids) {
            Map<Long, TreeSet<RecordId>> sorted = new HashMap<>();
            for (RecordId id : ids) {
                sorted.computeIfAbsent(id.ringKey(), key -> new TreeSet<>()).add(id);
            }
            Map<Long, List<RecordId>> byRing = new HashMap<>();
            sorted.forEach((key, perRing) -> byRing.put(key, new ArrayList<>(perRing)));
            return byRing;
        }

        /** An id names its ring: of a million rings only those of the ids are looked at. */
        private List<RingState> routed(RingSelector selector) {
            if (ids == null) {
                return view.route(selector);
            }
            List<RingState> named = new ArrayList<>(ids.size());
            for (Long key : ids.keySet()) {
                RingState ring = view.ring(key.longValue());
                if (ring != null && RingSelectors.matches(selector, ring.name())) {
                    named.add(ring);
                }
            }
            named.sort((a, b) -> Long.compareUnsigned(a.key(), b.key()));
            return named;
        }

        /** Checks come often enough that a scan limit is exact. */
        private long reportInterval() {
            long left = monitor.maxScanned() - monitor.recordsScanned();
            return Math.min(QueryMonitor.CHECK_INTERVAL, left < 0 || left == Long.MAX_VALUE ? 1024 : left + 1);
        }

        @Override
        public boolean next() {
            while (toGive > 0) {
                if (!advance()) {
                    finish();
                    return false;
                }
                if (toPass > 0) {
                    toPass--;
                    continue;
                }
                toGive--;
                monitor.returned(1, payloadLength());
                return true;
            }
            finish();
            return false;
        }

        /** Moves to the next row that satisfies the predicate. */
        boolean advance() {
            while (true) {
                RingReader from = ringReader;
                RingReader.Rows walk = rows;
                int row = from == null || walk == null ? RingReader.NONE : walk.next();
                if (from == null || row == RingReader.NONE) {
                    report();
                    if (nextRing >= rings.size()) {
                        return false;
                    }
                    open(rings.get(nextRing++));
                    continue;
                }
                unreported++;
                unreportedBytes += from.payloadLength(row);
                if (unreported >= reportAt) {
                    report();
                }
                if (stand(from, row)) {
                    return true;
                }
            }
        }

        private record Opened(RingReader reader, RingReader.Rows rows) {}

        private void open(RingState ring) {
            Opened before = opened.remove(ring);
            Opened now = before != null ? before : opened(ring, reader(ring, true));
            ringReader = now.reader;
            rows = now.rows;
        }

        private RingReader reader(RingState ring, boolean committed) {
            return ids != null
                    ? view.lookupReader(ring, committed)
                    : committed ? view.committedReader(ring) : view.reader(ring);
        }

        private Opened opened(RingState ring, RingReader reader) {
            if (ids != null) {
                return new Opened(reader, chosen(reader, ids.getOrDefault(ring.key(), List.of())));
            }
            RingReader.Rows found = reader.hasIndexes() ? indexed(reader) : null;
            return new Opened(reader, found == null ? reader.rows(descending) : found);
        }

        private RingReader.@Nullable Rows indexed(RingReader reader) {
            if (!probed) {
                probed = true;
                probe = IndexProbe.of(predicate);
            }
            return probe == null ? null : reader.rows(probe, descending, wanted < 0 ? Long.MAX_VALUE : wanted);
        }

        /** Walks the rows of given ids; an id that names nothing gives no row. */
        private RingReader.Rows chosen(RingReader from, List<RecordId> wanted) {
            return new RingReader.Rows() {
                private int at = descending ? wanted.size() - 1 : 0;

                @Override
                public int next() {
                    while (at >= 0 && at < wanted.size()) {
                        RecordId id = wanted.get(at);
                        at += descending ? -1 : 1;
                        int row = from.row(id.seq());
                        if (row != RingReader.NONE
                                && from.createdMillis(row) == id.createdMillis()
                                && from.epoch(row) == id.epoch()) {
                            return row;
                        }
                    }
                    return RingReader.NONE;
                }
            };
        }

        private void report() {
            if (unreported > 0) {
                monitor.scanned(unreported, unreportedBytes);
                scanned += unreported;
                unreported = 0;
                unreportedBytes = 0;
            }
            monitor.check();
            view.checkReadable();
            reportAt = reportInterval();
        }

        void returned(long payloadBytes) {
            monitor.returned(1, payloadBytes);
        }

        void finish() {
            if (!finished) {
                finished = true;
                toGive = 0;
                monitor.scanned(unreported, unreportedBytes);
                monitor.skipped(Math.max(0, totalRecords - scanned - unreported));
                unreported = 0;
                unreportedBytes = 0;
            }
        }

        @Override
        public void close() {
            finish();
        }
    }

    /** Rows by time of writing; rows of one time in id order. Reads everything at the first call, into budgeted memory. */
    private static final class WrittenOrder extends RowCursor {
        /** What one entry takes, with its places in the list and in the sort. */
        private static final int ENTRY_BYTES = 64;

        private static final int ENTRIES_RESERVED = 256;

        private record Entry(RingReader reader, int row, long written, long position) {}

        private final IdOrder scan;
        private final ScanRequest request;
        private final MemoryBudget budget;
        private @Nullable List<Entry> sorted;
        private long next;
        private long reservedBytes;

        WrittenOrder(IdOrder scan, ScanRequest request, MemoryBudget budget) {
            super(scan.evaluator);
            this.budget = budget;
            this.scan = scan;
            this.request = request;
        }

        @Override
        public boolean next() {
            List<Entry> entries = sorted;
            if (entries == null) {
                entries = sort();
                sorted = entries;
                next = request.offset();
            }
            if (next >= Math.min(entries.size(), keep())) {
                close();
                return false;
            }
            Entry entry = entries.get((int) next++);
            stand(entry.reader, entry.row);
            scan.returned(payloadLength());
            return true;
        }

        /** Returns how many rows in order are needed, those passed over included. */
        private long keep() {
            long offset = request.offset();
            long limit = request.limit();
            return limit < 0 || limit > Long.MAX_VALUE - offset ? Long.MAX_VALUE : offset + limit;
        }

        private List<Entry> sort() {
            Comparator<Entry> order = Comparator.comparingLong(Entry::written);
            if (request.order() == Order.WRITTEN_DESC) {
                order = order.reversed();
            }
            order = order.thenComparingLong(Entry::position);
            long keep = keep();
            List<Entry> entries = keep <= TOP_MAX ? best(order, keep) : all();
            entries.sort(order);
            scan.finish();
            return entries;
        }

        private List<Entry> all() {
            List<Entry> entries = new ArrayList<>();
            while (scan.advance()) {
                reserveOneMore(entries.size());
                entries.add(entry(entries.size()));
            }
            return entries;
        }

        private List<Entry> best(Comparator<Entry> order, long keep) {
            PriorityQueue<Entry> worstFirst = new PriorityQueue<>(order.reversed());
            for (long position = 0; scan.advance(); position++) {
                Entry entry = entry(position);
                if (worstFirst.size() < keep) {
                    reserveOneMore(worstFirst.size());
                    worstFirst.add(entry);
                } else if (keep > 0 && order.compare(entry, worstFirst.element()) < 0) {
                    worstFirst.remove();
                    worstFirst.add(entry);
                }
            }
            return new ArrayList<>(worstFirst);
        }

        private void reserveOneMore(int entries) {
            if (entries % ENTRIES_RESERVED == 0) {
                long bytes = (long) ENTRIES_RESERVED * ENTRY_BYTES;
                budget.reserve(bytes, "ordering records by the time they were written");
                reservedBytes += bytes;
            }
        }

        private Entry entry(long position) {
            return new Entry(scan.reader(), scan.currentRow(), scan.writtenAtMillis(), position);
        }

        @Override
        public void close() {
            scan.close();
            sorted = List.of();
            budget.release(reservedBytes);
            reservedBytes = 0;
        }
    }
}
