package io.rochedb.sqlline;

import io.rochedb.jdbc.ScanStats;
import io.rochedb.sqlline.StatementSplitter.Statement;
import java.io.IOException;
import java.io.PrintStream;
import java.io.Reader;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Optional;

/**
 * A narrated SQL script: comments before a statement are told, the statement is shown, then its answer and what it cost.
 *
 * <p>Everything goes to one stream, in order, and depends on the data alone. A statement whose narration ends with {@value #EXPECTED_ERROR} is
 * meant to fail.
 */
final class DemoScript {
    private static final String EXPECTED_ERROR = "(an error)";

    private final Connection connection;
    private final PrintStream out;
    private final boolean totals;

    /**
     * Prepares a script.
     *
     * @param totals whether counters are shown with the totals of the store, which only a corpus that never changes allows
     */
    DemoScript(Connection connection, PrintStream out, boolean totals) {
        this.connection = connection;
        this.out = out;
        this.totals = totals;
    }

    /** Runs the script; stops at the first failure that is not meant to happen. */
    void run(Reader script) throws IOException, SQLException {
        SqlRunner runner = new SqlRunner(connection, RowFormat.TABLE, false, out, out);
        StatementSplitter splitter = new StatementSplitter(script);
        for (Optional<Statement> next = splitter.next(); next.isPresent(); next = splitter.next()) {
            Statement statement = next.get();
            String narration = narration(statement.comment());
            out.print("\n" + narration);
            out.print("roche> " + statement.text().replace("\n", "\n       ") + ";\n");
            boolean failureExpected = narration.stripTrailing().endsWith(EXPECTED_ERROR);
            try {
                ScanStats stats = runner.run(statement.text());
                if (failureExpected) {
                    throw new SQLException("the demo expected this statement to fail");
                }
                out.print(cost(stats));
            } catch (SQLException failure) {
                if (!failureExpected || failure.getSQLState() == null) {
                    throw failure;
                }
                SqlRunner.report(out, failure);
            }
        }
    }

    private static String narration(String comment) {
        StringBuilder text = new StringBuilder();
        for (String line : comment.lines().toList()) {
            if (line.startsWith("--")) {
                text.append(line.substring(2).strip()).append('\n');
            }
        }
        return text.toString();
    }

    private String cost(ScanStats stats) {
        if (stats.ringsKnown() == 0) {
            return "";
        }
        StringBuilder line = new StringBuilder("-> rings ").append(stats.ringsRouted());
        line.append(of(stats.ringsKnown()));
        line.append(", records scanned ").append(stats.recordsScanned());
        line.append(of(stats.recordsScanned() + stats.recordsSkipped()));
        if (stats.vectorsScanned() + stats.vectorsSkipped() > 0) {
            line.append(", vectors compared ").append(stats.vectorsScanned());
            line.append(of(stats.vectorsScanned() + stats.vectorsSkipped()));
        }
        return line.append('\n').toString();
    }

    private String of(long total) {
        return totals ? " of " + total : "";
    }
}
