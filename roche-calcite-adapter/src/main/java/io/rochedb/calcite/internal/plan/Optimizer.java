package io.rochedb.calcite.internal.plan;

import io.rochedb.calcite.internal.json.JsonCalls;
import io.rochedb.calcite.internal.rel.Checked;
import io.rochedb.calcite.internal.rel.JoinOrder;
import io.rochedb.calcite.internal.rel.PushDown;
import io.rochedb.calcite.internal.rel.RocheLimit;
import io.rochedb.calcite.internal.rel.RocheLookupJoin;
import io.rochedb.calcite.internal.rel.RocheSort;
import io.rochedb.calcite.internal.rel.ScanEstimate;
import io.rochedb.calcite.internal.rel.UuidTexts;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.calcite.adapter.enumerable.EnumerableConvention;
import org.apache.calcite.adapter.enumerable.EnumerableRel;
import org.apache.calcite.adapter.enumerable.EnumerableRules;
import org.apache.calcite.plan.RelOptCluster;
import org.apache.calcite.plan.RelOptPlanner;
import org.apache.calcite.plan.RelOptRule;
import org.apache.calcite.plan.RelOptRules;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.plan.RelTraitSet;
import org.apache.calcite.plan.hep.HepPlanner;
import org.apache.calcite.plan.hep.HepProgram;
import org.apache.calcite.plan.hep.HepProgramBuilder;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.RelFactories;
import org.apache.calcite.rel.core.RepeatUnion;
import org.apache.calcite.rel.rules.CoreRules;
import org.apache.calcite.rel.rules.PruneEmptyRules;
import org.apache.calcite.runtime.Bindable;
import org.apache.calcite.sql2rel.RelFieldTrimmer;
import org.apache.calcite.sql2rel.TopDownGeneralDecorrelator;
import org.apache.calcite.tools.RelBuilder;

/** The road from a logical tree to something that runs. Stateless. */
final class Optimizer {
    /** Rule applications after which a phase stops: some rule sets never settle. */
    private static final int MATCH_LIMIT = 10_000;

    /** How often conditions of one side of a join are given to the other: each time they come a join further down. */
    private static final int INFERENCES_MAX = 5;

    private static final List<RelOptRule> SUB_QUERIES = List.of(
            CoreRules.FILTER_SUB_QUERY_TO_CORRELATE,
            CoreRules.PROJECT_SUB_QUERY_TO_CORRELATE,
            CoreRules.JOIN_SUB_QUERY_TO_CORRELATE);

    /** What brings conditions, and sorts, next to the scans they are about. */
    private static final List<RelOptRule> FILTERS_DOWN = List.of(
            CoreRules.FILTER_REDUCE_EXPRESSIONS,
            CoreRules.FILTER_INTO_JOIN,
            CoreRules.JOIN_CONDITION_PUSH,
            CoreRules.JOIN_PUSH_EXPRESSIONS,
            CoreRules.FILTER_PROJECT_TRANSPOSE,
            CoreRules.FILTER_AGGREGATE_TRANSPOSE,
            CoreRules.FILTER_SET_OP_TRANSPOSE,
            CoreRules.FILTER_MERGE,
            CoreRules.PROJECT_MERGE,
            CoreRules.PROJECT_REMOVE,
            CoreRules.SORT_PROJECT_TRANSPOSE,
            PruneEmptyRules.FILTER_INSTANCE,
            PruneEmptyRules.PROJECT_INSTANCE,
            PruneEmptyRules.SORT_INSTANCE,
            PruneEmptyRules.JOIN_LEFT_INSTANCE,
            PruneEmptyRules.JOIN_RIGHT_INSTANCE,
            PruneEmptyRules.UNION_INSTANCE);

    private static final List<RelOptRule> PROJECTS_TOGETHER =
            List.of(CoreRules.PROJECT_MERGE, CoreRules.PROJECT_REMOVE, CoreRules.AGGREGATE_PROJECT_MERGE);

    /** A union without duplicates is a grouping, which keeps one entry for each row it gives. */
    private static final List<RelOptRule> DISTINCT_UNIONS = List.of(CoreRules.UNION_TO_DISTINCT);

    /** Rules about orders we never claim, sorts without a limit of memory, and limits that are too small. */
    private static final List<RelOptRule> UNUSED_RULES = List.of(
            EnumerableRules.ENUMERABLE_SORT_RULE,
            EnumerableRules.ENUMERABLE_LIMIT_RULE,
            EnumerableRules.ENUMERABLE_LIMIT_SORT_RULE,
            EnumerableRules.ENUMERABLE_MERGE_JOIN_RULE,
            EnumerableRules.ENUMERABLE_MERGE_UNION_RULE,
            EnumerableRules.ENUMERABLE_SORTED_AGGREGATE_RULE);

    private static final List<RelOptRule> PHYSICAL = physical();

    private Optimizer() {}

