package io.rochedb.conformance;

import io.rochedb.jdbc.RocheStatement;
import io.rochedb.jdbc.ScanStats;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;

/** Runs a statement and writes its answer in the notation of {@link Script}. */
final class ScriptRunner {
    private final Connection connection;

    ScriptRunner(Connection connection) {
        this.connection = connection;
    }

    /** Returns the answer: header and rows, a count, or an error; with a line of counters when asked. */
    List<String> run(String sql, boolean counters) {
        List<String> answer = new ArrayList<>();
        try (Statement statement = connection.createStatement()) {
            if (statement.execute(sql)) {
                try (ResultSet rows = statement.getResultSet()) {
                    read(rows, answer);
                }
            } else {
                answer.add("= " + statement.getLargeUpdateCount());
            }
            if (counters) {
                answer.add(counters(statement.unwrap(RocheStatement.class).scanStats()));
            }
        } catch (SQLException e) {
            answer.add("! " + e.getSQLState() + " "
                    + String.valueOf(e.getMessage()).replace("\n", "\\n"));
        }
        return answer;
    }

    private static void read(ResultSet rows, List<String> answer) throws SQLException {
        ResultSetMetaData meta = rows.getMetaData();
        int columns = meta.getColumnCount();
        StringBuilder line = new StringBuilder();
        for (int c = 1; c <= columns; c++) {
            line.append(c == 1 ? "" : "|").append(meta.getColumnLabel(c));
        }
        answer.add(line.toString());
        while (rows.next()) {
            line.setLength(0);
            for (int c = 1; c <= columns; c++) {
                String value = rows.getString(c);
                line.append(c == 1 ? "" : "|").append(value == null ? "NULL" : value.replace("\n", "\\n"));
            }
            answer.add(line.toString().isEmpty() ? "''" : line.toString());
        }
    }

    private static String counters(ScanStats stats) {
        StringBuilder line = new StringBuilder("~ rings " + stats.ringsRouted() + "/" + stats.ringsKnown());
        line.append(" scanned ").append(stats.recordsScanned());
        if (stats.vectorsScanned() + stats.vectorsSkipped() > 0) {
            line.append(" vectors ").append(stats.vectorsScanned());
            line.append("/").append(stats.vectorsScanned() + stats.vectorsSkipped());
        }
        return line.toString();
    }
}
