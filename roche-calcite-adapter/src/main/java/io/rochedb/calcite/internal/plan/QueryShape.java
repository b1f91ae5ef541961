package io.rochedb.calcite.internal.plan;

import io.rochedb.calcite.SqlColumn;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** What goes into a query and what comes out of it. Immutable. */
final class QueryShape {
    private static final Set<String> NO_PAYLOAD = Set.of("ring", "id", "codec", "_ring", "_id", "_codec");

    private final List<SqlColumn> columns;
    private final List<SqlColumn> parameters;
    private final boolean[] payload;

    QueryShape(List<SqlColumn> columns, List<SqlColumn> parameters) {
        this.columns = columns;
        this.parameters = parameters;
        this.payload = new boolean[columns.size()];
        for (int i = 0; i < payload.length; i++) {
            payload[i] = isPayload(columns.get(i));
        }
    }

    private static boolean isPayload(SqlColumn column) {
        boolean carries =
                column.typeName().equals("VARCHAR") || column.typeName().equals("VARBINARY");
        boolean name =
                column.table() != null && NO_PAYLOAD.contains(column.name().toLowerCase(Locale.ROOT));
        return carries && !name;
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
