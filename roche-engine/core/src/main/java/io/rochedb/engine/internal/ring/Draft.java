package io.rochedb.engine.internal.ring;

import io.rochedb.engine.model.Codec;
import org.jspecify.annotations.Nullable;

/**
 * A record that has passed every check but has no seq yet.
 *
 * @param vector original bits, or null
 * @param normalised the search copy, the same array when bitwise equal; null without a vector
 */
public record Draft(
        Codec codec, byte[] payload, float @Nullable [] vector, float @Nullable [] normalised, DocumentShape shape) {

    public int dimension() {
        return vector == null ? 0 : vector.length;
    }

    /** Returns about how many bytes it takes in the log. */
    public long bytes() {
        return payload.length + 4L * dimension();
    }

    public RowData row(long seq, long createdMillis, int epoch, long writtenMillis) {
        return new RowData(seq, createdMillis, epoch, codec, writtenMillis, payload, vector, normalised, shape);
    }
}
