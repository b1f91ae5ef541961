package io.rochedb.engine.internal;

import io.rochedb.engine.ErrorCode;
import io.rochedb.engine.RocheException;
import io.rochedb.engine.internal.io.RestoringTransaction;
import io.rochedb.engine.internal.ring.DdlCommits;
import io.rochedb.engine.internal.ring.Draft;
import io.rochedb.engine.internal.ring.Drafts;
import io.rochedb.engine.internal.ring.Journal.Wait;
import io.rochedb.engine.internal.ring.RingOverlay;
import io.rochedb.engine.internal.ring.RingReads;
import io.rochedb.engine.internal.ring.RingSettings;
import io.rochedb.engine.internal.ring.RingState;
import io.rochedb.engine.internal.ring.RowData;
import io.rochedb.engine.internal.ring.Snapshots.Snapshot;
import io.rochedb.engine.internal.schema.RingSchema;
import io.rochedb.engine.internal.schema.SchemaEdit;
import io.rochedb.engine.model.Codec;
import io.rochedb.engine.model.MergePatch;
import io.rochedb.engine.model.RecordChange;
import io.rochedb.engine.model.RecordDraft;
import io.rochedb.engine.model.RecordId;
import io.rochedb.engine.model.RingNames;
import io.rochedb.engine.model.RingScope;
import io.rochedb.engine.query.QueryMonitor;
import io.rochedb.engine.schema.SchemaChange;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A transaction: a snapshot, and what was staged on top of it, ring by ring, with the way back. */
public final class EngineTransaction extends EngineView implements RestoringTransaction {
    private final Wait wait;
    private final Map<RingState, RingOverlay> overlays = new LinkedHashMap<>();
    /** What undoes each staged operation, in order. */
    private final List<Runnable> undo = new ArrayList<>();

    private final StagedSettings settings = new StagedSettings(undo);

    private long stagedBytes;
    /** What is reserved for them. */
    private long heldBytes;

    private @Nullable OwnDeclaration declaring;

    EngineTransaction(EmbeddedEngine engine, RingScope scope, Wait wait) {
        super(engine, scope);
        this.wait = wait;
    }

    // Reading.

    @Override
    @Nullable
    RingOverlay overlay(RingState ring) {
        return overlays.get(ring);
    }

    @Override
    Collection<RingOverlay> overlays() {
        return overlays.values();
    }

    @Override
    boolean creates(RingState ring) {
        if (settings.creates(ring)) {
            return true;
        }
        String prefix = ring.name() + "/";
        for (RingOverlay overlay : overlays.values()) {
            boolean under = overlay.ring() == ring || overlay.ring().name().startsWith(prefix);
            if (under && overlay.writesRows()) {
                return true;
            }
        }
        return false;
    }

    @Override
    double[] periods(RingState ring) {
        return settings.periods(ring);
    }

    @Override
    @Nullable
    String description(RingState ring) {
        return settings.description(ring);
    }

    @Override
    int dimension(RingState ring) {
        RingOverlay overlay = overlays.get(ring);
        int fixed = super.dimension(ring);
        return fixed != 0 || overlay == null ? fixed : overlay.dimension();
    }

    // Declaring.

    @Override
    public void declare(SchemaChange change, QueryMonitor monitor) {
        checkWritable();
        SchemaChanges.requireAdministering(scope());
        if (!undo.isEmpty() || declaring != null) {
            throw new IllegalStateException("a transaction declares something once, before it writes");
        }
        SchemaEdit edit = SchemaChanges.edit(engine, change, scope());
        if (edit.base() != declared()) {
            throw declaredMeanwhile(null);
        }
        if (edit.fills()) {
            throw new RocheException(
                    ErrorCode.FEATURE_NOT_SUPPORTED,
                    "a transaction that writes does not fill existing records with defaults; use RocheEngine.alter");
        }
        OwnDeclaration own = new OwnDeclaration(edit, monitor);
        declaring = own;
        declare(own.catalog());
    }

    private RocheException declaredMeanwhile(@Nullable RocheException cause) {
        // It may not be visible yet: another attempt before that would be refused again.
        engine.committer().awaitVisible();
        return new RocheException(
                ErrorCode.SERIALIZATION_FAILURE,
                "what is declared was changed by a statement that committed first; run the transaction again",
                cause);
    }

