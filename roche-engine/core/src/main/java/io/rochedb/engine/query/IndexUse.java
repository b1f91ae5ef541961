package io.rochedb.engine.query;

/**
 * How an index answers a scan.
 *
 * @param index name of the index or key constraint
 * @param condition the conditions that are looked up in it, such as {@code status = ?, total > ?}
 * @param rings in how many of the routed rings it is used; the others are read whole
 * @param records about how many records it leads to there, -1 when the rings are not in memory yet
 */
public record IndexUse(String index, String condition, int rings, long records) {}
