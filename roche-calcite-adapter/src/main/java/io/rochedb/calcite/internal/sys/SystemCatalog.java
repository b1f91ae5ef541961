package io.rochedb.calcite.internal.sys;

import io.rochedb.calcite.internal.table.SysTable;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The registry of system tables by schema and name. */
public final class SystemCatalog {
    private static final Map<String, Map<String, DeclaredSysTable>> SCHEMAS = Map.of(
            "sys",
            byName(EngineTables.all(), SessionTables.all(), MetadataTables.all()),
            "information_schema",
            byName(StandardTables.all()));

    private SystemCatalog() {}

    @SafeVarargs
    private static Map<String, DeclaredSysTable> byName(List<DeclaredSysTable>... groups) {
        Map<String, DeclaredSysTable> tables = new TreeMap<>();
        for (List<DeclaredSysTable> group : groups) {
            group.forEach(table -> tables.put(table.name(), table));
        }
        return tables;
    }

    /** Returns the table, or null. Both names are lower case. */
    public static @Nullable SysTable find(String schema, String name) {
        return SCHEMAS.getOrDefault(schema, Map.of()).get(name);
    }

    /** Returns the names of a schema's tables, sorted. */
    public static List<String> names(String schema) {
        return List.copyOf(SCHEMAS.getOrDefault(schema, Map.of()).keySet());
    }

    /** Returns the tables of a schema, by name. */
    static List<DeclaredSysTable> tables(String schema) {
        return new ArrayList<>(SCHEMAS.getOrDefault(schema, Map.of()).values());
    }

    /** Returns the names of the schemas, sorted. */
    static List<String> schemas() {
        return SCHEMAS.keySet().stream().sorted().toList();
    }
}
