package io.rochedb.engine.ops;

import java.util.List;

/**
 * What a check of a store has read and found.
 *
 * @param version the commit version it was checked at
 * @param rings rings with records, or without
 * @param records records read
 * @param vectors vectors read
 * @param bytes payload bytes read
 * @param found how many things are wrong
 * @param findings the first of them
 */
public record CheckReport(
        long version, long rings, long records, long vectors, long bytes, long found, List<Finding> findings) {
    /** So many findings are listed. */
    public static final int LISTED_MAX = 10_000;

    public CheckReport {
        findings = List.copyOf(findings);
    }

    public boolean isWhole() {
        return found == 0;
    }
}
