package io.rochedb.sqlline;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.rochedb.jdbc.RocheStatement;
import io.rochedb.jdbc.ScanStats;
import java.io.IOException;
import java.io.PrintStream;
import java.io.Reader;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.SQLWarning;
import java.sql.Statement;
import java.sql.Types;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The non-interactive runner of statements: each is executed, its rows are streamed in a format, errors name their SQLSTATE.
 *
 * <p>Rows go to standard output; errors, warnings and counters to standard error. Update counts are shown by the table format
 * only, so that what a program reads holds rows and nothing else.
 */
final class SqlRunner {
    private static final ObjectMapper JSON = new ObjectMapper();

    private final Connection connection;
    private final RowFormat format;
    private final boolean scan;
    private final PrintStream out;
    private final PrintStream err;
    private boolean afterRows;

    SqlRunner(Connection connection, RowFormat format, boolean scan, PrintStream out, PrintStream err) {
        this.connection = connection;
        this.format = format;
        this.scan = scan;
        this.out = out;
        this.err = err;
    }

    /** Runs every statement of a text up to the first that fails; returns the exit status. */
    int runAll(Reader text, String source) throws IOException {
        StatementSplitter splitter = new StatementSplitter(text);
        for (Optional<StatementSplitter.Statement> next = splitter.next(); next.isPresent(); next = splitter.next()) {
            StatementSplitter.Statement statement = next.get();
            try {
                run(statement.text());
            } catch (SQLException failure) {
                out.flush();
                report(err, failure);
                if (!source.isEmpty()) {
                    err.print("  at " + source + ":" + statement.line() + "\n");
                }
                err.flush();
                return ExitCode.ofStatement(failure);
            }
            if (out.checkError()) {
                // Nobody reads any more, as in "roche sql … | head".
                return ExitCode.STATEMENT_FAILED;
            }
        }
        return ExitCode.OK;
    }

    /** Runs one statement; returns its counters. */
    ScanStats run(String sql) throws SQLException, IOException {
        try (Statement statement = connection.createStatement()) {
            boolean hasRows = statement.execute(sql);
            warnings(statement.getWarnings());
            if (hasRows) {
                try (ResultSet rows = statement.getResultSet()) {
                    print(rows);
                }
            } else if (format == RowFormat.TABLE && statement.getLargeUpdateCount() >= 0) {
                long count = statement.getLargeUpdateCount();
                out.print(count + (count == 1 ? " row changed\n" : " rows changed\n"));
            }
            out.flush();
            ScanStats stats = statement.unwrap(RocheStatement.class).scanStats();
            if (scan) {
                err.print(json(stats) + "\n");
                err.flush();
            }
            return stats;
        }
    }

    private void print(ResultSet rows) throws SQLException, IOException {
        ResultSetMetaData meta = rows.getMetaData();
        int columnCount = meta.getColumnCount();
        int[] types = new int[columnCount];
        List<RowFormat.Column> columns = new ArrayList<>();
        for (int i = 0; i < columnCount; i++) {
            types[i] = meta.getColumnType(i + 1);
            columns.add(new RowFormat.Column(meta.getColumnLabel(i + 1), isNumber(types[i])));
        }
        if (afterRows && format == RowFormat.CSV) {
            out.print("\r\n");
        }
        afterRows = true;
        RowFormat.Writer writer = format.writer(columns, out);
        List<@Nullable Object> values = new ArrayList<>(columnCount);
        while (rows.next()) {
            values.clear();
            for (int i = 0; i < columnCount; i++) {
                values.add(Cells.read(rows, i + 1, types[i]));
            }
            writer.row(values);
        }
        writer.end();
        warnings(rows.getWarnings());
    }

    private void warnings(@Nullable SQLWarning first) {
        for (SQLWarning warning = first; warning != null; warning = warning.getNextWarning()) {
            err.print("WARNING " + warning.getSQLState() + ": " + warning.getMessage() + "\n");
        }
    }

    /** Writes SQLSTATE and message of a failure and of what is chained to it, never a stack trace. */
    static void report(PrintStream err, SQLException failure) {
        for (SQLException next = failure; next != null; next = next.getNextException()) {
            err.print("ERROR " + next.getSQLState() + ": " + next.getMessage() + "\n");
        }
    }

    static String json(ScanStats stats) {
        try {
            return JSON.writeValueAsString(stats);
        } catch (JsonProcessingException cannotHappen) {
            throw new IllegalStateException("counters are numbers and text", cannotHappen);
        }
    }

    private static boolean isNumber(int jdbcType) {
        return switch (jdbcType) {
            case Types.TINYINT,
                    Types.SMALLINT,
                    Types.INTEGER,
                    Types.BIGINT,
                    Types.REAL,
                    Types.FLOAT,
                    Types.DOUBLE,
                    Types.DECIMAL,
                    Types.NUMERIC -> true;
            default -> false;
        };
    }
}
