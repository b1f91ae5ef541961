package io.rochedb.engine.internal.ring;

import io.rochedb.engine.ErrorCode;
import io.rochedb.engine.RocheException;
import java.util.Arrays;
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
 * @param nextSeq a seq that the ring's next records must not come before: a restored ring's, or the one after a restored record's
 */
public record RingSettings(
        RingState ring,
        double @Nullable [] periodSeconds,
        int baseEpochs,
        boolean describes,
        @Nullable String description,
        long createdMillis,
        long nextSeq) {
    /** Epochs a ring can have. */
    public static final int EPOCHS_MAX = 1 << 16;

    public static RingSettings of(RingState ring) {
        return new RingSettings(ring, null, ring.periodSeconds().length, false, null, -1, 0);
    }

    public RingSettings withPeriods(double[] periods) {
        return new RingSettings(ring, periods, baseEpochs, describes, description, createdMillis, nextSeq);
    }

    /** Begins a new epoch after those of the given periods. */
    public RingSettings withNextPeriod(double[] periods, double period) {
        if (periods.length >= EPOCHS_MAX) {
            throw new RocheException(
                    ErrorCode.INVALID_PARAMETER,
                    "ring '" + ring.name() + "' has had " + EPOCHS_MAX + " periods; no epoch is left");
        }
        double[] more = Arrays.copyOf(periods, periods.length + 1);
        more[periods.length] = period;
        return withPeriods(more);
    }

    public RingSettings withDescription(@Nullable String text) {
        return new RingSettings(ring, periodSeconds, baseEpochs, true, text, createdMillis, nextSeq);
    }

    public RingSettings withCreated(long millis) {
        return new RingSettings(ring, periodSeconds, baseEpochs, describes, description, millis, nextSeq);
    }

    public RingSettings withNextSeq(long seq) {
        return new RingSettings(
                ring, periodSeconds, baseEpochs, describes, description, createdMillis, Math.max(nextSeq, seq));
    }

    /** Refuses what can be no orbital period. */
    public static void requirePeriod(String ring, double periodSeconds) {
        if (!Double.isFinite(periodSeconds) || periodSeconds <= 0) {
            throw new RocheException(
                    ErrorCode.INVALID_PARAMETER,
                    "period of ring '" + ring + "' must be a finite number of seconds greater than 0, not "
                            + periodSeconds);
        }
    }

    /** Returns whether the periods the ring has by now, if it exists, stay as they are: epochs of existing records never change. */
    boolean extendsPeriods() {
        double[] periods = periodSeconds;
        double[] now = ring.periodSeconds();
        return periods == null
                || (!ring.exists() && !ring.wasDropped())
                || (now.length == baseEpochs
                        && periods.length >= now.length
                        && Arrays.equals(now, 0, now.length, periods, 0, now.length));
    }
}
