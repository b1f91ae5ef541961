package io.rochedb.calcite.internal.rel;

import io.rochedb.calcite.SqlCursor;
import io.rochedb.calcite.StatementContext;
import io.rochedb.engine.ErrorCode;
import io.rochedb.engine.RocheException;
import io.rochedb.engine.model.FieldRef;
import io.rochedb.engine.model.RecordId;
import io.rochedb.engine.model.RingInfo;
import io.rochedb.engine.query.IndexUse;
import io.rochedb.engine.query.Predicate;
import io.rochedb.engine.query.Predicate.Meta;
import io.rochedb.engine.query.Predicate.Op;
import io.rochedb.engine.query.QueryMonitor;
import io.rochedb.engine.query.RingSelector;
import io.rochedb.engine.query.RingSelectors;
import io.rochedb.engine.query.RingSizes;
import io.rochedb.engine.query.ScanRequest;
import io.rochedb.engine.query.VectorRequest;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Which records a scan reads, with parameters still open: the route, the ids, the predicate, the columns, the order and
 * the limits. Everything about rings is computed when it is opened, never before: a plan outlives rings.
 *
 * <p>Immutable, shared between threads.
 */
final class ScanTemplate implements RowSource {
    private static final long LARGE_LIMIT = 10_000;

    private final RingSelector base;
    private final Term[] terms;
    private final List<List<Value>> ids;
    private final List<FieldRef> fields;
    private final RecordRows.Output[] outputs;
    private final ScanRequest.Order order;
    private final @Nullable Value offset;
    private final @Nullable Value fetch;
    private final boolean bare;
    private final List<Predicate.Path> paths;

    ScanTemplate(
            RingSelector base,
            List<Term> terms,
            List<List<Value>> ids,
            List<FieldRef> fields,
            List<RecordRows.Output> outputs,
            ScanRequest.Order order,
            @Nullable Value offset,
            @Nullable Value fetch) {
        this(RingSelectors.simplify(base), terms, ids, fields, outputs, order, offset, fetch, List.of());
    }

    private ScanTemplate(
            RingSelector base,
            List<Term> terms,
            List<List<Value>> ids,
            List<FieldRef> fields,
            List<RecordRows.Output> outputs,
            ScanRequest.Order order,
            @Nullable Value offset,
            @Nullable Value fetch,
            List<Predicate.Path> paths) {
        this.base = base;
        this.paths = List.copyOf(paths);
        this.terms = terms.toArray(new Term[0]);
        this.ids = List.copyOf(ids);
        this.fields = List.copyOf(fields);
        this.outputs = outputs.toArray(new RecordRows.Output[0]);
        this.order = order;
        this.offset = offset;
        this.fetch = fetch;
        this.bare = this.terms.length == 0 && offset == null && fetch == null;
    }

    /** Returns the same with values inside the payload, handed out after the fields. */
    ScanTemplate withPaths(List<Predicate.Path> read) {
        return read.isEmpty()
                ? this
                : new ScanTemplate(base, List.of(terms), ids, fields, List.of(outputs), order, offset, fetch, read);
    }

    @Override
    public SqlCursor open(StatementContext context) {
        ScanRequest request = request(context, null);
        return new RecordRows(context.view().scan(request, context.monitor()), outputs);
    }

    /** Opens the scan for some rings of its own, and records that satisfy more conditions, only. */
    RecordRows open(StatementContext context, RingSelector rings, List<Predicate> more) {
        return open(context, with(request(context, rings), null, more));
    }

    /** Opens the scan for some ids, and records that satisfy more conditions, only. */
    RecordRows open(StatementContext context, List<RecordId> chosen, List<Predicate> more) {
        ScanRequest request = with(unchecked(context, null), chosen, more);
        checkAllowed(context, request);
        return open(context, request);
    }

    private RecordRows open(StatementContext context, ScanRequest request) {
        return new RecordRows(context.view().scan(request, context.monitor()), outputs);
    }

    private static ScanRequest with(ScanRequest plain, @Nullable List<RecordId> chosen, List<Predicate> more) {
        List<Predicate> all = new ArrayList<>(more);
        all.add(0, plain.predicate());
        return new ScanRequest(
                plain.rings(),
                chosen == null ? plain.ids() : chosen,
                more.isEmpty() ? plain.predicate() : new Predicate.And(all),
                plain.fields(),
                plain.paths(),
                plain.order(),
                plain.offset(),
                plain.limit());
    }

    /** Returns whether the scan returns every record of the rings it chooses. */
    boolean choosesRingsOnly() {
        for (Term term : terms) {
            if (!term.ringOnly()) {
                return false;
            }
        }
        return ids.isEmpty() && !hasLimit();
    }

