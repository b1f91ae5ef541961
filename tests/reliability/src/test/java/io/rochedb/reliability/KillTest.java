package io.rochedb.reliability;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.rochedb.engine.EngineOptions;
import io.rochedb.engine.EngineOptions.Durability;
import io.rochedb.engine.ErrorCode;
import io.rochedb.engine.ReadView;
import io.rochedb.engine.RocheEngine;
import io.rochedb.engine.RocheException;
import io.rochedb.engine.access.User;
import io.rochedb.engine.model.Codec;
import io.rochedb.engine.model.FieldRef;
import io.rochedb.engine.model.FieldType;
import io.rochedb.engine.model.RecordDraft;
import io.rochedb.engine.model.RecordId;
import io.rochedb.engine.model.RingInfo;
import io.rochedb.engine.model.RingScope;
import io.rochedb.engine.query.QueryMonitor;
import io.rochedb.engine.query.RecordCursor;
import io.rochedb.engine.query.RingSelector;
import io.rochedb.engine.query.ScanRequest;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Kills a writing process at a random moment, opens its store and compares: {@code STRONG} has lost nothing acknowledged, {@code BUFFERED} at
 * most 256 operations, no transaction is torn, the counters agree with the records, no seq is given twice, what was dropped stays dropped and what was
 * declared stays declared, indexes answer what is in the records, a unique key is there once. The newest backup that it has made is whole: see
 * {@link KillBackups}.
 *
 * <p>Cycles per durability: {@code -Drochedb.kill.cycles}, 2 by default, 10 (20 in all) with {@code -Pci}.
 */
class KillTest {
    private static final int LOSS_MAX = 256;
    private static final int LINES_MAX = 3_000;
    private static final String SEED = "roche.test.seed";

    /** What was said of one record: the values written in order, and whether its deletion began and was acknowledged. */
    private static final class Said {
        final List<Long> values = new ArrayList<>();
        boolean deleting;
        boolean deleted;
    }

    private final Map<RecordId, Said> said = new HashMap<>();
    private final Map<String, Integer> groups = new HashMap<>();
    /** Records acknowledged of each generation of the ring that comes to an end again and again. */
    private final Map<Long, Integer> generations = new HashMap<>();

    /** The last that was said of each index, and of the user. */
    private final Map<String, String> indexes = new HashMap<>();

    private int indexStatements;

    private long ending;
    private long ended;
    private long declared;

    @ParameterizedTest
    @EnumSource(Durability.class)
    @Timeout(value = 5, unit = TimeUnit.MINUTES)
    void survivesBeingKilled(Durability durability, @TempDir Path temp) throws Exception {
        cycles(durability, temp, Integer.getInteger("rochedb.kill.cycles", 2));
    }

    @Tag("long")
    @ParameterizedTest
    @EnumSource(Durability.class)
    @Timeout(value = 20, unit = TimeUnit.MINUTES)
    void survivesBeingKilledOften(Durability durability, @TempDir Path temp) throws Exception {
        cycles(durability, temp, Integer.getInteger("rochedb.kill.cycles", 10));
    }

    private void cycles(Durability durability, Path temp, int cycles) throws Exception {
        long seed = Long.getLong(SEED, System.nanoTime());
        System.out.println("KillTest " + durability + ", " + cycles + " cycles: -D" + SEED + "=" + seed);
        Random random = new Random(seed);
        Path store = temp.resolve("store");
        KillBackups backups = new KillBackups(store);
        for (int cycle = 0; cycle < cycles; cycle++) {
            int acknowledged = runAndKill(store, durability, random, backups);
            backups.check(id -> said.containsKey(id) && said.get(id).deleting, temp.resolve("restored" + cycle));
            int lost = compare(store, durability, random);
            System.out.println("cycle " + cycle + ": " + acknowledged + " acknowledged, " + lost + " lost, "
                    + indexStatements + " words of indexes and " + backups.checked() + " backups so far");
            assertTrue(acknowledged > 0, "the child has done nothing");
            assertTrue(
                    lost <= (durability == Durability.STRONG ? 0 : LOSS_MAX), lost + " acknowledged operations lost");
        }
    }

