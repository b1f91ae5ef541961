package io.rochedb.engine;

/**
 * What an import did.
 *
 * @param read lines read
 * @param imported records committed
 * @param skipped blank and metadata lines
 * @param rejected lines refused
 * @param rings distinct rings written
 * @param batches transactions committed
 * @param bytes bytes of the file read
 */
public record ImportResult(
        long read, long imported, long skipped, long rejected, long rings, long batches, long bytes) {}
