package io.rochedb.engine.internal;

import io.rochedb.engine.internal.json.PredicateEvaluator;
import io.rochedb.engine.internal.ring.RingReader;
import io.rochedb.engine.internal.ring.RingState;
import io.rochedb.engine.internal.ring.ViewAccess;
import io.rochedb.engine.model.RingNames;
import io.rochedb.engine.query.QueryMonitor;
import io.rochedb.engine.query.StellarCursor;
import io.rochedb.engine.query.StellarRequest;
import io.rochedb.engine.query.StellarRequest.Sort;
import io.rochedb.engine.schema.RingModel;
import io.rochedb.engine.schema.StellarLens;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The records of a ring's neighbourhood, ring by ring: each ring is read when its turn comes, and of it no more than its order and limit ask for. */
final class StellarRows extends RowCursor implements StellarCursor {
    private final ViewAccess view;
    private final QueryMonitor monitor;
    private final StellarRequest request;
    private final RingModel model;
    /** The rings by name, each with the lens it was found through or null. */
    private final Map<String, Visit> visits = new LinkedHashMap<>();

    private final List<Visit> withRecords = new ArrayList<>();
    private final long totalRecords;
    private int nextVisit;
    private @Nullable Visit visit;
    private @Nullable RingReader reader;
    private int[] rows = new int[16];
    private int count;
    private int at;
    private long scanned;
    private boolean finished;

    private record Visit(
            RingState ring, @Nullable String lens, @Nullable RingReader staged) {}

    StellarRows(ViewAccess view, RingModel model, StellarRequest request, QueryMonitor monitor) {
        super(PredicateEvaluator.compile(request.predicate(), List.of(), List.of()));
        this.view = view;
        this.model = model;
        this.request = request;
        this.monitor = monitor;
        ViewAccess.Totals totals = view.totals();
        totalRecords = totals.records();
        monitor.ringsKnown(totals.rings());
        if (view.ring(request.root()) != null) {
            choose();
        }
        for (Visit one : visits.values()) {
            if (view.hasRecords(one.ring())) {
                monitor.ringRouted(one.ring().key());
                withRecords.add(one);
            }
        }
    }

    // Which rings.

    private void choose() {
        String root = request.root();
        add(root, null);
        if (request.subrings().isEmpty()) {
            neighbours(root);
        } else {
            request.subrings().forEach(name -> add(root + "/" + name, null));
        }
        if (!model.isEmpty()) {
            model.lens(root).ifPresent(lens -> addAll(lens, false));
            model.lensesOf(root).forEach(lens -> addAll(lens, true));
        }
        if (!request.includeRoot()) {
            visits.remove(root);
        }
    }

    private void add(String name, @Nullable String lens) {
        RingState ring = visits.containsKey(name) ? null : view.ring(name);
        if (ring != null) {
            // What the transaction writes later is not in it.
            visits.put(name, new Visit(ring, lens, view.stages(ring) ? view.reader(ring) : null));
        }
    }

    private void addAll(StellarLens lens, boolean ringOfLens) {
        if (ringOfLens && request.wants(lens.name())) {
            add(lens.name(), lens.name());
        }
        lens.members().stream().filter(request::wants).forEach(member -> add(member, lens.name()));
    }

    private void neighbours(String root) {
        List<String> level = List.of(root);
        for (int depth = 0; depth < request.maxDepth() && !level.isEmpty(); depth++) {
            List<String> below = new ArrayList<>();
            for (String ring : level) {
                below.addAll(children(ring));
            }
            below.forEach(ring -> add(ring, null));
            level = below;
        }
        String parent = RingNames.parent(root);
        for (int depth = 0; depth < request.maxDepth() && parent != null; depth++) {
            add(parent, null);
            children(parent).forEach(ring -> add(ring, null));
            parent = RingNames.parent(parent);
        }
    }

    private List<String> children(String ring) {
        monitor.check();
        return view.children(ring, request.branchBudget() == 0 ? Integer.MAX_VALUE : request.branchBudget());
    }

