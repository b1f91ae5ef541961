package io.rochedb.benchmarks;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Locale;
import org.duckdb.DuckDBAppender;
import org.duckdb.DuckDBConnection;

/** The databases that are compared, each in this process and in memory unless it is given a file. */
enum Peer {
    ROCHE("jdbc:roche:mem:", "jdbc:roche:file:%s/store?durability=buffered"),
    /** Told to run a query again: it would else give the rows of the last time while nothing is written. */
    H2("jdbc:h2:mem:;OPTIMIZE_REUSE_RESULTS=0", "jdbc:h2:file:%s/h2;OPTIMIZE_REUSE_RESULTS=0"),
    SQLITE("jdbc:sqlite::memory:", "jdbc:sqlite:%s/sqlite.db"),
    DUCKDB("jdbc:duckdb:", "jdbc:duckdb:%s/duck.db");

    /** Rows written in one batch. */
    private static final int BATCH = 1_000;

    private final String memoryUrl;
    private final String fileUrl;

    Peer(String memoryUrl, String fileUrl) {
        this.memoryUrl = memoryUrl;
        this.fileUrl = fileUrl;
    }

    static Peer of(String name) {
        return valueOf(name.toUpperCase(Locale.ROOT));
    }

    /** Makes rows: fills the values of the i-th. */
    interface Rows {
        Object[] row(int i);
    }

    String memoryUrl() {
        return memoryUrl;
    }

    Connection memory() throws SQLException {
        return DriverManager.getConnection(memoryUrl);
    }

    Connection file(String directory) throws SQLException {
        return DriverManager.getConnection(String.format(Locale.ROOT, fileUrl, directory));
    }

    /** Runs DDL where a table must be declared; a ring need not be. */
    void declare(Connection connection, String ddl) throws SQLException {
        if (this != ROCHE) {
            try (Statement statement = connection.createStatement()) {
                statement.execute(ddl);
            }
        }
    }

    /** Fills a table in the way the database prefers; {@code columns} is a list in parentheses. */
    void load(Connection connection, String table, String columns, int count, Rows rows) throws SQLException {
        if (this == DUCKDB) {
            append(connection, table, count, rows);
            return;
        }
        String marks = "?" + ", ?".repeat(columns.split(",", -1).length - 1);
        connection.setAutoCommit(false);
        try (PreparedStatement insert =
                connection.prepareStatement("INSERT INTO " + table + " " + columns + " VALUES (" + marks + ")")) {
            for (int i = 0; i < count; i++) {
                Object[] row = rows.row(i);
                for (int column = 0; column < row.length; column++) {
                    insert.setObject(column + 1, row[column]);
                }
                insert.addBatch();
                if (i % BATCH == BATCH - 1) {
                    insert.executeBatch();
                }
            }
            insert.executeBatch();
        }
        connection.commit();
        connection.setAutoCommit(true);
    }

    private static void append(Connection connection, String table, int count, Rows rows) throws SQLException {
        try (DuckDBAppender appender = connection.unwrap(DuckDBConnection.class).createAppender(table)) {
            for (int i = 0; i < count; i++) {
                appender.beginRow();
                for (Object value : rows.row(i)) {
                    if (value instanceof Integer number) {
                        appender.append(number.intValue());
                    } else if (value instanceof Long number) {
                        appender.append(number.longValue());
                    } else if (value instanceof Double number) {
                        appender.append(number.doubleValue());
                    } else {
                        appender.append((String) value);
                    }
                }
                appender.endRow();
            }
        }
    }
}
