package io.rochedb.engine.internal.ring;

import io.rochedb.engine.ErrorCode;
import io.rochedb.engine.ResidencyCounts;
import io.rochedb.engine.RocheException;
import io.rochedb.engine.metrics.MetricSet;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Which rings are in memory: decides what is brought in, and gives up what is on disk as well when memory is short. Thread-safe.
 *
 * <p>Time is counted in ticks: one passes with each read that finds a ring not in memory. A ring's <em>heat</em> is in how many ticks it was used, halved
 * every {@value #HALF_LIFE} ticks. The coldest rings are given up first. A ring is brought in for a reader when there is room, or when enough of what is in
 * memory is colder than it; so reading everything once, which is one tick, pushes nothing out that is in use.
 *
 * <p>Order of locks: the monitor of a load, then the commit lock. Whoever holds the commit lock waits for no load.
 */
public final class Residency {
    private static final int HALF_LIFE = 64;
    private static final int HEAT_MAX = 32;
    /** Room is made for more than is asked: one part of so many of the budget. */
    private static final int SPARE_PART = 16;
    /** A ring that would take more than seven parts of so many is never brought in whole for readers. */
    private static final int SHARE_PARTS = 8;
    /** So many single reads of a ring on disk cost about as much as bringing in as many records times this. */
    private static final long RECORDS_PER_GET = 16;
    /** So many rings are given up before the commit lock is let go for a moment. */
    private static final int EVICTED_AT_ONCE = 256;
    /** After room could not be made it is not tried again by so many writers. */
    private static final int PATIENCE = 64;
    /** Others may write meanwhile, so a refused commit is tried so many times. */
    private static final int ATTEMPTS = 4;

    private final MemoryBudget budget;
    private LongAdder loads = new LongAdder();
    private LongAdder evictions = new LongAdder();
    private LongAdder coldGets = new LongAdder();
    private LongAdder streams = new LongAdder();

    private ReentrantLock lock = new ReentrantLock();
    private @Nullable CommitOrder order;
    private @Nullable Upkeep upkeep;
    private @Nullable Iterable<RingState> rings;
    private volatile @Nullable RingLoader store;
    private volatile @Nullable Journal journal;
    private final AtomicInteger tick = new AtomicInteger(1);
    /** The tick at which, and up to which heat, no room could be made for a reader. */
    private volatile int refusedTick;

    private volatile int refusedHeat;
    private volatile int patience;

    Residency(MemoryBudget budget) {
        this.budget = budget;
    }

    /** Before the first commit: how commits are ordered, and which rings there are. */
    void attach(CommitOrder commits, Upkeep of, Iterable<RingState> all) {
        order = commits;
        lock = commits.lock();
        upkeep = of;
        rings = all;
    }

    /** Before the first ring: rings are on disk as well, so they may be given up. */
    public void store(RingLoader onDisk) {
        store = onDisk;
        budget.relief(bytes -> free(bytes, HEAT_MAX, true));
    }

    /** Before the first read: has what is done be counted in metrics. */
    public void countIn(MetricSet metrics) {
        loads = metrics.counter("roche_ring_loads", "", "Rings brought into memory.");
        evictions = metrics.counter("roche_ring_evictions", "", "Rings of which memory was given up.");
        coldGets = metrics.counter(
                "roche_cold_gets", "", "Single records read from disk, as their ring was not in memory.");
        streams = metrics.counter("roche_ring_streams", "", "Rings read from disk block by block.");
        metrics.gauge("roche_memory_peak_bytes", "", "Most of the memory budget ever in use.", budget::peakBytes);
    }

    void journal(Journal to) {
        journal = to;
    }

    MemoryBudget budget() {
        return budget;
    }

    /** Returns the commit lock. */
    ReentrantLock lock() {
        return lock;
    }

    /** Returns where rings are on disk, or null. */
    @Nullable
    RingLoader store() {
        return store;
    }

    /** Returns the newest version given to a commit; under the commit lock. */
    long appended() {
        CommitOrder commits = order;
        return commits == null ? 0 : commits.appended();
    }

    /** Returns whether every commit so far has been applied whole. */
    boolean isSound() {
        CommitOrder commits = order;
        return commits == null || commits.failure() == null;
    }

    /** Waits until a version is on disk. */
    void awaitWritten(long version) {
        Journal log = journal;
        CommitOrder commits = order;
        if (log != null && commits != null && commits.lastWritten() < version) {
            log.await(version);
        }
    }

    /** Returns what was done so far. */
    public ResidencyCounts counts() {
        return new ResidencyCounts(
                loads.sum(), evictions.sum(), coldGets.sum(), streams.sum(), budget.usedBytes(), budget.peakBytes());
    }

    // Heat.

    int tick() {
        return tick.get();
    }

    /** Lets a tick pass: somebody reads what is not in memory. */
    void advance() {
        tick.incrementAndGet();
    }

    /** Returns the heat of what was used last at a tick, having had a heat then. */
    static int heat(int heat, int lastTick, int now) {
        return heat >> Math.min(31, Math.max(0, now - lastTick) / HALF_LIFE);
    }

    static int warmer(int heat) {
        return Math.min(HEAT_MAX - 1, heat + 1);
    }

    // Bringing in.

    void loaded() {
        loads.increment();
    }

    void streamed() {
        streams.increment();
    }

    /** Notes a single read of a ring on disk; returns whether so many cost about as much as bringing it in. */
    boolean coldGet(Incarnation of) {
        coldGets.increment();
        advance();
        of.touch();
        return of.coldGet() * RECORDS_PER_GET >= of.recordsNow();
    }

    /** Returns whether there is room for a ring that a reader wants, perhaps having given up colder ones. */
    boolean admits(Incarnation of, long bytes) {
        if (bytes > budget.limitBytes() / SHARE_PARTS * (SHARE_PARTS - 1)) {
            return false;
        }
        if (bytes <= budget.freeBytes()) {
            return true;
        }
        int heat = of.heat();
        int now = tick.get();
        if (now == refusedTick && heat <= refusedHeat) {
            return false;
        }
        boolean room = free(bytes, heat, false) && bytes <= budget.freeBytes();
        if (!room) {
            refusedHeat = heat;
            refusedTick = now;
        }
        return room;
    }

    // Giving up.

    /** Returns whether rings can be given up. */
    boolean isBounded() {
        return store != null;
    }

    /** Has rings be in memory whose indexes a commit needs, and makes room: both take too long to be done under the commit lock. */
    void prepare(Collection<RingOverlay> overlays) {
        if (isBounded()) {
            long bytes = 0;
            for (RingOverlay overlay : overlays) {
                overlay.ring().prepareWrite();
                bytes += 2 * overlay.bytes() + 256L * overlay.size();
            }
            prepare(bytes);
        }
    }

    /** Makes room for a write that is about to take the commit lock; what is not on disk yet is waited for. Not under the commit lock. */
    void prepare(long bytes) {
        if (!isBounded() || budget.freeBytes() >= bytes + spare() / 2) {
            return;
        }
        int left = patience;
        if (left > 0 && budget.freeBytes() >= bytes) {
            patience = left - 1;
            return;
        }
        free(bytes, HEAT_MAX, true);
        patience = budget.freeBytes() >= bytes + spare() / 2 ? 0 : PATIENCE;
    }

    /**
     * Waits until what has been committed is on disk, so that it can be given up, when a commit was refused for want of memory; throws that otherwise, and
     * after some attempts. Not under the commit lock.
     */
    void awaitRoom(RocheException refused, int attempt) {
        if (refused.code() != ErrorCode.OUT_OF_MEMORY_BUDGET || !isBounded() || !isSound() || attempt >= ATTEMPTS) {
            throw refused;
        }
        awaitWritten(newest());
    }

    /** Gives up what can be given up of some rings; under the commit lock. Returns whether there was anything. */
    boolean giveUp(List<RingState> some) {
        Upkeep of = upkeep;
        if (store == null || of == null) {
            return false;
        }
        List<Candidate> all =
                some.stream().map(ring -> new Candidate(ring, 0, 0)).toList();
        long oldestNeeded = of.oldestNeeded();
        return evict(all, Long.MAX_VALUE, oldestNeeded, true) | evict(all, Long.MAX_VALUE, oldestNeeded, false);
    }

    private long spare() {
        return budget.limitBytes() / SPARE_PART;
    }

    private record Candidate(RingState ring, int heat, int lastTick) {}

    /** Gives up rings that are colder than a heat until so many bytes and some more are free; returns whether it gave anything up. */
    boolean free(long bytes, int belowHeat, boolean forWriting) {
        Upkeep of = upkeep;
        if (store == null || of == null || bytes > budget.limitBytes()) {
            return false;
        }
        long wanted = bytes + spare();
        boolean any = evict(candidates(belowHeat), wanted, of);
        if (forWriting && budget.freeBytes() < bytes && !lock.isHeldByCurrentThread() && isSound()) {
            awaitWritten(newest());
            any |= evict(candidates(belowHeat), wanted, of);
        }
        return any;
    }

    private long newest() {
        lock.lock();
        try {
            return appended();
        } finally {
            lock.unlock();
        }
    }

    private List<Candidate> candidates(int belowHeat) {
        List<Candidate> found = new ArrayList<>();
        Iterable<RingState> all = rings;
        if (all != null) {
            int now = tick.get();
            for (RingState ring : all) {
                Incarnation newest = ring.newest();
                int heat = newest.heat(now);
                if (heat < belowHeat && newest.residentBytes() > 0) {
                    found.add(new Candidate(ring, heat, newest.lastTick()));
                }
            }
        }
        found.sort(Comparator.comparingInt(Candidate::heat).thenComparingInt(Candidate::lastTick));
        return found;
    }

    private boolean evict(List<Candidate> candidates, long wanted, Upkeep of) {
        boolean any = false;
        // What can go whole goes first; what newer commits or older snapshots still need part of, after it.
        for (boolean whole : new boolean[] {true, false}) {
            for (int from = 0; from < candidates.size() && budget.freeBytes() < wanted; from += EVICTED_AT_ONCE) {
                int to = Math.min(candidates.size(), from + EVICTED_AT_ONCE);
                lock.lock();
                try {
                    any |= evict(candidates.subList(from, to), wanted, of.oldestNeeded(), whole);
                } finally {
                    lock.unlock();
                }
            }
        }
        return any;
    }

    private boolean evict(List<Candidate> candidates, long wanted, long oldestNeeded, boolean whole) {
        boolean any = false;
        RingTable nothing = RingTable.nothing(budget, oldestNeeded);
        for (Candidate candidate : candidates) {
            if (budget.freeBytes() >= wanted) {
                break;
            }
            Incarnation newest = candidate.ring.newest();
            boolean shed = whole
                    ? newest.shedAll(oldestNeeded, nothing)
                    : candidate.ring.indexShapes().isEmpty() && newest.shedOld(oldestNeeded);
            if (shed) {
                evictions.increment();
                any = true;
            }
        }
        return any;
    }
}
