package io.rochedb.engine;

import io.rochedb.engine.model.RecordChange;
import io.rochedb.engine.model.RecordDraft;
import io.rochedb.engine.model.RecordId;
import io.rochedb.engine.model.RingScope;
import io.rochedb.engine.query.QueryMonitor;
import io.rochedb.engine.schema.SchemaChange;

/**
 * A unit of work under snapshot isolation: reads see the snapshot plus the transaction's own writes; of two transactions
 * that write one record, the first to commit wins and the other fails with {@code SERIALIZATION_FAILURE}.
 *
 * <p>Used by one thread at a time. {@link #close()} without {@link #commit()} rolls back.
 */
public interface Transaction extends ReadView {
    /** Stages a new record and returns its id. Creates the ring (and its ancestors) at commit when it does not exist. */
    RecordId put(RecordDraft draft);

    /** Stages a replacement; false when the record does not exist in this view. The id stays, {@code written_at} moves. */
    boolean update(RecordId id, RecordChange change);

    /** Stages an RFC 7396 merge patch (UTF-8 JSON) of the record's JSON payload; false when the record does not exist. */
    boolean patch(RecordId id, byte[] mergePatch);

    /** Stages a deletion; false when the record does not exist in this view. */
    boolean delete(RecordId id);

    /** Stages a new orbital period, in seconds (finite, &gt; 0), for records written after this commits: a new epoch. Creates the ring when missing. */
    void configureRing(String ring, double periodSeconds);

    /** Stages a ring's description; empty text removes it. Creates the ring when missing. */
    void describeRing(String ring, String description);

    /**
     * Has the transaction declare something as well: {@link #schema()} shows it and what is written from now on is checked against it, and the commit makes
     * all of it at once, or nothing. Keys that it declares are checked by the commit. Only once, and before anything is written.
     *
     * <p>{@code SERIALIZATION_FAILURE}, here or at the commit, when what is declared is not as this snapshot has it any more. The monitor is asked whether to stop
     * while the commit looks at existing records.
     *
     * @throws RocheException with the reason of {@link SchemaChange}
     */
    void declare(SchemaChange change, QueryMonitor monitor);

    /** Returns a mark to which {@link #rollbackTo} can return: a failed statement undoes itself only. */
    int mark();

    /** Undoes everything staged since the mark. */
    void rollbackTo(int mark);

    /** Returns whether nothing is staged. */
    boolean isEmpty();

    /**
     * Reads from now on at the newest visible version; what is staged stays on top. What another transaction did before counts as done before this one
     * began, unless it wrote what is staged here: then {@code SERIALIZATION_FAILURE}, the snapshot stays, and a commit would fail as well.
     *
     * <p>No cursor of this transaction may be open: it would read at two versions.
     */
    void refresh();

    /**
     * Sees and writes the rings of another scope from now on. {@code RING_NOT_ALLOWED} when a ring that something is staged for may not be written in it; the
     * scope stays then.
     */
    void rescope(RingScope other);

    /** Commits and returns the commit version. After it the transaction is closed, whether it succeeded or not. */
    long commit();

    /** Discards everything staged. */
    void rollback();
}
