package io.rochedb.conformance.oracle;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * Runs of random queries on stores of their own, on all processors. Each store has its own seed, which failures tell: with {@code
 * -Drochedb.oracle.seed=SEED} it is the first store of the next run.
 */
final class Stores {
    /** Queries of a run, by command. */
    private static final Integer QUERIES = Integer.getInteger("rochedb.oracle.queries");

    private static final Long SEED = Long.getLong("rochedb.oracle.seed");

    /** The seed of runs that are to be the same each time. */
    private static final long FIXED = 20_261_130L;

    /** Failures after which a run ends. */
    private static final int FAILURES_MAX = 20;

    /** What is done on one store. */
    @FunctionalInterface
    interface Run {
        /**
         * Puts {@code queries} queries to a new store.
         *
         * @param seed what chooses data and queries
         * @param failures takes a line for each wrong answer
         */
        void on(long seed, int queries, List<String> failures) throws Exception;
    }

    private final String name;
    private final int queriesAStore;
    private final Run run;

    Stores(String name, int queriesAStore, Run run) {
        this.name = name;
        this.queriesAStore = queriesAStore;
        this.run = run;
    }

    /** Runs with the fixed seed, or as the command says. */
    void few(int queries) throws Exception {
        all(QUERIES == null ? queries : QUERIES, SEED == null ? FIXED : SEED);
    }

    /** Runs with another fixed seed, or as the command says. A new seed is a command's: what it finds first is no fault of the last change. */
    void many(int queries) throws Exception {
        all(QUERIES == null ? queries : QUERIES, SEED == null ? FIXED << 20 : SEED);
    }

    private void all(int queries, long seed) throws InterruptedException, ExecutionException {
        System.out.println(name + " seed " + seed + ": " + queries + " queries");
        List<String> failures = Collections.synchronizedList(new ArrayList<>());
        ExecutorService pool = Executors.newFixedThreadPool(Runtime.getRuntime().availableProcessors());
        try {
            List<Future<?>> stores = new ArrayList<>();
            for (int done = 0; done < queries; done += queriesAStore) {
                long storeSeed = seed + done / queriesAStore;
                int count = Math.min(queriesAStore, queries - done);
                stores.add(pool.submit(() -> {
                    if (failures.size() < FAILURES_MAX) {
                        run.on(storeSeed, count, failures);
                    }
                    return null;
                }));
            }
            for (Future<?> store : stores) {
                store.get();
            }
        } finally {
            pool.shutdownNow();
        }
        assertEquals(List.of(), failures, name);
        assertTrue(queries > 0, "no queries");
    }
}
