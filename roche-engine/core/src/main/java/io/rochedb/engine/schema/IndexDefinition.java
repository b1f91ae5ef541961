package io.rochedb.engine.schema;

import java.util.List;

/**
 * A secondary index inside each of some rings: from the values of its columns to the records.
 *
 * @param name the index's name; looked up ignoring case
 * @param rings the ring or glob whose rings have it
 * @param columns what it is over, in order
 * @param unique whether two records of one ring may not have the same values (none of them NULL)
 */
public record IndexDefinition(String name, String rings, List<IndexColumn> columns, boolean unique) {
    /**
     * A column of an index.
     *
     * @param path JSON path from the document's root: one name for a top-level field
     * @param type the type its values are compared as: other values are not found through the index, as they are not by a comparison; JSON for a field
     *     without a declared type, whose values of every kind are in the index and are found however they are compared
     * @param descending whether DESC was declared; kept for metadata, an index is read both ways
     */
    public record IndexColumn(List<String> path, ColumnType type, boolean descending) {
        public IndexColumn {
            path = List.copyOf(path);
        }
    }

    public IndexDefinition {
        columns = List.copyOf(columns);
    }
}
