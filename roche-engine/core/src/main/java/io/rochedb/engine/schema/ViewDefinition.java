package io.rochedb.engine.schema;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A view: a query with a name.
 *
 * @param name the view's name; looked up ignoring case
 * @param columns names of its columns, empty for the query's own
 * @param sql the query
 * @param comment text for people, or null
 */
public record ViewDefinition(
        String name,
        List<String> columns,
        String sql,
        @Nullable String comment) {
    public ViewDefinition {
        columns = List.copyOf(columns);
    }
}