    /** Runs the child for a while, kills it, and notes what it has said. */
    private int runAndKill(Path store, Durability durability, Random random, KillBackups backups) throws Exception {
        Process child = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx256m",
                        "-cp",
                        System.getProperty("java.class.path"),
                        KillChild.class.getName(),
                        store.toString(),
                        durability.name(),
                        Long.toString(random.nextInt(1 << 30)))
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        int lines = 0;
        try (BufferedReader out =
                new BufferedReader(new InputStreamReader(child.getInputStream(), StandardCharsets.US_ASCII))) {
            assertEquals("READY", out.readLine());
            // After so many lines, not after so much time: however slow the machine, there is something to lose.
            int life = 1 + random.nextInt(LINES_MAX);
            for (String line = out.readLine(); line != null; line = out.readLine()) {
                note(line, backups);
                lines++;
                if (lines == life) {
                    // Not Process.destroyForcibly, which closes the pipe before what is in it has been read.
                    child.toHandle().destroyForcibly();
                }
            }
        } finally {
            child.destroyForcibly();
            child.waitFor();
        }
        return lines;
    }

    private void note(String line, KillBackups backups) {
        String[] words = line.split(" ");
        switch (words[0]) {
            case "W" -> of(words[1]).values.add(Long.parseLong(words[2]));
            case "I" -> of(words[1]).deleting = true;
            case "D" -> of(words[1]).deleted = true;
            case "G" -> generations.merge(Long.parseLong(words[1]), 1, Integer::sum);
            case "X" -> ending = Long.parseLong(words[1]);
            case "Y" -> ended = Long.parseLong(words[1]);
            case "V" -> declared = Long.parseLong(words[1]);
            case "A", "B", "E", "F" -> {
                indexes.put(words[1], words[0]);
                indexStatements++;
            }
            case "P" -> backups.begin(acknowledged());
            case "Q" -> backups.made(Integer.parseInt(words[1]));
            case "T" -> groups.put(words[1], Integer.parseInt(words[2]));
            default -> throw new AssertionError(line);
        }
    }

    /** Returns the last value acknowledged of each record whose deletion has not been begun. */
    private Map<RecordId, Long> acknowledged() {
        Map<RecordId, Long> values = new HashMap<>();
        said.forEach((id, one) -> {
            if (!one.deleting && !one.values.isEmpty()) {
                values.put(id, one.values.get(one.values.size() - 1));
            }
        });
        return values;
    }

    private Said of(String id) {
        return said.computeIfAbsent(RecordId.parse(id), key -> new Said());
    }

    /** Opens the store and returns how many acknowledged operations it does not show; then takes over what it shows. */
    private int compare(Path store, Durability durability, Random random) throws IOException {
        try (RocheEngine engine = RocheEngine.open(EngineOptions.file(store))) {
            Map<RecordId, Long> values = new HashMap<>();
            Map<String, Integer> found = new HashMap<>();
            Map<String, Integer> sizes = new HashMap<>();
            Map<String, Long> nextSeqs = new HashMap<>();
            int lost;
            try (ReadView view = engine.snapshot(RingScope.ALL)) {
                read(view, values, found, sizes, nextSeqs);
                lost = lostOfGenerations(view, durability);
                checkDeclared(view, engine.access().user(KillDdl.USER));
                assertTrue(IndexComparison.check(view, random) > 0, "no index was asked");
            }
            for (Map.Entry<String, Integer> group : found.entrySet()) {
                assertEquals(sizes.get(group.getKey()), group.getValue(), "torn transaction " + group.getKey());
            }
            for (Map.Entry<String, Integer> group : groups.entrySet()) {
                lost += found.containsKey(group.getKey()) ? 0 : group.getValue();
            }
            for (Map.Entry<RecordId, Said> one : said.entrySet()) {
                lost += lost(one.getValue(), values.get(one.getKey()));
            }
            checkUnique(engine, random);
            nextSeqs.keySet().removeIf(ring -> ring.startsWith("typed/") || ring.startsWith("made/"));
            nextSeqs.forEach((ring, next) -> {
                RecordId id = engine.put(new RecordDraft(ring, new byte[0], null, null));
                assertTrue(id.seq() >= next, "seq " + id.seq() + " of " + ring + " was given before");
            });
            takeOver(values, found);
            return lost;
        }
    }

    /** Checks what DDL statements did; returns how many acknowledged records of the generation after the last end are lost. */
    private int lostOfGenerations(ReadView view, Durability durability) {
        Map<Long, Integer> found = new HashMap<>();
        ScanRequest request = ScanRequest.of(RingSelector.ring(KillChild.ENDING_RING))
                .withFields(List.of(new FieldRef("gen", FieldType.BIGINT)));
        try (RecordCursor cursor = view.scan(request, new QueryMonitor())) {
            while (cursor.next()) {
                if (cursor.field(0) instanceof Long generation) {
                    found.merge(generation, 1, Integer::sum);
                }
            }
        }
        assertTrue(found.size() <= 1, "records of generations that ended: " + found);
        found.keySet().forEach(generation -> assertTrue(generation > ended, generation + " was dropped: " + ended));
        long viewed = view.schema().view("v").map(v -> Long.parseLong(v.sql())).orElse(0L);
        assertTrue(viewed >= declared, "view of " + viewed + ", " + declared + " was acknowledged");
        int lost = 0;
        for (Map.Entry<Long, Integer> one : generations.entrySet()) {
            int left = found.getOrDefault(one.getKey(), 0);
            int missing = Math.max(0, one.getValue() - left);
            if (one.getKey() > ending) {
                lost += missing;
            } else if (one.getKey() > ended && durability == Durability.STRONG) {
                assertTrue(left == 0 || missing == 0, "a ring was dropped in part: " + left + " of " + one.getValue());
            }
        }
        return lost;
    }

    /** What was declared with records, or with what is written into them, is there whole; what is said of indexes and of the user is so. */
    private void checkDeclared(ReadView view, Optional<User> user) {
        indexes.forEach((name, last) -> {
            boolean declared = name.equals(KillDdl.USER)
                    ? user.isPresent()
                    : view.schema().index(name).isPresent();
            assertTrue(declared || !last.equals("B"), name + " is lost");
            assertTrue(!declared || !last.equals("F"), name + " was dropped");
        });
        user.ifPresent(known -> assertEquals(List.of(KillDdl.GRANT), known.grants(), "a user without his grant"));
        boolean made = view.schema().table("made").isPresent();
        long rows = view.count(new RingSelector.Glob("made/*"), new QueryMonitor());
        assertEquals(made ? KillDdl.MADE_ROWS : 0, rows, "rows of a table that came with them");
        boolean filled = view.schema().table("typed").orElseThrow().column("c").isPresent();
        ScanRequest request = ScanRequest.of(new RingSelector.Glob("typed/*"))
                .withFields(List.of(new FieldRef("c", FieldType.BIGINT)));
        try (RecordCursor cursor = view.scan(request, new QueryMonitor())) {
            while (cursor.next()) {
                assertTrue(!filled || cursor.field(0) != null, "a default was written in part");
            }
        }
    }

    /** A key that is there is refused. */
    private static void checkUnique(RocheEngine engine, Random random) {
        RecordId any;
        byte[] payload;
        try (ReadView view = engine.snapshot(RingScope.ALL)) {
            List<RecordId> ids = IndexComparison.ids(view, RingSelector.ring("keyed/big"));
            any = ids.get(random.nextInt(ids.size()));
            payload = view.get(any).orElseThrow().payload();
        }
        RocheException refused = assertThrows(
                RocheException.class, () -> engine.put(new RecordDraft("keyed/big", payload, Codec.JSON, null)));
        assertEquals(ErrorCode.UNIQUE_VIOLATION, refused.code(), any + " " + refused.getMessage());
    }

    private static int lost(Said said, Long value) {
        if (value == null) {
            return said.deleting ? 0 : said.values.size();
        }
        int newer = said.deleted ? 1 : 0;
        for (long written : said.values) {
            newer += written > value ? 1 : 0;
        }
        return newer;
    }

    private void read(
            ReadView view,
            Map<RecordId, Long> values,
            Map<String, Integer> found,
            Map<String, Integer> sizes,
            Map<String, Long> nextSeqs) {
        Map<String, Long> counts = new HashMap<>();
        long counted = view.count(RingSelector.ALL, new QueryMonitor());
        ScanRequest request = ScanRequest.of(RingSelector.ALL)
                .withFields(List.of(
                        new FieldRef("n", FieldType.BIGINT),
                        new FieldRef("group", FieldType.VARCHAR),
                        new FieldRef("size", FieldType.BIGINT)));
        long scanned = 0;
        try (RecordCursor cursor = view.scan(request, new QueryMonitor())) {
            while (cursor.next()) {
                scanned++;
                counts.merge(cursor.ring(), 1L, Long::sum);
                nextSeqs.merge(cursor.ring(), cursor.seq() + 1, Math::max);
                if (cursor.field(0) instanceof Long n) {
                    values.put(cursor.id(), n);
                }
                if (cursor.field(1) instanceof String group && cursor.field(2) instanceof Long size) {
                    found.merge(group, 1, Integer::sum);
                    sizes.put(group, size.intValue());
                }
            }
        }
        assertEquals(counted, scanned, "metadata and records disagree");
        Set<String> rings = new HashSet<>();
        for (RingInfo ring : view.rings(RingSelector.ALL)) {
            rings.add(ring.name());
            assertEquals(counts.getOrDefault(ring.name(), 0L), ring.records(), ring.name());
        }
        for (RecordId id : said.keySet()) {
            view.get(id);
        }
        assertTrue(rings.containsAll(counts.keySet()));
    }

    private void takeOver(Map<RecordId, Long> values, Map<String, Integer> found) {
        said.clear();
        values.forEach((id, value) -> {
            Said now = new Said();
            now.values.add(value);
            said.put(id, now);
        });
        generations.clear();
        ending = 0;
        ended = 0;
        declared = 0;
        indexes.clear();
        groups.clear();
        groups.putAll(found);
    }
}
