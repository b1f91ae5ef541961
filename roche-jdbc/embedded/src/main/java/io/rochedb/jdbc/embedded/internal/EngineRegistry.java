package io.rochedb.jdbc.embedded.internal;

import io.rochedb.engine.ShutdownOrder;
import io.rochedb.jdbc.spi.ConnectionSettings;
import io.rochedb.jdbc.spi.StoreTarget;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The engines open in this JVM: one a directory, one a memory name, one for each connection to a memory store without a name.
 */
final class EngineRegistry {
    static final EngineRegistry INSTANCE = new EngineRegistry();

    private final ConcurrentMap<Object, SharedEngine> engines = new ConcurrentHashMap<>();
    private final ScheduledThreadPoolExecutor closer = new ScheduledThreadPoolExecutor(1, task -> {
        Thread thread = new Thread(task, "roche-close");
        thread.setDaemon(true);
        return thread;
    });

    private EngineRegistry() {
        closer.setRemoveOnCancelPolicy(true);
        Runtime.getRuntime().addShutdownHook(new Thread(this::shutDown, "roche-shutdown"));
    }

    Lease acquire(StoreTarget target, ConnectionSettings settings) {
        Object key = key(target);
        while (true) {
            Lease lease =
                    engines.computeIfAbsent(key, k -> new SharedEngine(this, k)).acquire(target, settings);
            if (lease != null) {
                return lease;
            }
        }
    }

    private static Object key(StoreTarget target) {
        if (target instanceof StoreTarget.Directory directory) {
            return real(directory.path());
        }
        if (target instanceof StoreTarget.Memory memory && memory.name() != null) {
            return memory;
        }
        return new Object();
    }

    /** Returns the path without links, also when its end does not exist yet. */
    private static Path real(Path path) {
        try {
            return path.toRealPath();
        } catch (IOException e) {
            @Nullable Path parent = path.getParent();
            @Nullable Path name = path.getFileName();
            return parent == null || name == null ? path : real(parent).resolve(name);
        }
    }

    void forget(Object key, SharedEngine engine) {
        engines.remove(key, engine);
    }

    Future<?> schedule(Runnable task, long delayMillis) {
        return closer.schedule(task, delayMillis, TimeUnit.MILLISECONDS);
    }

    private void shutDown() {
        ShutdownOrder.await();
        try {
            for (SharedEngine engine : engines.values()) {
                engine.shutDown();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
