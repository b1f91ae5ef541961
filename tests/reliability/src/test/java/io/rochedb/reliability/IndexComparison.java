package io.rochedb.reliability;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.rochedb.engine.ReadView;
import io.rochedb.engine.model.FieldRef;
import io.rochedb.engine.model.FieldType;
import io.rochedb.engine.model.RecordId;
import io.rochedb.engine.query.Predicate;
import io.rochedb.engine.query.QueryMonitor;
import io.rochedb.engine.query.RecordCursor;
import io.rochedb.engine.query.RingSelector;
import io.rochedb.engine.query.ScanRequest;
import io.rochedb.engine.schema.IndexDefinition;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;

/** The comparison of what the indexes of a view answer with what is in its records. Stateless. */
final class IndexComparison {
    private static final int VALUES = 60;

    private IndexComparison() {}

    /** Compares every declared index over a number; returns how many questions were answered through one. */
    static int check(ReadView view, Random random) {
        int answered = 0;
        for (IndexDefinition index : view.schema().indexes()) {
            answered += check(view, index, random);
        }
        return answered;
    }

    private static int check(ReadView view, IndexDefinition index, Random random) {
        RingSelector rings = new RingSelector.Glob(index.rings());
        FieldRef field = new FieldRef(index.columns().get(0).path().get(0), FieldType.BIGINT);
        TreeMap<Long, List<RecordId>> records = new TreeMap<>();
        Map<String, Set<Long>> seen = new HashMap<>();
        long all = 0;
        try (RecordCursor cursor = view.scan(ScanRequest.of(rings).withFields(List.of(field)), new QueryMonitor())) {
            while (cursor.next()) {
                all++;
                if (cursor.field(0) instanceof Long value) {
                    boolean first = seen.computeIfAbsent(cursor.ring(), ring -> new HashSet<>())
                            .add(value);
                    assertTrue(first || !index.unique(), index.name() + ": " + value + " twice in " + cursor.ring());
                    records.computeIfAbsent(value, key -> new ArrayList<>()).add(cursor.id());
                }
            }
        }
        List<Long> values = new ArrayList<>(records.keySet());
        int answered = 0;
        for (int i = 0; i < VALUES && !values.isEmpty(); i++) {
            long value = values.get(random.nextInt(values.size())) + (random.nextInt(5) == 0 ? 1 : 0);
            QueryMonitor monitor = new QueryMonitor();
            assertEquals(
                    records.getOrDefault(value, List.of()),
                    found(view, rings, compare(field, Predicate.Op.EQ, value), monitor),
                    index.name() + " = " + value);
            answered += monitor.recordsScanned() < all ? 1 : 0;
            List<RecordId> above = new ArrayList<>();
            records.tailMap(value).values().forEach(above::addAll);
            above.sort(null);
            List<RecordId> through = found(view, rings, compare(field, Predicate.Op.GE, value), new QueryMonitor());
            through.sort(null);
            assertEquals(above, through, index.name() + " >= " + value);
        }
        return answered;
    }

    private static Predicate compare(FieldRef field, Predicate.Op op, long value) {
        return new Predicate.Compare(new Predicate.Field(field), op, value);
    }

    /** Returns the records of some rings. */
    static List<RecordId> ids(ReadView view, RingSelector rings) {
        return found(view, rings, Predicate.TRUE, new QueryMonitor());
    }

    private static List<RecordId> found(ReadView view, RingSelector rings, Predicate predicate, QueryMonitor monitor) {
        List<RecordId> found = new ArrayList<>();
        ScanRequest request = new ScanRequest(rings, null, predicate, List.of(), ScanRequest.Order.ID_ASC, 0, -1);
        try (RecordCursor cursor = view.scan(request, monitor)) {
            while (cursor.next()) {
                found.add(cursor.id());
            }
        }
        return found;
    }
}
