package io.rochedb.engine.internal;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.rochedb.engine.EngineOptions;
import io.rochedb.engine.ErrorCode;
import io.rochedb.engine.ProgressListener;
import io.rochedb.engine.ReadView;
import io.rochedb.engine.RocheEngine;
import io.rochedb.engine.RocheException;
import io.rochedb.engine.Transaction;
import io.rochedb.engine.access.AccessCatalog;
import io.rochedb.engine.access.Privilege;
import io.rochedb.engine.access.RingGrant;
import io.rochedb.engine.access.Role;
import io.rochedb.engine.access.ScramVerifier;
import io.rochedb.engine.access.User;
import io.rochedb.engine.model.Codec;
import io.rochedb.engine.model.RecordChange;
import io.rochedb.engine.model.RecordDraft;
import io.rochedb.engine.model.RecordId;
import io.rochedb.engine.model.RingScope;
import io.rochedb.engine.query.QueryMonitor;
import io.rochedb.engine.query.RingSelector;
import io.rochedb.engine.schema.SchemaChange;
import io.rochedb.engine.schema.ViewDefinition;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.api.io.TempDir;

/** Users and grants as part of a store, and what a scope lets its caller do. */
class AccessTest {
    private static final ScramVerifier VERIFIER = ScramVerifier.of("x", new byte[] {1}, 4096);

    private static void create(RocheEngine engine, String name, Role role) {
        engine.alter(
                new SchemaChange.All(List.of(
                        new SchemaChange.KeepLoginSecret("secret of " + name),
                        new SchemaChange.CreateUser(new User(name, role, VERIFIER, 7, List.of())))),
                RingScope.ALL,
                null);
    }

    private static void grant(RocheEngine engine, String name, Privilege privilege, String rings) {
        engine.alter(new SchemaChange.Grant(name, new RingGrant(privilege, rings)), RingScope.ALL, null);
    }

    private static void refused(ErrorCode code, Executable work) {
        assertEquals(code, assertThrows(RocheException.class, work).code());
    }

    private static RecordDraft draft(String ring, String payload) {
        return new RecordDraft(ring, payload.getBytes(UTF_8), Codec.JSON, null);
    }

    @Test
    void usersAndGrantsSurviveReopening(@TempDir Path directory) {
        AccessCatalog before;
        try (RocheEngine engine = RocheEngine.open(EngineOptions.file(directory))) {
            create(engine, "root", Role.ADMIN);
            create(engine, "bob", Role.WRITER);
            create(engine, "gone", Role.READER);
            grant(engine, "bob", Privilege.WRITE, "a/**");
            grant(engine, "bob", Privilege.READ, "b");
            engine.alter(new SchemaChange.DropUser("gone"), RingScope.ALL, null);
            before = engine.access();
        }
        try (RocheEngine engine = RocheEngine.open(EngineOptions.file(directory))) {
            assertEquals(before.byName(), engine.access().byName());
            assertEquals("secret of root", engine.access().loginSecret());
            assertEquals(
                    List.of(new RingGrant(Privilege.WRITE, "a/**"), new RingGrant(Privilege.READ, "b")),
                    engine.access().user("bob").orElseThrow().grants());
            assertTrue(engine.access().user("gone").isEmpty());
        }
    }

    @Test
    void usersAreNoPartOfADumpNorOfWhatPlansDependOn(@TempDir Path directory) throws IOException {
        try (RocheEngine engine = RocheEngine.open(EngineOptions.memory())) {
            long declared;
            try (ReadView view = engine.snapshot(RingScope.ALL)) {
                declared = view.schema().version();
            }
            create(engine, "root", Role.ADMIN);
            try (ReadView view = engine.snapshot(RingScope.ALL)) {
                assertEquals(declared, view.schema().version());
            }
            AccessCatalog access = engine.access();
            engine.put(draft("a", "{}"));
            engine.alter(
                    new SchemaChange.CreateView(new ViewDefinition("v", List.of(), "SELECT 1", null), false),
                    RingScope.ALL,
                    null);
            assertSame(access, engine.access());
            Path dump = directory.resolve("dump.jsonl");
            engine.dump(dump, RingScope.ALL, ProgressListener.NONE);
            assertFalse(Files.readString(dump).contains("root"));
        }
    }

