package io.rochedb.engine.internal;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.rochedb.engine.EngineOptions;
import io.rochedb.engine.ProgressListener;
import io.rochedb.engine.ReadView;
import io.rochedb.engine.RocheEngine;
import io.rochedb.engine.Transaction;
import io.rochedb.engine.access.Role;
import io.rochedb.engine.access.ScramVerifier;
import io.rochedb.engine.access.User;
import io.rochedb.engine.internal.store.Trees;
import io.rochedb.engine.model.Codec;
import io.rochedb.engine.model.FieldInfo;
import io.rochedb.engine.model.RecordDraft;
import io.rochedb.engine.model.RecordId;
import io.rochedb.engine.model.RingInfo;
import io.rochedb.engine.model.RingScope;
import io.rochedb.engine.ops.StoreFiles;
import io.rochedb.engine.query.QueryMonitor;
import io.rochedb.engine.query.RecordCursor;
import io.rochedb.engine.query.RingSelector;
import io.rochedb.engine.query.ScanRequest;
import io.rochedb.engine.schema.ColumnType;
import io.rochedb.engine.schema.IndexDefinition;
import io.rochedb.engine.schema.SchemaChange;
import io.rochedb.engine.schema.ViewDefinition;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Stores of every format there has been open, and hold what they held: {@code stores/format-N.zip} beside what it holds as text.
 *
 * <p>Whoever changes the format keeps the fixtures there are, and adds one of the new format before the change is released:
 * {@code -Drochedb.fixture.write=true} writes that of the present one.
 */
class StoreFixtureTest {
    private static final Path FIXTURES = Path.of("src/test/resources/stores");
    private static final int FORMAT = 1;

    @TempDir
    Path temp;

    @Test
    void aStoreOfEachFormatOpens() throws IOException {
        if (Boolean.getBoolean("rochedb.fixture.write")) {
            write();
        }
        for (int format = 1; format <= FORMAT; format++) {
            Path store = temp.resolve("format-" + format);
            unzip(FIXTURES.resolve("format-" + format + ".zip"), store);
            String expected = Files.readString(FIXTURES.resolve("format-" + format + ".txt"), UTF_8);
            assertEquals(
                    List.of(), StoreFiles.check(store, ProgressListener.NONE).findings());
            try (RocheEngine engine = RocheEngine.open(EngineOptions.file(store))) {
                assertEquals(expected, contents(engine));
                RecordId id = engine.put(new RecordDraft("docs/new", "{}".getBytes(UTF_8), null, null));
                assertTrue(engine.get(id).isPresent());
            }
        }
        assertEquals(FORMAT, StoreFiles.info(temp.resolve("format-" + FORMAT)).currentFormat());
    }

    private void write() throws IOException {
        Path store = temp.resolve("written");
        long[] millis = {1_790_000_000_000L};
        EngineOptions options =
                EngineOptions.file(store).withClock(() -> millis[0]++).withNodes(5);
        try (RocheEngine engine = RocheEngine.open(options)) {
            declare(engine);
            fill(engine);
        }
        // A second life: the first one's log has become tables.
        try (RocheEngine engine = RocheEngine.open(options)) {
            engine.put(new RecordDraft("docs/b", "{\"n\":99}".getBytes(UTF_8), null, null));
        }
        try (RocheEngine engine = RocheEngine.open(options.withReadOnly(true))) {
            Files.createDirectories(FIXTURES);
            Files.writeString(FIXTURES.resolve("format-" + FORMAT + ".txt"), contents(engine), UTF_8);
        }
        zip(store, FIXTURES.resolve("format-" + FORMAT + ".zip"));
        Trees.delete(store);
    }

    private static void declare(RocheEngine engine) {
        IndexDefinition.IndexColumn column =
                new IndexDefinition.IndexColumn(List.of("n"), ColumnType.of(ColumnType.Kind.BIGINT), false);
        alter(engine, new SchemaChange.CreateIndex(new IndexDefinition("by_n", "docs/*", List.of(column), true)));
        alter(engine, new SchemaChange.CreateView(new ViewDefinition("v", List.of(), "SELECT 1 AS a", null), true));
        ScramVerifier verifier = ScramVerifier.of("battery staple", new byte[ScramVerifier.SALT_BYTES], 4_096);
        User user = new User("bob", Role.READER, verifier, 1_790_000_000_000L, List.of());
        alter(engine, new SchemaChange.CreateUser(user));
    }

    private static void alter(RocheEngine engine, SchemaChange change) {
        engine.alter(change, RingScope.ALL, null);
    }

