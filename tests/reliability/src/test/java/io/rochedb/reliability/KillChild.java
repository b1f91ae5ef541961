package io.rochedb.reliability;

import io.rochedb.engine.EngineOptions;
import io.rochedb.engine.EngineOptions.Durability;
import io.rochedb.engine.RocheEngine;
import io.rochedb.engine.Transaction;
import io.rochedb.engine.model.Codec;
import io.rochedb.engine.model.RecordChange;
import io.rochedb.engine.model.RecordDraft;
import io.rochedb.engine.model.RecordId;
import io.rochedb.engine.model.RingScope;
import io.rochedb.engine.schema.SchemaChange;
import io.rochedb.engine.schema.ViewDefinition;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * The process that is killed: writes to a store until then, and says on standard output what was acknowledged.
 *
 * <p>Lines: {@code READY}; {@code W id n} a record was written with value n; {@code I id} its deletion begins; {@code D id} it is
 * deleted; {@code T group size} a transaction of that many records is committed; {@code G g} a record of generation g is in {@link #ENDING_RING},
 * {@code X g} that ring's end begins, {@code Y g} it is dropped or emptied; {@code V g} the view {@code v} is declared with the text g; {@code A i} the making of
 * index i begins, {@code B i} it is made, {@code E i} its end begins, {@code F i} it is not there; those of {@link KillBackups}. A line is written by one system call, so that what was
 * said survives the process.
 */
public final class KillChild {
    static final String ENDING_RING = "ddl/ending";
    private static final int WORKERS = 3;
    private static final int KEYED_WORKERS = 2;
    private static final FileOutputStream OUT = new FileOutputStream(FileDescriptor.out);

    private KillChild() {}

    /** Arguments: directory, durability, seed. */
    public static void main(String[] args) {
        long seed = Long.parseLong(args[2]);
        RocheEngine engine =
                RocheEngine.open(EngineOptions.file(Path.of(args[0])).withDurability(Durability.valueOf(args[1])));
        // Generations are counted from one by each process.
        engine.alter(new SchemaChange.DropRings("ddl/**"), RingScope.ALL, null);
        KillDdl ddl = new KillDdl(engine);
        ddl.prepare();
        say("READY");
        new Thread(() -> declare(engine, new Random(seed))).start();
        new Thread(() -> ddl.declare(new Random(~seed))).start();
        new Thread(() -> KillBackups.make(engine, Path.of(args[0]), new Random(seed + 1))).start();
        for (int i = 0; i < KEYED_WORKERS; i++) {
            int worker = i;
            new Thread(() -> ddl.write(worker, new Random(~(seed * KEYED_WORKERS + worker)))).start();
        }
        for (int i = 0; i < WORKERS; i++) {
            int worker = i;
            new Thread(() -> work(engine, worker, new Random(seed * WORKERS + worker))).start();
        }
    }

    /** Fills a ring, declares something, drops or empties the ring, and again. */
    private static void declare(RocheEngine engine, Random random) {
        for (int generation = 1; ; generation++) {
            int records = 1 + random.nextInt(30);
            for (int i = 0; i < records; i++) {
                float[] vector = random.nextInt(4) == 0 ? vector(random) : null;
                engine.put(new RecordDraft(ENDING_RING, payload("{\"gen\":" + generation + "}"), null, vector));
                say("G " + generation);
            }
            ViewDefinition view = new ViewDefinition("v", List.of(), Integer.toString(generation), null);
            engine.alter(new SchemaChange.CreateView(view, true), RingScope.ALL, null);
            say("V " + generation);
            say("X " + generation);
            SchemaChange end = random.nextBoolean()
                    ? new SchemaChange.DropRings(ENDING_RING)
                    : new SchemaChange.Truncate(ENDING_RING);
            engine.alter(end, RingScope.ALL, null);
            say("Y " + generation);
        }
    }

    static void say(String line) {
        synchronized (OUT) {
            try {
                OUT.write((line + "\n").getBytes(StandardCharsets.US_ASCII));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    static byte[] payload(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }

    private static float[] vector(Random random) {
        return new float[] {random.nextFloat() + 1, random.nextFloat()};
    }

    private static void work(RocheEngine engine, int worker, Random random) {
        List<RecordId> own = new ArrayList<>();
        for (long n = 1; ; n++) {
            switch (random.nextInt(10)) {
                case 0, 1 -> group(engine, random);
                case 2 -> delete(engine, own, random);
                case 3, 4 -> update(engine, own, random, n);
                default -> {
                    String ring = "solo/w" + worker + "/" + random.nextInt(4);
                    float[] vector = random.nextInt(4) == 0 ? vector(random) : null;
                    RecordId id = engine.put(new RecordDraft(ring, payload("{\"n\":" + n + "}"), null, vector));
                    say("W " + id + " " + n);
                    own.add(id);
                }
            }
        }
    }

    /** A transaction over two rings whose records carry the group's name and size. */
    private static void group(RocheEngine engine, Random random) {
        int size = 2 + random.nextInt(8);
        String group = Long.toUnsignedString(random.nextLong(), 36);
        try (Transaction tx = engine.begin(RingScope.ALL, null)) {
            for (int i = 0; i < size; i++) {
                String text = "{\"group\":\"" + group + "\",\"size\":" + size + "}";
                tx.put(new RecordDraft("group/" + i % 2, payload(text), Codec.JSON, null));
            }
            tx.commit();
        }
        say("T " + group + " " + size);
    }

    private static void update(RocheEngine engine, List<RecordId> own, Random random, long n) {
        if (!own.isEmpty()) {
            RecordId id = own.get(random.nextInt(own.size()));
            try (Transaction tx = engine.beginAutoCommit(RingScope.ALL, null)) {
                tx.update(id, RecordChange.payload(payload("{\"n\":" + n + "}"), Codec.JSON));
                tx.commit();
            }
            say("W " + id + " " + n);
        }
    }

    private static void delete(RocheEngine engine, List<RecordId> own, Random random) {
        if (!own.isEmpty()) {
            RecordId id = own.remove(random.nextInt(own.size()));
            say("I " + id);
            try (Transaction tx = engine.beginAutoCommit(RingScope.ALL, null)) {
                tx.delete(id);
                tx.commit();
            }
            say("D " + id);
        }
    }
}
