package io.rochedb.engine.internal;

import io.rochedb.engine.ErrorCode;
import io.rochedb.engine.ReadView;
import io.rochedb.engine.RocheException;
import io.rochedb.engine.internal.ring.ColdReads;
import io.rochedb.engine.internal.ring.FieldSet;
import io.rochedb.engine.internal.ring.IndexReports;
import io.rochedb.engine.internal.ring.RingOverlay;
import io.rochedb.engine.internal.ring.RingReader;
import io.rochedb.engine.internal.ring.RingReads;
import io.rochedb.engine.internal.ring.RingState;
import io.rochedb.engine.internal.ring.Snapshots.Snapshot;
import io.rochedb.engine.internal.ring.ViewAccess;
import io.rochedb.engine.internal.schema.SchemaCatalog;
import io.rochedb.engine.internal.schema.SchemaScope;
import io.rochedb.engine.internal.search.NearestNames;
import io.rochedb.engine.internal.search.Retrieval;
import io.rochedb.engine.internal.search.VectorSearch;
import io.rochedb.engine.model.FieldInfo;
import io.rochedb.engine.model.IndexInfo;
import io.rochedb.engine.model.RecordId;
import io.rochedb.engine.model.RingInfo;
import io.rochedb.engine.model.RingScope;
import io.rochedb.engine.model.StoredRecord;
import io.rochedb.engine.orbit.RingOrbit;
import io.rochedb.engine.query.IndexUse;
import io.rochedb.engine.query.Location;
import io.rochedb.engine.query.Meeting;
import io.rochedb.engine.query.QueryMonitor;
import io.rochedb.engine.query.RecordCursor;
import io.rochedb.engine.query.RetrieveRequest;
import io.rochedb.engine.query.RetrieveResult;
import io.rochedb.engine.query.RingSelector;
import io.rochedb.engine.query.RingSizes;
import io.rochedb.engine.query.ScanRequest;
import io.rochedb.engine.query.StellarCursor;
import io.rochedb.engine.query.StellarRequest;
import io.rochedb.engine.query.VectorRequest;
import io.rochedb.engine.schema.Schema;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;

/** A snapshot for one caller; a transaction puts its staged writes on top. */
class EngineView implements ReadView {
    /** Set in the column versions of a transaction with columns of its own, which may be rolled back: never the version of committed ones. */
    private static final long OWN_COLUMNS = 1L << 62;

    /** An odd number with bits all over, the golden ratio's. */
    private static final long MIX_MULTIPLIER = 0x9E3779B97F4A7C15L;

    final EmbeddedEngine engine;
    private RingScope scope;
    private Snapshot snapshot;
    private ColdReads cold;
    /** Of snapshots before this one: cursors may still read through them. */
    private List<ColdReads> formerCold = List.of();

    private SchemaCatalog declared;
    private @Nullable Schema schema;
    private final ViewAccess access = new Access();
    private boolean closed;

    EngineView(EmbeddedEngine engine, RingScope scope) {
        this.engine = engine;
        this.scope = scope;
        snapshot = engine.committer().snapshots().open();
        cold = new ColdReads(engine.catalog().residency(), snapshot.version());
        declared = engine.catalog().schemas().at(snapshot.version());
    }

    @Override
    public RingScope scope() {
        return scope;
    }

    /** Sees and writes other rings from now on. */
    final void see(RingScope other) {
        scope = other;
        schema = null;
    }

    @Override
    public long version() {
        return snapshot.version();
    }

    /** Reads at another snapshot from now on, which the view takes over. */
    final void readAt(Snapshot newer) {
        Snapshot before = snapshot;
        snapshot = newer;
        if (cold.isUsed()) {
            formerCold = new ArrayList<>(formerCold);
            formerCold.add(cold);
        }
        cold = new ColdReads(engine.catalog().residency(), newer.version());
        declared = engine.catalog().schemas().at(newer.version());
        schema = null;
        before.close();
    }

    /** Returns what is declared at the view's version. */
    final SchemaCatalog declared() {
        return declared;
    }

    /** Has something else be declared, for this view only. */
    final void declare(SchemaCatalog own) {
        declared = own;
        schema = null;
    }

    /** Returns whether what is declared is at another version as it is here. */
    final boolean isDeclaredAt(long version) {
        return engine.catalog().schemas().at(version).version() == declared.version();
    }

