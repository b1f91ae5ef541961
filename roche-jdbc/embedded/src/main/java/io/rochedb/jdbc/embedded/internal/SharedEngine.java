package io.rochedb.jdbc.embedded.internal;

import io.rochedb.calcite.RocheSql;
import io.rochedb.engine.EngineOptions;
import io.rochedb.engine.ErrorCode;
import io.rochedb.engine.RocheEngine;
import io.rochedb.engine.RocheException;
import io.rochedb.jdbc.RocheProperty;
import io.rochedb.jdbc.spi.ConnectionSettings;
import io.rochedb.jdbc.spi.StoreTarget;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * One engine with its SQL facade, and how many sessions use it. Opened by the first, closed after the last.
 *
 * <p>Thread-safe; the lock is held while the engine opens or closes, so that a connection that comes meanwhile waits.
 */
final class SharedEngine {
    private static final long SHUTDOWN_WAIT_SECONDS = 10;

    private final EngineRegistry registry;
    private final Object key;
    private final ReentrantLock lock = new ReentrantLock();
    private @Nullable RocheEngine engine;
    private @Nullable RocheSql sql;
    private @Nullable StatementLog statements;
    private @Nullable Future<?> pendingClose;
    private int users;
    private boolean closed;
    private long closeDelayMillis;
    private boolean keepAlive;
    private long planCacheSize;
    private long slowMillis;

    SharedEngine(EngineRegistry registry, Object key) {
        this.registry = registry;
        this.key = key;
    }

    RocheEngine engine() {
        if (engine == null) {
            throw new IllegalStateException("not open");
        }
        return engine;
    }

    RocheSql sql() {
        if (sql == null) {
            throw new IllegalStateException("not open");
        }
        return sql;
    }

    StatementLog statements() {
        if (statements == null) {
            throw new IllegalStateException("not open");
        }
        return statements;
    }

    /** Adds a user, opening the engine for the first; null when it has been closed and another must be made. */
    @Nullable
    Lease acquire(StoreTarget target, ConnectionSettings settings) {
        lock.lock();
        try {
            if (closed) {
                return null;
            }
            List<String> warnings = new ArrayList<>();
            if (engine == null) {
                open(target, settings, warnings);
            } else {
                checkShared(engine.info(), settings, warnings);
            }
            if (pendingClose != null) {
                pendingClose.cancel(false);
                pendingClose = null;
            }
            // The longest wish wins: a connection that asked to keep the store open is not overruled by a later one.
            closeDelayMillis = users == 0
                    ? settings.millis(RocheProperty.CLOSE_DELAY)
                    : Math.max(closeDelayMillis, settings.millis(RocheProperty.CLOSE_DELAY));
            keepAlive |= settings.flag(RocheProperty.KEEP_ALIVE);
            users++;
            return new Lease(this, List.copyOf(warnings));
        } finally {
            lock.unlock();
        }
    }

    private void open(StoreTarget target, ConnectionSettings settings, List<String> warnings) {
        RocheEngine opened = null;
        try {
            opened = RocheEngine.open(options(target, settings));
            planCacheSize = settings.number(RocheProperty.PLAN_CACHE_SIZE, RocheSql.DEFAULT_PLAN_CACHE_SIZE);
            RocheSql facade = RocheSql.over(opened, (int) Math.min(Integer.MAX_VALUE, planCacheSize));
            facade.warmUp();
            slowMillis = settings.millis(RocheProperty.SLOW_STATEMENT);
            statements = new StatementLog(opened.metrics(), TimeUnit.MILLISECONDS.toNanos(slowMillis));
            sql = facade;
            engine = opened;
        } finally {
            if (engine == null) {
                closed = true;
                registry.forget(key, this);
                if (opened != null) {
                    opened.close();
                }
            }
        }
        Path directory = opened.info().directory();
        if (opened.info().created() && directory != null) {
            warnings.add("created a new store in " + directory);
        }
    }

    private static EngineOptions options(StoreTarget target, ConnectionSettings settings) {
        EngineOptions options;
        if (target instanceof StoreTarget.Directory directory) {
            boolean readOnly = settings.flag(RocheProperty.READ_ONLY);
            Path path = directory.path();
            options = EngineOptions.file(path)
                    .withCreateIfMissing(settings.flag(RocheProperty.CREATE_IF_MISSING) && !readOnly)
                    .withReadOnly(readOnly && Files.isDirectory(path) && !Files.isWritable(path))
                    .withDurability(durability(settings));
        } else {
            options = EngineOptions.memory();
        }
        return options.withNodes((int) Math.min(Integer.MAX_VALUE, settings.number(RocheProperty.NODES, 0)))
                .withMemoryBudget(settings.bytes(RocheProperty.MEMORY_BUDGET, options.memoryBudgetBytes()));
    }

    static EngineOptions.Durability durability(ConnectionSettings settings) {
        return "buffered".equals(settings.text(RocheProperty.DURABILITY))
                ? EngineOptions.Durability.BUFFERED
                : EngineOptions.Durability.STRONG;
    }

    private void checkShared(RocheEngine.Info info, ConnectionSettings settings, List<String> warnings) {
        long nodes = settings.number(RocheProperty.NODES, info.nodes());
        if (nodes != info.nodes()) {
            throw new RocheException(
                    ErrorCode.INVALID_PARAMETER,
                    "the store has nodes=" + info.nodes() + ", fixed when it was created; " + nodes + " does not fit");
        }
        long budget = settings.bytes(RocheProperty.MEMORY_BUDGET, info.memoryBudgetBytes());
        if (budget != info.memoryBudgetBytes()) {
            warnings.add("the store is open with memoryBudget=" + info.memoryBudgetBytes()
                    + ", set by its first connection; " + budget + " is ignored");
        }
        long planCache = settings.number(RocheProperty.PLAN_CACHE_SIZE, planCacheSize);
        if (settings.isSet(RocheProperty.PLAN_CACHE_SIZE) && planCache != planCacheSize) {
            warnings.add("the store is open with planCacheSize=" + planCacheSize + ", set by its first connection; "
                    + planCache + " is ignored");
        }
        if (settings.isSet(RocheProperty.SLOW_STATEMENT)
                && settings.millis(RocheProperty.SLOW_STATEMENT) != slowMillis) {
            warnings.add("the store is open with slowStatement=" + slowMillis + "ms, set by its first connection; "
                    + settings.millis(RocheProperty.SLOW_STATEMENT) + "ms is ignored");
        }
    }

    /** Takes a user away; after the last one the engine closes, at once or after the delay. */
    void release() {
        lock.lock();
        try {
            users--;
            if (users > 0 || closed || keepAlive) {
                return;
            }
            long delay = engine().info().directory() == null ? 0 : closeDelayMillis;
            if (delay == 0) {
                close();
            } else {
                pendingClose = registry.schedule(this::closeIfUnused, delay);
            }
        } finally {
            lock.unlock();
        }
    }

    private void closeIfUnused() {
        lock.lock();
        try {
            if (users == 0 && !closed) {
                close();
            }
        } finally {
            lock.unlock();
        }
    }

    private void close() {
        closed = true;
        try {
            sql().close();
        } finally {
            try {
                engine().close();
            } finally {
                registry.forget(key, this);
            }
        }
    }

    /** Closes whoever uses it: the JVM ends. */
    void shutDown() throws InterruptedException {
        if (lock.tryLock(SHUTDOWN_WAIT_SECONDS, TimeUnit.SECONDS)) {
            try {
                if (!closed && engine != null) {
                    close();
                }
            } finally {
                lock.unlock();
            }
        }
    }
}
