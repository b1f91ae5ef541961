package io.rochedb.conformance.oracle;

import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads answers in a form in which those of different databases compare. */
final class Rows {
    private Rows() {}

    /** Returns the rows of a query as text, sorted. */
    static List<String> of(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            List<String> read = new ArrayList<>();
            int columns = rows.getMetaData().getColumnCount();
            while (rows.next()) {
                StringBuilder row = new StringBuilder();
                for (int i = 1; i <= columns; i++) {
                    row.append(i == 1 ? "" : "|").append(text(rows.getObject(i)));
                }
                read.add(row.toString());
            }
            read.sort(null);
            return read;
        }
    }

    private static String text(@Nullable Object value) {
        if (value == null) {
            return "NULL";
        }
        if (value instanceof Boolean truth) {
            return truth ? "1" : "0";
        }
        if (value instanceof Number number) {
            return new BigDecimal(number.toString()).stripTrailingZeros().toPlainString();
        }
        return "'" + value + "'";
    }
}
