package io.rochedb.jdbc;

/**
 * What a statement has cost: the counters of its last run.
 *
 * @param ringsKnown rings with records the connection may see
 * @param ringsRouted distinct rings the statement's scans chose
 * @param ringsPruned rings known and not routed
 * @param recordsScanned records examined
 * @param recordsSkipped visible records that were not examined
 * @param vectorsScanned vectors compared
 * @param vectorsSkipped visible vectors that were not compared
 * @param bytesScanned payload bytes read
 * @param rowsReturned rows handed out
 * @param estimatedTokens (payload bytes handed out + 3) / 4
 * @param candidateReduction 1 - scanned / (scanned + skipped), over vectors when any were searched, else over records
 * @param planCache {@code "miss"} when the statement was planned for this run, {@code "hit"} when a plan was there, {@code "fast"} when that plan
 *     is a hand-written cursor
 */
public record ScanStats(
        long ringsKnown,
        long ringsRouted,
        long ringsPruned,
        long recordsScanned,
        long recordsSkipped,
        long vectorsScanned,
        long vectorsSkipped,
        long bytesScanned,
        long rowsReturned,
        long estimatedTokens,
        double candidateReduction,
        String planCache) {

    /** The counters of a statement that has not run. */
    public static final ScanStats NONE = new ScanStats(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, "miss");
}
