package io.rochedb.engine.internal.ring;

import io.rochedb.engine.ErrorCode;
import io.rochedb.engine.RocheException;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Validates and applies what transactions staged in several rings; every method is called under the commit lock. */
final class StagedWriter {
    private final RingWriter writer;

    StagedWriter(RingWriter writer) {
        this.writer = writer;
    }

    /** Throws what keeps a transaction of this snapshot from being committed now. */
    void validate(Collection<RingOverlay> overlays, Collection<RingSettings> settings, long snapshotVersion) {
        for (RingOverlay overlay : overlays) {
            RingWriter.validate(overlay, snapshotVersion);
            writer.missing(overlay.ring());
        }
        for (RingSettings setting : settings) {
            RingWriter.requireNotEnded(setting.ring(), snapshotVersion);
            writer.missing(setting.ring());
            if (!setting.extendsPeriods()) {
                throw new RocheException(
                        ErrorCode.SERIALIZATION_FAILURE,
                        "ring '" + setting.ring().name()
                                + "' was created or got another period by a transaction that committed first; run the transaction again");
            }
        }
    }

    /** Applies it; returns whether a ring came to be or a field set changed. */
    boolean apply(
            Collection<RingOverlay> overlays,
            Collection<RingSettings> settings,
            long version,
            long now,
            @Nullable Commit commit) {
        Set<RingState> changed = new HashSet<>();
        Set<RingState> created = new HashSet<>();
        for (RingSettings setting : settings) {
            created.addAll(writer.create(
                    setting.ring(), version, setting.createdMillis() < 0 ? now : setting.createdMillis()));
            setting.ring().set(setting);
            changed.add(setting.ring());
        }
        for (RingOverlay overlay : overlays) {
            if (overlay.writesRows()) {
                created.addAll(writer.create(overlay.ring(), version, RingWriter.earliest(overlay, now)));
            }
        }
        changed.addAll(created);
        boolean schemaChanged = !created.isEmpty();
        for (RingOverlay overlay : overlays) {
            schemaChanged |= writer.apply(
                    overlay,
                    version,
                    now,
                    commit,
                    changed.remove(overlay.ring()) || !overlay.ring().exists());
        }
        if (commit != null) {
            for (RingState ring : changed) {
                commit.add(writer.part(ring, List.of(), true, false));
            }
        }
        return schemaChanged;
    }
}
