package io.rochedb.benchmarks;

import io.rochedb.engine.EngineOptions;
import io.rochedb.engine.ReadView;
import io.rochedb.engine.RocheEngine;
import io.rochedb.engine.Transaction;
import io.rochedb.engine.model.Codec;
import io.rochedb.engine.model.RecordDraft;
import io.rochedb.engine.model.RingScope;
import io.rochedb.engine.query.Predicate;
import io.rochedb.engine.query.QueryMonitor;
import io.rochedb.engine.query.StellarCursor;
import io.rochedb.engine.query.StellarRequest;
import io.rochedb.engine.query.StellarRequest.Sort;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/** E0 and E1, the bundle of subrings: of one user's 105 records in 6 rings the 22 that a page shows, in one statement; 1,000 users. */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Fork(
        value = 1,
        jvmArgsAppend = {"-Xms2g", "-Xmx2g"})
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@State(Scope.Benchmark)
@SuppressWarnings("NullAway.Init")
public class StellarBenchmark {
    private static final int USERS = 1_000;
    private static final int RECORDS = 22;
    private static final String URL = "jdbc:roche:mem:stellar-benchmark";
    private static final List<String> SUBRINGS =
            List.of("profile", "addresses", "career", "preferences", "orders", "notifications");
    private static final String SQL = "SELECT ring, payload FROM TABLE(STELLAR(?, subrings => '"
            + String.join(",", SUBRINGS)
            + "', include_root => FALSE, sort_by => 'id asc',"
            + " subring_limits => '{\"profile\":1,\"addresses\":3,\"career\":2,\"preferences\":1,\"orders\":10,\"notifications\":5}',"
            + " subring_sorts => '{\"orders\":\"time desc\",\"notifications\":\"time desc\"}'))";

    private final Map<String, Integer> limits =
            Map.of("profile", 1, "addresses", 3, "career", 2, "preferences", 1, "orders", 10, "notifications", 5);
    private RocheEngine engine;
    private Connection connection;
    private PreparedStatement statement;
    private int next;

    @Setup(Level.Trial)
    public void load() throws SQLException {
        Map<String, Integer> sizes = new LinkedHashMap<>();
        sizes.put("profile", 1);
        sizes.put("addresses", 8);
        sizes.put("career", 5);
        sizes.put("preferences", 1);
        sizes.put("orders", 50);
        sizes.put("notifications", 40);
        engine = RocheEngine.open(EngineOptions.memory());
        connection = DriverManager.getConnection(URL);
        connection.setAutoCommit(false);
        try (PreparedStatement insert =
                connection.prepareStatement("INSERT INTO records (ring, payload) VALUES (?, ?)")) {
            for (int user = 0; user < USERS; user++) {
                try (Transaction transaction = engine.begin(RingScope.ALL, null)) {
                    for (Map.Entry<String, Integer> kind : sizes.entrySet()) {
                        for (int i = 0; i < kind.getValue(); i++) {
                            String ring = "users/" + user + "/" + kind.getKey();
                            String json = "{\"kind\":\"" + kind.getKey() + "\",\"no\":" + i
                                    + ",\"text\":\"a line of text as a page shows it, of about one hundred bytes\"}";
                            transaction.put(
                                    new RecordDraft(ring, json.getBytes(StandardCharsets.UTF_8), Codec.JSON, null));
                            insert.setString(1, ring);
                            insert.setString(2, json);
                            insert.addBatch();
                        }
                    }
                    transaction.commit();
                }
                insert.executeBatch();
                connection.commit();
            }
        }
        connection.setAutoCommit(true);
        statement = connection.prepareStatement(SQL);
    }

    @TearDown(Level.Trial)
    public void close() throws SQLException {
        statement.close();
        connection.close();
        engine.close();
    }

    private String user() {
        next = (next + 7) % USERS;
        return "users/" + next;
    }

    @Benchmark
    public long engine() {
        StellarRequest request = new StellarRequest(
                user(),
                SUBRINGS,
                false,
                1,
                0,
                StellarRequest.DEFAULT_LIMIT,
                Sort.ID_ASC,
                limits,
                Map.of("orders", Sort.TIME_DESC, "notifications", Sort.TIME_DESC),
                Predicate.TRUE);
        long bytes = 0;
        int records = 0;
        try (ReadView view = engine.snapshot(RingScope.ALL);
                StellarCursor cursor = view.stellar(request, new QueryMonitor())) {
            while (cursor.next()) {
                bytes += cursor.payload().length;
                records++;
            }
        }
        return counted(bytes, records);
    }

    @Benchmark
    public long sql() throws SQLException {
        statement.setString(1, user());
        long characters = 0;
        int records = 0;
        try (ResultSet rows = statement.executeQuery()) {
            while (rows.next()) {
                characters += rows.getString(2).length();
                records++;
            }
        }
        return counted(characters, records);
    }

    private static long counted(long read, int records) {
        if (records != RECORDS) {
            throw new IllegalStateException(records + " records, not " + RECORDS);
        }
        return read;
    }
}
