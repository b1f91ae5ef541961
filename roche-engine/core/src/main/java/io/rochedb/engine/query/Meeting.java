package io.rochedb.engine.query;

/**
 * When two records are next on the same node.
 *
 * @param atSeconds first time, in seconds since the epoch, at or after the asked time
 * @param node the node they share then
 * @param windowSeconds how long they then share it
 */
public record Meeting(double atSeconds, int node, double windowSeconds) {}
