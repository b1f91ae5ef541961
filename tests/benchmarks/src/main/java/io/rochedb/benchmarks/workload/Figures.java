package io.rochedb.benchmarks.workload;

/**
 * Averages over the queries of a workload, one mode (global, routed or wrong ring).
 *
 * @param scanned vectors compared per query
 * @param total vectors in the store
 * @param tokens estimated tokens per query
 * @param recall share of the queries whose target was returned; 1 where a workload has no target
 */
public record Figures(double scanned, double total, double tokens, double recall) {
    /** Sums outcomes and divides them at the end. */
    static final class Sum {
        private long queries;
        private long scanned;
        private long total;
        private long tokens;
        private long found;

        void add(Door.Outcome outcome, boolean hit) {
            queries++;
            scanned += outcome.scanned();
            total += outcome.total();
            tokens += outcome.estimatedTokens();
            found += hit ? 1 : 0;
        }

        Figures average() {
            double n = Math.max(1, queries);
            return new Figures(scanned / n, total / n, tokens / n, found / n);
        }
    }
}
