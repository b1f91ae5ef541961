package io.rochedb.jdbc.embedded.internal;

import io.rochedb.calcite.RocheSql;
import io.rochedb.engine.RocheEngine;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * The right of one session to use a shared engine, given back once.
 */
final class Lease {
    private final SharedEngine shared;
    private final List<String> warnings;
    private final AtomicBoolean released = new AtomicBoolean();

    Lease(SharedEngine shared, List<String> warnings) {
        this.shared = shared;
        this.warnings = warnings;
    }

    RocheEngine engine() {
        return shared.engine();
    }

    RocheSql sql() {
        return shared.sql();
    }

    StatementLog statements() {
        return shared.statements();
    }

    /** Returns what the user should know about how the engine was opened. */
    List<String> warnings() {
        return warnings;
    }

    void release() {
        if (released.compareAndSet(false, true)) {
            shared.release();
        }
    }
}
