package io.rochedb.benchmarks.remote;

import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Runs what may hang on threads that can be left behind. */
final class Guard {
    private final ExecutorService threads = Executors.newCachedThreadPool(task -> {
        Thread thread = new Thread(task, "bench");
        thread.setDaemon(true);
        return thread;
    });

    ExecutorService threads() {
        return threads;
    }

    /** Runs something and waits for it so long; an exception is the task's own. */
    <T> T call(Callable<T> task, int seconds) throws Exception {
        Future<T> future = threads.submit(task);
        try {
            return future.get(seconds, TimeUnit.SECONDS);
        } catch (TimeoutException e) {
            future.cancel(true);
            throw new TimeoutException("no end within " + seconds + " s");
        } catch (ExecutionException e) {
            if (e.getCause() instanceof Exception cause) {
                throw cause;
            }
            throw e;
        }
    }
}
