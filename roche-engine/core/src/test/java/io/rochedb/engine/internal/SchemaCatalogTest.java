package io.rochedb.engine.internal;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.rochedb.engine.ErrorCode;
import io.rochedb.engine.ReadView;
import io.rochedb.engine.RocheEngine;
import io.rochedb.engine.RocheException;
import io.rochedb.engine.model.RecordDraft;
import io.rochedb.engine.model.RingScope;
import io.rochedb.engine.schema.ColumnDefinition;
import io.rochedb.engine.schema.ColumnType;
import io.rochedb.engine.schema.IndexDefinition;
import io.rochedb.engine.schema.KeyConstraint;
import io.rochedb.engine.schema.RingTemplate;
import io.rochedb.engine.schema.Schema;
import io.rochedb.engine.schema.SchemaChange;
import io.rochedb.engine.schema.TableDefinition;
import io.rochedb.engine.schema.ViewDefinition;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What is declared: its rules, its versions, its life in a store. */
class SchemaCatalogTest {
    private static ColumnDefinition column(String name, ColumnType.Kind kind) {
        return new ColumnDefinition(name, ColumnType.of(kind), true, null, null);
    }

    private static TableDefinition table(String name, String rings, ColumnDefinition... columns) {
        return new TableDefinition(name, RingTemplate.parse(rings), List.of(columns), List.of(), List.of(), null);
    }

    private static TableDefinition orders() {
        return new TableDefinition(
                "orders",
                RingTemplate.parse("users/{user_id}/orders"),
                List.of(
                        column("user_id", ColumnType.Kind.VARCHAR),
                        column("no", ColumnType.Kind.VARCHAR),
                        column("total", ColumnType.Kind.BIGINT)),
                List.of(new KeyConstraint("pk", true, List.of("user_id", "no"))),
                List.of(),
                "what people ordered");
    }

    private static IndexDefinition index(String name, String rings) {
        return new IndexDefinition(
                name,
                rings,
                List.of(new IndexDefinition.IndexColumn(
                        List.of("total"), ColumnType.of(ColumnType.Kind.BIGINT), false)),
                false);
    }

    private static long alter(RocheEngine engine, SchemaChange change) {
        return engine.alter(change, RingScope.ALL, null);
    }

    private static Schema schema(RocheEngine engine) {
        try (ReadView view = engine.snapshot(RingScope.ALL)) {
            return view.schema();
        }
    }

    private static String refused(RocheEngine engine, ErrorCode code, SchemaChange change) {
        Schema before = schema(engine);
        RocheException refused = assertThrows(RocheException.class, () -> alter(engine, change));
        assertEquals(code, refused.code(), refused.getMessage());
        assertSame(before, schema(engine));
        return String.valueOf(refused.getMessage());
    }

    @ParameterizedTest
    @EnumSource(EngineKind.class)
    void whatIsDeclaredSurvivesReopening(EngineKind kind) {
        try (TestEngine test = new TestEngine(kind)) {
            RocheEngine engine = test.engine();
            assertTrue(schema(engine).tables().isEmpty());
            alter(engine, new SchemaChange.CreateTable(orders()));
            alter(engine, new SchemaChange.CreateView(new ViewDefinition("V", List.of(), "SELECT 1", null), false));
            alter(engine, new SchemaChange.CreateIndex(index("by_total", "users/*/orders")));
            alter(
                    engine,
                    new SchemaChange.CreateTable(table("docs", "docs", column("title", ColumnType.Kind.VARCHAR))));
            alter(engine, new SchemaChange.DropView("v"));
            alter(engine, new SchemaChange.CreateView(new ViewDefinition("w", List.of("x"), "SELECT 2", "two"), true));
            Schema before = schema(engine);
            engine = test.reopen();
            Schema after = schema(engine);
            assertEquals(before.tables(), after.tables());
            assertEquals(before.views(), after.views());
            assertEquals(before.indexes(), after.indexes());
            assertEquals("ORDERS", after.table("ORDERS").map(t -> "ORDERS").orElse(""));
            assertFalse(after.table("orders")
                    .orElseThrow()
                    .column("NO")
                    .orElseThrow()
                    .nullable());
            assertEquals(
                    "orders", after.tableOfRing("users/7/orders").orElseThrow().name());
            assertTrue(after.tableOfRing("users/7").isEmpty());
            assertTrue(after.view("v").isEmpty());
            try (ReadView view = engine.snapshot(RingScope.ALL)) {
                assertTrue(view.ring("docs").isPresent(), "the ring of a table without template columns is created");
                assertTrue(view.ring("users").isEmpty());
            }
            long version = after.version();
            alter(engine, new SchemaChange.DropIndex("BY_TOTAL"));
            assertTrue(schema(engine).version() > version);
        }
    }

