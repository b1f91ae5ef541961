package io.rochedb.engine.internal.io;

import io.rochedb.engine.Transaction;
import io.rochedb.engine.model.RecordDraft;
import io.rochedb.engine.model.RecordId;
import org.jspecify.annotations.Nullable;

/** A transaction that can also write records and rings as they were in another store: for imports of dumps only. */
public interface RestoringTransaction extends Transaction {
    /** Stages a record with its old id and time; {@code UNIQUE_VIOLATION} when it exists, {@code INVALID_ID} when the ring or epoch does not fit. */
    void restore(RecordDraft draft, RecordId id, long writtenAtMillis);

    /** Stages a new record that was created and last written at a time in the past. */
    RecordId putWrittenAt(RecordDraft draft, long writtenAtMillis);

    /**
     * Stages a ring as it was. {@code INVALID_PARAMETER} when the ring exists here with other epochs.
     *
     * @param periodSeconds orbital periods of all its epochs, at least one
     * @param description free text, or null
     * @param createdMillis when it was created
     * @param nextSeq first seq it had not yet given
     */
    void restoreRing(
            String ring, double[] periodSeconds, @Nullable String description, long createdMillis, long nextSeq);
}
