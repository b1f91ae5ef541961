package io.rochedb.calcite.internal.rel;

import io.rochedb.calcite.internal.json.JsonCalls;
import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.rel.core.Filter;
import org.apache.calcite.rel.core.Project;
import org.apache.calcite.rel.logical.LogicalFilter;
import org.apache.calcite.rel.logical.LogicalProject;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexShuttle;

/** Projections of JSON_VALUE on the payload: the scan reads the values, so that nobody makes a text of the payload. Stateless. */
final class PathProjections {
    private PathProjections() {}

    /** Returns the projection over a scan that hands out the values of its calls; the same projection when it has none. */
    static Project of(Project project, RocheScan scan) {
        Found found = new Found(scan);
        List<RexNode> projects = found.apply(project.getProjects());
        if (found.calls.isEmpty()) {
            return project;
        }
        return LogicalProject.create(
                scan.withPaths(found.calls),
                project.getHints(),
                projects,
                project.getRowType().getFieldNames(),
                project.getVariablesSet());
    }

    /** Returns the projection over a filter over a scan that hands out the values of the calls of both; the same one when they have none. */
    static Project of(Project project, Filter filter, RocheScan scan) {
        Found found = new Found(scan);
        List<RexNode> projects = found.apply(project.getProjects());
        RexNode condition = filter.getCondition().accept(found);
        if (found.calls.isEmpty() || !filter.getVariablesSet().isEmpty()) {
            return project;
        }
        List<RexNode> all = new ArrayList<>(projects);
        all.add(condition);
        List<Integer> kept = RelOptUtil.InputFinder.bits(all, null).asList();
        RexShuttle moved = new RexShuttle() {
            @Override
            public RexNode visitInputRef(RexInputRef ref) {
                return new RexInputRef(kept.indexOf(ref.getIndex()), ref.getType());
            }
        };
        RocheScan narrowed = scan.withPaths(found.calls).withColumns(kept);
        return LogicalProject.create(
                LogicalFilter.create(narrowed, condition.accept(moved)),
                project.getHints(),
                moved.apply(projects),
                project.getRowType().getFieldNames(),
                project.getVariablesSet());
    }

    /** Replaces calls by the columns they will be. */
    private static final class Found extends RexShuttle {
        private final RocheScan scan;
        private final RexBuilder rex;
        private final List<RexNode> calls = new ArrayList<>();

        Found(RocheScan scan) {
            this.scan = scan;
            this.rex = scan.getCluster().getRexBuilder();
        }

        @Override
        public RexNode visitCall(RexCall call) {
            RexNode onTable = call.accept(new RexShuttle() {
                @Override
                public RexNode visitInputRef(RexInputRef ref) {
                    return scan.onTable(ref);
                }
            });
            if (PathTerms.operand(onTable, scan.data().columns()) == null) {
                return super.visitCall(call);
            }
            int index = calls.indexOf(onTable);
            if (index < 0) {
                index = calls.size();
                calls.add(onTable);
            }
            return JsonCalls.read(rex, scan.columns().size() + index, call.getType());
        }
    }
}
