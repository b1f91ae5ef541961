package io.rochedb.server.internal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class LoginThrottleTest {
    private final AtomicLong now = new AtomicLong();
    private final LoginThrottle throttle = new LoginThrottle(now::get);

    private void fail(int times) {
        for (int i = 0; i < times; i++) {
            fail("ann");
        }
    }

    /** Fails once, when there is no wait any more. */
    private void fail(String user) {
        now.addAndGet(throttle.waitMillis(user, "a"));
        assertEquals(0, throttle.enter(user, "a"));
        throttle.leave(user, "a", false);
    }

    @Test
    void mistypingCostsNothingAndGuessingDoubles() {
        fail(3);
        assertEquals(0, throttle.waitMillis("ann", "a"));
        fail(1);
        assertEquals(1_000, throttle.waitMillis("ann", "a"));
        fail(1);
        assertEquals(2_000, throttle.waitMillis("ann", "a"));
        fail(100);
        assertEquals(60_000, throttle.waitMillis("ann", "a"));
        now.addAndGet(59_999);
        assertEquals(1, throttle.waitMillis("ann", "a"));
        now.addAndGet(1);
        assertEquals(0, throttle.waitMillis("ann", "a"));
    }

    @Test
    void othersAndOtherAddressesDoNotWait() {
        fail(10);
        assertEquals(0, throttle.waitMillis("bob", "a"));
        assertEquals(0, throttle.waitMillis("ann", "b"));
    }

    @Test
    void aSuccessForgets() {
        fail(10);
        now.addAndGet(throttle.waitMillis("ann", "a"));
        assertEquals(0, throttle.enter("ann", "a"));
        throttle.leave("ann", "a", true);
        fail(3);
        assertEquals(0, throttle.waitMillis("ann", "a"));
    }

    @Test
    void whatIsRememberedIsBounded() {
        fail(10);
        for (int i = 0; i < 20_000; i++) {
            fail("user" + i);
        }
        assertEquals(0, throttle.waitMillis("ann", "a"), "the oldest is forgotten");
        fail("user19999");
        fail("user19999");
        fail("user19999");
        assertTrue(throttle.waitMillis("user19999", "a") > 0);
    }

    @Test
    void guessesAtTheSameInstantCountAsOneAfterTheOther() throws Exception {
        int guesses = 40;
        AtomicInteger lookedAt = new AtomicInteger();
        AtomicInteger inside = new AtomicInteger();
        AtomicInteger most = new AtomicInteger();
        CountDownLatch together = new CountDownLatch(guesses);
        ExecutorService guessers = Executors.newFixedThreadPool(guesses);
        List<Future<Boolean>> refused = new ArrayList<>();
        for (int i = 0; i < guesses; i++) {
            refused.add(guessers.submit(() -> {
                together.countDown();
                together.await();
                if (throttle.enter("ann", "a") > 0) {
                    return true;
                }
                most.accumulateAndGet(inside.incrementAndGet(), Math::max);
                lookedAt.incrementAndGet();
                Thread.sleep(5);
                inside.decrementAndGet();
                throttle.leave("ann", "a", false);
                return false;
            }));
        }
        int sentAway = 0;
        for (Future<Boolean> each : refused) {
            sentAway += each.get(60, TimeUnit.SECONDS) ? 1 : 0;
        }
        guessers.shutdown();
        assertEquals(4, lookedAt.get(), "three for nothing, and one that makes the others wait");
        assertEquals(guesses - 4, sentAway);
        assertTrue(most.get() <= 3, "at a time: " + most);
    }

    @Test
    void manyWhoKnowThePasswordAreAllLetIn() throws Exception {
        int clients = 40;
        ExecutorService threads = Executors.newFixedThreadPool(clients);
        List<Future<Long>> waits = new ArrayList<>();
        for (int i = 0; i < clients; i++) {
            waits.add(threads.submit(() -> {
                long wait = throttle.enter("ann", "a");
                throttle.leave("ann", "a", true);
                return wait;
            }));
        }
        for (Future<Long> each : waits) {
            assertEquals(0, each.get(60, TimeUnit.SECONDS));
        }
        threads.shutdown();
    }
}
