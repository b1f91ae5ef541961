package io.rochedb.engine.query;

import io.rochedb.engine.ErrorCode;
import io.rochedb.engine.RocheException;
import io.rochedb.engine.internal.SuppressForbidden;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * What one statement has cost so far, whether it must stop, and what it may cost: the counters every scan reports to.
 *
 * <p>Written by the one thread that runs the statement; {@link #cancel()} may be called from any thread. Scans call
 * {@link #check()} at least every {@value #CHECK_INTERVAL} records.
 *
 * <p>Definitions: {@code ringsKnown} = rings that hold records the caller may see; {@code ringsRouted} = distinct rings
 * with records chosen by the statement's scans; {@code recordsScanned} = visible records examined; {@code recordsSkipped} = visible
 * records of the caller's scope that were not examined, {@code vectorsScanned/Skipped} likewise for vectors compared.
 */
public final class QueryMonitor {
    /** A scan checks for cancellation at least this often, in records. */
    public static final int CHECK_INTERVAL = 1024;

    private final @Nullable QueryMonitor parent;
    private volatile boolean cancelled;
    private long deadlineNanos = Long.MAX_VALUE;
    private String deadlineName = "its query timeout";
    private long maxScanned = Long.MAX_VALUE;
    private long memoryMaxBytes = Long.MAX_VALUE;
    private long heldBytes;

    private long ringsKnown;
    private long[] routedKeys = new long[1];
    private int routedCount;
    private boolean routedSorted = true;
    private long recordsScanned;
    private long recordsSkipped;
    private long vectorsScanned;
    private long vectorsSkipped;
    private long bytesScanned;
    private long payloadBytesReturned;
    private long rowsReturned;
    private boolean resultCounted;

    /** Creates a monitor of a statement. */
    public QueryMonitor() {
        this(null);
    }

    private QueryMonitor(@Nullable QueryMonitor parent) {
        this.parent = parent;
    }

    /** Returns a monitor for a look aside: it counts for itself, has the same scan limit, and stops when this one does. */
    public QueryMonitor probe() {
        QueryMonitor probe = new QueryMonitor(this);
        probe.maxScanned = maxScanned;
        return probe;
    }

    /** Asks the statement to stop with {@code QUERY_CANCELLED}. Thread-safe. */
    public void cancel() {
        cancelled = true;
    }

    /** Sets the {@code System.nanoTime()} value after which the statement stops with {@code QUERY_TIMEOUT}. */
    public void deadlineNanos(long nanoTime) {
        deadlineNanos = nanoTime;
    }

    /** Sets the deadline, and what it is called when a statement is told that it ran past it. */
    public void deadlineNanos(long nanoTime, String name) {
        deadlineNanos = nanoTime;
        deadlineName = name;
    }

    /** Sets how many records may be scanned before the statement is refused with {@code SCAN_LIMIT_EXCEEDED}. */
    public void maxScanned(long records) {
        maxScanned = records;
    }

    /** Returns how many records may be scanned; {@code Long.MAX_VALUE} for no limit. */
    public long maxScanned() {
        return maxScanned;
    }

    /** Sets how many bytes the statement's operators may hold at a time. */
    public void memoryMaxBytes(long bytes) {
        memoryMaxBytes = bytes;
    }

    /** Returns how many bytes the statement's operators may hold at a time; {@code Long.MAX_VALUE} for no limit. */
    public long memoryMaxBytes() {
        return memoryMaxBytes;
    }

    /** Returns the bytes the statement's operators hold, as they estimate it. */
    public long heldBytes() {
        return heldBytes;
    }

    /** Returns whether an operator may hold this much more. */
    public boolean mayHold(long bytes) {
        return bytes <= memoryMaxBytes - heldBytes;
    }

    /** Adds bytes an operator holds; {@code OUT_OF_MEMORY_BUDGET} when that is more than the statement may. */
    public void hold(String operator, long bytes) {
        if (!mayHold(bytes)) {
            throw new RocheException(
                    ErrorCode.OUT_OF_MEMORY_BUDGET,
                    operator + " needs more memory than a statement may hold: " + (heldBytes + bytes)
                            + " of queryMemory=" + memoryMaxBytes
                            + " bytes; narrow it with WHERE or LIMIT, or raise queryMemory");
        }
        heldBytes += bytes;
    }

    /** Gives back bytes an operator held. */
    public void release(long bytes) {
        heldBytes -= bytes;
    }

    /** Throws when the statement was cancelled, is past its deadline or past its scan limit. */
    @SuppressForbidden("a deadline is measured on the machine's own stopwatch; it changes no answer")
    public void check() {
        if (parent != null) {
            parent.check();
        }
        if (cancelled) {
            throw new RocheException(ErrorCode.QUERY_CANCELLED, "the statement was cancelled");
        }
        if (deadlineNanos != Long.MAX_VALUE && System.nanoTime() - deadlineNanos > 0) {
            throw new RocheException(ErrorCode.QUERY_TIMEOUT, "the statement ran past " + deadlineName);
        }
        if (recordsScanned > maxScanned) {
            throw new RocheException(
                    ErrorCode.SCAN_LIMIT_EXCEEDED,
                    "the statement scanned more than maxScanned=" + maxScanned + " records; name a ring to narrow it");
        }
    }

    /** Records that a scan chose this ring; a ring counts once however often it is chosen. */
    public void ringRouted(long ringKey) {
        if (routedCount > 0 && routedKeys[routedCount - 1] == ringKey) {
            return;
        }
        if (routedCount == routedKeys.length) {
            compact();
            if (routedCount * 2 > routedKeys.length) {
                routedKeys = Arrays.copyOf(routedKeys, Math.max(8, routedKeys.length * 2));
            }
        }
        routedKeys[routedCount++] = ringKey;
        routedSorted = routedCount <= 1;
    }

    private void compact() {
        if (routedSorted) {
            return;
        }
        Arrays.sort(routedKeys, 0, routedCount);
        int kept = 1;
        for (int i = 1; i < routedCount; i++) {
            if (routedKeys[i] != routedKeys[kept - 1]) {
                routedKeys[kept++] = routedKeys[i];
            }
        }
        routedCount = kept;
        routedSorted = true;
    }

    /** Sets how many rings with records the caller may see. */
    public void ringsKnown(long rings) {
        ringsKnown = Math.max(ringsKnown, rings);
    }

    /** Adds visible records examined, and the payload bytes read for it. */
    public void scanned(long records, long bytes) {
        recordsScanned += records;
        bytesScanned += bytes;
    }

    /** Adds visible records of the caller's scope that were not examined. */
    public void skipped(long records) {
        recordsSkipped += records;
    }

    /** Adds vectors compared and visible vectors not compared. */
    public void vectors(long scanned, long skipped) {
        vectorsScanned += scanned;
        vectorsSkipped += skipped;
    }

    /** Adds rows a scan handed to its caller, and the payload bytes in them; not counted in a statement that counts its {@link #result}. */
    public void returned(long rows, long payloadBytes) {
        if (!resultCounted) {
            rowsReturned += rows;
            payloadBytesReturned += payloadBytes;
        }
    }

    /**
     * Adds rows of a statement's result, and the payload bytes in them. From the first call on, also with 0 rows, only these are
     * returned rows: what scans hand to joins and aggregates is not.
     */
    public void result(long rows, long payloadBytes) {
        if (!resultCounted) {
            resultCounted = true;
            rowsReturned = 0;
            payloadBytesReturned = 0;
        }
        rowsReturned += rows;
        payloadBytesReturned += payloadBytes;
    }

    public long ringsKnown() {
        return ringsKnown;
    }

    public long ringsRouted() {
        compact();
        return routedCount;
    }

    public long ringsPruned() {
        return Math.max(0, ringsKnown - ringsRouted());
    }

    public long recordsScanned() {
        return recordsScanned;
    }

    public long recordsSkipped() {
        return recordsSkipped;
    }

    public long vectorsScanned() {
        return vectorsScanned;
    }

    public long vectorsSkipped() {
        return vectorsSkipped;
    }

    public long bytesScanned() {
        return bytesScanned;
    }

    public long rowsReturned() {
        return rowsReturned;
    }

    /** Returns (payload bytes returned + 3) / 4. */
    public long estimatedTokens() {
        return (payloadBytesReturned + 3) / 4;
    }

    /** Returns 1 - scanned/(scanned + skipped) over vectors when any were searched, else over records; 0 when there is nothing. */
    public double candidateReduction() {
        long scanned = vectorsScanned + vectorsSkipped > 0 ? vectorsScanned : recordsScanned;
        long skipped = vectorsScanned + vectorsSkipped > 0 ? vectorsSkipped : recordsSkipped;
        return scanned + skipped == 0 ? 0 : 1.0 - (double) scanned / (scanned + skipped);
    }
}
