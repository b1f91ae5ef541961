package io.rochedb.engine.ops;

import org.jspecify.annotations.Nullable;

/**
 * One thing that is wrong with a store.
 *
 * @param kind what is wrong
 * @param ring the ring it is about, or null
 * @param seq the record it is about, or -1
 * @param detail what exactly
 */
public record Finding(Kind kind, @Nullable String ring, long seq, String detail) {
    /** What can be wrong. */
    public enum Kind {
        /** A file cannot be read, or blocks of it do not fit their checksums. */
        FILE,
        /** An entry of the ring catalog, or a declaration, cannot be read or contradicts another. */
        METADATA,
        /** A record cannot be read, is not valid JSON though it says so, or has an id its ring has not given. */
        RECORD,
        /** A vector is damaged, missing, or not one its ring can have. */
        VECTOR,
        /** Records or vectors belong to nothing. */
        ORPHAN,
        /** A ring's counters are not those of its records. */
        COUNTERS,
        /** A document has a field, or a type, that its ring's field set has not. */
        FIELDS,
        /** A ring's centroid is not that of its vectors. */
        CENTROID,
        /** An index in memory does not lead to a record that it should. */
        INDEX
    }
}
