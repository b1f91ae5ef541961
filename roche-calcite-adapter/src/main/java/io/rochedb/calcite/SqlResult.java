package io.rochedb.calcite;

import io.rochedb.engine.model.RecordId;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The outcome of an execution: rows, or a count with the ids it generated.
 *
 * @param cursor the rows, or null for a statement that returns none
 * @param updateCount rows written, or -1 when there is a cursor
 * @param generated ring and id of inserted records, in order of insertion
 */
public record SqlResult(@Nullable SqlCursor cursor, long updateCount, List<GeneratedKey> generated) {
    /**
     * Ring and id of an inserted record; the text of the id is made when somebody asks for it.
     *
     * @param table the declared table it was inserted into, or null
     */
    public record GeneratedKey(
            String ring, RecordId recordId, @Nullable String table) {
        public String id() {
            return recordId.text();
        }
    }

    public static SqlResult rows(SqlCursor cursor) {
        return new SqlResult(cursor, -1, List.of());
    }

    public static SqlResult count(long updateCount, List<GeneratedKey> generated) {
        return new SqlResult(null, updateCount, generated);
    }
}
