package io.rochedb.calcite;

import io.rochedb.engine.ReadView;
import io.rochedb.engine.internal.json.FieldInference;
import io.rochedb.engine.internal.json.PredicateEvaluator;
import io.rochedb.engine.internal.json.Row;
import io.rochedb.engine.model.Codec;
import io.rochedb.engine.model.FieldInfo;
import io.rochedb.engine.model.FieldType;
import io.rochedb.engine.model.RecordId;
import io.rochedb.engine.model.RingInfo;
import io.rochedb.engine.model.RingNames;
import io.rochedb.engine.model.RingScope;
import io.rochedb.engine.model.StoredRecord;
import io.rochedb.engine.query.Location;
import io.rochedb.engine.query.Meeting;
import io.rochedb.engine.query.QueryMonitor;
import io.rochedb.engine.query.RecordCursor;
import io.rochedb.engine.query.RetrieveRequest;
import io.rochedb.engine.query.RetrieveResult;
import io.rochedb.engine.query.RingSelector;
import io.rochedb.engine.query.RingSelectors;
import io.rochedb.engine.query.ScanRequest;
import io.rochedb.engine.query.VectorRequest;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeMap;

/** A read view over lists: slow, plain, and right. */
final class StubView implements ReadView {
    final TreeMap<String, List<StoredRecord>> rings = new TreeMap<>();
    final Map<String, LinkedHashMap<String, FieldType>> fieldsByRing = new HashMap<>();
    long version;

    RecordId put(String ring, String json, float[] vector) {
        byte[] payload = json.getBytes(StandardCharsets.UTF_8);
        List<StoredRecord> records = rings.computeIfAbsent(ring, r -> new ArrayList<>());
        version++;
        RecordId id = new RecordId(RingNames.key(ring), records.size() + 1L, 1_000 + version, 0);
        boolean object = json.startsWith("{");
        records.add(new StoredRecord(
                ring, id, payload, object ? Codec.JSON : Codec.RAW, vector, 1_700_000_000_000L + version * 1000));
        LinkedHashMap<String, FieldType> fields = fieldsByRing.computeIfAbsent(ring, r -> new LinkedHashMap<>());
        FieldInference inference = new FieldInference();
        if (object && inference.scan(payload, 0, payload.length, 1000)) {
            for (int i = 0; i < inference.count(); i++) {
                fields.merge(inference.name(i), inference.type(i), FieldType::widen);
            }
        }
        return id;
    }

    @Override
    public RingScope scope() {
        return RingScope.ALL;
    }

    @Override
    public long version() {
        return version;
    }

    @Override
    public Optional<StoredRecord> get(RecordId id) {
        return all().stream().filter(r -> r.id().equals(id)).findFirst();
    }

    private List<StoredRecord> all() {
        List<StoredRecord> out = new ArrayList<>();
        rings.values().forEach(out::addAll);
        return out;
    }

    @Override
    public RecordCursor scan(ScanRequest request, QueryMonitor monitor) {
        monitor.ringsKnown(rings.size());
        PredicateEvaluator evaluator = PredicateEvaluator.compile(request.predicate(), request.fields());
        List<StoredRecord> hits = new ArrayList<>();
        rings.forEach((name, records) -> {
            if (RingSelectors.matches(request.rings(), name)) {
                boolean touched = false;
                for (StoredRecord record : records) {
                    if (request.ids() != null && !request.ids().contains(record.id())) {
                        continue;
                    }
                    touched = true;
                    monitor.scanned(1, record.payload().length);
                    monitor.check();
                    if (evaluator.test(new StubRow(record))) {
                        hits.add(record);
                    }
                }
                if (touched || request.ids() == null) {
                    monitor.ringRouted(RingNames.key(name));
                }
            }
        });
        Comparator<StoredRecord> byId = Comparator.comparing(StoredRecord::id);
        Comparator<StoredRecord> byTime = Comparator.comparingLong(StoredRecord::writtenAtMillis);
        hits.sort(
                switch (request.order()) {
                    case ID_ASC -> byId;
                    case ID_DESC -> byId.reversed();
                    case WRITTEN_ASC -> byTime.thenComparing(byId);
                    case WRITTEN_DESC -> byTime.reversed().thenComparing(byId);
                });
        int from = (int) Math.min(request.offset(), hits.size());
        int to = request.limit() < 0 ? hits.size() : (int) Math.min(hits.size(), from + request.limit());
        return new StubCursor(hits.subList(from, to), null, evaluator);
    }

    @Override
    public RecordCursor search(VectorRequest request, QueryMonitor monitor) {
        monitor.ringsKnown(rings.size());
        PredicateEvaluator evaluator = PredicateEvaluator.compile(request.predicate(), request.fields());
        Map<StoredRecord, Double> scores = new HashMap<>();
        List<StoredRecord> hits = new ArrayList<>();
        for (StoredRecord record : all()) {
            if (!RingSelectors.matches(request.rings(), record.ring())) {
                continue;
            }
            monitor.ringRouted(record.id().ringKey());
            if (record.vector() != null && evaluator.test(new StubRow(record))) {
                scores.put(record, score(request.metric(), request.vector(), record.vector()));
                hits.add(record);
                monitor.vectors(1, 0);
            }
        }
        Comparator<StoredRecord> order = Comparator.comparingDouble(scores::get);
        hits.sort((request.metric() == VectorRequest.Metric.L2 ? order : order.reversed())
                .thenComparing(StoredRecord::id));
        int from = (int) Math.min(request.offset(), hits.size());
        int to = (int) Math.min(hits.size(), from + request.limit());
        List<StoredRecord> best = hits.subList(from, to);
        return new StubCursor(best, best.stream().map(scores::get).toList(), evaluator);
    }

