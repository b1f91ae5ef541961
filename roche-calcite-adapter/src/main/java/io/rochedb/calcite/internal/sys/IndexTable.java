package io.rochedb.calcite.internal.sys;

import static io.rochedb.calcite.internal.function.ColumnType.BIGINT;
import static io.rochedb.calcite.internal.function.ColumnType.BOOLEAN;
import static io.rochedb.calcite.internal.function.ColumnType.VARCHAR;

import io.rochedb.engine.model.IndexInfo;
import org.jspecify.annotations.Nullable;

/** The system table of keys and indexes. */
final class IndexTable {
    private IndexTable() {}

    static DeclaredSysTable indexes() {
        return DeclaredSysTable.table("indexes")
                .column("name", VARCHAR)
                .nullable("table_name", VARCHAR)
                .columns(VARCHAR, "rings", "column_names")
                .column("is_unique", BOOLEAN)
                .columns(BIGINT, "rings_in_memory", "entries", "resident_bytes")
                .of(
                        "The keys of declared tables, then the indexes: their rings and columns, and what they hold in memory.",
                        (context, where) -> context.view().indexes().stream()
                                .map(IndexTable::row)
                                .iterator());
    }

    private static @Nullable Object[] row(IndexInfo index) {
        return new @Nullable Object[] {
            index.name(),
            index.table(),
            index.rings(),
            String.join(", ", index.columns()),
            index.unique(),
            index.ringsInMemory(),
            index.entries(),
            index.bytes()
        };
    }
}
