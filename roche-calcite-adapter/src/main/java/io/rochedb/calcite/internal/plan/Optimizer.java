package io.rochedb.calcite.internal.plan;

import io.rochedb.calcite.SqlColumn;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.calcite.adapter.enumerable.EnumerableConvention;
import org.apache.calcite.adapter.enumerable.EnumerableInterpretable;
import org.apache.calcite.adapter.enumerable.EnumerableRel;
import org.apache.calcite.adapter.enumerable.EnumerableRules;
import org.apache.calcite.plan.RelOptCluster;
import org.apache.calcite.plan.RelOptPlanner;
import org.apache.calcite.plan.RelOptRule;
import org.apache.calcite.plan.RelOptRules;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.plan.hep.HepPlanner;
import org.apache.calcite.plan.hep.HepProgram;
import org.apache.calcite.plan.hep.HepProgramBuilder;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.RelFactories;
import org.apache.calcite.rel.rules.CoreRules;
import org.apache.calcite.runtime.Bindable;
import org.apache.calcite.sql2rel.TopDownGeneralDecorrelator;

/** The road from a logical tree to something that runs. Stateless. */
final class Optimizer {
    /** Rule applications after which a phase stops: some rule sets never settle. */
    private static final int MATCH_LIMIT = 10_000;

    private static final List<RelOptRule> SUB_QUERIES = List.of(
            CoreRules.FILTER_SUB_QUERY_TO_CORRELATE,
            CoreRules.PROJECT_SUB_QUERY_TO_CORRELATE,
            CoreRules.JOIN_SUB_QUERY_TO_CORRELATE);

    /** Rules about orders we never claim. */
    private static final List<RelOptRule> SORTED_RULES = List.of(
            EnumerableRules.ENUMERABLE_MERGE_JOIN_RULE,
            EnumerableRules.ENUMERABLE_MERGE_UNION_RULE,
            EnumerableRules.ENUMERABLE_SORTED_AGGREGATE_RULE);

    private static final List<RelOptRule> PHYSICAL = physical();

    private Optimizer() {}

    private static List<RelOptRule> physical() {
        List<RelOptRule> rules = new ArrayList<>(EnumerableRules.rules());
        rules.addAll(List.of(
                CoreRules.AGGREGATE_REDUCE_FUNCTIONS,
                CoreRules.AGGREGATE_EXPAND_DISTINCT_AGGREGATES,
                CoreRules.PROJECT_TO_LOGICAL_PROJECT_AND_WINDOW,
                CoreRules.PROJECT_WINDOW_TRANSPOSE,
                CoreRules.AGGREGATE_VALUES,
                EnumerableRules.ENUMERABLE_TABLE_SPOOL_RULE,
                EnumerableRules.ENUMERABLE_REPEAT_UNION_RULE));
        rules.removeAll(SORTED_RULES);
        return List.copyOf(rules);
    }

    static QueryPlan optimize(RelNode logical, List<SqlColumn> columns, List<SqlColumn> parameters, PlanScope scope) {
        RelNode flat = hep(SUB_QUERIES, logical);
        RelNode decorrelated = TopDownGeneralDecorrelator.decorrelateQuery(
                flat, RelFactories.LOGICAL_BUILDER.create(flat.getCluster(), null));
        RelNode physical = volcano(decorrelated);
        return compile(physical, columns, parameters, scope);
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
            SORTED_RULES.forEach(planner::removeRule);
            return run(planner, rel);
        }
    }

    private static RelNode run(RelOptPlanner planner, RelNode rel) {
        RelNode root = planner.changeTraits(
                rel, rel.getTraitSet().replace(EnumerableConvention.INSTANCE).simplify());
        planner.setRoot(root);
        return hep(RelOptRules.CALC_RULES, planner.findBestExp());
    }

    private static QueryPlan compile(
            RelNode physical, List<SqlColumn> columns, List<SqlColumn> parameters, PlanScope scope) {
        Map<String, Object> stashed = new HashMap<>();
        stashed.put("_conformance", Dialect.CONFORMANCE);
        Bindable<?> bindable =
                EnumerableInterpretable.toBindable(stashed, null, (EnumerableRel) physical, EnumerableRel.Prefer.ARRAY);
        return new CompiledPlan(
                bindable,
                Map.copyOf(stashed),
                columns,
                parameters,
                scope.dependencies(),
                RelOptUtil.toString(physical));
    }
}
