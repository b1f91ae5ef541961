package io.rochedb.server.internal;

import io.rochedb.jdbc.wire.Protocol;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/** The sessions of a server by their numbers, for who shows the right key to stop what one runs. Thread-safe. */
public final class Sessions {
    private final SecureRandom random = new SecureRandom();
    private final AtomicLong lastId = new AtomicLong();
    private final Map<Long, Entry> entries = new ConcurrentHashMap<>();

    /** A session, its number, and what has to be shown to stop what it runs. */
    public record Entry(long id, byte[] cancelKey, SessionHandler handler) {}

    /** Adds a session. */
    public Entry add(SessionHandler handler) {
        byte[] key = new byte[Protocol.CANCEL_KEY_BYTES];
        random.nextBytes(key);
        Entry entry = new Entry(lastId.incrementAndGet(), key, handler);
        entries.put(entry.id(), entry);
        return entry;
    }

    public void remove(Entry entry) {
        entries.remove(entry.id());
    }

    public int size() {
        return entries.size();
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
