package io.rochedb.reliability;

import io.rochedb.engine.ErrorCode;
import io.rochedb.engine.ReadView;
import io.rochedb.engine.RocheEngine;
import io.rochedb.engine.RocheException;
import io.rochedb.engine.Transaction;
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
import io.rochedb.engine.schema.ColumnDefault;
import io.rochedb.engine.schema.ColumnDefinition;
import io.rochedb.engine.schema.ColumnType;
import io.rochedb.engine.schema.IndexDefinition;
import io.rochedb.engine.schema.RingTemplate;
import io.rochedb.engine.schema.Schema;
import io.rochedb.engine.schema.SchemaChange;
import io.rochedb.engine.schema.TableDefinition;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;

/**
 * What the process that is killed declares, fills and drops, and the writers beside it.
 *
 * <p>Over {@code keyed/*} there is always a unique index {@code uk}; {@code um}, unique too, and {@code by_g} are made and dropped, also where keys are
 * there twice. User {@code u} comes with a grant and goes. Table {@code typed} gets a column with a default and loses it; table {@code made} comes with its rows and goes.
 */
final class KillDdl {
    static final int MADE_ROWS = 20;
    static final String USER = "u";
    static final RingGrant GRANT = new RingGrant(Privilege.WRITE, "keyed/**");
    private static final ScramVerifier VERIFIER =
            ScramVerifier.of("secret", new byte[] {1, 2, 3}, ScramVerifier.ITERATIONS_MIN);
    private static final String KEYED = "keyed/*";
    private static final int PRELOADED = 3_000;
    private static final int KEYS = 400;
    private static final int GROUPS = 20;

    private final RocheEngine engine;

    KillDdl(RocheEngine engine) {
        this.engine = engine;
    }

    /** Begins with what every process begins with, whatever the one before has left. */
    void prepare() {
        Schema schema;
        boolean loaded;
        try (ReadView view = engine.snapshot(RingScope.ALL)) {
            schema = view.schema();
            loaded = view.count(RingSelector.ring("keyed/big"), new QueryMonitor()) > 0;
        }
        if (!loaded) {
            load();
        }
        if (schema.index("uk").isEmpty()) {
            alter(new SchemaChange.CreateIndex(index("uk", "k", true)));
        }
        for (String name : List.of("um", "by_g")) {
            if (schema.index(name).isPresent()) {
                alter(new SchemaChange.DropIndex(name));
            }
        }
        if (schema.table("made").isPresent()) {
            alter(new SchemaChange.DropTable("made"));
        }
        if (engine.access().user(USER).isPresent()) {
            alter(new SchemaChange.DropUser(USER));
        }
        TableDefinition typed = table("typed", false);
        alter(
                schema.table("typed").isPresent()
                        ? new SchemaChange.AlterTable(typed)
                        : new SchemaChange.CreateTable(typed));
    }

    private void load() {
        try (Transaction transaction = engine.begin(RingScope.ALL, null)) {
            for (int i = 0; i < PRELOADED; i++) {
                String json = "{\"k\":" + (KEYS + i) + ",\"m\":" + i % (PRELOADED - 1) + ",\"g\":" + i % GROUPS + "}";
                transaction.put(new RecordDraft("keyed/big", KillChild.payload(json), Codec.JSON, null));
            }
            transaction.commit();
        }
    }

    private void alter(SchemaChange change) {
        engine.alter(change, RingScope.ALL, null);
    }

    private static IndexDefinition index(String name, String field, boolean unique) {
        ColumnType type = ColumnType.of(ColumnType.Kind.BIGINT);
        return new IndexDefinition(
                name, KEYED, List.of(new IndexDefinition.IndexColumn(List.of(field), type, false)), unique);
    }

    private static TableDefinition table(String name, boolean filled) {
        List<ColumnDefinition> columns = new ArrayList<>();
        columns.add(new ColumnDefinition("x", ColumnType.of(ColumnType.Kind.VARCHAR), false, null, null));
        if (filled) {
            ColumnDefault value = new ColumnDefault.Constant("7");
            columns.add(new ColumnDefinition("c", ColumnType.of(ColumnType.Kind.BIGINT), false, value, null));
        }
        RingTemplate rings = RingTemplate.parse(name + "/{x}");
        return new TableDefinition(name, rings, columns, List.of(), List.of(), null);
    }

    /** Declares and drops, for ever. */
    void declare(Random random) {
        while (true) {
            try {
                switch (random.nextInt(5)) {
                    case 0 -> makeAndDrop(index("um", "m", true), random);
                    case 1 -> makeAndDrop(index("by_g", "g", false), random);
                    case 2 -> fill();
                    case 3 -> user();
                    default -> make();
                }
            } catch (RocheException e) {
                // Another thread declares, too.
                require(e, ErrorCode.SERIALIZATION_FAILURE);
            }
        }
    }

    /** Creates a user with what is granted to him in one commit, then drops him. */
    private void user() {
        KillChild.say("A " + USER);
        alter(new SchemaChange.All(List.of(
                new SchemaChange.CreateUser(new User(USER, Role.WRITER, VERIFIER, 1, List.of())),
                new SchemaChange.Grant(USER, GRANT))));
        KillChild.say("B " + USER);
        KillChild.say("E " + USER);
        alter(new SchemaChange.DropUser(USER));
        KillChild.say("F " + USER);
    }

