package io.rochedb.conformance.oracle;

import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A random expression: its text, which H2, SQLite and this database read alike, and what it is worth for given columns by the rules of SQL.
 *
 * @param sql the text
 * @param value the value for a row by column text: Long, String or Boolean, null for NULL or unknown
 */
record Expression(String sql, Function<Map<String, @Nullable Object>, @Nullable Object> value) {
    @Nullable
    Object of(Map<String, @Nullable Object> row) {
        return value.apply(row);
    }
}
