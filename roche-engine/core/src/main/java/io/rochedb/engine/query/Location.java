package io.rochedb.engine.query;

/**
 * Where a record is at a time.
 *
 * @param ring the record's ring
 * @param node logical node, 0 to nodes - 1
 * @param owner physical owner: {@code local} in one process
 * @param thetaRadians orbital angle, 0 (inclusive) to 2π
 */
public record Location(String ring, int node, String owner, double thetaRadians) {}
