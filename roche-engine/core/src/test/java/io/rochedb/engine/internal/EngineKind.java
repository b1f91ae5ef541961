package io.rochedb.engine.internal;

/** The engines that the same tests run against. */
enum EngineKind {
    MEMORY,
    BUFFERED,
    STRONG
}
