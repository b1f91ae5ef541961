package io.rochedb.calcite.internal.plan;

import io.rochedb.calcite.RochePlan;
import io.rochedb.calcite.RochePlan.CacheState;
import io.rochedb.calcite.RocheSql.Prepared;
import io.rochedb.calcite.SessionInfo;
import io.rochedb.calcite.internal.direct.DirectPlanner;
import io.rochedb.calcite.internal.direct.LiteralPlan;
import io.rochedb.calcite.internal.direct.LiteralPlans;
import io.rochedb.calcite.internal.direct.LiteralShape;
import io.rochedb.engine.ErrorCode;
import io.rochedb.engine.ReadView;
import io.rochedb.engine.RocheEngine;
import io.rochedb.engine.RocheException;
import io.rochedb.engine.Transaction;
import io.rochedb.engine.model.RingScope;
import io.rochedb.engine.query.QueryMonitor;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.calcite.rex.RexSimplify;
import org.jspecify.annotations.Nullable;

/**
 * The door of the pipeline: finds or makes plans. Planning runs on threads with a large stack, so that a long chain of
 * conditions plans instead of overflowing, and within a time limit. Of callers that ask for the same text at the same time
 * one plans and the others wait. Thread-safe.
 */
public final class PlanningService implements AutoCloseable {
    /** How often planning is asked whether it is done, and its statement whether it must stop. */
    private static final long LOOK_MILLIS = 20;

    private static final long STACK_BYTES = 256L << 20;
    private static final long IDLE_SECONDS = 10;

    private static final List<String> WARM_UP = List.of(
            "SELECT * FROM records WHERE id = ?",
            "SELECT id, payload FROM records WHERE ring = ? ORDER BY written_at DESC LIMIT 10",
            "SELECT ring, COUNT(*) FROM records WHERE ring LIKE 'a/%' GROUP BY ring ORDER BY 2 DESC");

    /** One planning others may wait for. */
    private record Flight(String sql, RingScope scope, PlanCache.SessionFacts session, long version) {}

    static {
        // An assertion of the library does not hold: its simplification leaves a call the type it had when its operands
        // could be null. Nothing depends
        // on it, but where assertions are on, as in most users' tests, it would fail their statements.
        RexSimplify.class.getClassLoader().setClassAssertionStatus(RexSimplify.class.getName(), false);
    }

    private final @Nullable RocheEngine engine;
    private final PlannerOptions options;
    private final PlanCache cache;
    private final LiteralPlans literals;
    private final StatementPlanner planner = new StatementPlanner();
    private final Map<Flight, CompletableFuture<Optional<RochePlan>>> flights = new ConcurrentHashMap<>();
    private final ThreadPoolExecutor threads;

