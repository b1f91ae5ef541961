package io.rochedb.engine;

/**
 * What an open engine has done to keep rings in memory, and what they take.
 *
 * @param ringLoads rings brought into memory whole
 * @param ringEvictions rings of which memory was given up, wholly or in part
 * @param coldGets single records read from disk since their ring was not in memory
 * @param ringStreams rings read from disk block by block, since they did not fit or were not worth it
 * @param residentBytes bytes of the memory budget in use
 * @param peakBytes most bytes of it that were ever in use
 */
public record ResidencyCounts(
        long ringLoads, long ringEvictions, long coldGets, long ringStreams, long residentBytes, long peakBytes) {}