    @Test
    void aViewKeepsTheSchemaOfItsVersion() {
        try (TestEngine test = new TestEngine(EngineKind.MEMORY)) {
            RocheEngine engine = test.engine();
            try (ReadView old = engine.snapshot(RingScope.ALL)) {
                alter(engine, new SchemaChange.CreateTable(orders()));
                try (ReadView middle = engine.snapshot(RingScope.ALL)) {
                    alter(engine, new SchemaChange.CreateIndex(index("i", "**")));
                    assertTrue(old.schema().tables().isEmpty());
                    assertTrue(middle.schema().table("orders").isPresent());
                    assertTrue(middle.schema().indexes().isEmpty());
                    assertTrue(schema(engine).index("I").isPresent());
                }
            }
        }
    }

    @Test
    void aCallerSeesWhatIsAboutHisRings() {
        try (TestEngine test = new TestEngine(EngineKind.MEMORY)) {
            RocheEngine engine = test.engine();
            alter(engine, new SchemaChange.CreateTable(orders()));
            alter(engine, new SchemaChange.CreateTable(table("docs", "docs")));
            alter(engine, new SchemaChange.CreateIndex(index("i", "users/*/orders")));
            RingScope scope = RingScope.subtree("users/1");
            try (ReadView view = engine.snapshot(scope)) {
                assertTrue(view.schema().table("orders").isPresent());
                assertTrue(view.schema().table("docs").isEmpty());
                assertTrue(view.schema().index("i").isPresent());
            }
            RocheException refused = assertThrows(
                    RocheException.class, () -> engine.alter(new SchemaChange.DropTable("orders"), scope, null));
            assertEquals(ErrorCode.RING_NOT_ALLOWED, refused.code());
            refused = assertThrows(
                    RocheException.class, () -> engine.alter(new SchemaChange.DropTable("docs"), scope, null));
            assertEquals(ErrorCode.UNDEFINED_TABLE, refused.code());
        }
    }

    @Test
    void namesAreTakenOnce() {
        try (TestEngine test = new TestEngine(EngineKind.MEMORY)) {
            RocheEngine engine = test.engine();
            engine.put(new RecordDraft("docs/japan", "{}".getBytes(UTF_8), null, null));
            alter(engine, new SchemaChange.CreateTable(orders()));
            alter(engine, new SchemaChange.CreateView(new ViewDefinition("v", List.of(), "SELECT 1", null), false));
            alter(engine, new SchemaChange.CreateIndex(index("i", "docs/*")));
            refused(engine, ErrorCode.DUPLICATE_TABLE, new SchemaChange.CreateTable(table("Orders", "other")));
            refused(engine, ErrorCode.DUPLICATE_TABLE, new SchemaChange.CreateTable(table("V", "other")));
            assertTrue(refused(engine, ErrorCode.DUPLICATE_TABLE, new SchemaChange.CreateTable(table("docs", "other")))
                    .contains("a ring of the name 'docs'"));
            refused(
                    engine,
                    ErrorCode.DUPLICATE_TABLE,
                    new SchemaChange.CreateView(new ViewDefinition("ORDERS", List.of(), "SELECT 1", null), true));
            refused(
                    engine,
                    ErrorCode.DUPLICATE_TABLE,
                    new SchemaChange.CreateView(new ViewDefinition("V", List.of(), "SELECT 1", null), false));
            refused(engine, ErrorCode.DUPLICATE_OBJECT, new SchemaChange.CreateIndex(index("I", "x")));
            alter(engine, new SchemaChange.CreateTable(table("docs/japan", "docs/japan")));
            assertTrue(refused(
                            engine,
                            ErrorCode.DUPLICATE_TABLE,
                            new SchemaChange.CreateTable(
                                    table("bills", "users/7/{x}", column("x", ColumnType.Kind.VARCHAR))))
                    .contains("overlap the rings 'users/{user_id}/orders' of table 'orders'"));
            refused(engine, ErrorCode.UNDEFINED_TABLE, new SchemaChange.DropTable("nothing"));
            refused(engine, ErrorCode.UNDEFINED_TABLE, new SchemaChange.AlterTable(table("nothing", "nothing")));
            refused(engine, ErrorCode.UNDEFINED_TABLE, new SchemaChange.DropView("orders"));
            refused(engine, ErrorCode.UNDEFINED_OBJECT, new SchemaChange.DropIndex("nothing"));
        }
    }

