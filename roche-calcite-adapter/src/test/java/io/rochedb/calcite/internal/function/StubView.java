package io.rochedb.calcite.internal.function;

import io.rochedb.engine.ReadView;
import io.rochedb.engine.model.FieldInfo;
import io.rochedb.engine.model.RecordId;
import io.rochedb.engine.model.RingInfo;
import io.rochedb.engine.model.RingScope;
import io.rochedb.engine.model.StoredRecord;
import io.rochedb.engine.query.Location;
import io.rochedb.engine.query.Meeting;
import io.rochedb.engine.query.QueryMonitor;
import io.rochedb.engine.query.RecordCursor;
import io.rochedb.engine.query.RetrieveRequest;
import io.rochedb.engine.query.RetrieveResult;
import io.rochedb.engine.query.RingSelector;
import io.rochedb.engine.query.ScanRequest;
import io.rochedb.engine.query.VectorRequest;
import io.rochedb.engine.schema.Schema;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/** A view without rings in which every record with an even seq is at node seq mod 8, whatever the time; it remembers the last retrieval. */
class StubView implements ReadView {
    RetrieveRequest lastRequest;
    double lastAt;

    @Override
    public RingScope scope() {
        return RingScope.ALL;
    }

    @Override
    public long version() {
        return 1;
    }

    @Override
    public Optional<StoredRecord> get(RecordId id) {
        return Optional.empty();
    }

    @Override
    public RecordCursor scan(ScanRequest request, QueryMonitor monitor) {
        throw new UnsupportedOperationException();
    }

    @Override
    public RecordCursor search(VectorRequest request, QueryMonitor monitor) {
        throw new UnsupportedOperationException();
    }

    @Override
    public RetrieveResult retrieve(RetrieveRequest request, QueryMonitor monitor) {
        lastRequest = request;
        return new RetrieveResult(
                List.of(), new RetrieveResult.Stats(0, 0, 0, 0, 0, 0, 0, 0), "global", List.of(), List.of(), List.of());
    }

    @Override
    public long count(RingSelector rings, QueryMonitor monitor) {
        return 0;
    }

    @Override
    public Optional<RingInfo> ring(String name) {
        return Optional.empty();
    }

    @Override
    public List<RingInfo> rings(RingSelector rings) {
        return List.of();
    }

    @Override
    public List<FieldInfo> fields(String ring) {
        return List.of();
    }

    @Override
    public List<FieldInfo> fields(RingSelector rings, int ringLimit) {
        return List.of();
    }

    @Override
    public long columnVersion(RingSelector rings) {
        return 0;
    }

    @Override
    public List<String> nearestRings(String name, int limit) {
        return List.of();
    }

    @Override
    public Optional<Location> locate(RecordId id, double atSeconds) {
        lastAt = atSeconds;
        return id.seq() % 2 == 1
                ? Optional.empty()
                : Optional.of(new Location("docs", (int) (id.seq() % 8), "local", 1.5));
    }

    @Override
    public OptionalDouble nextVisit(RecordId id, int node, double afterSeconds) {
        return OptionalDouble.of(afterSeconds + node);
    }

    @Override
    public Optional<Meeting> nextJoin(RecordId a, RecordId b, double afterSeconds) {
        return a.seq() == b.seq() ? Optional.of(new Meeting(afterSeconds + 2, 3, 4.5)) : Optional.empty();
    }

    @Override
    public void close() {}

    @Override
    public Schema schema() {
        return Schema.EMPTY;
    }
}
