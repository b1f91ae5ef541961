package io.rochedb.server.internal;

import io.rochedb.jdbc.spi.Connector;
import io.rochedb.jdbc.spi.Cursor;
import io.rochedb.jdbc.spi.Failure;
import io.rochedb.jdbc.wire.FrameLimitException;
import io.rochedb.jdbc.wire.Parts;
import io.rochedb.jdbc.wire.Protocol;
import io.rochedb.jdbc.wire.WireException;
import io.rochedb.jdbc.wire.WireWriter;
import org.jspecify.annotations.Nullable;

/** Writes rows into frames. */
final class RowFrames {
    /** Rows that come slowly are not held back to fill a frame. */
    private static final long FRAME_NANOS_MAX = 50_000_000L;

    private static final int COUNTS_BYTES = 8;

    private RowFrames() {}

    /** Writes rows until about so many bytes are there, and how they end; returns whether more may come. */
    static boolean write(WireWriter out, OpenRows rows, int wantedBytes, Connector connector) {
        int counts = out.gap(COUNTS_BYTES);
        int start = out.size();
        int rowStart = start;
        int count = 0;
        int end = Protocol.MORE;
        Failure failure = null;
        long startNanos = System.nanoTime();
        try {
            while (end == Protocol.MORE) {
                if (!rows.next()) {
                    end = Protocol.END;
                    break;
                }
                writeRow(out, rows);
                out.checkLimit();
                count++;
                rowStart = out.size();
                if (rowStart - start >= wantedBytes || System.nanoTime() - startNanos > FRAME_NANOS_MAX) {
                    break;
                }
            }
        } catch (FrameLimitException e) {
            if (count > 0) {
                rows.keepRow();
            } else {
                end = Protocol.FAILED;
                failure =
                        new Failure("54000", "a row is over the " + e.limitBytes() + " bytes a frame may have", false);
            }
        } catch (WireException e) {
            // no fault of the client: a value that the protocol has no form for
            end = Protocol.FAILED;
            failure = Failures.of(connector, new IllegalStateException(e));
        } catch (RuntimeException | StackOverflowError | OutOfMemoryError e) {
            end = Protocol.FAILED;
            failure = Failures.of(connector, e);
        }
        out.truncate(rowStart);
        out.patch(counts, rowStart - start);
        out.patch(counts + 4, count);
        end(out, rows, end, failure);
        return end == Protocol.MORE;
    }

    private static void writeRow(WireWriter out, OpenRows rows) {
        Cursor cursor = rows.cursor();
        int width = rows.width();
        for (int i = 0; i < width; i++) {
            out.value(cursor.get(i));
        }
    }

    private static void end(WireWriter out, OpenRows rows, int end, @Nullable Failure failure) {
        out.u8(end);
        if (failure != null) {
            Parts.failure(out, failure);
        }
        if (end != Protocol.MORE) {
            rows.cursor().close();
            Parts.stats(out, rows.execution().stats());
        }
    }
}
