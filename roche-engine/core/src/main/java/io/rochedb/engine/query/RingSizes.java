package io.rochedb.engine.query;

/**
 * How much some rings hold, as of about now.
 *
 * @param rings how many of them hold records
 * @param records how many records they hold
 */
public record RingSizes(long rings, long records) {}
