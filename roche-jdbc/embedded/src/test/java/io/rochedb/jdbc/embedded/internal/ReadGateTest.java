package io.rochedb.jdbc.embedded.internal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class ReadGateTest {
    private static final int ROUNDS = 40_000;
    private static final int ROWS = 200_000;

    @Test
    void aCloseWhileReadingIsTheReadersToDo() {
        ReadGate gate = new ReadGate();
        assertTrue(gate.begin());
        assertFalse(gate.close());
        assertFalse(gate.close());
        assertTrue(gate.end());
        assertTrue(gate.isClosed());
        assertFalse(gate.begin());
        assertFalse(gate.close());
    }

    /** A close that meets the reader between two rows is not lost: one thread releases, once. It rarely does, hence many rounds. */
    @Test
    void everyGateIsReleasedOnce() throws Exception {
        ExecutorService other = Executors.newSingleThreadExecutor();
        CyclicBarrier together = new CyclicBarrier(2);
        try {
            for (int round = 0; round < ROUNDS; round++) {
                ReadGate gate = new ReadGate();
                Future<Integer> reader = other.submit(() -> {
                    together.await();
                    int released = 0;
                    for (int row = 0; row < ROWS && gate.begin(); row++) {
                        released += gate.end() ? 1 : 0;
                    }
                    return released;
                });
                together.await();
                int released = gate.close() ? 1 : 0;
                assertEquals(1, released + reader.get(10, TimeUnit.SECONDS), "round " + round);
                assertTrue(gate.isClosed());
            }
        } finally {
            other.shutdownNow();
        }
    }
}
