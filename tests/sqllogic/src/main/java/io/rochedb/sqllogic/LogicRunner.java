package io.rochedb.sqllogic;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** One run of one script on one connection. */
final class LogicRunner {
    /** Most failures told of one script. */
    private static final int FAILURES_SHOWN = 20;

    /**
     * What came of a script.
     *
     * @param passed records that did what they should
     * @param failed records that did not
     * @param skipped records left out, by reason
     * @param failures the first failures as text
     */
    record Result(int passed, int failed, Map<String, Integer> skipped, List<String> failures) {}

    private final String name;
    private final Connection connection;
    private final int queriesMax;
    private final Map<String, Integer> skipped = new TreeMap<>();
    private final Map<String, String> labels = new HashMap<>();
    private final List<String> failures = new ArrayList<>();
    private int passed;
    private int failed;

    /** Creates a runner; of a script with more queries than {@code queriesMax} it runs that many, evenly spread. */
    LogicRunner(String name, Connection connection, int queriesMax) {
        this.name = name;
        this.connection = connection;
        this.queriesMax = queriesMax;
    }

    Result run(List<LogicRecord> records) throws SQLException {
        long queries = records.stream()
                .filter(record -> record instanceof LogicRecord.Query && record.skip() == null)
                .count();
        double share = Math.min(1, (double) queriesMax / Math.max(1, queries));
        double due = share;
        try (Statement statement = connection.createStatement()) {
            for (LogicRecord record : records) {
                String skip = record.skip();
                if (skip == null && record instanceof LogicRecord.Halt) {
                    break;
                }
                if (skip == null && record instanceof LogicRecord.Query) {
                    skip = due >= 1 - 1e-9 ? null : "not in the sample";
                    due = due >= 1 - 1e-9 ? due - 1 + share : due + share;
                }
                if (skip != null) {
                    skipped.merge(skip, 1, Integer::sum);
                    continue;
                }
                String problem = record instanceof LogicRecord.Query query
                        ? query(statement, query)
                        : statement(statement, (LogicRecord.Statement) record);
                count(record, problem);
            }
        }
        return new Result(passed, failed, skipped, failures);
    }

    private void count(LogicRecord record, @Nullable String problem) {
        if (problem == null) {
            passed++;
            return;
        }
        failed++;
        if (failures.size() < FAILURES_SHOWN) {
            failures.add(name + ":" + record.line() + ": " + problem);
        }
    }

    private static @Nullable String statement(Statement statement, LogicRecord.Statement record) {
        try {
            statement.execute(record.sql());
            return record.succeeds() ? null : "succeeded, but must fail: " + record.sql();
        } catch (SQLException e) {
            return record.succeeds() ? problem(e, record.sql()) : null;
        }
    }

    private @Nullable String query(Statement statement, LogicRecord.Query record) {
        Answer answer;
        try (ResultSet rows = statement.executeQuery(record.sql())) {
            answer = Answer.of(rows, record.types(), record.sort());
        } catch (SQLException e) {
            return problem(e, record.sql());
        }
        if (record.expected() != null && !answer.matches(record.expected())) {
            return "answer " + answer.shown() + " where " + record.expected() + " is expected: " + record.sql();
        }
        if (record.label() != null) {
            String hash = answer.hash();
            String before = labels.putIfAbsent(record.label(), hash);
            if (before != null && !before.equals(hash)) {
                return "answer differs from another query's with label " + record.label() + ": " + record.sql();
            }
        }
        return null;
    }

    private static String problem(SQLException e, String sql) {
        return e.getSQLState() + " " + e.getMessage() + ": " + sql;
    }
}