    @Override
    public Schema schema() {
        Schema seen = schema;
        if (seen == null) {
            seen = SchemaScope.visible(declared, scope);
            schema = seen;
        }
        return seen;
    }

    final void checkReadable() {
        if (closed) {
            throw new RocheException(ErrorCode.OBJECT_CLOSED, "the view is closed");
        }
        engine.requireOpen();
        snapshot.check();
        if (version() > engine.committer().visible()) {
            RocheException cause = engine.committer().failure();
            if (cause != null) {
                throw new RocheException(
                        ErrorCode.IO_ERROR,
                        "this snapshot holds commits that could not be written: " + cause.getMessage(),
                        cause);
            }
        }
    }

    // What a transaction adds; nothing here.

    @Nullable
    RingOverlay overlay(RingState ring) {
        return null;
    }

    Collection<RingOverlay> overlays() {
        return List.of();
    }

    double[] periods(RingState ring) {
        return ring.periodSeconds();
    }

    @Nullable
    String description(RingState ring) {
        return ring.description();
    }

    int dimension(RingState ring) {
        return ring.dimension(version());
    }

    /** Returns whether the view's own transaction will have created the ring. */
    boolean creates(RingState ring) {
        return false;
    }

    private boolean exists(RingState ring) {
        return ring.existsAt(version()) || creates(ring);
    }

    // Rings.

    private List<RingState> route(RingSelector rings) {
        return engine.catalog().byKey(rings, scope, this::exists);
    }

    private @Nullable RingState findRing(String name) {
        RingState ring = engine.catalog().byName(name);
        return ring != null && exists(ring) && scope.sees(name) ? ring : null;
    }

    /** Returns the visible ring of an id, or null. */
    @Nullable
    RingState ringOf(RecordId id) {
        return findRing(id.ringKey());
    }

    private @Nullable RingState findRing(long key) {
        RingState ring = engine.catalog().byKey(key);
        return ring != null && exists(ring) && scope.sees(ring.name()) ? ring : null;
    }

    RingState.Counters counters(RingState ring) {
        return RingReads.counters(ring, version(), overlay(ring));
    }

    private ViewAccess.Totals totals() {
        if (!scope.seesAll()) {
            return scopedTotals();
        }
        io.rochedb.engine.internal.ring.Totals all = engine.totals();
        long rings = all.rings();
        long records = all.records();
        long vectors = all.vectorRecords();
        for (RingOverlay overlay : overlays()) {
            RingState.Counters delta = overlay.delta();
            long before = overlay.ring().recordsNow();
            rings += (before + delta.records() > 0 ? 1 : 0) - (before > 0 ? 1 : 0);
            records += delta.records();
            vectors += delta.vectorRecords();
        }
        return new ViewAccess.Totals(rings, records, vectors);
    }

    private ViewAccess.Totals snapshotTotals() {
        ViewAccess.Totals now = totals();
        // Asked after the counts were read, and waits for a commit that is being applied: equal means that none is in
        // them.
        boolean newest = engine.committer().appended() == version();
        return newest || !scope.seesAll() ? now : scopedTotals();
    }

    private ViewAccess.Totals scopedTotals() {
        return overlays().isEmpty()
                ? engine.scopedTotals().of(scope, version(), engine.totals().recent(), this::countTotals)
                : countTotals();
    }

    private ViewAccess.Totals countTotals() {
        long rings = 0;
        long records = 0;
        long vectors = 0;
        for (RingState ring : engine.catalog().byName(RingSelector.ALL, scope, this::exists)) {
            RingState.Counters counters = counters(ring);
            rings += counters.records() > 0 ? 1 : 0;
            records += counters.records();
            vectors += counters.vectorRecords();
        }
        return new ViewAccess.Totals(rings, records, vectors);
    }

    /** The view as scans, search and retrieval read it. */
    private final class Access implements ViewAccess {
        @Override
        public void checkReadable() {
            EngineView.this.checkReadable();
        }

        @Override
        public List<RingState> route(RingSelector rings) {
            return EngineView.this.route(rings);
        }

        @Override
        public @Nullable RingState ring(String name) {
            return findRing(name);
        }

        @Override
        public @Nullable RingState ring(long key) {
            return findRing(key);
        }

        @Override
        public List<String> children(String name, int limit) {
            return engine.catalog().children(name, limit, ring -> scope.sees(ring.name()) && exists(ring));
        }

        @Override
        public RingReader reader(RingState ring) {
            return RingReads.openReader(ring, version(), overlay(ring), cold, false);
        }

