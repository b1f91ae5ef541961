package io.rochedb.engine.model;

import org.jspecify.annotations.Nullable;

/**
 * One record as read: a private copy the caller may keep.
 *
 * @param ring canonical ring name
 * @param id the record's id
 * @param payload payload bytes
 * @param codec how to understand them
 * @param vector the vector's original bits, or null
 * @param writtenAtMillis time of the last write
 */
public record StoredRecord(
        String ring, RecordId id, byte[] payload, Codec codec, float @Nullable [] vector, long writtenAtMillis) {}
