package io.rochedb.engine.ops;

/**
 * How a ring's records lie on disk.
 *
 * @param ring its name
 * @param records its records
 * @param runs in how many sorted runs of neighbouring records they are: tables on disk that reach into the ring; 1 while all are in memory or the log
 */
public record RingLocality(String ring, long records, int runs) {}
