package io.rochedb.calcite.internal.plan;

import io.rochedb.calcite.SqlColumn;
import io.rochedb.calcite.internal.table.TableResolver;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What goes into a query and what comes out of it. Immutable. */
public final class QueryShape {
    private static final Set<String> NO_PAYLOAD = Set.of("ring", "id", "codec", "_ring", "_id", "_codec");

    private final List<SqlColumn> columns;
    private final List<SqlColumn> parameters;
    private final boolean[] payload;

    /**
     * Creates a shape.
     *
     * @param origins where each column comes from, as [schema…, table, column]; null, or null for a column, for no table
     */
    public QueryShape(
            List<SqlColumn> columns,
            List<SqlColumn> parameters,
            @Nullable List<? extends @Nullable List<String>> origins) {
        this.columns = columns;
        this.parameters = parameters;
        this.payload = new boolean[columns.size()];
        for (int i = 0; i < payload.length; i++) {
            payload[i] = isPayload(columns.get(i)) && (origins == null || !isSystem(origins.get(i)));
        }
    }

    private static boolean isPayload(SqlColumn column) {
        boolean carries =
                column.typeName().equals("VARCHAR") || column.typeName().equals("VARBINARY");
        boolean name =
                column.table() != null && NO_PAYLOAD.contains(column.name().toLowerCase(Locale.ROOT));
        return carries && !name;
    }

    /** Names of rings and other facts about the store are no payload. */
    private static boolean isSystem(@Nullable List<String> origin) {
        return origin != null
                && origin.size() > 2
                && TableResolver.SYSTEM_SCHEMAS.contains(
                        origin.get(origin.size() - 3).toLowerCase(Locale.ROOT));
    }

    List<SqlColumn> columns() {
        return columns;
    }

    List<SqlColumn> parameters() {
        return parameters;
    }

    /** Returns whether the values of a column count as payload handed to the caller. */
    boolean isPayload(int column) {
        return payload[column];
    }
}