    private static void fill(RocheEngine engine) {
        RecordId first = null;
        for (int i = 0; i < 12; i++) {
            float[] vector = i % 3 == 0 ? new float[] {1, i, -0.5f} : null;
            String text = "{\"n\":" + i + ",\"é\":\"ü" + i + "\",\"deep\":{\"a\":[1,null]}}";
            RecordId id = engine.put(new RecordDraft("docs/a", text.getBytes(UTF_8), Codec.JSON, vector));
            first = first == null ? id : first;
        }
        try (Transaction tx = engine.begin(RingScope.ALL, null)) {
            tx.delete(first);
            tx.configureRing("docs/a", 30);
            tx.describeRing("docs/a", "what it is");
            tx.put(new RecordDraft("docs/a", new byte[] {0, -1, 7}, Codec.RAW, null));
            tx.put(new RecordDraft("docs/b", new byte[0], Codec.RAW, null));
            tx.commit();
        }
        engine.put(new RecordDraft("gone", "{}".getBytes(UTF_8), null, null));
        alter(engine, new SchemaChange.DropRings("gone"));
    }

    private static String contents(RocheEngine engine) {
        StringBuilder text = new StringBuilder();
        try (ReadView view = engine.snapshot(RingScope.ALL)) {
            text.append("version ").append(view.version()).append(" nodes ");
            text.append(engine.info().nodes()).append('\n');
            for (RingInfo ring : view.rings(RingSelector.ALL)) {
                describe(ring, view.fields(ring.name()), text);
            }
            view.schema()
                    .indexes()
                    .forEach(index -> text.append("index " + index.name() + " over " + index.rings())
                            .append(index.unique() ? " unique" : "")
                            .append(" by ")
                            .append(index.columns().get(0).path())
                            .append('\n'));
            view.schema().views().forEach(one -> text.append("view " + one.name() + " " + one.sql() + "\n"));
            engine.access()
                    .users()
                    .forEach(user -> text.append(user.name())
                            .append(' ')
                            .append(user.role())
                            .append(' ')
                            .append(user.grants())
                            .append('\n'));
            try (RecordCursor cursor = view.scan(ScanRequest.of(RingSelector.ALL), new QueryMonitor())) {
                while (cursor.next()) {
                    var record = view.get(cursor.id()).orElseThrow();
                    text.append(record.id()).append(' ').append(record.ring()).append(' ');
                    text.append(record.codec())
                            .append(' ')
                            .append(record.writtenAtMillis())
                            .append(' ');
                    text.append(Arrays.toString(record.vector())).append(' ');
                    text.append(
                            record.codec() == Codec.JSON
                                    ? new String(record.payload(), UTF_8)
                                    : Arrays.toString(record.payload()));
                    text.append('\n');
                }
            }
        }
        return text.toString();
    }

    private static void describe(RingInfo ring, List<FieldInfo> fields, StringBuilder to) {
        to.append("ring " + ring.name() + " records " + ring.records() + " vectors " + ring.vectorRecords());
        to.append(" bytes " + ring.payloadBytes() + " dimension " + ring.dimension());
        to.append(" period " + ring.periodSeconds() + " epoch " + ring.epoch() + " created " + ring.createdMillis());
        to.append(" written " + ring.lastWriteMillis() + " description " + ring.description() + "\n");
        fields.forEach(field -> to.append("  field " + field.name() + " " + field.type() + " seen " + field.seen())
                .append(" nulls " + field.nulls() + "\n"));
    }

    private static void zip(Path store, Path to) throws IOException {
        List<Path> files;
        try (var walk = Files.walk(store)) {
            files = walk.filter(Files::isRegularFile).sorted().toList();
        }
        try (ZipOutputStream zip = new ZipOutputStream(Files.newOutputStream(to))) {
            for (Path file : files) {
                String name = store.relativize(file).toString().replace('\\', '/');
                // Of the process that made it, or made anew by every open.
                if (!name.equals("LOCK") && !name.contains("/LOG") && !name.contains("/OPTIONS")) {
                    zip.putNextEntry(new ZipEntry(name));
                    zip.write(Files.readAllBytes(file));
                }
            }
        }
    }

    private static void unzip(Path from, Path store) throws IOException {
        try (InputStream in = Files.newInputStream(from);
                ZipInputStream zip = new ZipInputStream(in)) {
            for (ZipEntry entry = zip.getNextEntry(); entry != null; entry = zip.getNextEntry()) {
                Path file = store.resolve(entry.getName());
                Files.createDirectories(file.getParent());
                try (OutputStream out = Files.newOutputStream(file)) {
                    zip.transferTo(out);
                }
            }
        }
    }
}
