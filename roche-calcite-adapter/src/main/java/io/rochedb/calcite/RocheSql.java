package io.rochedb.calcite;

import io.rochedb.calcite.internal.plan.PlannerOptions;
import io.rochedb.calcite.internal.plan.PlanningService;
import io.rochedb.engine.ReadView;
import io.rochedb.engine.RocheEngine;
import io.rochedb.engine.query.QueryMonitor;

/**
 * The SQL facade of one engine: plans statements and keeps the plans.
 *
 * <p>Thread-safe; one per engine.
 */
public final class RocheSql implements AutoCloseable {
    /**
     * A plan and how it was come by.
     */
    public record Prepared(RochePlan plan, RochePlan.CacheState state) {}

    /** Default number of plans kept. */
    public static final int DEFAULT_PLAN_CACHE_SIZE = 512;

    private final PlanningService planning;

    private RocheSql(PlanningService planning) {
        this.planning = planning;
    }

    /** Returns a facade over an engine. */
    public static RocheSql over(RocheEngine engine, int planCacheSize) {
        return new RocheSql(new PlanningService(engine, planCacheSize, PlannerOptions.DEFAULT));
    }

    /** Returns a facade that plans in another way, for tests that compare ways. */
    static RocheSql over(RocheEngine engine, int planCacheSize, PlannerOptions options) {
        return new RocheSql(new PlanningService(engine, planCacheSize, options));
    }

    /**
     * Returns a plan for the text that is current in the view, from the cache when there is one.
     *
     * @throws io.rochedb.engine.RocheException for anything wrong with the statement
     */
    public Prepared prepare(String sql, ReadView view, SessionInfo session) {
        return prepare(sql, view, session, new QueryMonitor());
    }

    /** Returns the same, and stops planning when the monitor says so. */
    public Prepared prepare(String sql, ReadView view, SessionInfo session, QueryMonitor monitor) {
        return planning.prepare(sql, view, session, monitor);
    }

    /** Plans a few statements in a background thread so that the first user statement finds warm code. */
    public void warmUp() {
        planning.warmUp();
    }

    @Override
    public void close() {
        planning.close();
    }
}
