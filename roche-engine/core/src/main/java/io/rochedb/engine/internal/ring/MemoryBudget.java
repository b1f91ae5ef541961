package io.rochedb.engine.internal.ring;

import io.rochedb.engine.ErrorCode;
import io.rochedb.engine.RocheException;
import java.util.concurrent.atomic.AtomicLong;

/** The bytes of payload, vectors and row tables held in memory, and their bound. Thread-safe. */
public final class MemoryBudget {
    private final long limitBytes;
    private final AtomicLong usedBytes = new AtomicLong();

    public MemoryBudget(long limitBytes) {
        this.limitBytes = limitBytes;
    }

    public long limitBytes() {
        return limitBytes;
    }

    public long usedBytes() {
        return usedBytes.get();
    }

    /** Takes bytes, or throws {@code OUT_OF_MEMORY_BUDGET} and takes nothing. */
    public void reserve(long bytes, String what) {
        long used = usedBytes.addAndGet(bytes);
        if (used > limitBytes) {
            usedBytes.addAndGet(-bytes);
            throw new RocheException(
                    ErrorCode.OUT_OF_MEMORY_BUDGET,
                    what + " needs " + bytes + " bytes, and " + (used - bytes) + " of the memory budget of "
                            + limitBytes
                            + " bytes are in use; raise memoryBudget (and the heap, -Xmx), or read and write fewer rings at once");
        }
    }

    /** Takes bytes when so many are free; returns whether it did. */
    boolean tryReserve(long bytes) {
        boolean taken = usedBytes.addAndGet(bytes) <= limitBytes;
        if (!taken) {
            usedBytes.addAndGet(-bytes);
        }
        return taken;
    }

    /** Gives bytes back; a negative number takes bytes that an estimate had missed. */
    public void release(long bytes) {
        usedBytes.addAndGet(-bytes);
    }
}
