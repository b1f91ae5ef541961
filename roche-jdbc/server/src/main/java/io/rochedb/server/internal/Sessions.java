package io.rochedb.server.internal;

import io.rochedb.jdbc.wire.Protocol;
import io.rochedb.server.LoginRefusedException;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicLong;

/** The sessions of a door by their numbers, as many as it takes, for who shows the right key to stop what one runs. Thread-safe. */
public final class Sessions {
    private final SecureRandom random = new SecureRandom();
    private final AtomicLong lastId = new AtomicLong();
    private final Map<Long, Entry> entries = new ConcurrentHashMap<>();
    private final AtomicLong refused = new AtomicLong();
    private final int sizeMax;
    private final Semaphore room;

    /** A session, its number, and what has to be shown to stop what it runs. */
    public record Entry(long id, byte[] cancelKey, SessionHandler handler) {}

    public Sessions(int sizeMax) {
        this.sizeMax = sizeMax;
        this.room = new Semaphore(sizeMax);
    }

    /** Keeps room for a session that {@link #add} adds, or {@link #giveBack} does not; refused with 53300 when there is none. */
    void reserve() {
        if (!room.tryAcquire()) {
            refused.incrementAndGet();
            throw new LoginRefusedException("53300", "the server has " + sizeMax + " connections already, its limit");
        }
    }

    void giveBack() {
        room.release();
    }

    /** Adds a session that there is room for. */
    Entry add(SessionHandler handler) {
        byte[] key = new byte[Protocol.CANCEL_KEY_BYTES];
        random.nextBytes(key);
        Entry entry = new Entry(lastId.incrementAndGet(), key, handler);
        entries.put(entry.id(), entry);
        return entry;
    }

    public void remove(Entry entry) {
        if (entries.remove(entry.id()) != null) {
            room.release();
        }
    }

    public int size() {
        return entries.size();
    }

    /** Returns how many were refused because there were too many. */
    public long refused() {
        return refused.get();
    }

    /** Stops what a request of a session runs; nothing when there is no such session or the key is not its. */
    public void cancel(long id, byte[] key, long request) {
        Entry entry = entries.get(id);
        if (entry != null && MessageDigest.isEqual(key, entry.cancelKey)) {
            entry.handler.cancel(request);
        }
    }

    /** Stops whatever the sessions run. */
    public void cancelAll() {
        entries.values().forEach(entry -> entry.handler.cancelAll());
    }
}
