package io.rochedb.engine.internal.io;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.rochedb.engine.EngineOptions;
import io.rochedb.engine.ImportOptions;
import io.rochedb.engine.ImportResult;
import io.rochedb.engine.ProgressListener;
import io.rochedb.engine.ReadView;
import io.rochedb.engine.RocheEngine;
import io.rochedb.engine.model.RingScope;
import io.rochedb.engine.query.Predicate;
import io.rochedb.engine.query.QueryMonitor;
import io.rochedb.engine.query.RetrieveRequest;
import io.rochedb.engine.query.RetrieveRequest.Tuning;
import io.rochedb.engine.query.RetrieveResult;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The whole file of cities (GeoNames, CC BY 4.0), where it is present. */
class CitiesImportTest {
    private static final Path CITIES = Path.of(System.getProperty("roche.test.data", "../../../shared/data"))
            .resolve("cities.jsonl.gz");
    private static final int RECORDS = 171_075;
    private static final int RINGS = 3_862;

    @TempDir
    Path directory;

    @Test
    @Tag("long")
    void everyCityIsImportedAndFoundAndDumpedAndRestored() {
        assumeTrue(Files.exists(CITIES), "no " + CITIES + "; give its directory as -Droche.test.data");
        Path dump = directory.resolve("cities.dump.gz");
        try (RocheEngine engine = RocheEngine.open(EngineOptions.file(directory.resolve("store")))) {
            ImportOptions options = new ImportOptions(
                    CITIES, "ring", null, "body", "embedding", "imported", ImportOptions.DEFAULT_BATCH_SIZE, null, 0);
            ImportResult result = engine.importJsonl(options, RingScope.ALL, ProgressListener.NONE);
            assertEquals(RECORDS, result.imported());
            assertEquals(RINGS, result.rings());
            assertNearParis(engine);
            assertEquals(
                    RECORDS,
                    engine.dump(dump, RingScope.ALL, ProgressListener.NONE).records());
        }
        try (RocheEngine engine = RocheEngine.open(EngineOptions.memory())) {
            ImportOptions options = new ImportOptions(
                    dump, null, null, null, null, "imported", ImportOptions.DEFAULT_BATCH_SIZE, null, 0);
            assertEquals(
                    RECORDS,
                    engine.importJsonl(options, RingScope.ALL, ProgressListener.NONE)
                            .imported());
            assertNearParis(engine);
        }
    }

    /** Cosine order of the vectors is great-circle order, down to the 2 km that normalised floats can tell apart. */
    private static void assertNearParis(RocheEngine engine) {
        double latitude = StrictMath.toRadians(48.85341);
        double longitude = StrictMath.toRadians(2.3488);
        float[] paris = {
            (float) (StrictMath.cos(latitude) * StrictMath.cos(longitude)),
            (float) (StrictMath.cos(latitude) * StrictMath.sin(longitude)),
            (float) StrictMath.sin(latitude)
        };
        try (ReadView view = engine.snapshot(RingScope.ALL)) {
            RetrieveResult result = view.retrieve(
                    new RetrieveRequest(paris, null, 3, Tuning.DEFAULT, Predicate.TRUE, -1), new QueryMonitor());
            assertEquals(RECORDS, result.stats().scanned());
            assertEquals(RINGS, result.stats().ringsTouched());
            String best = new String(result.hits().get(0).record().payload(), StandardCharsets.UTF_8);
            assertTrue(best.contains("\"name\":\"Paris"), best);
        }
    }
}