    @Test
    void aUserChangeDisturbsNoTransaction() {
        try (RocheEngine engine = RocheEngine.open(EngineOptions.memory());
                Transaction transaction = engine.begin(RingScope.ALL, null)) {
            transaction.put(draft("a", "{}"));
            create(engine, "root", Role.ADMIN);
            transaction.refresh();
            transaction.put(draft("a", "{}"));
            transaction.commit();
        }
    }

    @Test
    void namesAreUniqueAndTheLastAdminStays() {
        try (RocheEngine engine = RocheEngine.open(EngineOptions.memory())) {
            create(engine, "root", Role.ADMIN);
            create(engine, "bob", Role.READER);
            refused(ErrorCode.DUPLICATE_OBJECT, () -> create(engine, "bob", Role.ADMIN));
            refused(ErrorCode.INVALID_DEFINITION, () -> create(engine, " ", Role.ADMIN));
            refused(ErrorCode.UNDEFINED_OBJECT, () -> grant(engine, "rob", Privilege.READ, "a"));
            refused(
                    ErrorCode.DEPENDENT_OBJECTS,
                    () -> engine.alter(new SchemaChange.DropUser("root"), RingScope.ALL, null));
            refused(
                    ErrorCode.DEPENDENT_OBJECTS,
                    () -> engine.alter(new SchemaChange.AlterUser("root", null, Role.WRITER), RingScope.ALL, null));
            engine.alter(new SchemaChange.AlterUser("bob", null, Role.ADMIN), RingScope.ALL, null);
            engine.alter(new SchemaChange.DropUser("root"), RingScope.ALL, null);
            engine.alter(new SchemaChange.DropUser("bob"), RingScope.ALL, null);
            assertTrue(engine.access().isEmpty());
        }
    }

    @Test
    void revokingTakesExactlyWhatWasGranted() {
        try (RocheEngine engine = RocheEngine.open(EngineOptions.memory())) {
            create(engine, "bob", Role.WRITER);
            grant(engine, "bob", Privilege.WRITE, "a/**");
            grant(engine, "bob", Privilege.READ, "a/**");
            RingGrant write = new RingGrant(Privilege.WRITE, "a/**");
            RingGrant read = new RingGrant(Privilege.READ, "a/**");
            assertEquals(
                    List.of(write), engine.access().user("bob").orElseThrow().grants());
            engine.alter(new SchemaChange.Revoke("bob", write), RingScope.ALL, null);
            assertEquals(
                    List.of(read), engine.access().user("bob").orElseThrow().grants());
            refused(
                    ErrorCode.UNDEFINED_OBJECT,
                    () -> engine.alter(new SchemaChange.Revoke("bob", write), RingScope.ALL, null));
            refused(
                    ErrorCode.UNDEFINED_OBJECT,
                    () -> engine.alter(
                            new SchemaChange.Revoke("bob", new RingGrant(Privilege.READ, "a/b")), RingScope.ALL, null));
            engine.alter(new SchemaChange.Revoke("bob", read), RingScope.ALL, null);
            assertEquals(List.of(), engine.access().user("bob").orElseThrow().grants());
        }
    }

