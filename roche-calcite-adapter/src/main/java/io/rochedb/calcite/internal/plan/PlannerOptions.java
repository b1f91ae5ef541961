package io.rochedb.calcite.internal.plan;

/**
 * Switches of the planner, so that a test can compare one way of running a statement with another.
 *
 * @param push whether scans take over filters, projections, orders and limits
 * @param fast whether simple plans run on hand-written cursors
 */
public record PlannerOptions(boolean push, boolean fast) {
    public static final PlannerOptions DEFAULT = new PlannerOptions(true, true);
}
