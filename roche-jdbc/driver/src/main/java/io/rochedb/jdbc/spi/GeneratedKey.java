package io.rochedb.jdbc.spi;

import org.jspecify.annotations.Nullable;

/**
 * Ring and id of an inserted record.
 *
 * @param table the declared table it was inserted into, whose columns can be asked for too, or null
 */
public record GeneratedKey(String ring, String id, @Nullable String table) {
    /** A key of a record of no declared table. */
    public GeneratedKey(String ring, String id) {
        this(ring, id, null);
    }
}
