package io.rochedb.engine.internal.ring;

import io.rochedb.engine.model.Codec;
import org.jspecify.annotations.Nullable;

/**
 * One row before it is in a table: checked, with everything the engine assigns but its version.
 *
 * @param vector original bits, or null
 * @param normalised the search copy; the same array as {@code vector} when bitwise equal; null without a vector
 * @param shape the payload's top-level JSON fields
 */
public record RowData(
        long seq,
        long createdMillis,
        int epoch,
        Codec codec,
        long writtenMillis,
        byte[] payload,
        float @Nullable [] vector,
        float @Nullable [] normalised,
        DocumentShape shape) {}