    /** Returns the rings with records the scan would read, sorted by name; for a scan that {@link #choosesRingsOnly}. */
    List<RingInfo> rings(StatementContext context) {
        ScanRequest request = unchecked(context, null);
        checkRing(context, request);
        // the counters of the statement are those of a count
        context.view().count(request.rings(), context.monitor());
        return context.view().rings(request.rings()).stream()
                .filter(ring -> ring.records() > 0)
                .toList();
    }

    /** Returns the number of records the scan would return: from metadata when only rings are chosen. */
    long count(StatementContext context) {
        ScanRequest request = unchecked(context, null);
        if (request.ids() == null && isTrue(request.predicate()) && fetch == null && offset == null) {
            checkRing(context, request);
            return context.view().count(request.rings(), context.monitor());
        }
        checkAllowed(context, request);
        long count = 0;
        try (var records = context.view().scan(request, context.monitor())) {
            while (records.next()) {
                count++;
            }
        }
        return count;
    }

    /** Returns how an index would answer the scan, or empty when it reads its rings whole. */
    Optional<IndexUse> indexUse(StatementContext context) {
        return context.view().indexUse(unchecked(context, null));
    }

    /** Returns whether the scan leaves out records by something else than their ring. */
    boolean hasPredicate(@Nullable Object[] parameters) {
        return !isTrue(predicate(parameters));
    }

    /** Returns whether the scan stops before its end. */
    boolean hasLimit() {
        return fetch != null || offset != null;
    }

    /** Returns the rings that hold records the scan returns; stops as the statement does, and at its scan limit. */
    Set<String> matchingRings(StatementContext context) {
        ScanRequest full = ScanRequest.of(route(context.parameters()));
        ScanRequest request =
                new ScanRequest(full.rings(), null, predicate(context.parameters()), List.of(), full.order(), 0, -1);
        Set<String> rings = new HashSet<>();
        try (var records = context.view().scan(request, context.monitor().probe())) {
            while (records.next()) {
                rings.add(records.ring());
            }
        }
        return rings;
    }

    /** Returns the search this scan's rings and predicate ask for; a limit of -1 is none. */
    VectorRequest search(StatementContext context, float[] vector, VectorRequest.Metric metric, long skip, long limit) {
        ScanRequest request = request(context, null);
        long best = limit >= 0 && limit <= LARGE_LIMIT ? limit : bounded(limit, context, request.rings());
        return new VectorRequest(request.rings(), vector, metric, request.predicate(), fields, paths, skip, best);
    }

    /** Returns a limit no larger than there are records, so that nobody reserves room for it. */
    private static long bounded(long limit, StatementContext context, RingSelector rings) {
        long records = context.view().count(rings, new QueryMonitor());
        return limit < 0 ? records : Math.min(limit, records);
    }

    private ScanRequest request(StatementContext context, @Nullable RingSelector narrowed) {
        ScanRequest request = unchecked(context, narrowed);
        checkAllowed(context, request);
        return request;
    }

    private ScanRequest unchecked(StatementContext context, @Nullable RingSelector narrowed) {
        @Nullable Object[] parameters = context.parameters();
        List<RecordId> chosen = ids.isEmpty() ? null : idsAt(parameters);
        if (bare && chosen != null) {
            return new ScanRequest(base, chosen, Predicate.TRUE, fields, paths, order, 0, -1);
        }
        RingSelector rings = route(parameters);
        if (narrowed != null) {
            rings = RingSelectors.simplify(new RingSelector.And(List.of(rings, narrowed)));
        }
        Predicate predicate = predicate(parameters);
        long skip = offset == null ? 0 : Limits.offset(offset.at(parameters));
        long limit = fetch == null ? -1 : Limits.fetch(fetch.at(parameters));
        if (limit == 0 || isFalse(predicate)) {
            rings = RingSelector.NONE;
        }
        return new ScanRequest(rings, chosen, predicate, fields, paths, order, skip, limit);
    }

    /** Returns the rings the scan reads. */
    RingSelector route(@Nullable Object[] parameters) {
        if (terms.length == 0) {
            return base;
        }
        List<RingSelector> all = new ArrayList<>(terms.length + 1);
        all.add(base);
        for (Term term : terms) {
            all.add(term.route(parameters));
        }
        return RingSelectors.simplify(new RingSelector.And(all));
    }