    @Test
    void aDefinitionMustMakeSense() {
        try (TestEngine test = new TestEngine(EngineKind.MEMORY)) {
            RocheEngine engine = test.engine();
            ColumnDefinition text = column("a", ColumnType.Kind.VARCHAR);
            refused(
                    engine,
                    ErrorCode.DUPLICATE_COLUMN,
                    create(table("t", "t", text, column("A", ColumnType.Kind.DATE))));
            assertTrue(refused(engine, ErrorCode.INVALID_DEFINITION, create(table("t", "x/{b}", text)))
                    .contains("declares no column of that name"));
            assertTrue(refused(
                            engine,
                            ErrorCode.INVALID_DEFINITION,
                            create(table("t", "x/{b}", column("b", ColumnType.Kind.BIGINT))))
                    .contains("must be VARCHAR, not BIGINT"));
            refused(engine, ErrorCode.INVALID_DEFINITION, create(table("t", "t", column("_id", ColumnType.Kind.UUID))));
            refused(
                    engine,
                    ErrorCode.INVALID_DEFINITION,
                    create(table(
                            "t",
                            "t",
                            new ColumnDefinition(
                                    "d", new ColumnType(ColumnType.Kind.DECIMAL, 2, 3), true, null, null))));
            assertTrue(refused(engine, ErrorCode.INVALID_DEFINITION, create(keyed("x/{a}", "b")))
                    .contains("a key is unique inside one ring, not across rings"));
            refused(engine, ErrorCode.UNDEFINED_COLUMN, create(keyed("x", "c")));
            refused(engine, ErrorCode.DUPLICATE_COLUMN, create(keyed("x", "b", "B")));
            refused(engine, ErrorCode.FEATURE_NOT_SUPPORTED, moved(engine));
        }
    }

    private static SchemaChange create(TableDefinition table) {
        return new SchemaChange.CreateTable(table);
    }

    private static TableDefinition keyed(String rings, String... key) {
        return new TableDefinition(
                "t",
                RingTemplate.parse(rings),
                List.of(column("a", ColumnType.Kind.VARCHAR), column("b", ColumnType.Kind.BIGINT)),
                List.of(new KeyConstraint("k", false, List.of(key))),
                List.of(),
                null);
    }

    private static SchemaChange moved(RocheEngine engine) {
        alter(engine, create(table("m", "m")));
        return new SchemaChange.AlterTable(table("m", "n"));
    }

    @Test
    void severalChangesAreOne() {
        try (TestEngine test = new TestEngine(EngineKind.STRONG)) {
            RocheEngine engine = test.engine();
            SchemaChange good = create(orders());
            refused(
                    engine,
                    ErrorCode.UNDEFINED_OBJECT,
                    new SchemaChange.All(List.of(good, new SchemaChange.DropIndex("none"))));
            alter(
                    engine,
                    new SchemaChange.All(List.of(good, new SchemaChange.CreateIndex(index("i", "users/*/orders")))));
            assertTrue(schema(test.reopen()).index("i").isPresent());
        }
    }
}
