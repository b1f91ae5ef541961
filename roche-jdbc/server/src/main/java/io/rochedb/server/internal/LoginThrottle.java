package io.rochedb.server.internal;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;

/**
 * Slows down those who guess passwords: after some failures of a name from an address each further one makes them wait twice as long, up to a
 * limit. A success forgets them.
 *
 * <p>Attempts at the same instant are counted as if they came one after the other: no more of a name and an address are looked at at a time than may
 * fail for nothing; the others wait for their turn, which is soon, and then for what the failures cost. Thread-safe; remembers a bounded number
 * of pairs, the newest.
 */
public final class LoginThrottle {
    /** Failures that cost nothing: people mistype. */
    private static final int FREE_FAILURES = 3;

    private static final long FIRST_WAIT_MILLIS = 1_000;
    private static final long WAIT_MAX_MILLIS = 60_000;
    private static final int DOUBLINGS_MAX = 6;
    private static final int REMEMBERED_MAX = 10_000;

    /** How long one waits for his turn before he is sent away. */
    private static final long TURN_MAX_MILLIS = 10_000;

    private record Who(String user, String address) {}

    private record Failures(int count, long untilMillis) {}

    private static final Failures NONE = new Failures(0, Long.MIN_VALUE);

    private final LongSupplier clockMillis;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition left = lock.newCondition();
    private final Map<Who, Failures> failures = new LinkedHashMap<>();
    private final Map<Who, Integer> inside = new HashMap<>();

    /** Makes one that has seen nobody, with a clock that does not go back. */
    public LoginThrottle(LongSupplier clockMillis) {
        this.clockMillis = clockMillis;
    }

    /** Returns how many milliseconds this name must wait at this address before its next attempt is looked at; 0 for none. */
    public long waitMillis(String user, String address) {
        lock.lock();
        try {
            return waitMillis(new Who(user, address));
        } finally {
            lock.unlock();
        }
    }

    private long waitMillis(Who who) {
        Failures known = failures.get(who);
        return known == null ? 0 : Math.max(0, known.untilMillis - clockMillis.getAsLong());
    }

    /** Begins an attempt, when it is its turn, that {@link #leave} ends; or returns how many milliseconds this name must wait before its next one. */
    public long enter(String user, String address) {
        Who who = new Who(user, address);
        long turnNanos = TimeUnit.MILLISECONDS.toNanos(TURN_MAX_MILLIS);
        lock.lock();
        try {
            while (waitMillis(who) == 0) {
                int free = FREE_FAILURES - failures.getOrDefault(who, NONE).count;
                if (inside.getOrDefault(who, 0) < Math.max(1, free)) {
                    inside.merge(who, 1, Integer::sum);
                    return 0;
                }
                turnNanos = left.awaitNanos(turnNanos);
                if (turnNanos <= 0) {
                    return FIRST_WAIT_MILLIS;
                }
            }
            return waitMillis(who);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return FIRST_WAIT_MILLIS;
        } finally {
            lock.unlock();
        }
    }

    /** Ends an attempt that has begun. */
    public void leave(String user, String address, boolean right) {
        Who who = new Who(user, address);
        lock.lock();
        try {
            inside.computeIfPresent(who, (same, count) -> count == 1 ? null : count - 1);
            if (right) {
                failures.remove(who);
            } else {
                failed(who);
            }
            left.signalAll();
        } finally {
            lock.unlock();
        }
    }

    private void failed(Who who) {
        Failures known = failures.remove(who);
        int count = known == null ? 1 : known.count + 1;
        int doublings = Math.min(DOUBLINGS_MAX, count - FREE_FAILURES - 1);
        long wait = count <= FREE_FAILURES ? 0 : Math.min(WAIT_MAX_MILLIS, FIRST_WAIT_MILLIS << doublings);
        failures.put(who, new Failures(count, clockMillis.getAsLong() + wait));
        if (failures.size() > REMEMBERED_MAX) {
            failures.remove(failures.keySet().iterator().next());
        }
    }
}