    /** Returns the rings the scan reads as far as is known, all that it may read, while parameters have no values. */
    RingSelector knownRoute(@Nullable Object[] parameters) {
        List<RingSelector> all = new ArrayList<>(terms.length + 1);
        all.add(base);
        for (Term term : terms) {
            RingSelector rings = routeIfKnown(term, parameters);
            if (rings != null) {
                all.add(rings);
            }
        }
        return RingSelectors.simplify(new RingSelector.And(all));
    }

    private static @Nullable RingSelector routeIfKnown(Term term, @Nullable Object[] parameters) {
        try {
            return term.route(parameters);
        } catch (RocheException open) {
            // a parameter without a value, or what the scan itself will say is wrong
            return null;
        }
    }

    /** Returns how many records the scan is expected to return of the rings of {@link #knownRoute}; of a keyed one each ring returns at most one. */
    double expected(RingSizes sizes, boolean keyed, @Nullable Object[] parameters) {
        if (hasIds()) {
            return Math.max(1, ids.get(0).size());
        }
        double rows = Math.max(StoreSizes.RECORDS_MIN, sizes.records());
        for (Term term : terms) {
            if (!term.ringOnly()) {
                rows *= ExpectedShares.of(term, rows);
            } else if (routeIfKnown(term, parameters) == null) {
                rows *= namesRings(term) ? 1.0 / Math.max(1, sizes.rings()) : ExpectedShares.SOME;
            }
        }
        return Math.max(1, keyed ? Math.min(rows, sizes.rings()) : rows);
    }

    /** Returns what a record must satisfy beyond its ring. */
    Predicate predicate(@Nullable Object[] parameters) {
        List<Predicate> all = new ArrayList<>(terms.length);
        for (Term term : terms) {
            if (!term.ringOnly()) {
                all.add(term.predicate(parameters));
            }
        }
        if (all.isEmpty()) {
            return Predicate.TRUE;
        }
        return all.size() == 1 ? all.get(0) : new Predicate.And(all);
    }

    /** Returns whether the scan reads certain ids only. */
    boolean hasIds() {
        return !ids.isEmpty();
    }

    /** Returns whether a condition names the rings to read one by one. */
    boolean namesRings() {
        for (Term term : terms) {
            if (namesRings(term)) {
                return true;
            }
        }
        return false;
    }

    private static boolean namesRings(Term term) {
        boolean equal = term instanceof Term.Compare compare && compare.operand() == Meta.RING && compare.op() == Op.EQ;
        boolean segments = term instanceof SegmentTerms.Equal each && each.namesRings();
        return equal || segments || (term instanceof Term.In in && in.operand() == Meta.RING);
    }

    RecordRows.Output[] outputs() {
        return outputs;
    }

    private List<RecordId> idsAt(@Nullable Object[] parameters) {
        if (ids.size() == 1 && ids.get(0).size() == 1) {
            String text = ids.get(0).get(0).textAt(parameters);
            return text == null ? List.of() : List.of(RecordId.parse(text));
        }
        Set<RecordId> common = null;
        for (List<Value> alternatives : ids) {
            Set<RecordId> parsed = new LinkedHashSet<>();
            for (Value value : alternatives) {
                String text = value.textAt(parameters);
                if (text != null) {
                    parsed.add(RecordId.parse(text));
                }
            }
            if (common == null) {
                common = parsed;
            } else {
                common.retainAll(parsed);
            }
        }
        return common == null ? List.of() : List.copyOf(common);
    }

    /** Refuses what the session does not allow, before anything is read. */
    static void checkAllowed(StatementContext context, ScanRequest request) {
        if (request.ids() != null) {
            return;
        }
        checkRing(context, request);
        long most = context.monitor().maxScanned();
        if (most != Long.MAX_VALUE && request.limit() < 0) {
            long certain = context.view().count(request.rings(), new QueryMonitor());
            if (certain > most) {
                throw new RocheException(
                        ErrorCode.SCAN_LIMIT_EXCEEDED,
                        "the statement would scan " + certain + " records, more than maxScanned=" + most
                                + "; name a ring to narrow it");
            }
        }
    }

    private static void checkRing(StatementContext context, ScanRequest request) {
        if (context.session().requireRing() && isAll(request.rings())) {
            throw new RocheException(
                    ErrorCode.RING_REQUIRED,
                    "the statement reads every ring and requireRing is on; add WHERE ring = … or name a ring as the table");
        }
    }

    static boolean isAll(RingSelector selector) {
        return selector instanceof RingSelector.And and && and.terms().isEmpty();
    }

    private static boolean isTrue(Predicate predicate) {
        return predicate instanceof Predicate.And and && and.terms().isEmpty();
    }

    private static boolean isFalse(Predicate predicate) {
        return predicate instanceof Predicate.Or or && or.terms().isEmpty();
    }
}
