package io.rochedb.engine.internal.ring;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.rochedb.engine.ErrorCode;
import io.rochedb.engine.RocheException;
import io.rochedb.engine.internal.ring.Journal.Wait;
import io.rochedb.engine.model.Codec;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class CommitterTest {
    private final MemoryBudget budget = new MemoryBudget(64L << 20);
    private final Catalog catalog = new Catalog(budget);
    private final Committer committer = new Committer(catalog, new EngineTime(() -> 1_000, 0), 0, new Totals());
    private final StubJournal journal = new StubJournal();

    /** A journal in a list, which fails when told to. */
    private static final class StubJournal implements Journal {
        final List<Long> versions = new ArrayList<>();
        int admitted;

        @Nullable
        Error error;

        @Override
        public boolean admit(int operations, long bytes) {
            admitted += operations;
            return true;
        }

        @Override
        public void release(int operations, long bytes) {
            admitted -= operations;
        }

        @Override
        public void append(Commit commit, Wait wait) {
            if (error != null) {
                throw error;
            }
            versions.add(commit.version());
            admitted -= commit.admittedOperations();
        }

        @Override
        public void await(long version) {}
    }

    private static Draft draft(String text) {
        byte[] payload = text.getBytes(java.nio.charset.StandardCharsets.UTF_8);
        return new Draft(Codec.RAW, payload, null, null, DocumentShape.NONE);
    }

    private static RingOverlay.Staged staged(long seq, float... vector) {
        float[] normalised = Drafts.normalise("r", vector, 100);
        Draft draft = new Draft(Codec.RAW, new byte[1], vector, normalised, DocumentShape.NONE);
        return new RingOverlay.Staged(draft.row(seq, 1, 0, 1), seq, false, 0, false);
    }

    private void requireReadOnly(RingState ring, Error cause) {
        RocheException failure = committer.failure();
        assertNotNull(failure);
        assertSame(cause, failure.getCause());
        journal.error = null;
        assertThrows(RocheException.class, () -> committer.put(ring, draft("more"), null, Wait.NONE));
        RingOverlay rolledBack = new RingOverlay(ring);
        committer.abandon(List.of(rolledBack));
        assertEquals(List.of(1L), journal.versions, "nothing is written any more");
        assertEquals(1, committer.visible());
        assertEquals(1, committer.appended());
        assertEquals(0, journal.admitted);
    }

    @Test
    void aPutThatIsAppliedInPartIsNeverSeen() {
        committer.journal(journal);
        RingState ring = catalog.obtain("r");
        committer.put(ring, draft("good"), null, Wait.NONE);
        RingState other = catalog.obtain("a/b");
        journal.error = new OutOfMemoryError("test");
        OutOfMemoryError error =
                assertThrows(OutOfMemoryError.class, () -> committer.put(other, draft("bad"), null, Wait.NONE));
        requireReadOnly(other, error);
        assertEquals(0, RingReads.counters(other, committer.visible(), null).records());
        assertEquals(ring.table().chargedBytes() + other.table().chargedBytes(), budget.usedBytes());
    }

    @Test
    void aCommitThatIsAppliedInPartIsNeverSeen() {
        committer.journal(journal);
        RingState ring = catalog.obtain("r");
        committer.put(ring, draft("good"), null, Wait.NONE);
        RingOverlay overlay = new RingOverlay(ring);
        overlay.put(staged(7, 1, 2), 0);
        RingState other = catalog.obtain("a/b");
        RingOverlay more = new RingOverlay(other);
        more.put(staged(0, 1, 2), 0);
        journal.error = new OutOfMemoryError("test");
        OutOfMemoryError error = assertThrows(
                OutOfMemoryError.class, () -> committer.commit(List.of(overlay, more), List.of(), 1, Wait.SYNCED));
        requireReadOnly(other, error);
        assertEquals(1, RingReads.counters(ring, committer.visible(), null).records());
        assertEquals(ring.table().chargedBytes() + other.table().chargedBytes(), budget.usedBytes());
    }

    @Test
    void everyStagedVectorHasTheDimensionOfTheRing() {
        RingState ring = catalog.obtain("r");
        RingOverlay overlay = new RingOverlay(ring);
        overlay.put(staged(0, 1, 2), 0);
        overlay.put(staged(1, 1, 2, 3), 0);
        RocheException refused =
                assertThrows(RocheException.class, () -> committer.commit(List.of(overlay), List.of(), 0, Wait.NONE));
        assertEquals(ErrorCode.DATA_EXCEPTION, refused.code());
        assertNull(committer.failure(), "a refused commit harms nobody");
        assertEquals(0, budget.usedBytes());
    }
}
