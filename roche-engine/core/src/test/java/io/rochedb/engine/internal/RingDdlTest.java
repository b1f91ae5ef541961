package io.rochedb.engine.internal;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.rochedb.engine.EngineOptions;
import io.rochedb.engine.ErrorCode;
import io.rochedb.engine.ReadView;
import io.rochedb.engine.RocheEngine;
import io.rochedb.engine.RocheException;
import io.rochedb.engine.Transaction;
import io.rochedb.engine.internal.ring.RingState;
import io.rochedb.engine.internal.store.LogStore;
import io.rochedb.engine.model.FieldInfo;
import io.rochedb.engine.model.RecordDraft;
import io.rochedb.engine.model.RecordId;
import io.rochedb.engine.model.RingInfo;
import io.rochedb.engine.model.RingScope;
import io.rochedb.engine.query.QueryMonitor;
import io.rochedb.engine.query.RingSelector;
import io.rochedb.engine.schema.ColumnDefinition;
import io.rochedb.engine.schema.ColumnType;
import io.rochedb.engine.schema.RingTemplate;
import io.rochedb.engine.schema.SchemaChange;
import io.rochedb.engine.schema.TableDefinition;
import io.rochedb.engine.schema.ViewDefinition;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Dropping and emptying rings: what is gone, what stays, and who still sees what. */
class RingDdlTest {
    private static RecordId put(RocheEngine engine, String ring, String json, float @Nullable [] vector) {
        return engine.put(new RecordDraft(ring, json.getBytes(UTF_8), null, vector));
    }

    private static void drop(RocheEngine engine, String rings) {
        engine.alter(new SchemaChange.DropRings(rings), RingScope.ALL, null);
    }

    private static void truncate(RocheEngine engine, String rings) {
        engine.alter(new SchemaChange.Truncate(rings), RingScope.ALL, null);
    }

    private static Set<String> rings(RocheEngine engine) {
        try (ReadView view = engine.snapshot(RingScope.ALL)) {
            return new TreeSet<>(
                    view.rings(RingSelector.ALL).stream().map(RingInfo::name).toList());
        }
    }

    private static long count(ReadView view, String ring) {
        return view.count(RingSelector.ring(ring), new QueryMonitor());
    }

    private static List<String> fields(ReadView view, String ring) {
        return view.fields(ring).stream().map(FieldInfo::name).toList();
    }

    private static String refused(ErrorCode code, org.junit.jupiter.api.function.Executable statement) {
        RocheException refused = assertThrows(RocheException.class, statement);
        assertEquals(code, refused.code(), refused.getMessage());
        return String.valueOf(refused.getMessage());
    }

    @ParameterizedTest
    @EnumSource(EngineKind.class)
    void aDroppedRingIsGoneUntilSomebodyWritesIntoItAgain(EngineKind kind) {
        try (TestEngine test = new TestEngine(kind)) {
            RocheEngine engine = test.engine();
            RecordId old = put(engine, "a/b", "{\"x\":1}", new float[] {1, 0, 0});
            put(engine, "a/c", "{\"y\":1}", null);
            try (Transaction transaction = engine.begin(RingScope.ALL, null)) {
                transaction.configureRing("a/b", 7);
                transaction.describeRing("a/b", "text");
                transaction.commit();
            }
            drop(engine, "a/b");
            engine = test.reopen();
            assertEquals(Set.of("a", "a/c"), rings(engine));
            assertTrue(engine.get(old).isEmpty());
            RecordId fresh = put(engine, "a/b", "{\"z\":1}", new float[] {1, 0});
            assertEquals(old.seq() + 1, fresh.seq(), "seqs go on");
            assertEquals(1, fresh.epoch(), "epochs stay");
            engine = test.reopen();
            assertTrue(engine.get(old).isEmpty());
            try (ReadView view = engine.snapshot(RingScope.ALL)) {
                RingInfo info = view.ring("a/b").orElseThrow();
                assertEquals(1, info.records());
                assertEquals(2, info.dimension());
                assertEquals(7, info.periodSeconds());
                assertEquals(null, info.description());
                assertEquals(List.of("z"), fields(view, "a/b"));
                assertEquals(2, view.count(RingSelector.ALL, new QueryMonitor()));
            }
            RingState ring = ((EmbeddedEngine) engine).catalog().byName("a/b");
            assertArrayEquals(new double[] {1, 0}, ring.centroidSum(Long.MAX_VALUE - 1));
        }
    }

