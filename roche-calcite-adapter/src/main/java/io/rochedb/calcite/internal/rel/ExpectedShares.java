package io.rochedb.calcite.internal.rel;

import io.rochedb.engine.query.Predicate.Op;

/** What share of the records a condition is expected to leave, when nothing is known of the values. Stateless. */
final class ExpectedShares {
    /** Of a condition of no better known kind. */
    static final double SOME = 0.2;

    /** At most so many different values are expected in a column, and of a small table one for each so many rows. */
    private static final double VALUES_MAX = 200;

    private static final double ROWS_A_VALUE = 20;

    private ExpectedShares() {}

    /** Returns the share of some rows that a condition is expected to leave. */
    static double of(Term term, double rows) {
        if (term instanceof Term.Compare compare && compare.op() == Op.EQ) {
            return equal(rows);
        }
        if (term instanceof Term.In in) {
            return Math.min(SOME, in.values().size() * equal(rows));
        }
        return SOME;
    }

    private static double equal(double rows) {
        return Math.min(SOME, Math.max(1 / VALUES_MAX, 1 / Math.max(1, rows / ROWS_A_VALUE)));
    }
}
