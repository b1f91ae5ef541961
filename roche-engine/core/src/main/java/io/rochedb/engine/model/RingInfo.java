package io.rochedb.engine.model;

import org.jspecify.annotations.Nullable;

/**
 * A description of one ring as of a read view.
 *
 * @param name canonical name
 * @param key FarmHash fingerprint of the name with the lowest bit set
 * @param records live records visible to the view
 * @param vectorRecords live records that carry a vector
 * @param payloadBytes total payload bytes of the live records
 * @param dimension vector dimension fixed by the ring's first vector, 0 while it has none
 * @param periodSeconds orbital period of the current epoch
 * @param headRadians head angle
 * @param epoch index of the current orbit epoch, from 0
 * @param createdMillis when the ring was created
 * @param lastWriteMillis when it was last written, 0 for never
 * @param description free text, or null
 * @param columnVersion grows with every change of the ring's field set or field types
 * @param residentBytes bytes of memory its records and indexes take, 0 when it is on disk only
 */
public record RingInfo(
        String name,
        long key,
        long records,
        long vectorRecords,
        long payloadBytes,
        int dimension,
        double periodSeconds,
        double headRadians,
        int epoch,
        long createdMillis,
        long lastWriteMillis,
        @Nullable String description,
        long columnVersion,
        long residentBytes) {}
