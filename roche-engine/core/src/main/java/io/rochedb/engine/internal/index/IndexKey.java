package io.rochedb.engine.internal.index;

/**
 * The key of one record in one index.
 *
 * @param bytes its encoded values; do not change
 * @param complete whether none of them is NULL, so that in a unique index it may be there once
 */
@SuppressWarnings("ArrayRecordComponent")
public record IndexKey(byte[] bytes, boolean complete) {
    /** Returns whether both are the same bytes. */
    public boolean sameAs(IndexKey other) {
        return java.util.Arrays.equals(bytes, other.bytes);
    }
}
