package io.rochedb.engine.internal.ring;

import org.jspecify.annotations.Nullable;

/**
 * What one transaction changes in a ring's settings. Immutable.
 *
 * @param ring the ring, created by the commit when it does not exist
 * @param periodSeconds periods of all epochs as they shall be, or null to leave them
 * @param baseEpochs how many epochs the ring had when the transaction changed them
 * @param describes whether the description changes
 * @param description the new description, null for none
 * @param createdMillis when a restored ring was created, -1 for now
 */
public record RingSettings(
        RingState ring,
        double @Nullable [] periodSeconds,
        int baseEpochs,
        boolean describes,
        @Nullable String description,
        long createdMillis) {

    public static RingSettings of(RingState ring) {
        return new RingSettings(ring, null, ring.periodSeconds().length, false, null, -1);
    }

    public RingSettings withPeriods(double[] periods) {
        return new RingSettings(ring, periods, baseEpochs, describes, description, createdMillis);
    }

    public RingSettings withDescription(@Nullable String text) {
        return new RingSettings(ring, periodSeconds, baseEpochs, true, text, createdMillis);
    }

    public RingSettings withCreated(long millis) {
        return new RingSettings(ring, periodSeconds, baseEpochs, describes, description, millis);
    }
}
