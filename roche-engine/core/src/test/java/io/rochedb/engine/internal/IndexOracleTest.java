package io.rochedb.engine.internal;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.rochedb.engine.ErrorCode;
import io.rochedb.engine.ReadView;
import io.rochedb.engine.RocheEngine;
import io.rochedb.engine.RocheException;
import io.rochedb.engine.Seeds;
import io.rochedb.engine.Transaction;
import io.rochedb.engine.model.Codec;
import io.rochedb.engine.model.FieldRef;
import io.rochedb.engine.model.FieldType;
import io.rochedb.engine.model.RecordChange;
import io.rochedb.engine.model.RecordDraft;
import io.rochedb.engine.model.RecordId;
import io.rochedb.engine.model.RingScope;
import io.rochedb.engine.query.Predicate;
import io.rochedb.engine.query.Predicate.And;
import io.rochedb.engine.query.Predicate.Compare;
import io.rochedb.engine.query.Predicate.Field;
import io.rochedb.engine.query.Predicate.In;
import io.rochedb.engine.query.Predicate.Like;
import io.rochedb.engine.query.Predicate.Not;
import io.rochedb.engine.query.Predicate.Op;
import io.rochedb.engine.query.QueryMonitor;
import io.rochedb.engine.query.RecordCursor;
import io.rochedb.engine.query.RingSelector;
import io.rochedb.engine.query.ScanRequest;
import io.rochedb.engine.schema.ColumnType;
import io.rochedb.engine.schema.IndexDefinition;
import io.rochedb.engine.schema.IndexDefinition.IndexColumn;
import io.rochedb.engine.schema.SchemaChange;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Random histories: what a view finds through indexes is what it finds without, and a unique key is there once. */
class IndexOracleTest {
    private static final List<String> RINGS = List.of("users/a/orders", "users/b/orders", "other");
    private static final List<String> STATUS = List.of("open", "paid", "shipped", "p", "");
    private static final int STEPS = 400;
    private static final int VIEWS_MAX = 4;

    private Random random = new Random(0);
    private final List<ReadView> views = new ArrayList<>();
    private final Map<String, IndexDefinition> declared = new HashMap<>();
    private long asked;
    private long read;
    private long readWithout;

    private static IndexDefinition index(String name, boolean unique, String... columns) {
        List<IndexColumn> all = new ArrayList<>();
        for (String column : columns) {
            ColumnType.Kind kind = column.equals("n") ? ColumnType.Kind.BIGINT : ColumnType.Kind.JSON;
            all.add(new IndexColumn(List.of(column.split("\\.")), ColumnType.of(kind), false));
        }
        return new IndexDefinition(name, "users/*/orders", all, unique);
    }

    private static final List<IndexDefinition> INDEXES = List.of(
            index("by_status", false, "status"),
            index("by_number", true, "n"),
            index("by_both", false, "status", "total"),
            index("by_city", false, "address.city", "status"));

    @ParameterizedTest
    @EnumSource(
            value = EngineKind.class,
            names = {"MEMORY", "BUFFERED"})
    void answersThroughIndexesAreThoseOfScans(EngineKind kind) {
        random = Seeds.random("IndexOracleTest " + kind);
        try (TestEngine test = new TestEngine(kind)) {
            for (int step = 0; step < STEPS; step++) {
                step(test);
            }
            checkAll(test.engine());
            closeViews();
            test.reopen();
            checkAll(test.engine());
            closeViews();
        }
        assertTrue(asked > 500 && read < readWithout * 9 / 10, asked + " scans read " + read + " of " + readWithout);
    }

    private void step(TestEngine test) {
        RocheEngine engine = test.engine();
        switch (random.nextInt(14)) {
            case 0 -> declareOrDrop(engine);
            case 1 -> {
                if (views.size() < VIEWS_MAX) {
                    views.add(engine.snapshot(RingScope.ALL));
                }
            }
            case 2 -> {
                if (!views.isEmpty()) {
                    views.remove(random.nextInt(views.size())).close();
                }
            }
            case 3 -> {
                if (random.nextInt(10) == 0) {
                    closeViews();
                    test.reopen();
                }
            }
            case 4 -> truncate(engine);
            case 5 -> put(engine);
            case 6, 7 -> checkAll(engine);
            default -> transaction(engine);
        }
    }