        @Override
        public RingReader committedReader(RingState ring) {
            return RingReads.openReader(ring, version(), null, cold, false);
        }

        @Override
        public RingReader lookupReader(RingState ring, boolean committed) {
            return RingReads.openReader(ring, version(), committed ? null : overlay(ring), cold, true);
        }

        @Override
        public double[] centroidSum(RingState ring) {
            return ring.centroidSum(version());
        }

        @Override
        public boolean stages(RingState ring) {
            RingOverlay overlay = overlay(ring);
            return overlay != null && !overlay.isEmpty();
        }

        @Override
        public long records(RingState ring) {
            return counters(ring).records();
        }

        @Override
        public boolean hasRecords(RingState ring) {
            return RingReads.hasRecords(ring, version(), overlay(ring));
        }

        @Override
        public long vectorRecords(RingState ring) {
            return counters(ring).vectorRecords();
        }

        @Override
        public Totals totals() {
            return EngineView.this.totals();
        }

        @Override
        public Totals snapshotTotals() {
            return EngineView.this.snapshotTotals();
        }
    }

    // Records.

    @Override
    public Optional<StoredRecord> get(RecordId id) {
        checkReadable();
        RingState ring = ringOf(id);
        if (ring == null) {
            return Optional.empty();
        }
        RingOverlay overlay = overlay(ring);
        RingOverlay.Staged staged = overlay == null ? null : overlay.get(id.seq());
        return Optional.ofNullable(
                staged == null ? RingReads.record(ring, id, version()) : RingReads.record(ring, id, staged));
    }

    @Override
    public RecordCursor scan(ScanRequest request, QueryMonitor monitor) {
        checkReadable();
        cold.statement();
        return ScanCursors.open(access, request, monitor, engine.budget());
    }

    @Override
    public Optional<IndexUse> indexUse(ScanRequest request) {
        checkReadable();
        return IndexReports.use(access, request, version());
    }

    @Override
    public List<IndexInfo> indexes() {
        checkReadable();
        return IndexReports.indexes(schema(), access);
    }

    @Override
    public RecordCursor search(VectorRequest request, QueryMonitor monitor) {
        checkReadable();
        cold.statement();
        return VectorSearch.search(access, request, monitor);
    }

    @Override
    public StellarCursor stellar(StellarRequest request, QueryMonitor monitor) {
        checkReadable();
        return new StellarRows(access, schema().model(), request, monitor);
    }

    @Override
    public RetrieveResult retrieve(RetrieveRequest request, QueryMonitor monitor) {
        checkReadable();
        cold.statement();
        return Retrieval.retrieve(access, request, monitor);
    }

    @Override
    public long count(RingSelector rings, QueryMonitor monitor) {
        checkReadable();
        ViewAccess.Totals totals = totals();
        monitor.ringsKnown(totals.rings());
        long count = 0;
        long scanned = 0;
        for (RingState ring : route(rings)) {
            RingState.Counters counters = counters(ring);
            count += counters.records();
            if (counters.records() > 0) {
                monitor.ringRouted(ring.key());
            }
            if (ring.countersAt(version()) == null) {
                scanned += counters.records();
                monitor.scanned(counters.records(), 0);
                monitor.check();
            }
        }
        monitor.skipped(Math.max(0, totals.records() - scanned));
        return count;
    }

    @Override
    public RingSizes sizesAbout(RingSelector rings) {
        checkReadable();
        if (rings.equals(RingSelector.ALL) && scope.seesAll()) {
            ViewAccess.Totals all = totals();
            return new RingSizes(all.rings(), all.records());
        }
        long held = 0;
        long records = 0;
        for (RingState ring : engine.catalog().byName(rings, scope, this::exists)) {
            RingOverlay overlay = overlay(ring);
            long count =
                    ring.recordsNow() + (overlay == null ? 0 : overlay.delta().records());
            held += count > 0 ? 1 : 0;
            records += count;
        }
        return new RingSizes(held, records);
    }

    // Descriptions.

    @Override
    public Optional<RingInfo> ring(String name) {
        checkReadable();
        RingState ring = findRing(name);
        return ring == null ? Optional.empty() : Optional.of(RingInfos.info(this, ring));
    }

    @Override
    public List<RingInfo> rings(RingSelector rings) {
        checkReadable();
        return engine.catalog().byName(rings, scope, this::exists).stream()
                .map(ring -> RingInfos.info(this, ring))
                .toList();
    }