    @ParameterizedTest
    @EnumSource(EngineKind.class)
    void anEmptiedRingStays(EngineKind kind) {
        try (TestEngine test = new TestEngine(kind)) {
            RocheEngine engine = test.engine();
            RecordId old = put(engine, "a/b", "{\"x\":1}", new float[] {1, 0, 0});
            put(engine, "a/b/c", "{\"y\":1}", null);
            truncate(engine, "a/b");
            engine = test.reopen();
            assertEquals(Set.of("a", "a/b", "a/b/c"), rings(engine));
            RecordId fresh = put(engine, "a/b", "{\"z\":1}", null);
            assertEquals(old.seq() + 1, fresh.seq());
            engine = test.reopen();
            try (ReadView view = engine.snapshot(RingScope.ALL)) {
                assertEquals(List.of("x", "z"), fields(view, "a/b"));
                assertEquals(1, count(view, "a/b"));
                assertEquals(1, count(view, "a/b/c"));
            }
            truncate(engine, "**");
            assertEquals(Set.of("a", "a/b", "a/b/c"), rings(engine));
            try (ReadView view = engine.snapshot(RingScope.ALL)) {
                assertEquals(0, view.count(RingSelector.ALL, new QueryMonitor()));
            }
        }
    }

    @ParameterizedTest
    @EnumSource(EngineKind.class)
    void anOlderSnapshotReadsWhatItSaw(EngineKind kind) {
        try (TestEngine test = new TestEngine(kind)) {
            RecordId one = put(test.engine(), "a", "{\"x\":1}", new float[] {0, 1});
            put(test.engine(), "b", "{\"x\":1}", null);
            // After this no ring is in memory: what the snapshot reads is still to be read from disk.
            RocheEngine engine = test.reopen();
            try (ReadView old = engine.snapshot(RingScope.ALL)) {
                drop(engine, "a");
                truncate(engine, "b");
                put(engine, "a", "{\"y\":2}", null);
                try (ReadView middle = engine.snapshot(RingScope.ALL)) {
                    drop(engine, "a");
                    put(engine, "a", "{\"z\":3}", new float[] {1, 1, 1});
                    assertEquals(
                            "{\"x\":1}", new String(old.get(one).orElseThrow().payload(), UTF_8));
                    assertArrayEquals(
                            new float[] {0, 1}, old.get(one).orElseThrow().vector());
                    assertEquals(1, count(old, "b"));
                    assertEquals(2, old.ring("a").orElseThrow().dimension());
                    assertEquals(List.of("x"), fields(old, "a"));
                    assertEquals(List.of("y"), fields(middle, "a"));
                    assertTrue(middle.get(one).isEmpty());
                    assertEquals(1, count(middle, "a"));
                    assertEquals(0, count(middle, "b"));
                }
            }
            drop(engine, "**");
            assertEquals(0, engine.info().residentBytes(), "what nobody can read takes no memory");
        }
    }

    @Test
    void aRingWithRingsBelowItIsDroppedWithThemOrNotAtAll() {
        try (TestEngine test = new TestEngine(EngineKind.MEMORY)) {
            RocheEngine engine = test.engine();
            for (String ring : List.of("a/b/c", "a/d", "ab", "e")) {
                put(engine, ring, "{}", null);
            }
            String told = refused(ErrorCode.DEPENDENT_OBJECTS, () -> drop(engine, "a"));
            assertTrue(told.contains("ring 'a' has rings below it; DROP RING 'a/**'"), told);
            refused(ErrorCode.DEPENDENT_OBJECTS, () -> drop(engine, "a/*"));
            refused(ErrorCode.DEPENDENT_OBJECTS, () -> drop(engine, "*"));
            refused(ErrorCode.UNDEFINED_TABLE, () -> drop(engine, "nothing"));
            refused(ErrorCode.UNDEFINED_TABLE, () -> truncate(engine, "nothing"));
            refused(ErrorCode.INVALID_RING_NAME, () -> drop(engine, "a/**/b"));
            RingScope scope = RingScope.subtree("a/b");
            refused(ErrorCode.RING_NOT_ALLOWED, () -> engine.alter(new SchemaChange.DropRings("a/**"), scope, null));
            assertEquals(Set.of("a", "a/b", "a/b/c", "a/d", "ab", "e"), rings(engine));
            engine.alter(new SchemaChange.DropRings("a/b/**"), scope, null);
            assertEquals(Set.of("a", "a/d", "ab", "e"), rings(engine));
            drop(engine, "*/nothing/*");
            drop(engine, "a/**");
            assertEquals(Set.of("ab", "e"), rings(engine));
            drop(engine, "**");
            assertEquals(Set.of(), rings(engine));
        }
    }

