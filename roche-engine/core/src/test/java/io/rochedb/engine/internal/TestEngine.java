package io.rochedb.engine.internal;

import io.rochedb.engine.EngineOptions;
import io.rochedb.engine.RocheEngine;

/** An engine of a kind, closed and removed with the test. */
final class TestEngine implements AutoCloseable {
    private final RocheEngine engine;

    TestEngine(EngineKind kind) {
        engine = RocheEngine.open(EngineOptions.memory());
    }

    RocheEngine engine() {
        return engine;
    }

    @Override
    public void close() {
        engine.close();
    }
}
