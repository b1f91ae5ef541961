package io.rochedb.server.internal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class LoginThrottleTest {
    private final AtomicLong now = new AtomicLong();
    private final LoginThrottle throttle = new LoginThrottle(now::get);

    private void fail(int times) {
        for (int i = 0; i < times; i++) {
            throttle.failed("ann", "a");
        }
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
        throttle.succeeded("ann", "a");
        fail(3);
        assertEquals(0, throttle.waitMillis("ann", "a"));
    }

    @Test
    void whatIsRememberedIsBounded() {
        fail(10);
        for (int i = 0; i < 20_000; i++) {
            throttle.failed("user" + i, "a");
        }
        assertEquals(0, throttle.waitMillis("ann", "a"), "the oldest is forgotten");
        throttle.failed("user19999", "a");
        throttle.failed("user19999", "a");
        throttle.failed("user19999", "a");
        assertTrue(throttle.waitMillis("user19999", "a") > 0);
    }
}