    private static void create(RocheEngine engine, String name, String rings, ColumnDefinition... columns) {
        TableDefinition table =
                new TableDefinition(name, RingTemplate.parse(rings), List.of(columns), List.of(), List.of(), null);
        engine.alter(new SchemaChange.CreateTable(table), RingScope.ALL, null);
    }

    @ParameterizedTest
    @EnumSource(EngineKind.class)
    void aDroppedTableTakesItsRingsWithIt(EngineKind kind) {
        try (TestEngine test = new TestEngine(kind)) {
            RocheEngine engine = test.engine();
            ColumnDefinition user =
                    new ColumnDefinition("u", ColumnType.of(ColumnType.Kind.VARCHAR), false, null, null);
            ColumnDefinition number =
                    new ColumnDefinition("n", ColumnType.of(ColumnType.Kind.BIGINT), false, null, null);
            create(engine, "users", "users/{u}", user);
            create(engine, "orders", "users/{u}/orders", user, number);
            create(engine, "docs", "docs", number);
            put(engine, "users/1", "{}", null);
            put(engine, "users/1/orders", "{\"n\":1}", null);
            put(engine, "users/2", "{}", null);
            refused(ErrorCode.DEPENDENT_OBJECTS, () -> drop(engine, "docs"));
            refused(ErrorCode.DEPENDENT_OBJECTS, () -> drop(engine, "**"));
            engine.alter(new SchemaChange.DropTable("users"), RingScope.ALL, null);
            RocheEngine again = test.reopen();
            assertEquals(
                    Set.of("docs", "users", "users/1", "users/1/orders"),
                    rings(again),
                    "a ring with rings below it stays, empty");
            try (ReadView view = again.snapshot(RingScope.ALL)) {
                assertEquals(0, count(view, "users/1"));
                assertEquals(1, count(view, "users/1/orders"));
                assertTrue(view.schema().table("users").isEmpty());
            }
            put(again, "users/1", "{\"anything\":true}", null);
            refused(ErrorCode.NOT_NULL_VIOLATION, () -> put(again, "users/1/orders", "{}", null));
            again.alter(new SchemaChange.DropTable("docs"), RingScope.ALL, null);
            again.alter(new SchemaChange.DropTable("orders"), RingScope.ALL, null);
            assertEquals(Set.of("users", "users/1"), rings(test.reopen()));
        }
    }

    @Test
    void aDroppedTableCanBeCreatedAgainAlthoughTheRingAboveItsRingsIsThere() {
        try (TestEngine test = new TestEngine(EngineKind.MEMORY)) {
            RocheEngine engine = test.engine();
            ColumnDefinition user =
                    new ColumnDefinition("u", ColumnType.of(ColumnType.Kind.VARCHAR), false, null, null);
            for (int i = 0; i < 2; i++) {
                create(engine, "users", "users/{u}", user);
                put(engine, "users/1", "{}", null);
                engine.alter(new SchemaChange.DropTable("users"), RingScope.ALL, null);
                assertEquals(Set.of("users"), rings(engine));
            }
            put(engine, "users", "{}", null);
            refused(ErrorCode.DUPLICATE_TABLE, () -> create(engine, "users", "users/{u}", user));
        }
    }

