package io.rochedb.benchmarks.workload;

import io.rochedb.jdbc.RocheStatement;
import io.rochedb.jdbc.ScanStats;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** {@code jdbc:roche:mem:}, a fresh private store. */
public final class SqlDoor implements Door {
    private static final int BATCH = 1_000;

    private final Connection connection;
    private final PreparedStatement routed;
    private final PreparedStatement global;

    public SqlDoor() {
        try {
            connection = DriverManager.getConnection("jdbc:roche:mem:");
            routed = connection.prepareStatement(
                    "SELECT payload FROM TABLE(RETRIEVE(?, ring => ?, budget => ?)) ORDER BY hit");
            global = connection.prepareStatement("SELECT payload FROM TABLE(RETRIEVE(?, budget => ?)) ORDER BY hit");
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public String name() {
        return "E1";
    }

    @Override
    public void load(List<Document> documents) {
        String sql = "INSERT INTO records (ring, payload, vector) VALUES (?, ?, ?)";
        try (PreparedStatement insert = connection.prepareStatement(sql)) {
            int pending = 0;
            for (Document document : documents) {
                insert.setString(1, document.ring());
                insert.setString(2, document.payload());
                insert.setObject(3, document.vector());
                insert.addBatch();
                if (++pending == BATCH) {
                    insert.executeBatch();
                    pending = 0;
                }
            }
            insert.executeBatch();
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public Outcome retrieve(float[] vector, @Nullable String ring, int budget) {
        PreparedStatement statement = ring == null ? global : routed;
        try {
            statement.setObject(1, vector);
            if (ring != null) {
                statement.setString(2, ring);
            }
            statement.setInt(ring == null ? 2 : 3, budget);
            List<String> payloads = new ArrayList<>();
            try (ResultSet rows = statement.executeQuery()) {
                while (rows.next()) {
                    payloads.add(rows.getString(1));
                }
            }
            ScanStats stats = statement.unwrap(RocheStatement.class).scanStats();
            return new Outcome(
                    payloads,
                    stats.vectorsScanned() + stats.vectorsSkipped(),
                    stats.vectorsScanned(),
                    stats.estimatedTokens());
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public void close() {
        try {
            connection.close();
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }
}