    private void closeViews() {
        views.forEach(ReadView::close);
        views.clear();
    }

    private void declareOrDrop(RocheEngine engine) {
        IndexDefinition index = INDEXES.get(random.nextInt(INDEXES.size()));
        boolean there = declared.containsKey(index.name());
        try {
            engine.alter(
                    there ? new SchemaChange.DropIndex(index.name()) : new SchemaChange.CreateIndex(index),
                    RingScope.ALL,
                    null);
            if (there) {
                declared.remove(index.name());
            } else {
                declared.put(index.name(), index);
            }
        } catch (RocheException e) {
            assertEquals(ErrorCode.UNIQUE_VIOLATION, e.code(), e.getMessage());
            assertTrue(hasDuplicates(engine), e.getMessage());
        }
    }

    /** Older views go on reading what was there. */
    private void truncate(RocheEngine engine) {
        if (random.nextInt(8) == 0) {
            engine.alter(new SchemaChange.Truncate("users/*/orders"), RingScope.ALL, null);
        }
    }

    private void put(RocheEngine engine) {
        try {
            engine.put(draft());
        } catch (RocheException e) {
            assertEquals(ErrorCode.UNIQUE_VIOLATION, e.code(), e.getMessage());
        }
    }

    private RecordDraft draft() {
        Codec codec = random.nextInt(12) == 0 ? Codec.RAW : Codec.JSON;
        return new RecordDraft(RINGS.get(random.nextInt(RINGS.size())), document(), codec, null);
    }

    private byte[] document() {
        StringBuilder json = new StringBuilder("{\"x\":" + random.nextInt(5));
        if (random.nextInt(8) > 0) {
            json.append(",\"status\":").append(random.nextInt(10) == 0 ? "7" : "\"" + status() + "\"");
        }
        if (random.nextInt(4) == 0) {
            json.append(",\"n\":").append(random.nextInt(6) == 0 ? "null" : Integer.toString(random.nextInt(400)));
        }
        if (random.nextInt(6) > 0) {
            json.append(",\"total\":").append(random.nextInt(3) == 0 ? "1.5e1" : Integer.toString(random.nextInt(30)));
        }
        if (random.nextInt(3) > 0) {
            json.append(",\"address\":{\"city\":\"").append(random.nextInt(9)).append("\"}");
        }
        return json.append("}").toString().getBytes(UTF_8);
    }

    private String status() {
        return STATUS.get(random.nextInt(STATUS.size()));
    }

    private void transaction(RocheEngine engine) {
        try (Transaction transaction = engine.begin(RingScope.ALL, null)) {
            List<RecordId> ids = ids(transaction);
            int mark = 0;
            for (int i = random.nextInt(12); i >= 0; i--) {
                mark = random.nextInt(4) == 0 ? transaction.mark() : mark;
                try {
                    write(transaction, ids);
                } catch (RocheException e) {
                    assertEquals(ErrorCode.UNIQUE_VIOLATION, e.code(), e.getMessage());
                }
                if (random.nextInt(6) == 0) {
                    transaction.rollbackTo(mark);
                    ids = ids(transaction);
                }
                if (random.nextInt(3) == 0) {
                    check(transaction);
                }
            }
            if (random.nextInt(4) > 0) {
                transaction.commit();
            }
        }
    }

    private void write(Transaction transaction, List<RecordId> ids) {
        int kind = random.nextInt(5);
        if (kind < 2 || ids.isEmpty()) {
            ids.add(transaction.put(draft()));
            return;
        }
        RecordId id = ids.get(random.nextInt(ids.size()));
        if (kind == 2) {
            transaction.delete(id);
        } else if (kind == 3) {
            transaction.update(id, RecordChange.payload(document(), Codec.JSON));
        } else if (transaction
                .get(id)
                .map(record -> record.codec() == Codec.JSON)
                .orElse(false)) {
            transaction.patch(id, ("{\"status\":\"" + status() + "\"}").getBytes(UTF_8));
        }
    }

