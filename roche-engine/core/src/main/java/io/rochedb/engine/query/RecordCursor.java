package io.rochedb.engine.query;

import io.rochedb.engine.model.Codec;
import io.rochedb.engine.model.RecordId;
import org.jspecify.annotations.Nullable;

/**
 * A forward-only reader over records of one read view; positioned before the first record when handed out.
 *
 * <p>Accessors are valid after {@link #next()} returned true, until the next call of it. Not thread-safe. Close it.
 */
public interface RecordCursor extends AutoCloseable {
    /** Moves to the next record; false at the end. Throws when the statement was cancelled or the snapshot is too old. */
    boolean next();

    String ring();

    long ringKey();

    long seq();

    /** Returns the record's id (a new object per call). */
    RecordId id();

    Codec codec();

    long writtenAtMillis();

    /** Returns a copy of the payload. */
    byte[] payload();

    /** Returns the array that holds the payload, from {@link #payloadOffset()}, borrowed: do not change or keep it. */
    byte[] payloadArray();

    int payloadOffset();

    int payloadLength();

    boolean hasVector();

    /** Returns a copy of the vector's original bits, or null. */
    float @Nullable [] vector();

    /** Returns the value of the i-th field of the request (see {@link io.rochedb.engine.model.FieldRef}); of its paths after the last field. */
    @Nullable
    Object field(int index);

    /** Returns the score of a search result (higher is better for COSINE and DOT, the distance for L2); NaN for a scan. */
    double score();

    @Override
    void close();
}
