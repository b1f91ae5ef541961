package io.rochedb.engine.ops;

/**
 * What a retention has deleted.
 *
 * @param rings rings that were looked at
 * @param deleted records deleted
 * @param kept records that those rings had afterwards
 */
public record RetentionResult(long rings, long deleted, long kept) {}