    @Test
    void onlyWhoSeesEverythingAndMayDeclareChangesUsers() {
        try (RocheEngine engine = RocheEngine.open(EngineOptions.memory())) {
            SchemaChange create = new SchemaChange.CreateUser(new User("bob", Role.READER, VERIFIER, 0, List.of()));
            refused(ErrorCode.INSUFFICIENT_PRIVILEGE, () -> engine.alter(create, RingScope.subtree("a"), null));
            RingScope all = RingScope.of(List.of(), List.of("**"));
            refused(ErrorCode.INSUFFICIENT_PRIVILEGE, () -> engine.alter(create, all, null));
            refused(ErrorCode.INSUFFICIENT_PRIVILEGE, () -> engine.alter(new SchemaChange.Truncate("**"), all, null));
            try (Transaction transaction = engine.begin(all, null)) {
                refused(
                        ErrorCode.INSUFFICIENT_PRIVILEGE,
                        () -> transaction.declare(new SchemaChange.Truncate("**"), new QueryMonitor()));
            }
        }
    }

    @Test
    void whatMayBeReadMayNotBeWrittenUnlessTheScopeSaysSo() {
        try (RocheEngine engine = RocheEngine.open(EngineOptions.memory())) {
            RecordId readable = engine.put(draft("a/r", "{\"n\":1}"));
            RecordId writable = engine.put(draft("a/w", "{\"n\":1}"));
            RecordId hidden = engine.put(draft("h", "{\"n\":1}"));
            RingScope scope = RingScope.of(List.of("a/**"), List.of("a/w"));
            RecordChange change = RecordChange.payload("{}".getBytes(UTF_8), Codec.JSON);
            try (Transaction transaction = engine.begin(scope, null)) {
                assertTrue(transaction.get(readable).isPresent());
                refused(ErrorCode.RING_NOT_ALLOWED, () -> transaction.put(draft("a/r", "{}")));
                refused(ErrorCode.RING_NOT_ALLOWED, () -> transaction.put(draft("a/new", "{}")));
                refused(ErrorCode.RING_NOT_ALLOWED, () -> transaction.update(readable, change));
                refused(ErrorCode.RING_NOT_ALLOWED, () -> transaction.patch(readable, "{}".getBytes(UTF_8)));
                refused(ErrorCode.RING_NOT_ALLOWED, () -> transaction.delete(readable));
                refused(ErrorCode.RING_NOT_ALLOWED, () -> transaction.describeRing("a/r", "mine"));
                refused(ErrorCode.RING_NOT_ALLOWED, () -> transaction.configureRing("a/r", 10));
                assertTrue(transaction.update(writable, change));
                assertFalse(transaction.update(hidden, change));
                assertFalse(transaction.delete(hidden));
                String missing = assertThrows(RocheException.class, () -> transaction.put(draft("x", "{}")))
                        .getMessage();
                String unseen = assertThrows(RocheException.class, () -> transaction.put(draft("h", "{}")))
                        .getMessage();
                assertEquals(missing.replace("'x'", "'h'"), unseen);
                transaction.commit();
            }
        }
    }

    @Test
    void anOpenTransactionTakesANarrowerScopeUnlessItWroteOutsideIt() {
        try (RocheEngine engine = RocheEngine.open(EngineOptions.memory())) {
            engine.put(draft("a", "{}"));
            engine.put(draft("b", "{}"));
            RingScope both = RingScope.of(List.of(), List.of("a", "b"));
            RingScope onlyA = RingScope.of(List.of("a"), List.of());
            try (Transaction transaction = engine.begin(both, null)) {
                assertEquals(2, transaction.count(RingSelector.ALL, new QueryMonitor()));
                transaction.rescope(onlyA);
                assertEquals(1, transaction.count(RingSelector.ALL, new QueryMonitor()));
                refused(ErrorCode.RING_NOT_ALLOWED, () -> transaction.put(draft("a", "{}")));
                transaction.rescope(both);
                transaction.put(draft("b", "{}"));
                refused(ErrorCode.RING_NOT_ALLOWED, () -> transaction.rescope(onlyA));
                assertEquals(3, transaction.count(RingSelector.ALL, new QueryMonitor()));
            }
        }
    }

