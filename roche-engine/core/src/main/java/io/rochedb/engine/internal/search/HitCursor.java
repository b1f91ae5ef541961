package io.rochedb.engine.internal.search;

import io.rochedb.engine.ErrorCode;
import io.rochedb.engine.RocheException;
import io.rochedb.engine.internal.json.PredicateEvaluator;
import io.rochedb.engine.internal.ring.RingReader;
import io.rochedb.engine.internal.ring.ViewAccess;
import io.rochedb.engine.model.Codec;
import io.rochedb.engine.model.RecordId;
import io.rochedb.engine.query.Predicate;
import io.rochedb.engine.query.QueryMonitor;
import io.rochedb.engine.query.RecordCursor;
import io.rochedb.engine.query.VectorRequest;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** A cursor over the hits of a finished vector scan. */
final class HitCursor implements RecordCursor {
    private static final int BEFORE_FIRST = -1;

    private final ViewAccess view;
    private final VectorScan scan;
    private final TopHits hits;
    /** Null when no fields are read. */
    private final @Nullable PredicateEvaluator fields;

    private final QueryMonitor monitor;
    private final long offset;
    private int index = BEFORE_FIRST;
    private boolean closed;

    HitCursor(ViewAccess view, VectorScan scan, VectorRequest request, QueryMonitor monitor) {
        this.view = view;
        this.scan = scan;
        this.hits = scan.best();
        boolean none = request.fields().isEmpty() && request.paths().isEmpty();
        this.fields = none ? null : PredicateEvaluator.compile(Predicate.TRUE, request.fields(), request.paths());
        this.offset = request.offset();
        this.monitor = monitor;
    }

    @Override
    public boolean next() {
        if (closed) {
            throw new RocheException(ErrorCode.OBJECT_CLOSED, "the cursor is closed");
        }
        monitor.check();
        view.checkReadable();
        index = index == BEFORE_FIRST ? (int) Math.min(offset, hits.size()) : Math.min(index + 1, hits.size());
        if (index == hits.size()) {
            return false;
        }
        if (fields != null) {
            fields.test(reader(), row());
        }
        monitor.returned(1, payloadLength());
        return true;
    }

    private RingReader reader() {
        return hits.reader(index);
    }

    private int row() {
        return hits.row(index);
    }

    @Override
    public String ring() {
        return reader().ring();
    }

    @Override
    public long ringKey() {
        return reader().ringKey();
    }

    @Override
    public long seq() {
        return reader().seq(row());
    }

    @Override
    public RecordId id() {
        return idOf(reader(), row());
    }

    static RecordId idOf(RingReader reader, int row) {
        return new RecordId(reader.ringKey(), reader.seq(row), reader.createdMillis(row), reader.epoch(row));
    }

    @Override
    public Codec codec() {
        return reader().codec(row());
    }

    @Override
    public long writtenAtMillis() {
        return reader().writtenAtMillis(row());
    }

    @Override
    public byte[] payload() {
        return payloadOf(reader(), row());
    }

    static byte[] payloadOf(RingReader reader, int row) {
        int offset = reader.payloadOffset(row);
        return Arrays.copyOfRange(reader.payloadArray(row), offset, offset + reader.payloadLength(row));
    }

    @Override
    public byte[] payloadArray() {
        return reader().payloadArray(row());
    }

    @Override
    public int payloadOffset() {
        return reader().payloadOffset(row());
    }

    @Override
    public int payloadLength() {
        return reader().payloadLength(row());
    }

    @Override
    public boolean hasVector() {
        return true;
    }

    @Override
    public float @Nullable [] vector() {
        return reader().vector(row());
    }

    @Override
    public @Nullable Object field(int i) {
        if (fields == null) {
            throw new IndexOutOfBoundsException("field " + i + " of none");
        }
        return fields.field(i);
    }

    @Override
    public double score() {
        return scan.score(index);
    }

    @Override
    public void close() {
        closed = true;
    }
}
