package io.rochedb.engine.ops;

/**
 * What a compaction has rewritten.
 *
 * @param beforeBytes bytes of the store's tables before
 * @param afterBytes bytes of them after; what readers still need of the old ones goes when they are done
 */
public record CompactResult(long beforeBytes, long afterBytes) {}
