package io.rochedb.engine.model;

import org.jspecify.annotations.Nullable;

/**
 * A record to be written: everything but what the engine assigns.
 *
 * <p>The arrays are handed over, not copied: the caller must not change them afterwards.
 *
 * @param ring canonical ring name (see {@link RingNames})
 * @param payload the document's bytes
 * @param codec how to understand them; null lets the engine choose: json when the payload parses as a JSON object, else raw
 * @param vector the embedding in its original bits, or null
 */
public record RecordDraft(
        String ring, byte[] payload, @Nullable Codec codec, float @Nullable [] vector) {}