    /** Returns what records written into a ring are checked against. */
    private @Nullable RingSchema schemaOf(RingState ring) {
        OwnDeclaration own = declaring;
        return own == null ? ring.schema() : own.schemaOf(ring);
    }

    // Writing.

    @Override
    public RecordId put(RecordDraft draft) {
        return putWrittenAt(draft, engine.now());
    }

    @Override
    public RecordId putWrittenAt(RecordDraft draft, long writtenAtMillis) {
        checkWritable();
        Draft checked = Drafts.check(draft.ring(), draft.payload(), draft.codec(), draft.vector(), engine.limits());
        RingState ring = writableRing(draft.ring());
        RingSchema schema = schemaOf(ring);
        Draft complete = schema == null ? checked : complete(ring, checked, schema);
        RowData row = complete.row(takeSeq(ring), writtenAtMillis, periods(ring).length - 1, writtenAtMillis);
        stage(ring, new RingOverlay.Staged(row, row.seq(), false, 0, false), complete.bytes());
        noteChecked(ring, schema);
        return new RecordId(ring.key(), row.seq(), row.createdMillis(), row.epoch());
    }

    /** Takes the next seq that is not a restored record's. */
    private long takeSeq(RingState ring) {
        RingOverlay overlay = overlays.get(ring);
        long seq = ring.takeSeq();
        while (overlay != null && overlay.get(seq) != null) {
            seq = ring.takeSeq();
        }
        return seq;
    }

    @Override
    public void restore(RecordDraft draft, RecordId id, long writtenAtMillis) {
        checkWritable();
        Draft checked = Drafts.check(draft.ring(), draft.payload(), draft.codec(), draft.vector(), engine.limits());
        RingState ring = writableRing(draft.ring());
        if (ring.key() != id.ringKey() || id.epoch() >= periods(ring).length) {
            throw new RocheException(
                    ErrorCode.INVALID_ID,
                    "record id " + id.text() + " is not one of ring '" + ring.name() + "', which has "
                            + periods(ring).length + " epochs");
        }
        RingSchema schema = conforming(ring, checked);
        settings.keepSeq(ring, id.seq());
        RingOverlay.Staged now = current(ring, id.seq());
        if (now.row() != null) {
            throw new RocheException(
                    ErrorCode.UNIQUE_VIOLATION, "record " + id.seq() + " of ring '" + ring.name() + "' exists already");
        }
        RowData row = checked.row(id.seq(), id.createdMillis(), id.epoch(), writtenAtMillis);
        stage(ring, staged(row, now), checked.bytes());
        noteChecked(ring, schema);
    }

    /** Notes what a record just staged was checked against. */
    private void noteChecked(RingState ring, @Nullable RingSchema schema) {
        RingOverlay overlay = overlays.get(ring);
        if (overlay != null) {
            overlay.checkedAgainst(schema);
            if (declaring != null) {
                overlay.declaring();
            }
        }
    }

    /** Checks a record that is to be written against what is declared about its ring now. */
    private @Nullable RingSchema conforming(RingState ring, Draft draft) {
        RingSchema schema = schemaOf(ring);
        if (schema != null) {
            try {
                schema.check(draft.payload(), draft.codec());
            } catch (RocheException e) {
                throw refused(ring, schema, e);
            }
        }
        return schema;
    }

    private Draft complete(RingState ring, Draft draft, RingSchema schema) {
        try {
            return Drafts.complete(draft, schema, engine.now(), engine.limits().jsonDepthMax());
        } catch (RocheException e) {
            throw refused(ring, schema, e);
        }
    }

    /** A record that does not conform to what is declared meanwhile is a conflict: it was made from what this snapshot has. */
    private RocheException refused(RingState ring, RingSchema schema, RocheException cause) {
        boolean seen = declaring != null || RingSchema.of(declared(), ring.name(), schema) == schema;
        return seen ? cause : declaredMeanwhile(cause);
    }

