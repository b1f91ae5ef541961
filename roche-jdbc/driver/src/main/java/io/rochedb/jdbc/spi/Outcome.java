package io.rochedb.jdbc.spi;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What an execution gave: rows or a count.
 *
 * @param cursor the rows, or null
 * @param columns columns of the rows, empty without rows
 * @param updateCount records written, or -1 with rows
 * @param generated keys of inserted records, in order
 * @param notices warnings of the statement
 */
public record Outcome(
        @Nullable Cursor cursor,
        List<ColumnMeta> columns,
        long updateCount,
        List<GeneratedKey> generated,
        List<Notice> notices) {
    /** An outcome without warnings. */
    public Outcome(@Nullable Cursor cursor, List<ColumnMeta> columns, long updateCount, List<GeneratedKey> generated) {
        this(cursor, columns, updateCount, generated, List.of());
    }
}
