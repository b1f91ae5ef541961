package io.rochedb.engine;

/**
 * What a dump wrote.
 *
 * @param lines lines written
 * @param rings ring lines
 * @param records record lines
 * @param bytes bytes of the file
 */
public record DumpResult(long lines, long rings, long records, long bytes) {}
