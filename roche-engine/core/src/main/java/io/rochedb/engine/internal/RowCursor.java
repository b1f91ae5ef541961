package io.rochedb.engine.internal;

import io.rochedb.engine.internal.json.PredicateEvaluator;
import io.rochedb.engine.internal.ring.RingReader;
import io.rochedb.engine.model.Codec;
import io.rochedb.engine.model.RecordId;
import io.rochedb.engine.query.RecordCursor;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** A cursor that stands on a row of a ring reader. */
abstract class RowCursor implements RecordCursor {
    final PredicateEvaluator evaluator;
    private @Nullable RingReader reader;
    private int row = RingReader.NONE;

    RowCursor(PredicateEvaluator evaluator) {
        this.evaluator = evaluator;
    }

    /** Stands on a row and returns whether the predicate is true for it. */
    final boolean stand(RingReader newReader, int newRow) {
        reader = newReader;
        row = newRow;
        return evaluator.test(newReader, newRow);
    }

    final int currentRow() {
        return row;
    }

    final RingReader reader() {
        RingReader now = reader;
        if (now == null) {
            throw new IllegalStateException("the cursor stands on no record");
        }
        return now;
    }

    @Override
    public final String ring() {
        return reader().ring();
    }

    @Override
    public final long ringKey() {
        return reader().ringKey();
    }

    @Override
    public final long seq() {
        return reader().seq(row);
    }

    @Override
    public final RecordId id() {
        RingReader from = reader();
        return new RecordId(from.ringKey(), from.seq(row), from.createdMillis(row), from.epoch(row));
    }

    @Override
    public final Codec codec() {
        return reader().codec(row);
    }

    @Override
    public final long writtenAtMillis() {
        return reader().writtenAtMillis(row);
    }

    @Override
    public final byte[] payload() {
        int offset = payloadOffset();
        return Arrays.copyOfRange(payloadArray(), offset, offset + payloadLength());
    }

    @Override
    public final byte[] payloadArray() {
        return reader().payloadArray(row);
    }

    @Override
    public final int payloadOffset() {
        return reader().payloadOffset(row);
    }

    @Override
    public final int payloadLength() {
        return reader().payloadLength(row);
    }

    @Override
    public final boolean hasVector() {
        return reader().hasVector(row);
    }

    @Override
    public final float @Nullable [] vector() {
        return reader().vector(row);
    }

    @Override
    public final @Nullable Object field(int index) {
        return evaluator.field(index);
    }

    @Override
    public double score() {
        return Double.NaN;
    }
}
