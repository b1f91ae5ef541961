package io.rochedb.engine.internal.ring;

import io.rochedb.engine.ErrorCode;
import io.rochedb.engine.RocheException;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** The bytes of payload, vectors and row tables held in memory, and their bound. Thread-safe. */
public final class MemoryBudget {
    /** Others may take what was given up, so it is asked for again. */
    private static final int ATTEMPTS = 3;

    private final long limitBytes;
    private final AtomicLong usedBytes = new AtomicLong();
    private final AtomicLong peakBytes = new AtomicLong();
    private volatile @Nullable Relief relief;

    public MemoryBudget(long limitBytes) {
        this.limitBytes = limitBytes;
    }

    /** Gives memory up for those who need it. */
    interface Relief {
        /** Has as many bytes be free if that can be; returns whether it gave anything up. */
        boolean free(long bytes);
    }

    /** Has memory be given up when it is short; before the first reservation. */
    void relief(Relief by) {
        relief = by;
    }

    public long limitBytes() {
        return limitBytes;
    }

    public long usedBytes() {
        return usedBytes.get();
    }

    /** Returns the most that was ever in use. */
    public long peakBytes() {
        return peakBytes.get();
    }

    long freeBytes() {
        return limitBytes - usedBytes.get();
    }

    /** Takes bytes, or throws {@code OUT_OF_MEMORY_BUDGET} and takes nothing. */
    public void reserve(long bytes, String what) {
        Relief by = relief;
        boolean taken = tryReserve(bytes);
        for (int i = 0; !taken && by != null && i < ATTEMPTS && by.free(bytes); i++) {
            taken = tryReserve(bytes);
        }
        if (!taken) {
            throw new RocheException(
                    ErrorCode.OUT_OF_MEMORY_BUDGET,
                    what + " needs " + bytes + " bytes, and " + usedBytes.get() + " of the memory budget of "
                            + limitBytes
                            + " bytes are in use; raise memoryBudget (and the heap, -Xmx), or read and write fewer rings at once");
        }
    }

    /** Takes bytes when so many are free; returns whether it did. */
    boolean tryReserve(long bytes) {
        long used = usedBytes.get();
        while (bytes <= limitBytes - used) {
            if (usedBytes.compareAndSet(used, used + bytes)) {
                peak(used + bytes);
                return true;
            }
            used = usedBytes.get();
        }
        return false;
    }

    /** Gives bytes back; a negative number takes bytes that an estimate had missed. */
    public void release(long bytes) {
        long used = usedBytes.addAndGet(-bytes);
        if (bytes < 0) {
            peak(used);
        }
    }

    private void peak(long used) {
        if (used > peakBytes.get()) {
            peakBytes.accumulateAndGet(used, Math::max);
        }
    }
}
