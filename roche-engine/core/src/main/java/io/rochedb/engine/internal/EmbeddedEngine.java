package io.rochedb.engine.internal;

import io.rochedb.engine.EngineOptions;
import io.rochedb.engine.RocheEngine;

/** The embedded engine. */
public final class EmbeddedEngine {
    private EmbeddedEngine() {}

    /** Opens an engine. */
    public static RocheEngine open(EngineOptions options) {
        throw new UnsupportedOperationException("being written");
    }
}
