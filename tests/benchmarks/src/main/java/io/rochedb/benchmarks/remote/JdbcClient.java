package io.rochedb.benchmarks.remote;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.HashMap;
import java.util.Map;
import java.util.UUID;

/** A database through its JDBC driver; statements are prepared once. */
final class JdbcClient implements Client {
    private static final int FETCH_ROWS = 10_000;
    private static final int TIMEOUT_SECONDS = 15;

    /** Rows between two looks at the clock. */
    private static final int ROWS_PER_LOOK = 1_000;

    private final Connection connection;
    private final Dialect dialect;
    private final Keys keys;
    private final boolean fetchSize;
    private final Map<String, PreparedStatement> prepared = new HashMap<>();
    private final String payload = Sizes.payload(7);

    /**
     * Creates a client, which closes its connection.
     *
     * @param fetchSize whether the driver is told how many rows to fetch at once; one that finds a good number itself need not be
     */
    JdbcClient(Connection connection, Dialect dialect, Keys keys, boolean fetchSize) {
        this.connection = connection;
        this.dialect = dialect;
        this.keys = keys;
        this.fetchSize = fetchSize;
    }

    private PreparedStatement statement(String sql) throws SQLException {
        PreparedStatement known = prepared.get(sql);
        if (known == null) {
            known = connection.prepareStatement(sql);
            prepared.put(sql, known);
        }
        return known;
    }

    @Override
    public void get(int number) throws SQLException {
        PreparedStatement get = statement(dialect.get());
        get.setString(1, keys.record(number));
        try (ResultSet rows = get.executeQuery()) {
            Client.expect(100, rows.next() ? rows.getString(1).length() : 0);
        }
    }

    @Override
    public void put() throws SQLException {
        PreparedStatement put = statement(dialect.put());
        bindPut(put);
        Client.expect(1, put.executeUpdate());
    }

    private void bindPut(PreparedStatement put) throws SQLException {
        int next = 1;
        if (!dialect.makesIds()) {
            put.setString(next++, UUID.randomUUID().toString());
        }
        put.setString(next, payload);
    }

    @Override
    public void putMany() throws SQLException {
        PreparedStatement put = statement(dialect.put());
        for (int i = 0; i < BATCH; i++) {
            bindPut(put);
            put.addBatch();
        }
        Client.expect(BATCH, put.executeBatch().length);
    }

    @Override
    public void project(int number) throws SQLException {
        PreparedStatement project = statement(dialect.project());
        project.setString(1, keys.document(number));
        try (ResultSet rows = project.executeQuery()) {
            String name = rows.next() ? rows.getString(1) : "nothing";
            // H2 gives the field as JSON, in quotes
            if (!name.contains(Dialect.documentName(number))) {
                throw new IllegalStateException("found " + name);
            }
        }
    }

    @Override
    public void getMany(int number) throws SQLException {
        PreparedStatement getMany = statement(dialect.getMany());
        for (int i = 0; i < BATCH; i++) {
            getMany.setString(i + 1, keys.record(number + i));
        }
        long found = 0;
        try (ResultSet rows = getMany.executeQuery()) {
            while (rows.next()) {
                found += rows.getString(1).length();
            }
        }
        Client.expect(100L * BATCH, found);
    }

    @Override
    public long stream(long untilNanos) throws SQLException {
        connection.setAutoCommit(!dialect.drainsInTransaction());
        long rowsRead = 0;
        long bytes = 0;
        try (Statement statement = connection.createStatement()) {
            if (fetchSize) {
                statement.setFetchSize(FETCH_ROWS);
            }
            statement.setQueryTimeout(TIMEOUT_SECONDS);
            try (ResultSet rows = statement.executeQuery(dialect.stream())) {
                while (rows.next() && (rowsRead % ROWS_PER_LOOK != 0 || System.nanoTime() < untilNanos)) {
                    bytes += rows.getString(1).length() + rows.getString(2).length();
                    rowsRead++;
                }
            }
        } finally {
            connection.setAutoCommit(true);
        }
        Client.expect(136 * rowsRead, bytes);
        return rowsRead;
    }

    @Override
    public void close() throws SQLException {
        connection.close();
    }
}