    // Their records.

    @Override
    public boolean next() {
        while (at >= count) {
            if (nextVisit >= withRecords.size()) {
                close();
                return false;
            }
            open(withRecords.get(nextVisit++));
        }
        RingReader from = reader;
        if (from == null) {
            throw new IllegalStateException("rows of no ring");
        }
        stand(from, rows[at++]);
        monitor.returned(1, payloadLength());
        return true;
    }

    private void open(Visit next) {
        monitor.check();
        view.checkReadable();
        RingReader from = next.staged() == null ? view.committedReader(next.ring()) : next.staged();
        visit = next;
        reader = from;
        at = 0;
        String name = next.ring().name();
        Sort sort = request.sortOf(name);
        if (sort == Sort.ID_ASC || sort == Sort.ID_DESC) {
            read(from, sort == Sort.ID_DESC, request.limitOf(name));
        } else {
            readByTime(from, sort == Sort.TIME_DESC, request.limitOf(name));
        }
    }

    /** Reads the first rows by seq that satisfy the predicate. */
    private void read(RingReader from, boolean descending, int limit) {
        count = 0;
        Pace pace = new Pace();
        RingReader.Rows walk = from.rows(descending);
        while (count < limit) {
            int row = walk.next();
            if (row == RingReader.NONE) {
                break;
            }
            pace.step(from, row);
            if (stand(from, row)) {
                keep(row);
            }
        }
        pace.report();
    }

    /**
     * Reads the rows that were written first or last, those of one millisecond by seq. All rows are looked at, by seq, since an older record may have been
     * written again; the best ones are kept sorted, which takes one comparison a row while time goes with seq.
     */
    private void readByTime(RingReader from, boolean descending, int limit) {
        count = 0;
        Pace pace = new Pace();
        RingReader.Rows walk = from.rows(descending);
        for (int row = walk.next(); row != RingReader.NONE; row = walk.next()) {
            pace.step(from, row);
            long written = from.writtenAtMillis(row);
            if (count == limit && !isBefore(written, from.writtenAtMillis(rows[count - 1]), descending)) {
                continue;
            }
            if (!stand(from, row)) {
                continue;
            }
            int place = count;
            while (place > 0 && isBefore(written, from.writtenAtMillis(rows[place - 1]), descending)) {
                place--;
            }
            if (count < limit) {
                keep(row);
            }
            System.arraycopy(rows, place, rows, place + 1, count - 1 - place);
            rows[place] = row;
        }
        pace.report();
    }

    private static boolean isBefore(long written, long other, boolean descending) {
        return descending ? written > other : written < other;
    }

    private void keep(int row) {
        if (count == rows.length) {
            rows = Arrays.copyOf(rows, count * 2);
        }
        rows[count++] = row;
    }

    /** Counts what is read, and looks every so many records whether to stop: often enough that a limit of scanned records is exact. */
    private final class Pace {
        private long records;
        private long bytes;
        private long reportAt = interval();

        private long interval() {
            long left = monitor.maxScanned() - monitor.recordsScanned();
            return left < 0 ? 1 : Math.min(QueryMonitor.CHECK_INTERVAL, left == Long.MAX_VALUE ? left : left + 1);
        }

        void step(RingReader from, int row) {
            records++;
            bytes += from.payloadLength(row);
            if (records >= reportAt) {
                report();
                monitor.check();
                view.checkReadable();
                reportAt = interval();
            }
        }

        void report() {
            monitor.scanned(records, bytes);
            scanned += records;
            records = 0;
            bytes = 0;
        }
    }

    @Override
    public @Nullable String lens() {
        return visit == null ? null : visit.lens();
    }

    @Override
    public void close() {
        if (!finished) {
            finished = true;
            count = 0;
            nextVisit = withRecords.size();
            monitor.skipped(Math.max(0, totalRecords - scanned));
        }
    }
}
