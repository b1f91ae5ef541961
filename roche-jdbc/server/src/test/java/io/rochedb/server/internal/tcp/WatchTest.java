package io.rochedb.server.internal.tcp;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class WatchTest {
    @Test
    void whateverGoesWrongInATurnTheNextOneComes() {
        AtomicInteger turns = new AtomicInteger();
        Runnable turn = () -> {
            switch (turns.incrementAndGet()) {
                case 1 -> throw new OutOfMemoryError("of a test");
                case 2 -> throw new IllegalStateException("of a test");
                case 3 -> throw new StackOverflowError("of a test");
                default -> {}
            }
        };
        new Watch(() -> true, turn, () -> turns.get() == 5).run();
        assertEquals(5, turns.get());
    }

    @Test
    void anInterruptEndsIt() {
        AtomicInteger turns = new AtomicInteger();
        new Watch(() -> turns.get() < 2, turns::incrementAndGet, () -> false).run();
        assertEquals(2, turns.get());
    }
}
