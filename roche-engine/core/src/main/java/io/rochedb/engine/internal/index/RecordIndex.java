package io.rochedb.engine.internal.index;

import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongPredicate;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The entries of one index of one ring: (key, seq) pairs in order, each with the version at which the record ceased to have the key.
 *
 * <p>An index leads to candidates. It holds a pair for every key that a record has in any version a snapshot may still read, so what it
 * gives is never too little; the reader looks up which version of the record its snapshot sees, and whether that one satisfies the condition. One
 * writer (under the commit lock; while an index is filled, one filling thread beside it), any number of readers without a lock.
 */
public final class RecordIndex {
    /** No record. */
    public static final long NONE = -1;

    /** An entry, its key array's header, and its place in a node that is two thirds full. */
    private static final int ENTRY_BYTES = 68;

    /** So many entries may wait to be removed before the writer looks whether they can be. */
    private static final int DEAD_MIN = 64;

    private final IndexShape shape;
    private final KeyReader keys;
    private final EntryTree entries = new EntryTree();
    private final AtomicLong count = new AtomicLong();
    private final AtomicLong bytes = new AtomicLong();
    /** Entries that have ended, oldest first. */
    private final Deque<Dead> dead = new ArrayDeque<>(1);

    private int nextPurge = DEAD_MIN;
    private boolean filling;
    private volatile long answersFrom;

    /** Makes an empty index. */
    public RecordIndex(IndexShape shape) {
        this.shape = shape;
        keys = new KeyReader(shape);
    }

    private record Dead(IndexEntry entry, long end) {}

    public IndexShape shape() {
        return shape;
    }

    /** Returns the reader of its keys. */
    public KeyReader keys() {
        return keys;
    }

    /** Returns how many entries it holds, those that only older snapshots need included. */
    public long entries() {
        return count.get();
    }

    /** Returns about how many bytes it takes. */
    public long bytes() {
        return bytes.get();
    }

    /** Returns about how many bytes an entry of a key takes. */
    public static long bytes(IndexKey key) {
        return bytes(key.bytes().length);
    }

    private static long bytes(int keyLength) {
        return ENTRY_BYTES + (keyLength + 7L & ~7L);
    }

    /** Returns whether it holds everything that a snapshot of this version sees. */
    public boolean answers(long version) {
        return version >= answersFrom;
    }

    /** Returns whether it holds every current record: one that is being filled does not yet. */
    public boolean isFilled() {
        return answersFrom != Long.MAX_VALUE;
    }

    // Writing.

    /** Has another thread fill it, beginning after this version: until {@link #filled} no snapshot is answered and nothing is removed. */
    public void startFilling() {
        filling = true;
        answersFrom = Long.MAX_VALUE;
    }

    /** Has it answer snapshots at or after a version. */
    public void filled(long version) {
        filling = false;
        answersFrom = version;
    }

    /** Adds the key of a record. */
    public synchronized void add(IndexKey key, long seq) {
        IndexEntry there = enter(new IndexEntry(key.bytes(), seq));
        if (there != null) {
            there.end = IndexEntry.CURRENT;
        }
    }

    /** Adds the key that a record had when it was looked at, unless the writer knows better by now. */
    public synchronized void fill(IndexKey key, long seq) {
        enter(new IndexEntry(key.bytes(), seq));
    }

    /** Ends the key of a record at a version. */
    public synchronized void end(IndexKey key, long seq, long version) {
        IndexEntry ended = new IndexEntry(key.bytes(), seq);
        // While filling: when it is not filled in yet, the filling thread must find that it has ended.
        IndexEntry there = filling ? enter(ended) : entries.find(ended);
        if (there == null && !filling) {
            throw new IllegalStateException("index '" + shape.name() + "' has no entry of record " + seq);
        }
        IndexEntry entry = there == null ? ended : there;
        entry.end = version;
        dead.addLast(new Dead(entry, version));
    }

    private @Nullable IndexEntry enter(IndexEntry entry) {
        IndexEntry there = entries.add(entry);
        if (there == null) {
            count.incrementAndGet();
            bytes.addAndGet(bytes(entry.key.length));
        }
        return there;
    }

