package io.rochedb.engine;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * What must be done before engines close when the JVM ends. The JVM runs its shutdown hooks side by side, and an engine that drains at once would take
 * itself away from those who still work with it, such as a server that lets statements end. Thread-safe.
 */
public final class ShutdownOrder {
    private static final Set<Runnable> STEPS = ConcurrentHashMap.newKeySet();
    private static final Object LOCK = new Object();
    private static boolean done;

    private ShutdownOrder() {}

    /** Has something done before engines close; it must come to an end by itself. */
    public static void before(Runnable step) {
        STEPS.add(step);
    }

    /** Forgets a step that has been done, or is not needed any more. */
    public static void forget(Runnable step) {
        STEPS.remove(step);
    }

    /** Does the steps, once; who comes meanwhile waits. Called by shutdown hooks only. */
    public static void await() {
        synchronized (LOCK) {
            if (done) {
                return;
            }
            done = true;
            for (Runnable step : STEPS) {
                step.run();
            }
        }
    }
}
