package io.rochedb.conformance;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.rochedb.jdbc.RocheStatement;
import io.rochedb.jdbc.ScanStats;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.io.TempDir;

/**
 * The whole cities corpus, 171,075 records in 3,862 rings, imported into a durable store, closed, opened again and asked.
 *
 * <p>The file is looked for in the directory of {@code -Drochedb.data}, else in {@code ../shared/data} beside the project; without it the tests are
 * skipped.
 */
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class CitiesTest {
    private static final int RECORDS = 171_075;
    private static final int RINGS = 3_862;
    private static final double EARTH_KM = 6_371.0;
    private static final double[] TOKYO = {35.6895, 139.69171};

    private record City(String ring, String name, double lat, double lng, float[] vector) {}

    private static Map<String, List<City>> cities;
    private static Connection connection;

    @TempDir
    static Path directory;

    @BeforeAll
    static void importOnce() throws Exception {
        Path file = Path.of(System.getProperty("rochedb.data", "../../../shared/data"))
                .resolve("cities.jsonl.gz");
        if (!Files.exists(file)) {
            // Surefire does not print the reason of a class that is skipped as a whole.
            String reason = "skipped: no " + file.normalize() + " (-Drochedb.data names its directory)";
            System.out.println("CitiesTest " + reason);
            Assumptions.abort(reason);
        }
        cities = read(file);
        String url = "jdbc:roche:" + directory.resolve("store") + "?closeDelay=0";
        try (Connection importing = DriverManager.getConnection(url);
                PreparedStatement call = importing.prepareStatement(
                        "CALL IMPORT_JSONL(?, ring_field => 'ring', payload_field => 'body', vector_field => 'embedding')")) {
            call.setString(1, file.toAbsolutePath().normalize().toString());
            try (ResultSet row = call.executeQuery()) {
                assertTrue(row.next());
                assertEquals(RECORDS, row.getLong("imported"));
                assertEquals(0, row.getLong("rejected"));
                assertEquals(RINGS, row.getLong("rings"));
            }
        }
        connection = DriverManager.getConnection(url);
    }

    @AfterAll
    static void close() throws SQLException {
        if (connection != null) {
            connection.close();
        }
    }

    private static Map<String, List<City>> read(Path file) throws IOException {
        Map<String, List<City>> byRing = new TreeMap<>();
        ObjectMapper mapper = new ObjectMapper();
        try (BufferedReader lines = new BufferedReader(
                new InputStreamReader(new GZIPInputStream(Files.newInputStream(file)), StandardCharsets.UTF_8))) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                JsonNode node = mapper.readTree(line);
                JsonNode body = node.get("body");
                float[] vector = new float[3];
                for (int i = 0; i < 3; i++) {
                    vector[i] = Float.parseFloat(node.get("embedding").get(i).asText());
                }
                City city = new City(
                        node.get("ring").asText(),
                        body.get("name").asText(),
                        body.get("lat").asDouble(),
                        body.get("lng").asDouble(),
                        vector);
                byRing.computeIfAbsent(city.ring, ring -> new ArrayList<>()).add(city);
            }
        }
        return byRing;
    }

    private record Answer(List<List<String>> rows, ScanStats stats) {}

    private static Answer ask(String sql, Object... parameters) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            for (int i = 0; i < parameters.length; i++) {
                statement.setObject(i + 1, parameters[i]);
            }
            List<List<String>> rows = new ArrayList<>();
            try (ResultSet result = statement.executeQuery()) {
                int columns = result.getMetaData().getColumnCount();
                while (result.next()) {
                    List<String> row = new ArrayList<>();
                    for (int c = 1; c <= columns; c++) {
                        row.add(result.getString(c));
                    }
                    rows.add(row);
                }
            }
            return new Answer(rows, statement.unwrap(RocheStatement.class).scanStats());
        }
    }

    private static long ringsWithPrefix(String prefix) {
        return cities.keySet().stream().filter(ring -> ring.startsWith(prefix)).count();
    }

    private static long recordsWithPrefix(String prefix) {
        return cities.entrySet().stream()
                .filter(ring -> ring.getKey().startsWith(prefix))
                .mapToLong(ring -> ring.getValue().size())
                .sum();
    }

    @Test
    @Order(1)
    void countOfEverythingAfterReopeningScansNothing() throws SQLException {
        Answer answer = ask("SELECT COUNT(*) FROM records");
        assertEquals(List.of(List.of("171075")), answer.rows);
        assertEquals(0, answer.stats.recordsScanned());
        assertEquals(RINGS, answer.stats.ringsKnown());
    }

    @Test
    @Order(2)
    void aRingTableScansItsRingOnly() throws SQLException {
        Answer answer = ask("SELECT name FROM \"cities/JP/40\" ORDER BY name LIMIT 5");
        List<List<String>> expected = cities.get("cities/JP/40").stream()
                .map(City::name)
                .sorted()
                .limit(5)
                .map(List::of)
                .toList();
        assertEquals(expected, answer.rows);
        assertEquals(1, answer.stats.ringsRouted());
        assertEquals(RINGS - 1, answer.stats.ringsPruned());
        assertEquals(cities.get("cities/JP/40").size(), answer.stats.recordsScanned());
    }

    @Test
    @Order(3)
    void predicatesOnTheRingRouteExactlyTheRingsThatMatch() throws SQLException {
        Answer like = ask("SELECT COUNT(*), MIN(payload) FROM records WHERE ring LIKE 'cities/FR/%'");
        assertEquals(ringsWithPrefix("cities/FR/"), like.stats.ringsRouted());
        assertEquals(
                String.valueOf(recordsWithPrefix("cities/FR/")),
                like.rows.get(0).get(0));
        assertEquals(recordsWithPrefix("cities/FR/"), like.stats.recordsScanned());

        Answer in = ask(
                "SELECT ring, COUNT(*) FROM records WHERE ring IN (?, ?) GROUP BY ring",
                "cities/JP/40",
                "cities/FR/11");
        assertEquals(2, in.stats.ringsRouted());
        assertEquals(2, in.rows.size());

        Answer join = ask(
                "SELECT v.ring, COUNT(*) FROM (VALUES ('cities/JP/40'), ('cities/FR/11'), ('cities/AD/02')) AS v (ring)"
                        + " JOIN records AS r ON r.ring = v.ring GROUP BY v.ring ORDER BY v.ring");
        assertEquals(3, join.stats.ringsRouted());
        assertEquals(
                List.of("cities/AD/02", "cities/FR/11", "cities/JP/40"),
                join.rows.stream().map(row -> row.get(0)).toList());
        assertEquals(
                recordsWithPrefix("cities/AD/02")
                        + recordsWithPrefix("cities/FR/11")
                        + recordsWithPrefix("cities/JP/40"),
                join.stats.recordsScanned());

        Answer glob = ask("SELECT COUNT(*) FROM \"cities/JP/*\" WHERE lat > 0");
        assertEquals(ringsWithPrefix("cities/JP/"), glob.stats.ringsRouted());
        assertEquals(
                String.valueOf(recordsWithPrefix("cities/JP/")),
                glob.rows.get(0).get(0));
    }

    @Test
    @Order(4)
    void retrieveEqualsAnIndependentRecomputationFromTheStoredVectors() throws SQLException {
        float[] tokyo = vector("Tokyo", "cities/JP/40");
        for (String ring : new String[] {"cities/JP/40", null}) {
            Answer stored =
                    ask("SELECT id, vector FROM records" + (ring == null ? "" : " WHERE ring = '" + ring + "'"));
            Map<String, Float> scores = new HashMap<>();
            for (List<String> row : stored.rows) {
                scores.put(row.get(0), score(tokyo, parse(row.get(1))));
            }
            List<String> expected = scores.entrySet().stream()
                    .sorted(Comparator.comparing((Map.Entry<String, Float> e) -> -e.getValue())
                            .thenComparing(Map.Entry::getKey))
                    .limit(20)
                    .map(Map.Entry::getKey)
                    .toList();
            Answer answer = ring == null
                    ? ask("SELECT id FROM TABLE(RETRIEVE(?, budget => 20)) ORDER BY hit", tokyo)
                    : ask("SELECT id FROM TABLE(RETRIEVE(?, ring => ?, budget => 20)) ORDER BY hit", tokyo, ring);
            List<String> ids = answer.rows.stream().map(row -> row.get(0)).toList();
            assertSameUpToRounding(expected, ids, scores);
            assertEquals(
                    ring == null ? RECORDS : cities.get(ring).size(),
                    answer.stats.vectorsScanned(),
                    String.valueOf(ring));
            assertEquals(RECORDS, answer.stats.vectorsScanned() + answer.stats.vectorsSkipped());
        }
    }

    /** Float32 sums depend on their order, so two records may change places when their scores are one rounding apart; nothing else may. */
    private static void assertSameUpToRounding(List<String> expected, List<String> actual, Map<String, Float> scores) {
        assertEquals(expected.size(), actual.size());
        for (int i = 0; i < expected.size(); i++) {
            float want = scores.get(expected.get(i));
            float got = scores.getOrDefault(actual.get(i), Float.NaN);
            assertEquals(want, got, 2 * Math.ulp(1f), "hit " + (i + 1));
        }
    }

    @Test
    @Order(5)
    void retrieveIsGreatCircleOrderWithinFloatResolution() throws SQLException {
        Answer answer = ask(
                "SELECT JSON_VALUE(payload, '$.lat'), JSON_VALUE(payload, '$.lng') FROM TABLE(RETRIEVE(?, budget => 200)) ORDER BY hit",
                vector("Tokyo", "cities/JP/40"));
        double worst = 0;
        double previous = 0;
        for (List<String> row : answer.rows) {
            double distance =
                    greatCircleKm(TOKYO[0], TOKYO[1], Double.parseDouble(row.get(0)), Double.parseDouble(row.get(1)));
            worst = Math.max(worst, previous - distance);
            previous = distance;
        }
        assertEquals(200, answer.rows.size());
        assertTrue(worst <= 3, "neighbours inverted by " + worst + " km");
    }

    @Test
    @Order(6)
    void l2DistanceAgreesWithTheGreatCircleToTenMetres() throws SQLException {
        Answer answer =
                ask("SELECT lat, lng, L2_DISTANCE(_vector, ?) FROM \"cities/JP/*\"", vector("Tokyo", "cities/JP/40"));
        assertEquals(recordsWithPrefix("cities/JP/"), answer.rows.size());
        for (List<String> row : answer.rows) {
            double chord = Double.parseDouble(row.get(2));
            double expected =
                    greatCircleKm(TOKYO[0], TOKYO[1], Double.parseDouble(row.get(0)), Double.parseDouble(row.get(1)));
            assertEquals(expected, 2 * EARTH_KM * Math.asin(chord / 2), 0.010, row.toString());
        }
    }

    @Test
    @Order(7)
    void aWrongRingReturnsWhatItHoldsAndTheCountersSaySo() throws SQLException {
        Answer answer = ask(
                "SELECT ring FROM TABLE(RETRIEVE(?, ring => 'cities/FR/11', budget => 5))",
                vector("Tokyo", "cities/JP/40"));
        assertEquals(
                List.of("cities/FR/11"),
                answer.rows.stream().map(row -> row.get(0)).distinct().toList());
        assertEquals(5, answer.rows.size());
        assertEquals(cities.get("cities/FR/11").size(), answer.stats.vectorsScanned());
        assertEquals(1, answer.stats.ringsRouted());
    }

    private static float[] vector(String name, String ring) {
        return cities.get(ring).stream()
                .filter(city -> city.name.equals(name))
                .findFirst()
                .orElseThrow()
                .vector;
    }

    private static float[] parse(String text) {
        String[] parts = text.substring(1, text.length() - 1).split(",");
        float[] vector = new float[parts.length];
        for (int i = 0; i < parts.length; i++) {
            vector[i] = Float.parseFloat(parts[i].strip());
        }
        return vector;
    }

    /** Dot product of the float32-normalised vectors, as specified; written here anew. */
    private static float score(float[] a, float[] b) {
        float sum = 0;
        for (int i = 0; i < a.length; i++) {
            sum += normalised(a, i) * normalised(b, i);
        }
        return sum;
    }

    private static float normalised(float[] v, int i) {
        double squares = 0;
        for (float x : v) {
            squares += (double) x * x;
        }
        return (float) (v[i] / Math.sqrt(squares));
    }

    private static double greatCircleKm(double lat1, double lng1, double lat2, double lng2) {
        double dLat = Math.toRadians(lat2 - lat1);
        double dLng = Math.toRadians(lng2 - lng1);
        double a = Math.pow(Math.sin(dLat / 2), 2)
                + Math.cos(Math.toRadians(lat1)) * Math.cos(Math.toRadians(lat2)) * Math.pow(Math.sin(dLng / 2), 2);
        return 2 * EARTH_KM * Math.asin(Math.sqrt(a));
    }
}