    /** Lets readers see what was changed: before the version that changed it becomes visible. */
    public synchronized void publish() {
        entries.publish();
    }

    /** Returns whether it is time to {@link #purge}. */
    public boolean worthPurging() {
        return dead.size() >= nextPurge && !filling;
    }

    /** Removes the entries that no snapshot at or after a version needs; none while it is filled. */
    public synchronized void purge(long oldestVersion) {
        while (!filling && !dead.isEmpty() && dead.getFirst().end <= oldestVersion) {
            Dead first = dead.removeFirst();
            // A record that got the key again is alive, or has ended later and is further back.
            if (first.entry.end == first.end && entries.remove(first.entry)) {
                count.decrementAndGet();
                bytes.addAndGet(-bytes(first.entry.key.length));
            }
        }
        nextPurge = dead.size() + DEAD_MIN;
        entries.publish();
    }

    // Reading.

    /** Returns a record that has this key now, other than those excepted, or {@link #NONE}. */
    public long holder(IndexKey key, LongPredicate excepted) {
        return first(key, entry -> entry.end == IndexEntry.CURRENT && !excepted.test(entry.seq));
    }

    /** Returns a record that had this key until after a version and passes a test, or {@link #NONE}. */
    public long formerHolder(IndexKey key, long version, LongPredicate test) {
        return first(key, entry -> entry.end != IndexEntry.CURRENT && entry.end > version && test.test(entry.seq));
    }

    private long first(IndexKey key, Predicate<IndexEntry> wanted) {
        long[] found = {NONE};
        entries.visit(key.bytes(), entry -> {
            if (!entry.hasKey(key.bytes())) {
                return false;
            }
            if (wanted.test(entry)) {
                found[0] = entry.seq;
                return false;
            }
            return true;
        });
        return found[0];
    }

    /** Returns two records that have one key now and of which the second passes a test, the first such in order, or null. */
    public long @Nullable [] firstDuplicate(LongPredicate complete) {
        IndexEntry[] before = {new IndexEntry(new byte[] {0}, NONE)};
        long[] found = {NONE, NONE};
        entries.visit(new byte[0], entry -> {
            if (entry.end != IndexEntry.CURRENT) {
                return true;
            }
            if (before[0].hasKey(entry.key) && complete.test(entry.seq)) {
                found[0] = before[0].seq;
                found[1] = entry.seq;
                return false;
            }
            before[0] = entry;
            return true;
        });
        return found[1] == NONE ? null : found;
    }

    /**
     * Returns the records that may have a key in one of the spans at a version, each once, by seq; null when there are more than {@code max}
     * entries.
     */
    public long @Nullable [] collect(List<KeySpan> spans, long version, long max) {
        Collector collector = new Collector(version, max);
        for (KeySpan span : spans) {
            collector.high = span.high();
            entries.visit(span.low(), collector);
            if (collector.full) {
                return null;
            }
        }
        return distinct(collector.found, collector.used);
    }

    private static final class Collector implements Predicate<IndexEntry> {
        final long version;
        final long max;
        byte @Nullable [] high;
        long[] found = new long[8];
        int used;
        boolean full;

        Collector(long version, long max) {
            this.version = version;
            this.max = max;
        }

        @Override
        public boolean test(IndexEntry entry) {
            byte[] bound = high;
            if (bound != null && Arrays.compareUnsigned(entry.key, bound) >= 0) {
                return false;
            }
            if (entry.end > version) {
                if (used >= max) {
                    full = true;
                    return false;
                }
                if (used == found.length) {
                    found = Arrays.copyOf(found, (int) Math.min(Integer.MAX_VALUE - 8, used * 2L));
                }
                found[used++] = entry.seq;
            }
            return true;
        }
    }

    private static long[] distinct(long[] found, int used) {
        Arrays.sort(found, 0, used);
        int kept = 0;
        for (int i = 0; i < used; i++) {
            if (i == 0 || found[i] != found[i - 1]) {
                found[kept++] = found[i];
            }
        }
        return Arrays.copyOf(found, kept);
    }
}
