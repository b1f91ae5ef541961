package io.rochedb.benchmarks;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.rochedb.engine.EngineOptions;
import io.rochedb.engine.ReadView;
import io.rochedb.engine.RocheEngine;
import io.rochedb.engine.model.Codec;
import io.rochedb.engine.model.FieldRef;
import io.rochedb.engine.model.FieldType;
import io.rochedb.engine.model.RecordDraft;
import io.rochedb.engine.model.RingScope;
import io.rochedb.engine.query.Predicate;
import io.rochedb.engine.query.QueryMonitor;
import io.rochedb.engine.query.RecordCursor;
import io.rochedb.engine.query.RingSelector;
import io.rochedb.engine.query.ScanRequest;
import io.rochedb.engine.schema.ColumnType;
import io.rochedb.engine.schema.IndexDefinition;
import io.rochedb.engine.schema.SchemaChange;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Set;
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

/** A record by its unique key in a ring of 100,000: through the index, by reading the ring, and H2's primary key. */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Fork(
        value = 1,
        jvmArgsAppend = {"-Xms2g", "-Xmx2g", "--add-modules=jdk.incubator.vector"})
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@State(Scope.Benchmark)
@SuppressWarnings("NullAway.Init")
public class IndexBenchmark {
    static final int RECORDS = 100_000;
    /** Spreads consecutive numbers over the keys, one to one. */
    private static final long STRIDE = 7_919;

    private static final RingSelector RING = new RingSelector.Exact(Set.of("bench"));
    private static final Predicate.Field NUMBER = new Predicate.Field(new FieldRef("no", FieldType.BIGINT));

    private RocheEngine engine;
    private ReadView view;
    private Connection h2;
    private PreparedStatement byKey;
    private long next;

    /** Returns the i-th document. */
    static byte[] document(long i) {
        long number = i * STRIDE % RECORDS;
        return ("{\"no\":" + number + ",\"status\":\"" + (i % 5 == 0 ? "open" : "paid") + "\",\"total\":" + i % 1_000
                        + ",\"note\":\"a text of some length that nobody looks for\"}")
                .getBytes(UTF_8);
    }

    static IndexDefinition index(String name, boolean unique, String field, ColumnType.Kind kind) {
        return new IndexDefinition(
                name,
                "bench",
                List.of(new IndexDefinition.IndexColumn(List.of(field), ColumnType.of(kind), false)),
                unique);
    }

    @Setup(Level.Trial)
    public void load() throws SQLException {
        engine = RocheEngine.open(EngineOptions.memory());
        for (int i = 0; i < RECORDS; i++) {
            engine.put(new RecordDraft("bench", document(i), Codec.JSON, null));
        }
        engine.alter(
                new SchemaChange.CreateIndex(index("numbers", true, "no", ColumnType.Kind.BIGINT)),
                RingScope.ALL,
                null);
        view = engine.snapshot(RingScope.ALL);
        h2 = Peer.H2.memory();
        Peer.H2.declare(h2, "CREATE TABLE bench(no BIGINT PRIMARY KEY, status VARCHAR, total BIGINT, note VARCHAR)");
        try (PreparedStatement insert = h2.prepareStatement("INSERT INTO bench VALUES(?, ?, ?, ?)")) {
            for (long i = 0; i < RECORDS; i++) {
                insert.setLong(1, i * STRIDE % RECORDS);
                insert.setString(2, i % 5 == 0 ? "open" : "paid");
                insert.setLong(3, i % 1_000);
                insert.setString(4, "a text of some length that nobody looks for");
                insert.executeUpdate();
            }
        }
        byKey = h2.prepareStatement("SELECT total FROM bench WHERE no = ?");
    }

    @TearDown(Level.Trial)
    public void close() throws SQLException {
        view.close();
        engine.close();
        h2.close();
    }

    private long key() {
        next = (next + 1) % RECORDS;
        return next * STRIDE % RECORDS;
    }

    @Benchmark
    public long byIndex() {
        return read(new Predicate.Compare(NUMBER, Predicate.Op.EQ, key()));
    }

    /** A condition that no index answers. */
    @Benchmark
    public long byScan() {
        return read(new Predicate.Not(new Predicate.Compare(NUMBER, Predicate.Op.NE, key())));
    }

    private long read(Predicate predicate) {
        ScanRequest request = new ScanRequest(
                RING,
                null,
                predicate,
                List.of(new FieldRef("total", FieldType.BIGINT)),
                ScanRequest.Order.ID_ASC,
                0,
                -1);
        long total = 0;
        try (RecordCursor cursor = view.scan(request, new QueryMonitor())) {
            while (cursor.next()) {
                Object value = cursor.field(0);
                total += value == null ? 0 : (Long) value;
            }
        }
        return total;
    }

    @Benchmark
    public long h2ByKey() throws SQLException {
        byKey.setLong(1, key());
        try (ResultSet rows = byKey.executeQuery()) {
            return rows.next() ? rows.getLong(1) : 0;
        }
    }
}