    @Test
    void countersKnowOnlyWhatIsVisible() {
        try (RocheEngine engine = RocheEngine.open(EngineOptions.memory())) {
            for (String ring : List.of("a/1", "a/2", "b/1", "c", "d/e")) {
                engine.put(draft(ring, "{}"));
            }
            RingScope scope = RingScope.of(List.of("a/*", "c"), List.of());
            try (ReadView view = engine.snapshot(scope)) {
                QueryMonitor monitor = new QueryMonitor();
                assertEquals(3, view.count(RingSelector.ALL, monitor));
                assertEquals(3, monitor.ringsKnown());
                assertEquals(3, monitor.ringsRouted());
                assertEquals(
                        List.of("a/1", "a/2", "c"),
                        view.rings(RingSelector.ALL).stream().map(r -> r.name()).toList());
                assertEquals(
                        List.of("a/1", "a/2"),
                        view.rings(new RingSelector.Glob("a/**")).stream()
                                .map(r -> r.name())
                                .toList());
                assertEquals(List.of(), view.rings(new RingSelector.Like("d%", '\0')));
                assertTrue(view.nearestRings("b/2", 9).stream().noneMatch(name -> name.startsWith("b")));
            }
        }
    }

    /** The totals of a scope are brought up to date, not counted anew: another scope that sees the same counts. */
    @Test
    void totalsOfAScopeFollowEveryCommit() {
        long seed = Long.getLong("roche.test.seed", System.nanoTime());
        System.out.println("AccessTest: -Droche.test.seed=" + seed);
        Random random = new Random(seed);
        try (RocheEngine engine = RocheEngine.open(EngineOptions.memory())) {
            RingScope scope = RingScope.of(List.of("a/*", "b"), List.of("c/**"));
            List<RecordId> ids = new ArrayList<>();
            for (int i = 0; i < 3_000; i++) {
                ReadView older = random.nextInt(50) == 0 ? engine.snapshot(scope) : null;
                commit(engine, random, ids, i);
                RingScope same = RingScope.of(List.of("a/*", "b", "none/" + i), List.of("c/**"));
                assertEquals(totals(engine.snapshot(same)), totals(engine.snapshot(scope)), "after commit " + i);
                if (older != null) {
                    totals(older);
                }
            }
        }
    }

    private static List<Long> totals(ReadView view) {
        try (view) {
            QueryMonitor monitor = new QueryMonitor();
            long records = view.count(RingSelector.ALL, monitor);
            QueryMonitor skipping = new QueryMonitor();
            view.count(RingSelector.ring("nowhere"), skipping);
            assertEquals(records, skipping.recordsSkipped());
            return List.of(records, monitor.ringsKnown(), monitor.ringsRouted());
        }
    }

    private static void commit(RocheEngine engine, Random random, List<RecordId> ids, int number) {
        String ring = List.of("a", "a/1", "a/2", "b", "b/1", "c", "c/1/2", "d").get(random.nextInt(8));
        switch (random.nextInt(40)) {
            case 0 -> engine.alter(new SchemaChange.Truncate("**"), RingScope.ALL, null);
            case 1 -> engine.alter(new SchemaChange.DropRings("c/**"), RingScope.ALL, null);
            case 2 -> {
                try (Transaction transaction = engine.begin(RingScope.ALL, null)) {
                    // more changes than are remembered, now and then
                    int writes = random.nextInt(20) == 0 ? 6_000 : 5;
                    for (int i = 0; i < writes; i++) {
                        transaction.put(draft(i % 2 == 0 ? ring : "d/" + i, "{}"));
                    }
                    transaction.commit();
                }
            }
            case 3, 4, 5, 6, 7, 8, 9, 10 -> {
                try (Transaction transaction = engine.begin(RingScope.ALL, null)) {
                    if (!ids.isEmpty()) {
                        transaction.delete(ids.remove(random.nextInt(ids.size())));
                    }
                    transaction.commit();
                }
            }
            default -> ids.add(engine.put(draft(ring, "{\"n\":" + number + "}")));
        }
    }
}