    private static double score(VectorRequest.Metric metric, float[] a, float[] b) {
        double dot = 0;
        double na = 0;
        double nb = 0;
        double l2 = 0;
        for (int i = 0; i < a.length; i++) {
            dot += (double) a[i] * b[i];
            na += (double) a[i] * a[i];
            nb += (double) b[i] * b[i];
            l2 += ((double) a[i] - b[i]) * ((double) a[i] - b[i]);
        }
        return switch (metric) {
            case DOT -> dot;
            case COSINE -> dot / Math.sqrt(na) / Math.sqrt(nb);
            case L2 -> Math.sqrt(l2);
        };
    }

    @Override
    public RetrieveResult retrieve(RetrieveRequest request, QueryMonitor monitor) {
        throw new UnsupportedOperationException();
    }

    @Override
    public long count(RingSelector selector, QueryMonitor monitor) {
        monitor.ringsKnown(rings.size());
        long count = 0;
        for (RingInfo info : rings(selector)) {
            monitor.ringRouted(info.key());
            count += info.records();
        }
        return count;
    }

    @Override
    public Optional<RingInfo> ring(String name) {
        return rings.containsKey(name) ? Optional.of(info(name)) : Optional.empty();
    }

    private RingInfo info(String name) {
        int records = rings.get(name).size();
        return new RingInfo(name, RingNames.key(name), records, 0, 0, 0, 60, 0, 0, 0, 0, null, version);
    }

    @Override
    public List<RingInfo> rings(RingSelector selector) {
        return rings.keySet().stream()
                .filter(name -> RingSelectors.matches(selector, name))
                .map(this::info)
                .toList();
    }

    @Override
    public List<FieldInfo> fields(String ring) {
        return fields(RingSelector.ring(ring), 1);
    }

    @Override
    public List<FieldInfo> fields(RingSelector selector, int ringLimit) {
        LinkedHashMap<String, FieldType> union = new LinkedHashMap<>();
        rings.keySet().stream()
                .filter(name -> RingSelectors.matches(selector, name))
                .limit(ringLimit)
                .forEach(name -> fieldsByRing.get(name).forEach((f, t) -> union.merge(f, t, FieldType::widen)));
        List<FieldInfo> out = new ArrayList<>();
        union.forEach((name, type) -> out.add(new FieldInfo(name, type, out.size(), 1, 0)));
        return out;
    }

    @Override
    public long columnVersion(RingSelector selector) {
        long sum = 0;
        for (RingInfo ring : rings(selector)) {
            sum += 31L + fieldsByRing.get(ring.name()).hashCode();
        }
        return sum;
    }

    @Override
    public List<String> nearestRings(String name, int limit) {
        return rings.keySet().stream()
                .filter(ring -> Math.abs(ring.length() - name.length()) < 3)
                .limit(limit)
                .toList();
    }

    @Override
    public Optional<Location> locate(RecordId id, double atSeconds) {
        return Optional.empty();
    }

    @Override
    public OptionalDouble nextVisit(RecordId id, int node, double afterSeconds) {
        return OptionalDouble.empty();
    }

    @Override
    public Optional<Meeting> nextJoin(RecordId a, RecordId b, double afterSeconds) {
        return Optional.empty();
    }

    @Override
    public void close() {}

    private record StubRow(StoredRecord record) implements Row {
        @Override
        public String ring() {
            return record.ring();
        }

        @Override
        public long seq() {
            return record.id().seq();
        }

        @Override
        public long writtenAtMillis() {
            return record.writtenAtMillis();
        }

        @Override
        public Codec codec() {
            return record.codec();
        }

        @Override
        public byte[] payloadArray() {
            return record.payload();
        }

        @Override
        public int payloadOffset() {
            return 0;
        }

        @Override
        public int payloadLength() {
            return record.payload().length;
        }
    }

    private static final class StubCursor implements RecordCursor {
        private final List<StoredRecord> records;
        private final List<Double> scores;
        private final PredicateEvaluator evaluator;
        private int row = -1;

        StubCursor(List<StoredRecord> records, List<Double> scores, PredicateEvaluator evaluator) {
            this.records = records;
            this.scores = scores;
            this.evaluator = evaluator;
        }

        private StoredRecord record() {
            return records.get(row);
        }

        @Override
        public boolean next() {
            if (++row >= records.size()) {
                return false;
            }
            evaluator.test(new StubRow(record()));
            return true;
        }

        @Override
        public String ring() {
            return record().ring();
        }

        @Override
        public long ringKey() {
            return record().id().ringKey();
        }

        @Override
        public long seq() {
            return record().id().seq();
        }

        @Override
        public RecordId id() {
            return record().id();
        }

        @Override
        public Codec codec() {
            return record().codec();
        }

        @Override
        public long writtenAtMillis() {
            return record().writtenAtMillis();
        }

        @Override
        public byte[] payload() {
            return record().payload().clone();
        }

        @Override
        public byte[] payloadArray() {
            return record().payload();
        }

        @Override
        public int payloadOffset() {
            return 0;
        }

        @Override
        public int payloadLength() {
            return record().payload().length;
        }

        @Override
        public boolean hasVector() {
            return record().vector() != null;
        }

        @Override
        public float[] vector() {
            return record().vector();
        }

        @Override
        public Object field(int index) {
            return evaluator.field(index);
        }

        @Override
        public double score() {
            return scores == null ? Double.NaN : scores.get(row);
        }

        @Override
        public void close() {}
    }
}
