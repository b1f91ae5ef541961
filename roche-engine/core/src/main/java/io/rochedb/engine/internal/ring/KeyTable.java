package io.rochedb.engine.internal.ring;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/** Ring key to ring, by open addressing: one look-up without allocation. One writer at a time; readers never block. */
final class KeyTable {
    private static final VarHandle SLOT = MethodHandles.arrayElementVarHandle(RingState[].class);
    private static final long GOLDEN = 0x9E3779B97F4A7C15L;
    private static final int INITIAL = 64;

    private volatile @Nullable RingState[] slots = new RingState[INITIAL];
    private int size;

    @Nullable
    RingState get(long key) {
        @Nullable RingState[] now = slots;
        int mask = now.length - 1;
        for (int i = start(key, mask); ; i = (i + 1) & mask) {
            RingState ring = (RingState) SLOT.getAcquire(now, i);
            if (ring == null || ring.key() == key) {
                return ring;
            }
        }
    }

    void add(RingState ring) {
        @Nullable RingState[] now = slots;
        if (size * 2 >= now.length) {
            @Nullable RingState[] grown = new RingState[now.length * 2];
            for (RingState old : now) {
                if (old != null) {
                    insert(grown, old);
                }
            }
            slots = grown;
            now = grown;
        }
        insert(now, ring);
        size++;
    }

    private static void insert(@Nullable RingState[] into, RingState ring) {
        int mask = into.length - 1;
        int i = start(ring.key(), mask);
        while (into[i] != null) {
            i = (i + 1) & mask;
        }
        SLOT.setRelease(into, i, ring);
    }

    private static int start(long key, int mask) {
        return (int) ((key * GOLDEN) >>> 32) & mask;
    }
}
