package io.rochedb.engine.model;

import org.jspecify.annotations.Nullable;

/**
 * A replacement of parts of a record; parts that are null stay as they are.
 *
 * @param payload new payload, or null to keep it
 * @param codec codec of the new payload, or null: the record's codec is kept
 * @param vector new vector, or null to keep it
 * @param removeVector true to drop the vector (then {@code vector} must be null)
 */
public record RecordChange(
        byte @Nullable [] payload, @Nullable Codec codec, float @Nullable [] vector, boolean removeVector) {

    /** Returns a change of the payload only. */
    public static RecordChange payload(byte[] payload, Codec codec) {
        return new RecordChange(payload, codec, null, false);
    }
}