    private void makeAndDrop(IndexDefinition index, Random random) {
        KillChild.say("A " + index.name());
        try {
            alter(new SchemaChange.CreateIndex(index));
        } catch (RocheException e) {
            require(e, ErrorCode.UNIQUE_VIOLATION);
            KillChild.say("F " + index.name());
            repair();
            return;
        }
        KillChild.say("B " + index.name());
        if (random.nextInt(3) == 0) {
            fill();
        }
        KillChild.say("E " + index.name());
        alter(new SchemaChange.DropIndex(index.name()));
        KillChild.say("F " + index.name());
    }

    /** Every so often the values of {@code m} are each there once, so that the unique index can be made. */
    private void repair() {
        try (Transaction transaction = engine.begin(RingScope.ALL, null)) {
            List<RecordId> ids = IndexComparison.ids(transaction, RingSelector.ring("keyed/big"));
            for (int i = 0; i < ids.size(); i++) {
                if (i % (PRELOADED - 1) == 0) {
                    transaction.patch(ids.get(i), KillChild.payload("{\"m\":" + (PRELOADED + i) + "}"));
                }
            }
            transaction.commit();
        }
    }

    /** Writes a column's default into the records of a table by the commit that declares it, then takes the column away. */
    private void fill() {
        alter(new SchemaChange.AlterTable(table("typed", true), Set.of("c")));
        alter(new SchemaChange.AlterTable(table("typed", false)));
    }

    /** Makes a table with its rows in one commit, then drops it. */
    private void make() {
        try (Transaction transaction = engine.begin(RingScope.ALL, null)) {
            transaction.declare(new SchemaChange.CreateTable(table("made", false)), new QueryMonitor());
            for (int i = 0; i < MADE_ROWS; i++) {
                transaction.put(new RecordDraft("made/" + i % 3, KillChild.payload("{}"), Codec.JSON, null));
            }
            transaction.commit();
        }
        alter(new SchemaChange.DropTable("made"));
    }

    /** Writes records whose keys others have, had, or have given up a moment ago, for ever. */
    void write(int worker, Random random) {
        List<RecordId> own = new ArrayList<>();
        for (long n = 1; ; n++) {
            try {
                step(worker, own, random, n);
            } catch (RocheException e) {
                require(e, ErrorCode.UNIQUE_VIOLATION, ErrorCode.SERIALIZATION_FAILURE, ErrorCode.NOT_NULL_VIOLATION);
            }
        }
    }

    private static void require(RocheException e, ErrorCode... expected) {
        if (!List.of(expected).contains(e.code())) {
            throw e;
        }
    }

    private void step(int worker, List<RecordId> own, Random random, long n) {
        RecordDraft draft = new RecordDraft("keyed/" + random.nextInt(2), document(random, n), Codec.JSON, null);
        RecordId id = own.isEmpty() ? null : own.get(random.nextInt(own.size()));
        switch (id == null ? 0 : random.nextInt(6)) {
            case 0, 1 -> {
                RecordId added = engine.put(draft);
                own.add(added);
                KillChild.say("W " + added + " " + n);
            }
            case 2 -> {
                update(id, random, n);
                KillChild.say("W " + id + " " + n);
            }
            case 3 -> {
                // What fails is not done: the next deletion of it is announced again.
                KillChild.say("I " + id);
                RecordId added = replace(id, draft);
                own.remove(id);
                own.add(added);
                KillChild.say("D " + id);
                KillChild.say("W " + added + " " + n);
            }
            case 4 -> {
                String ring = "typed/" + worker;
                engine.put(new RecordDraft(ring, KillChild.payload("{\"t\":" + n + "}"), Codec.JSON, null));
            }
            default -> {
                KillChild.say("I " + id);
                try (Transaction transaction = engine.beginAutoCommit(RingScope.ALL, null)) {
                    transaction.delete(id);
                    transaction.commit();
                }
                own.remove(id);
                KillChild.say("D " + id);
            }
        }
    }

    private static byte[] document(Random random, long n) {
        return KillChild.payload("{\"n\":" + n + ",\"k\":" + random.nextInt(KEYS) + ",\"m\":"
                + (10_000 + random.nextInt(KEYS * 50)) + ",\"g\":" + random.nextInt(GROUPS) + "}");
    }

    private void update(RecordId id, Random random, long n) {
        try (Transaction transaction = engine.beginAutoCommit(RingScope.ALL, null)) {
            transaction.update(id, RecordChange.payload(document(random, n), Codec.JSON));
            transaction.commit();
        }
    }

    /** Deletes a record and puts another one, often with its key, in one transaction. */
    private RecordId replace(RecordId id, RecordDraft draft) {
        try (Transaction transaction = engine.begin(RingScope.ALL, null)) {
            int mark = transaction.mark();
            transaction.delete(id);
            transaction.put(draft);
            transaction.rollbackTo(mark);
            transaction.delete(id);
            RecordId added = transaction.put(draft);
            transaction.commit();
            return added;
        }
    }
}