    @Override
    public boolean update(RecordId id, RecordChange change) {
        checkWritable();
        RingOverlay.Staged before = existing(id);
        RowData old = before == null ? null : before.row();
        if (before == null || old == null) {
            return false;
        }
        RingState ring = writableRingOf(id);
        Codec codec = change.codec() == null ? old.codec() : change.codec();
        byte[] payload = change.payload() == null ? old.payload() : change.payload();
        boolean newVector = change.vector() != null || change.removeVector();
        Draft checked =
                Drafts.check(ring.name(), payload, codec, newVector ? change.vector() : old.vector(), engine.limits());
        RingSchema schema = conforming(ring, checked);
        RowData row = checked.row(old.seq(), old.createdMillis(), old.epoch(), engine.now());
        stage(ring, staged(row, before), checked.bytes());
        noteChecked(ring, schema);
        return true;
    }

    @Override
    public boolean patch(RecordId id, byte[] mergePatch) {
        checkWritable();
        RingOverlay.Staged before = existing(id);
        RowData old = before == null ? null : before.row();
        if (old == null) {
            return false;
        }
        byte[] merged = MergePatch.apply(old.payload(), mergePatch);
        return update(id, RecordChange.payload(merged, Codec.JSON));
    }

    @Override
    public boolean delete(RecordId id) {
        checkWritable();
        RingOverlay.Staged before = existing(id);
        if (before == null || before.row() == null) {
            return false;
        }
        stage(writableRingOf(id), staged(null, before), 0);
        return true;
    }

    private static RingOverlay.Staged staged(@Nullable RowData row, RingOverlay.Staged before) {
        return new RingOverlay.Staged(
                row, before.seq(), before.baseExists(), before.baseBytes(), before.baseVector(), before.base());
    }

    /** Returns what the view has for the seq: the staged state, else the snapshot's. */
    private RingOverlay.Staged current(RingState ring, long seq) {
        RingOverlay overlay = overlays.get(ring);
        RingOverlay.Staged staged = overlay == null ? null : overlay.get(seq);
        return staged != null ? staged : RingReads.base(ring, seq, version());
    }

    private RingOverlay.@Nullable Staged existing(RecordId id) {
        RingState ring = ringOf(id);
        if (ring == null) {
            return null;
        }
        RingOverlay.Staged now = current(ring, id.seq());
        RowData row = now.row();
        if (row != null) {
            RingReads.requireSame(id, ring, row.createdMillis(), row.epoch());
        }
        return now;
    }

    private RingState writableRingOf(RecordId id) {
        RingState ring = ringOf(id);
        if (ring == null) {
            throw new IllegalStateException("ring of a record that exists");
        }
        requireWritable(scope(), ring.name());
        return ring;
    }

    private RingState writableRing(String name) {
        RingState known = engine.catalog().byName(name);
        String canonical = known != null ? name : RingNames.canonical(name);
        requireWritable(scope(), canonical);
        RingState ring = known != null ? known : engine.catalog().obtain(canonical);
        ring.prepareWrite();
        return ring;
    }

    /** The same for a ring that does not exist and for one that may not be seen. */
    private static void requireWritable(RingScope scope, String ring) {
        if (!scope.writes(ring)) {
            throw new RocheException(
                    ErrorCode.RING_NOT_ALLOWED,
                    scope.sees(ring)
                            ? "ring '" + ring + "' may be read here, but not written"
                            : "ring '" + ring + "' does not exist or may not be written");
        }
    }

    @Override
    public void rescope(RingScope other) {
        checkReadable();
        overlays.values().stream()
                .filter(overlay -> !overlay.isEmpty())
                .forEach(overlay -> requireWritable(other, overlay.ring().name()));
        settings.all().forEach(change -> requireWritable(other, change.ring().name()));
        see(other);
    }

    private void stage(RingState ring, RingOverlay.Staged staged, long bytes) {
        RingOverlay overlay = overlays.computeIfAbsent(ring, RingOverlay::new);
        RowData row = staged.row();
        float[] vector = row == null ? null : row.vector();
        if (vector != null) {
            overlay.requireDimension(vector.length);
        }
        long limit = engine.limits().transactionBytesMax();
        if (bytes > limit - stagedBytes) {
            throw new RocheException(
                    ErrorCode.LIMIT_PAYLOAD,
                    "a transaction writes at most " + limit + " bytes of payloads and vectors, not "
                            + (stagedBytes + bytes) + "; commit more often");
        }
        // What a record replaces was read for it, and is held with it.
        long held = bytes + bytes(staged.base());
        engine.budget().reserve(held, "staging a record in a transaction");
        stagedBytes += bytes;
        heldBytes += held;
        boolean complete = false;
        RingOverlay.Staged before;
        try {
            before = overlay.put(staged, version());
            complete = true;
        } finally {
            if (!complete) {
                unstage(bytes, held);
            }
        }
        undo.add(() -> {
            overlay.restore(staged.seq(), before);
            unstage(bytes, held);
        });
    }