    @Test
    void aWriterWhoseRingWasDroppedAfterItsSnapshotFails() {
        try (TestEngine test = new TestEngine(EngineKind.BUFFERED)) {
            RocheEngine engine = test.engine();
            put(engine, "a", "{}", null);
            try (Transaction writes = engine.begin(RingScope.ALL, null);
                    Transaction configures = engine.begin(RingScope.ALL, null);
                    Transaction late = engine.begin(RingScope.ALL, null);
                    Transaction elsewhere = engine.begin(RingScope.ALL, null)) {
                writes.put(new RecordDraft("a", "{}".getBytes(UTF_8), null, null));
                configures.describeRing("a", "text");
                elsewhere.put(new RecordDraft("b", "{}".getBytes(UTF_8), null, null));
                drop(engine, "a");
                late.put(new RecordDraft("a", "{}".getBytes(UTF_8), null, null));
                String told = refused(ErrorCode.SERIALIZATION_FAILURE, writes::commit);
                assertTrue(told.contains("ring 'a' was dropped or emptied"), told);
                refused(ErrorCode.SERIALIZATION_FAILURE, configures::commit);
                refused(ErrorCode.SERIALIZATION_FAILURE, late::commit);
                elsewhere.commit();
            }
            assertEquals(Set.of("b"), rings(engine));
        }
    }

    @ParameterizedTest
    @EnumSource(
            value = EngineKind.class,
            names = {"BUFFERED", "STRONG"})
    void aDropThatCannotBeWrittenHasNotHappened(EngineKind kind) {
        AtomicReference<FaultyStore> faulty = new AtomicReference<>();
        UnaryOperator<LogStore> wrap = store -> {
            FaultyStore wrapped = new FaultyStore(store);
            faulty.set(wrapped);
            return wrapped;
        };
        try (TestEngine test = new TestEngine(kind, options -> options, wrap)) {
            RecordId id = put(test.engine(), "a", "{\"x\":1}", new float[] {0, 1});
            RocheEngine engine = test.reopen();
            faulty.get().failing = true;
            SchemaChange change = new SchemaChange.All(List.of(
                    new SchemaChange.DropRings("a"),
                    new SchemaChange.CreateView(new ViewDefinition("v", List.of(), "SELECT 1", null), false)));
            refused(ErrorCode.IO_ERROR, () -> engine.alter(change, RingScope.ALL, null));
            check(engine, id);
            refused(ErrorCode.IO_ERROR, () -> put(engine, "a", "{}", null));
            faulty.get().failing = false;
            check(test.reopen(), id);
        }
    }

    private static void check(RocheEngine engine, RecordId id) {
        try (ReadView view = engine.snapshot(RingScope.ALL)) {
            assertEquals("{\"x\":1}", new String(view.get(id).orElseThrow().payload(), UTF_8));
            assertArrayEquals(new float[] {0, 1}, view.get(id).orElseThrow().vector());
            assertTrue(view.schema().views().isEmpty());
            assertEquals(List.of("x"), fields(view, "a"));
        }
    }

    @Test
    void aReadOnlyStoreSaysWhatIsDeclared() {
        try (TestEngine test = new TestEngine(EngineKind.STRONG)) {
            create(
                    test.engine(),
                    "t",
                    "r",
                    new ColumnDefinition("n", ColumnType.of(ColumnType.Kind.BIGINT), false, null, null));
            test.engine().close();
            EngineOptions options = EngineOptions.file(test.directory()).withReadOnly(true);
            try (RocheEngine engine = RocheEngine.open(options);
                    ReadView view = engine.snapshot(RingScope.ALL)) {
                assertEquals("t", view.schema().tableOfRing("r").orElseThrow().name());
                refused(ErrorCode.READ_ONLY_TRANSACTION, () -> drop(engine, "r"));
            }
            test.reopen();
        }
    }

    @Test
    void theColumnVersionNeverComesBack() {
        try (TestEngine test = new TestEngine(EngineKind.MEMORY)) {
            RocheEngine engine = test.engine();
            RingSelector glob = new RingSelector.Glob("a/*");
            Set<Long> seen = new java.util.HashSet<>();
            long before = -1;
            for (int i = 0; i < 5; i++) {
                put(engine, "a/b", "{\"x\":1}", null);
                long now = version(engine, glob);
                assertTrue(now > before);
                assertTrue(seen.add(now));
                drop(engine, "a/b");
                before = version(engine, glob);
                assertTrue(before > now);
                assertTrue(seen.add(before));
            }
            long schema;
            try (ReadView view = engine.snapshot(RingScope.ALL)) {
                schema = view.schema().version();
            }
            truncate(engine, "**");
            try (ReadView view = engine.snapshot(RingScope.ALL)) {
                assertNotEquals(schema, view.schema().version());
            }
        }
    }

    private static long version(RocheEngine engine, RingSelector rings) {
        try (ReadView view = engine.snapshot(RingScope.ALL)) {
            return view.columnVersion(rings);
        }
    }
}
