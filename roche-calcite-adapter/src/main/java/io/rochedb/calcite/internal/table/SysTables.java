package io.rochedb.calcite.internal.table;

import io.rochedb.calcite.internal.sys.SystemCatalog;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The catalog of system tables by schema ({@code sys}, {@code information_schema}) and name, ignoring case. */
public final class SysTables {
    private SysTables() {}

    /** Returns the table, or null. Both names are lower case. */
    public static @Nullable SysTable find(String schema, String name) {
        return SystemCatalog.find(schema, name);
    }

    /** Returns the names of a schema's tables, sorted. */
    public static List<String> names(String schema) {
        return SystemCatalog.names(schema);
    }
}