    /** Returns the field set of a ring, with what the view's transaction adds. */
    FieldSet fieldSet(RingState ring) {
        RingOverlay overlay = overlay(ring);
        return overlay == null || overlay.isEmpty() ? ring.fields(version()) : overlay.fields();
    }

    @Override
    public List<FieldInfo> fields(String ring) {
        checkReadable();
        RingState found = findRing(ring);
        return found == null ? List.of() : fieldSet(found).infos();
    }

    @Override
    public List<FieldInfo> fields(RingSelector rings, int ringLimit) {
        checkReadable();
        List<RingState> found = engine.catalog().byName(rings, scope, this::exists);
        return RingInfos.union(this, found.subList(0, Math.min(ringLimit, found.size())));
    }

    @Override
    public long columnVersion(RingSelector rings) {
        checkReadable();
        if (rings.equals(RingSelector.ALL)
                && scope.seesAll()
                && overlays().stream().noneMatch(overlay -> ownColumns(overlay.ring()) != 0)) {
            return engine.committer().schemaVersion();
        }
        long sum = 0;
        long own = 0;
        // Rings that were dropped count on: the number must not come back to what it was.
        for (RingState ring : engine.catalog().byName(rings, scope, ring -> exists(ring) || wasDropped(ring))) {
            sum += columnNumber(ring);
            if (!exists(ring)) {
                continue;
            }
            long ownColumns = ownColumns(ring);
            own = ownColumns == 0 ? own : mixed(own + ownColumns);
        }
        return own == 0 ? sum : OWN_COLUMNS | (mixed(own + sum) >>> 2);
    }

    private boolean wasDropped(RingState ring) {
        return ring.columnBase(version()) > 0;
    }

    /** Returns a number that grows whenever the ring's fields can have changed. */
    long columnNumber(RingState ring) {
        long base = ring.columnBase(version());
        return exists(ring) ? base + 1 + fieldSet(ring).version() : base;
    }

    /** Returns a number for what only this view's transaction knows of a ring's columns, 0 for nothing. */
    private long ownColumns(RingState ring) {
        RingOverlay overlay = overlay(ring);
        long ownFields = overlay == null ? 0 : overlay.ownFields();
        return ownFields != 0 ? ownFields : ring.existsAt(version()) ? 0 : ~ring.key();
    }

    /** Spreads a number over all bits, one to one. */
    private static long mixed(long number) {
        long folded = (number ^ (number >>> 32)) * MIX_MULTIPLIER;
        return folded ^ (folded >>> 29);
    }

    @Override
    public List<String> nearestRings(String name, int limit) {
        checkReadable();
        List<RingState> rings = engine.catalog().byName(RingSelector.ALL, scope, this::exists);
        return NearestNames.nearest(name, rings.stream().map(RingState::name).toList(), limit);
    }

    // Orbits.

    @Override
    public Optional<Location> locate(RecordId id, double atSeconds) {
        checkReadable();
        RingState ring = ringOf(id);
        return ring == null
                ? Optional.empty()
                : Optional.of(engine.orbits().locate(ring, periods(ring), id, atSeconds));
    }

    @Override
    public OptionalDouble nextVisit(RecordId id, int node, double afterSeconds) {
        checkReadable();
        RingState ring = ringOf(id);
        engine.orbits().requireNode(node);
        return ring == null
                ? OptionalDouble.empty()
                : engine.orbits().nextVisit(ring, periods(ring), id, node, afterSeconds);
    }

    @Override
    public Optional<Meeting> nextJoin(RecordId a, RecordId b, double afterSeconds) {
        checkReadable();
        RingState ringA = ringOf(a);
        RingState ringB = ringOf(b);
        if (ringA == null || ringB == null) {
            return Optional.empty();
        }
        RingOrbit orbitA = Orbits.orbit(ringA, periods(ringA), a);
        RingOrbit orbitB = Orbits.orbit(ringB, periods(ringB), b);
        return engine.orbits().nextJoin(orbitA, orbitB, afterSeconds);
    }

    @Override
    public void close() {
        if (!closed) {
            closed = true;
            cold.close();
            formerCold.forEach(ColdReads::close);
            snapshot.close();
            engine.committer().upkeep().forgetEnded();
        }
    }

    /** Returns the row access of this view. */
    ViewAccess access() {
        return access;
    }

    boolean isClosed() {
        return closed;
    }
}
