package io.rochedb.engine.model;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What is known of an index or key over all rings a view sees.
 *
 * @param name name of the index or key constraint
 * @param table the table whose key it is, or null for a declared index
 * @param rings glob of the rings that have it
 * @param columns its columns, paths with dots; a key's are those that are not part of the ring's name
 * @param unique whether two records of a ring may not have equal keys
 * @param ringsInMemory how many rings have it in memory
 * @param entries how many entries those hold, those that only older snapshots need included
 * @param bytes about how many bytes they take
 */
public record IndexInfo(
        String name,
        @Nullable String table,
        String rings,
        List<String> columns,
        boolean unique,
        long ringsInMemory,
        long entries,
        long bytes) {
    public IndexInfo {
        columns = List.copyOf(columns);
    }
}
