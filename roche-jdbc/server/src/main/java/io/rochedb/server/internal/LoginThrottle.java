package io.rochedb.server.internal;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;

/**
 * Slows down those who guess passwords: after some failures of a name from an address each further one makes them wait twice as long, up to a
 * limit. A success forgets them. Thread-safe; remembers a bounded number of pairs, the newest.
 */
public final class LoginThrottle {
    /** Failures that cost nothing: people mistype. */
    private static final int FREE_FAILURES = 3;

    private static final long FIRST_WAIT_MILLIS = 1_000;
    private static final long WAIT_MAX_MILLIS = 60_000;
    private static final int DOUBLINGS_MAX = 6;
    private static final int REMEMBERED_MAX = 10_000;

    private record Who(String user, String address) {}

    private record Failures(int count, long untilMillis) {}

    private final LongSupplier clockMillis;
    private final ReentrantLock lock = new ReentrantLock();
    private final Map<Who, Failures> failures = new LinkedHashMap<>();

    /** Makes one that has seen nobody, with a clock that does not go back. */
    public LoginThrottle(LongSupplier clockMillis) {
        this.clockMillis = clockMillis;
    }

    /** Returns how many milliseconds this name must wait at this address before its next attempt is looked at; 0 for none. */
    public long waitMillis(String user, String address) {
        lock.lock();
        try {
            Failures known = failures.get(new Who(user, address));
            return known == null ? 0 : Math.max(0, known.untilMillis - clockMillis.getAsLong());
        } finally {
            lock.unlock();
        }
    }

    /** Notes that an attempt failed. */
    public void failed(String user, String address) {
        Who who = new Who(user, address);
        lock.lock();
        try {
            Failures known = failures.remove(who);
            int count = known == null ? 1 : known.count + 1;
            int doublings = Math.min(DOUBLINGS_MAX, count - FREE_FAILURES - 1);
            long wait = count <= FREE_FAILURES ? 0 : Math.min(WAIT_MAX_MILLIS, FIRST_WAIT_MILLIS << doublings);
            failures.put(who, new Failures(count, clockMillis.getAsLong() + wait));
            if (failures.size() > REMEMBERED_MAX) {
                failures.remove(failures.keySet().iterator().next());
            }
        } finally {
            lock.unlock();
        }
    }

    /** Notes that an attempt succeeded. */
    public void succeeded(String user, String address) {
        lock.lock();
        try {
            failures.remove(new Who(user, address));
        } finally {
            lock.unlock();
        }
    }
}