    private static List<RelOptRule> physical() {
        List<RelOptRule> rules = new ArrayList<>(EnumerableRules.rules());
        rules.addAll(List.of(
                RocheLimit.RULE,
                RocheSort.RULE,
                RocheLookupJoin.RULE,
                CoreRules.AGGREGATE_REDUCE_FUNCTIONS,
                CoreRules.AGGREGATE_EXPAND_DISTINCT_AGGREGATES,
                CoreRules.PROJECT_TO_LOGICAL_PROJECT_AND_WINDOW,
                CoreRules.PROJECT_WINDOW_TRANSPOSE,
                CoreRules.AGGREGATE_VALUES,
                EnumerableRules.ENUMERABLE_TABLE_SPOOL_RULE,
                EnumerableRules.ENUMERABLE_REPEAT_UNION_RULE));
        rules.removeAll(UNUSED_RULES);
        return List.copyOf(rules);
    }

    /** Returns the executable plan of a logical tree. */
    static QueryPlan optimize(RelNode logical, QueryShape shape, PlanScope scope) {
        RelNode flat = hep(SUB_QUERIES, logical);
        RelNode plain = UuidTexts.canonicalIn(TopDownGeneralDecorrelator.decorrelateQuery(flat, builder(flat)));
        RelNode pushed = scope.options().push() ? push(plain) : plain;
        if (scope.options().fast()) {
            QueryPlan fast = FastPlan.of(pushed, shape, scope);
            if (fast != null) {
                return fast;
            }
        }
        RelNode grouped = hep(DISTINCT_UNIONS, pushed);
        Map<String, Object> stashed = new HashMap<>();
        RelNode lists = ListCalls.replaceIn(grouped, stashed);
        RelNode exact = ExactCalls.replaceIn(ExactSums.replaceInWindows(WindowCalls.replaceIn(lists)));
        RelNode ours = JsonCalls.replaceIn(JsonTimes.replaceIn(LikeCalls.replaceIn(exact)));
        return compile(volcano(ours), stashed, shape, scope);
    }

    private static RelNode push(RelNode plain) {
        RelNode filtered = new PushDown(false).visit(conditionsDown(new JoinOrder().visit(plain)));
        RelNode trimmed = new RelFieldTrimmer(null, builder(filtered)).trim(filtered);
        return new PushDown(true).visit(hep(PROJECTS_TOGETHER, trimmed));
    }

    private static RelNode conditionsDown(RelNode plain) {
        RelNode moved = hep(FILTERS_DOWN, plain);
        for (int i = 0; i < INFERENCES_MAX; i++) {
            InferredConditions inferred = new InferredConditions();
            RelNode more = inferred.visit(moved);
            if (!inferred.changed()) {
                break;
            }
            RelNode before = moved;
            moved = hep(FILTERS_DOWN, more);
            if (moved.deepEquals(before)) {
                break;
            }
        }
        return moved;
    }

    private static RelBuilder builder(RelNode rel) {
        return RelFactories.LOGICAL_BUILDER.create(rel.getCluster(), null);
    }

    private static RelNode hep(List<? extends RelOptRule> rules, RelNode rel) {
        HepProgram program = new HepProgramBuilder()
                .addMatchLimit(MATCH_LIMIT)
                .addRuleCollection(List.copyOf(rules))
                .build();
        HepPlanner planner =
                new HepPlanner(program, rel.getCluster().getPlanner().getContext());
        planner.setRoot(rel);
        return planner.findBestExp();
    }

    private static RelNode volcano(RelNode rel) {
        RelOptCluster cluster = rel.getCluster();
        RelOptPlanner planner = cluster.getPlanner();
        planner.clear();
        PHYSICAL.forEach(planner::addRule);
        try {
            return run(planner, rel);
        } catch (RelOptPlanner.CannotPlanException lean) {
            planner.clear();
            PHYSICAL.forEach(planner::addRule);
            RelOptUtil.registerDefaultRules(planner, false, false);
            UNUSED_RULES.forEach(planner::removeRule);
            return run(planner, rel);
        }
    }

    private static RelNode run(RelOptPlanner planner, RelNode rel) {
        RelTraitSet wanted =
                rel.getTraitSet().replace(EnumerableConvention.INSTANCE).simplify();
        RelNode root = rel.getTraitSet().equals(wanted) ? rel : planner.changeTraits(rel, wanted);
        planner.setRoot(root);
        return hep(RelOptRules.CALC_RULES, planner.findBestExp());
    }

    /** Returns whether a plan holds a recursion, whose rows so far lie in the plan itself. */
    private static boolean recurses(RelNode plan) {
        return plan instanceof RepeatUnion || plan.getInputs().stream().anyMatch(Optimizer::recurses);
    }

    private static QueryPlan compile(RelNode physical, Map<String, Object> stashed, QueryShape shape, PlanScope scope) {
        if (recurses(physical)) {
            scope.exclusive();
        }
        stashed.put("_conformance", Dialect.CONFORMANCE);
        Bindable<?> bindable = GeneratedCode.of(
                (EnumerableRel) Checked.around(ExactSums.replaceInGroups(NotNullCasts.removeIn(physical))), stashed);
        List<ScanEstimate> scans = ScanEstimate.of(physical);
        if (scans.size() > 1) {
            scans.forEach(scan -> scope.dependsOnSize(scan.knownRings()));
        }
        return new CompiledPlan(
                bindable, Map.copyOf(stashed), shape, scope.dependencies(), scans, RelOptUtil.toString(physical));
    }
}
