package io.rochedb.engine.internal;

import io.rochedb.engine.ErrorCode;
import io.rochedb.engine.RocheException;
import io.rochedb.engine.internal.ring.RingSettings;
import io.rochedb.engine.internal.ring.RingState;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What one transaction has staged of the settings of rings: periods and descriptions. Used by one thread. */
final class StagedSettings {
    private final Map<RingState, RingSettings> settings = new LinkedHashMap<>();
    private final List<Runnable> undo;

    /** Adds to {@code undo} what undoes each change. */
    StagedSettings(List<Runnable> undo) {
        this.undo = undo;
    }

    Collection<RingSettings> all() {
        return settings.values();
    }

    /** Returns whether committing them makes sure that the ring exists. */
    boolean creates(RingState ring) {
        if (settings.isEmpty()) {
            return false;
        }
        String prefix = ring.name() + "/";
        return settings.containsKey(ring)
                || settings.keySet().stream().anyMatch(one -> one.name().startsWith(prefix));
    }

    /** Returns the orbital periods of a ring, as they will be. */
    double[] periods(RingState ring) {
        RingSettings changed = settings.get(ring);
        double[] periods = changed == null ? null : changed.periodSeconds();
        return periods == null ? ring.periodSeconds() : periods;
    }

    /** Returns the description of a ring, as it will be. */
    @Nullable
    String description(RingState ring) {
        RingSettings changed = settings.get(ring);
        return changed != null && changed.describes() ? changed.description() : ring.description();
    }

    /** Sets the period of a ring: its only one, or, when the ring is there already, that of records written from now on. */
    void configure(RingState ring, double periodSeconds, boolean isThere) {
        RingSettings before = before(ring);
        double[] periods = periods(ring);
        if (!isThere) {
            set(ring, before.withPeriods(new double[] {periodSeconds}));
        } else if (periods[periods.length - 1] == periodSeconds) {
            set(ring, before);
        } else {
            set(ring, before.withNextPeriod(periods, periodSeconds));
        }
    }

    private RingSettings before(RingState ring) {
        return settings.getOrDefault(ring, RingSettings.of(ring));
    }

    /** Sets the description of a ring; empty text removes it. */
    void describe(RingState ring, String description) {
        set(ring, before(ring).withDescription(description.isEmpty() ? null : description));
    }

    /** Gives a ring what it had in the store that a dump is of. */
    void restore(
            RingState ring,
            double[] periodSeconds,
            @Nullable String description,
            long createdMillis,
            long nextSeq,
            boolean isThere) {
        double[] periods = periods(ring);
        if (isThere && !Arrays.equals(periods, periodSeconds)) {
            throw new RocheException(
                    ErrorCode.INVALID_PARAMETER,
                    "ring '" + ring.name() + "' exists here with the periods " + Arrays.toString(periods)
                            + " and cannot take over " + Arrays.toString(periodSeconds));
        }
        for (double period : periodSeconds) {
            RingSettings.requirePeriod(ring.name(), period);
        }
        RingSettings restored = before(ring)
                .withPeriods(periodSeconds.clone())
                .withCreated(createdMillis)
                .withNextSeq(nextSeq);
        set(ring, description == null && isThere ? restored : restored.withDescription(description));
    }

    /** Has the commit see to it that the ring does not give a seq again. */
    void keepSeq(RingState ring, long seq) {
        RingSettings before = before(ring);
        if (seq >= Math.max(ring.nextSeq(), before.nextSeq())) {
            set(ring, before.withNextSeq(seq + 1));
        }
    }

    private void set(RingState ring, RingSettings changed) {
        RingSettings before = settings.put(ring, changed);
        undo.add(() -> {
            if (before == null) {
                settings.remove(ring);
            } else {
                settings.put(ring, before);
            }
        });
    }
}