    private static long bytes(@Nullable RowData row) {
        float[] vector = row == null ? null : row.vector();
        return row == null ? 0 : row.payload().length + (vector == null ? 0 : 4L * vector.length);
    }

    private void unstage(long bytes, long held) {
        engine.budget().release(held);
        stagedBytes -= bytes;
        heldBytes -= held;
    }

    @Override
    public void configureRing(String ring, double periodSeconds) {
        checkWritable();
        RingSettings.requirePeriod(ring, periodSeconds);
        RingState state = writableRing(ring);
        settings.configure(state, periodSeconds, isThere(state));
    }

    private boolean isThere(RingState ring) {
        return ring.existsAt(version()) || ring.wasDropped() || overlays.containsKey(ring);
    }

    @Override
    public void describeRing(String ring, String description) {
        checkWritable();
        settings.describe(writableRing(ring), description);
    }

    @Override
    public void restoreRing(
            String ring, double[] periodSeconds, @Nullable String description, long createdMillis, long nextSeq) {
        checkWritable();
        RingState state = writableRing(ring);
        settings.restore(state, periodSeconds, description, createdMillis, nextSeq, isThere(state));
    }

    private void checkWritable() {
        checkReadable();
        engine.requireWritable();
        int limit = engine.limits().transactionOperationsMax();
        if (undo.size() >= limit) {
            throw new RocheException(
                    ErrorCode.LIMIT_PAYLOAD, "a transaction holds at most " + limit + " operations; commit more often");
        }
    }

    // Ending.

    @Override
    public int mark() {
        return undo.size();
    }

    @Override
    public void rollbackTo(int mark) {
        if (mark < 0 || mark > undo.size()) {
            throw new IllegalArgumentException("mark " + mark + " of " + undo.size());
        }
        for (int i = undo.size() - 1; i >= mark; i--) {
            undo.remove(i).run();
        }
    }

    @Override
    public boolean isEmpty() {
        return undo.isEmpty();
    }

    @Override
    public void refresh() {
        checkReadable();
        if (declaring != null) {
            throw new IllegalStateException("a transaction that declares something keeps its snapshot");
        }
        Snapshot newer = engine.committer().snapshots().open();
        boolean taken = false;
        try {
            if (newer.version() != version()) {
                // Whoever wrote the same since the old snapshot is found now, as the commit will only look at what
                // comes after the new one.
                engine.committer().check(overlays.values(), settings.all(), version());
                if (!isEmpty() && !isDeclaredAt(newer.version())) {
                    throw declaredMeanwhile(null);
                }
            }
            readAt(newer);
            taken = true;
        } finally {
            if (!taken) {
                newer.close();
            }
        }
    }

    @Override
    public long commit() {
        boolean done = false;
        try {
            checkReadable();
            OwnDeclaration own = declaring;
            if (own == null && isEmpty()) {
                return version();
            }
            long version = own == null
                    ? engine.committer().commit(overlays.values(), settings.all(), version(), wait)
                    : commit(own);
            done = true;
            return version;
        } finally {
            end(done);
        }
    }

    private long commit(OwnDeclaration own) {
        DdlCommits.Staged staged = new DdlCommits.Staged(overlays.values(), settings.all(), version());
        long version = SchemaChanges.commit(engine, own.edit(), staged, wait, own.monitor());
        if (version < 0) {
            throw declaredMeanwhile(null);
        }
        return version;
    }

    @Override
    public void rollback() {
        end(false);
    }

    @Override
    public void close() {
        end(false);
    }

    private void end(boolean committed) {
        if (isClosed()) {
            return;
        }
        super.close();
        engine.budget().release(heldBytes);
        heldBytes = 0;
        stagedBytes = 0;
        if (committed) {
            engine.committer().upkeep().ended(overlays.values());
        } else {
            engine.committer().abandon(overlays.values());
        }
        undo.clear();
    }
}
