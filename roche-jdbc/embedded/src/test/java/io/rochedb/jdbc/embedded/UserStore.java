package io.rochedb.jdbc.embedded;

import io.rochedb.jdbc.RocheStatement;
import io.rochedb.jdbc.ScanStats;
import io.rochedb.jdbc.internal.JdbcConnection;
import io.rochedb.jdbc.internal.RocheUrl;
import io.rochedb.jdbc.spi.Session;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** A store of a test that is held open as a server would, with connections of its operator and of its users. */
final class UserStore implements AutoCloseable {
    final EmbeddedStore store;
    private final String url;

    private UserStore(String url) throws SQLException {
        this.url = url;
        RocheUrl parsed = RocheUrl.parse(url, null);
        store = EmbeddedStore.open(parsed.target(), parsed.settings());
    }

    /** Opens a memory store nobody else uses. */
    static UserStore memory() throws SQLException {
        return new UserStore(Stores.fresh());
    }

    static UserStore file(Path directory) throws SQLException {
        return new UserStore("jdbc:roche:file:" + directory + "?closeDelay=0ms");
    }

    /** Returns a connection that no grants narrow. */
    Connection operator() throws SQLException {
        RocheUrl parsed = RocheUrl.parse(url, null);
        return JdbcConnection.over(store.connector(), store.session(parsed.settings()), parsed.settings(), url);
    }

    /** Returns a connection of a user; options are written as in a URL. */
    Connection as(String user, String... options) throws SQLException {
        String separator = url.contains("?") ? "&" : "?";
        String text = options.length == 0 ? url : url + separator + String.join("&", options);
        RocheUrl parsed = RocheUrl.parse(text, null);
        Principal principal = store.principal(user).orElseThrow();
        return JdbcConnection.over(store.connector(), session(parsed, principal), parsed.settings(), url);
    }

    private Session session(RocheUrl parsed, Principal principal) {
        return store.session(parsed.settings(), principal);
    }

    /** Runs statements of the operator. */
    void run(String... statements) throws SQLException {
        try (Connection connection = operator();
                Statement statement = connection.createStatement()) {
            for (String sql : statements) {
                statement.execute(sql);
            }
        }
    }

    @Override
    public void close() {
        store.close();
    }

    /** Returns everything a statement tells whoever runs it: columns, rows, counters, or the error. */
    static String told(Connection connection, String sql) {
        try (Statement statement = connection.createStatement()) {
            StringBuilder text = new StringBuilder();
            if (statement.execute(sql)) {
                try (ResultSet rows = statement.getResultSet()) {
                    text.append(rows(rows));
                }
            } else {
                text.append("= ").append(statement.getUpdateCount()).append('\n');
            }
            // Whether somebody had the same text planned before is not kept from anybody.
            return text.append(counters(statement)).toString().replaceAll("planCache[ =]\\w+", "");
        } catch (SQLException e) {
            return "! " + e.getSQLState() + " " + e.getMessage();
        }
    }

    private static String counters(Statement statement) throws SQLException {
        ScanStats stats = statement.unwrap(RocheStatement.class).scanStats();
        return Optional.of(stats).map(ScanStats::toString).orElseThrow();
    }

    /** Returns the columns and rows of a result as text. */
    static String rows(ResultSet rows) throws SQLException {
        ResultSetMetaData columns = rows.getMetaData();
        StringBuilder text = new StringBuilder();
        for (int i = 1; i <= columns.getColumnCount(); i++) {
            text.append(columns.getColumnLabel(i))
                    .append(' ')
                    .append(columns.getColumnTypeName(i))
                    .append('|');
        }
        List<String> lines = new ArrayList<>();
        while (rows.next()) {
            StringBuilder line = new StringBuilder();
            for (int i = 1; i <= columns.getColumnCount(); i++) {
                line.append(rows.getString(i)).append('|');
            }
            lines.add(line.toString());
        }
        return text.append('\n').append(String.join("\n", lines)).append('\n').toString();
    }
}