    /** Creates a service; {@code engine} is used for warming up only. */
    public PlanningService(@Nullable RocheEngine engine, int planCacheSize, PlannerOptions options) {
        this.engine = engine;
        this.options = options;
        this.cache = new PlanCache(planCacheSize);
        this.literals = new LiteralPlans(planCacheSize);
        int count = Math.max(2, Runtime.getRuntime().availableProcessors());
        this.threads = new ThreadPoolExecutor(
                count, count, IDLE_SECONDS, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), PlanningService::thread);
        threads.allowCoreThreadTimeOut(true);
    }

    private static Thread thread(Runnable task) {
        Thread thread = new Thread(null, task, "roche-planner", STACK_BYTES);
        thread.setDaemon(true);
        return thread;
    }

    /** Returns a plan that is current in the view. */
    public Prepared prepare(String sql, ReadView view, SessionInfo session, QueryMonitor monitor) {
        StatementSize.checkLength(sql, session.limits());
        boolean share = options.fast() && session.schema().equals(SessionInfo.DEFAULT_SCHEMA);
        LiteralPlan literal = share ? literals.find(sql) : null;
        if (literal != null && literal.isCurrent(view)) {
            return known(literal);
        }
        RochePlan known = cache.find(sql, view.scope(), session);
        if (known != null && known.isCurrent(view)) {
            return known(known);
        }
        SqlText text = SqlText.of(sql);
        if (text.explain() != SqlText.Explain.NONE && !text.isEmpty()) {
            boolean analyze = text.explain() == SqlText.Explain.ANALYZE;
            boolean nested = SqlText.of(text.text()).explain() != SqlText.Explain.NONE;
            Prepared inner = nested
                    ? prepare(text.text(), view, session, monitor)
                    : prepareAsWritten(text.text(), view, session, monitor);
            if (analyze && !(inner.plan() instanceof QueryPlan)) {
                throw new RocheException(ErrorCode.FEATURE_NOT_SUPPORTED, "EXPLAIN ANALYZE runs queries only");
            }
            return new Prepared(new ExplainPlan(inner.plan(), analyze ? inner.state() : null), CacheState.MISS);
        }
        Prepared shared = share ? prepareShape(sql, view, session, monitor) : null;
        return shared == null ? planOnce(sql, view, session, monitor) : shared;
    }

    private static Prepared known(RochePlan plan) {
        return new Prepared(plan, plan.fast() ? CacheState.FAST : CacheState.HIT);
    }

    /** Returns a plan of the statement itself, with its literals in it: for people who want to see it. */
    private Prepared prepareAsWritten(String sql, ReadView view, SessionInfo session, QueryMonitor monitor) {
        RochePlan known = cache.find(sql, view.scope(), session);
        return known != null && known.isCurrent(view) ? known(known) : planOnce(sql, view, session, monitor);
    }

    /** Returns a plan shared with statements that differ in literals only, or null when there is none. */
    private @Nullable Prepared prepareShape(String sql, ReadView view, SessionInfo session, QueryMonitor monitor) {
        LiteralShape shape = LiteralShape.of(sql);
        if (shape == null || literals.isUnfit(shape.text())) {
            return null;
        }
        Prepared shared;
        try {
            shared = prepare(shape.text(), view, session, monitor);
        } catch (RocheException wrong) {
            // the statement itself says what is wrong, with its own literals
            monitor.check();
            return null;
        }
        RochePlan plan = shared.plan();
        if (!shape.fits(plan.parameters(), plan.kind() == RochePlan.Kind.DML)) {
            literals.unfit(shape.text());
            return null;
        }
        LiteralPlan own = new LiteralPlan(plan, shape);
        if (cache.holdsForAll(shape.text(), session, plan)) {
            literals.put(sql, own);
        }
        return new Prepared(own, shared.state());
    }

    private Prepared planOnce(String sql, ReadView view, SessionInfo session, QueryMonitor monitor) {
        if (view instanceof Transaction transaction && !transaction.isEmpty()) {
            return new Prepared(plan(sql, view, session, monitor).plan, CacheState.MISS);
        }
        Flight flight = new Flight(sql, view.scope(), PlanCache.SessionFacts.of(session), view.version());
        CompletableFuture<Optional<RochePlan>> mine = new CompletableFuture<>();
        CompletableFuture<Optional<RochePlan>> others = flights.putIfAbsent(flight, mine);
        if (others != null) {
            Optional<RochePlan> shared = join(others, monitor);
            return shared.isPresent()
                    ? new Prepared(shared.get(), CacheState.HIT)
                    : new Prepared(plan(sql, view, session, monitor).plan, CacheState.MISS);
        }
        try {
            Planned planned = plan(sql, view, session, monitor);
            mine.complete(planned.exclusive ? Optional.empty() : Optional.of(planned.plan));
            return new Prepared(planned.plan, CacheState.MISS);
        } catch (RocheException e) {
            mine.completeExceptionally(e);
            throw e;
        } finally {
            flights.remove(flight);
            mine.cancel(false);
        }
    }

    /** Waits for the plan another statement makes; that it was told to stop is no matter of this one, which then plans for itself. */
    private static Optional<RochePlan> join(CompletableFuture<Optional<RochePlan>> others, QueryMonitor monitor) {
        while (true) {
            try {
                return others.get(LOOK_MILLIS, TimeUnit.MILLISECONDS);
            } catch (TimeoutException e) {
                monitor.check();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return Optional.empty();
            } catch (CancellationException e) {
                return Optional.empty();
            } catch (ExecutionException e) {
                if (!(e.getCause() instanceof RocheException theirs)) {
                    throw SqlErrors.running(e);
                }
                if (theirs.code() == ErrorCode.QUERY_CANCELLED || theirs.code() == ErrorCode.QUERY_TIMEOUT) {
                    return Optional.empty();
                }
                throw new RocheException(theirs.code(), String.valueOf(theirs.getMessage()), theirs);
            }
        }
    }

    /** A plan made now, and whether only the statement it was made for may have it. */
    private record Planned(RochePlan plan, boolean exclusive) {}

    private Planned plan(String sql, ReadView view, SessionInfo session, QueryMonitor monitor) {
        PlanScope scope = new PlanScope(sql, view, session, options);
        RochePlan plan = options.fast() && options.push()
                ? DirectPlanner.plan(SqlText.of(sql).text(), scope)
                : null;
        if (plan == null) {
            scope = new PlanScope(sql, view, session, options);
            plan = onPlanner(scope, monitor);
        }
        boolean ownWrites = view instanceof Transaction transaction && !transaction.isEmpty();
        if (!scope.isExclusive() && (!ownWrites || !scope.dependsOnColumns())) {
            cache.put(scope, plan);
        }
        return new Planned(plan, scope.isExclusive());
    }

    /** Plans on a planner thread and waits until it has ended, for a view is used by one thread at a time. */
    private RochePlan onPlanner(PlanScope scope, QueryMonitor monitor) {
        Future<RochePlan> planning;
        try {
            planning = threads.submit(() -> planner.plan(scope));
        } catch (RejectedExecutionException closed) {
            throw new RocheException(ErrorCode.OBJECT_CLOSED, "the SQL facade is closed", closed);
        }
        long millisMax = scope.sessionUnrecorded().limits().planningMillisMax();
        long start = System.nanoTime();
        RocheException stop = null;
        boolean interrupted = false;
        try {
            while (true) {
                try {
                    return planning.get(LOOK_MILLIS, TimeUnit.MILLISECONDS);
                } catch (TimeoutException e) {
                    stop = stop != null ? stop : stopped(monitor, System.nanoTime() - start, millisMax);
                } catch (InterruptedException e) {
                    interrupted = true;
                    stop = new RocheException(ErrorCode.QUERY_CANCELLED, "the thread was interrupted", e);
                } catch (ExecutionException e) {
                    throw stop != null ? stop : SqlErrors.planning(e.getCause() == null ? e : e.getCause(), scope);
                }
                if (stop != null) {
                    scope.cancel();
                }
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /** Returns why a statement may be planned no longer, or null. */
    private static @Nullable RocheException stopped(QueryMonitor monitor, long nanos, long millisMax) {
        try {
            monitor.check();
        } catch (RocheException stop) {
            return stop;
        }
        return nanos <= TimeUnit.MILLISECONDS.toNanos(millisMax)
                ? null
                : new RocheException(
                        ErrorCode.QUERY_TIMEOUT,
                        "planning the statement took more than planningTimeout=" + millisMax + "ms; make it simpler");
    }

    /** Plans a few statements in the background. */
    public void warmUp() {
        RocheEngine target = engine;
        if (target == null) {
            return;
        }
        SessionInfo nobody = new SessionInfo(0, "", null, false, Long.MAX_VALUE, Long.MAX_VALUE, false, Map.of());
        threads.execute(() -> {
            for (String sql : WARM_UP) {
                try (ReadView view = target.snapshot(RingScope.ALL)) {
                    planner.plan(new PlanScope(sql, view, nobody, options));
                } catch (RocheException engineClosed) {
                    return;
                }
            }
        });
    }

    @Override
    public void close() {
        threads.shutdown();
    }
}
