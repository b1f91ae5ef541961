package io.rochedb.calcite.internal.rel;

import java.util.List;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Filter;

/** How many rows the sides of a join are expected to have, and how many a join. Stateless. */
final class JoinSizes {
    /** The share of pairs of rows that are expected to be equal in a column that is no key. */
    private static final double EQUAL_SHARE = 0.15;

    private JoinSizes() {}

    /** Returns the rows a factor is expected to have when its conditions are pushed into its scan. */
    static double rows(RelNode factor) {
        RelNode pushed = factor.accept(new PushDown(false));
        return Math.max(1, pushed.getCluster().getMetadataQuery().getRowCount(pushed));
    }

    /**
     * Returns how many rows of a factor are expected for one of what it is joined with.
     *
     * @param rows rows of the factor
     * @param equal its columns that are compared with values of the other side, -1 for expressions
     */
    static double growth(RelNode factor, double rows, List<Integer> equal) {
        RelNode bare = factor;
        while (bare instanceof Filter filter) {
            bare = filter.getInput();
        }
        if (bare instanceof RocheScan scan && scan.isKey(equal)) {
            return Math.min(1, rows / rows(scan));
        }
        return rows * Math.pow(EQUAL_SHARE, equal.size());
    }
}