    private static List<RecordId> ids(ReadView view) {
        return scan(view, Predicate.TRUE, ScanRequest.Order.ID_ASC, 0, -1, new QueryMonitor());
    }

    private void checkAll(RocheEngine engine) {
        try (ReadView now = engine.snapshot(RingScope.ALL)) {
            check(now);
            assertTrue(!declared.containsKey("by_number") || !hasDuplicates(now));
        }
        views.forEach(this::check);
    }

    private void check(ReadView view) {
        for (int i = 0; i < 4; i++) {
            Predicate predicate = predicate();
            Predicate unindexed = new Not(new Not(predicate));
            ScanRequest.Order order = ScanRequest.Order.values()[random.nextInt(4)];
            long offset = random.nextInt(3) == 0 ? random.nextInt(4) : 0;
            long limit = random.nextInt(3) == 0 ? random.nextInt(6) : -1;
            QueryMonitor with = new QueryMonitor();
            QueryMonitor without = new QueryMonitor();
            List<RecordId> expected = scan(view, unindexed, order, offset, limit, without);
            assertEquals(
                    expected,
                    scan(view, predicate, order, offset, limit, with),
                    () -> predicate + " " + order + " with " + declared.keySet());
            assertTrue(with.recordsScanned() <= without.recordsScanned());
            if (!declared.isEmpty()) {
                asked++;
                read += with.recordsScanned();
                readWithout += without.recordsScanned();
            }
        }
    }

    private Predicate predicate() {
        Field status = new Field(new FieldRef("status", FieldType.VARCHAR));
        Field number = new Field(new FieldRef("n", FieldType.BIGINT));
        Field total = new Field(new FieldRef("total", FieldType.DOUBLE));
        Predicate.Path city = new Predicate.Path(List.of("address", "city"), FieldType.BIGINT);
        Op[] ops = {Op.EQ, Op.LT, Op.GE, Op.GT, Op.LE};
        List<Predicate> all = List.of(
                new Compare(status, Op.EQ, status()),
                new Compare(status, Op.EQ, "7"),
                new In(status, Set.of("paid", "shipped")),
                new Like(status, status() + "%", '\0'),
                new Compare(number, ops[random.nextInt(ops.length)], (long) random.nextInt(400)),
                new Compare(total, ops[random.nextInt(ops.length)], (double) random.nextInt(30)),
                new Compare(city, Op.EQ, (long) random.nextInt(9)),
                new Compare(
                        new Predicate.Path(List.of("address", "city"), FieldType.VARCHAR),
                        Op.EQ,
                        Integer.toString(random.nextInt(9))));
        Predicate one = all.get(random.nextInt(all.size()));
        return random.nextBoolean() ? one : new And(List.of(one, all.get(random.nextInt(all.size()))));
    }

    private static List<RecordId> scan(
            ReadView view,
            Predicate predicate,
            ScanRequest.Order order,
            long offset,
            long limit,
            QueryMonitor monitor) {
        List<RecordId> found = new ArrayList<>();
        ScanRequest request = new ScanRequest(RingSelector.ALL, null, predicate, List.of(), order, offset, limit);
        try (RecordCursor cursor = view.scan(request, monitor)) {
            while (cursor.next()) {
                found.add(cursor.id());
            }
        }
        return found;
    }

    private static boolean hasDuplicates(RocheEngine engine) {
        try (ReadView view = engine.snapshot(RingScope.ALL)) {
            return hasDuplicates(view);
        }
    }

    /** Whether two JSON records of one users' ring have the same number, looked at without any index. */
    private static boolean hasDuplicates(ReadView view) {
        Map<String, Set<Object>> seen = new HashMap<>();
        ScanRequest request = ScanRequest.of(new RingSelector.Glob("users/*/orders"))
                .withFields(List.of(new FieldRef("n", FieldType.BIGINT)));
        try (RecordCursor cursor = view.scan(request, new QueryMonitor())) {
            while (cursor.next()) {
                Object number = cursor.field(0);
                Set<Object> numbers = seen.computeIfAbsent(cursor.ring(), ring -> new java.util.HashSet<>());
                if (number != null && !numbers.add(number)) {
                    return true;
                }
            }
        }
        return false;
    }
}
