package io.rochedb.calcite.internal.rel;

import io.rochedb.calcite.internal.table.TableColumn;
import io.rochedb.engine.query.ScanRequest;
import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.rel.RelFieldCollation;
import org.apache.calcite.rel.RelHomogeneousShuttle;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Aggregate;
import org.apache.calcite.rel.core.AggregateCall;
import org.apache.calcite.rel.core.Filter;
import org.apache.calcite.rel.core.Join;
import org.apache.calcite.rel.core.Project;
import org.apache.calcite.rel.core.Sort;
import org.apache.calcite.rel.logical.LogicalFilter;
import org.apache.calcite.rel.logical.LogicalProject;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexShuttle;
import org.apache.calcite.rex.RexUtil;
import org.apache.calcite.sql.SqlKind;
import org.jspecify.annotations.Nullable;

/**
 * The pass that moves work into scans, from the leaves upwards. It only takes what a scan does completely; the rest
 * stays where it was.
 */
public final class PushDown extends RelHomogeneousShuttle {
    private final boolean last;

    /** Creates a pass; only the last one, after which scans hand out no needless columns, turns joins into look-ups. */
    public PushDown(boolean last) {
        this.last = last;
    }

    @Override
    public RelNode visit(RelNode other) {
        RelNode rel = super.visit(other);
        if (rel instanceof Filter filter && filter.getInput() instanceof RocheScan scan) {
            return filter(filter, scan);
        }
        if (rel instanceof Filter filter && filter.getInput() instanceof SystemScan scan && !scan.narrowed()) {
            SystemScan narrowed = scan.narrow(RelOptUtil.conjunctions(filter.getCondition()));
            return filter.copy(filter.getTraitSet(), narrowed, filter.getCondition());
        }
        if (rel instanceof Project project && project.getInput() instanceof RocheScan scan) {
            return project(project, scan);
        }
        if (rel instanceof Project project
                && project.getInput() instanceof Filter filter
                && filter.getInput() instanceof RocheScan scan) {
            return PathProjections.of(project, filter, scan);
        }
        if (rel instanceof Project project && project.getInput() instanceof RocheVectorSearch search) {
            return project(project, search);
        }
        if (rel instanceof Sort sort) {
            RelNode search = VectorSearches.rewrite(sort);
            if (search != null) {
                return search;
            }
            return sort.getInput() instanceof RocheScan scan ? sort(sort, scan) : sort;
        }
        if (rel instanceof Aggregate aggregate && aggregate.getInput() instanceof RocheScan scan) {
            RelNode counted = count(aggregate, scan);
            RelNode rings = counted == aggregate ? RocheRingGroups.of(aggregate, scan) : null;
            return rings == null ? counted : rings;
        }
        return last && rel instanceof Join join ? LookupJoins.rewrite(join) : rel;
    }

    private static RelNode filter(Filter filter, RocheScan scan) {
        if (scan.hasLimit()) {
            return filter;
        }
        RexBuilder rex = scan.getCluster().getRexBuilder();
        TermCompiler compiler = scan.compiler();
        List<RexNode> pushed = new ArrayList<>();
        List<RexNode> residual = new ArrayList<>();
        for (RexNode condition : RelOptUtil.conjunctions(filter.getCondition())) {
            RexNode onTable = onTable(condition, scan);
            if (compiler.ids(onTable) != null || compiler.compile(onTable) != null) {
                pushed.add(onTable);
                continue;
            }
            residual.add(condition);
            RexNode implied = compiler.implied(onTable);
            if (implied != null && !scan.filters().contains(implied)) {
                pushed.add(implied);
            }
        }
        if (pushed.isEmpty()) {
            return filter;
        }
        RocheScan narrowed = scan.withFilters(pushed);
        return residual.isEmpty()
                ? narrowed
                : LogicalFilter.create(
                        narrowed,
                        RexUtil.removeNullabilityCast(rex.getTypeFactory(), RexUtil.composeConjunction(rex, residual)));
    }

    /** Rewrites a condition over the scan's columns as one over the table's. */
    private static RexNode onTable(RexNode condition, RocheScan scan) {
        return condition.accept(new RexShuttle() {
            @Override
            public RexNode visitInputRef(RexInputRef ref) {
                return scan.onTable(ref);
            }
        });
    }

    private static RelNode project(Project project, RocheScan scan) {
        if (RexUtil.isIdentity(project.getProjects(), scan.getRowType())) {
            return scan;
        }
        List<Integer> direct = directColumns(project);
        if (direct != null) {
            return scan.withColumns(direct);
        }
        Project read = PathProjections.of(project, scan);
        if (read != project) {
            return project(read, (RocheScan) read.getInput());
        }
        List<Integer> kept = usedColumns(project);
        if (kept.isEmpty()) {
            // a row needs a column, even for SELECT 1 FROM …
            kept = List.of(cheapest(scan));
        }
        return kept.size() == scan.columns().size() ? project : over(project, scan.withColumns(kept), kept);
    }

    private static RelNode project(Project project, RocheVectorSearch search) {
        List<Integer> kept = new ArrayList<>(usedColumns(project));
        kept.remove((Object) search.scoreColumn());
        RocheVectorSearch narrowed = search.withColumns(kept);
        kept.add(search.scoreColumn());
        return over(project, narrowed, kept);
    }

    private static List<Integer> usedColumns(Project project) {
        return RelOptUtil.InputFinder.bits(project.getProjects(), null).asList();
    }

    /** Returns the projection over an input that has only some columns left. */
    private static RelNode over(Project project, RelNode input, List<Integer> kept) {
        List<RexNode> moved = new RexShuttle() {
            @Override
            public RexNode visitInputRef(RexInputRef ref) {
                return new RexInputRef(kept.indexOf(ref.getIndex()), ref.getType());
            }
        }.apply(project.getProjects());
        return LogicalProject.create(
                input, project.getHints(), moved, project.getRowType().getFieldNames(), project.getVariablesSet());
    }

    /** Returns the columns of a projection that only picks columns, each once; else null. */
    private static @Nullable List<Integer> directColumns(Project project) {
        List<Integer> columns = new ArrayList<>();
        for (RexNode node : project.getProjects()) {
            if (!(node instanceof RexInputRef ref) || columns.contains(ref.getIndex())) {
                return null;
            }
            columns.add(ref.getIndex());
        }
        return columns.isEmpty() ? null : columns;
    }

    private static int cheapest(RocheScan scan) {
        for (int i = 0; i < scan.columns().size(); i++) {
            if (kind(scan, i) == TableColumn.Kind.SEQ) {
                return i;
            }
        }
        return 0;
    }

    private static TableColumn.@Nullable Kind kind(RocheScan scan, int column) {
        return scan.kind(column);
    }

    static RelNode sort(Sort sort, RocheScan scan) {
        if (scan.hasLimit()) {
            return sort;
        }
        RocheScan ordered = scan;
        if (!sort.getCollation().getFieldCollations().isEmpty()) {
            ScanRequest.Order order = order(sort.getCollation().getFieldCollations(), scan);
            if (order == null) {
                return sort;
            }
            ordered = scan.withOrder(order);
        }
        return ordered.withLimit(sort.offset, sort.fetch);
    }

    /** Returns the order of a scan that satisfies a list of sort keys, or null. */
    private static ScanRequest.@Nullable Order order(List<RelFieldCollation> keys, RocheScan scan) {
        RelFieldCollation first = keys.get(0);
        TableColumn.Kind kind = kind(scan, first.getFieldIndex());
        boolean descending = first.direction.isDescending();
        if (kind == TableColumn.Kind.ID
                || (kind == TableColumn.Kind.SEQ && scan.data().onlyRing() != null)) {
            // the first key is unique: later ones decide nothing
            return descending ? ScanRequest.Order.ID_DESC : ScanRequest.Order.ID_ASC;
        }
        if (kind != TableColumn.Kind.WRITTEN_AT) {
            return null;
        }
        boolean tiesById = keys.size() == 1
                || (kind(scan, keys.get(1).getFieldIndex()) == TableColumn.Kind.ID
                        && !keys.get(1).direction.isDescending());
        if (!tiesById) {
            return null;
        }
        return descending ? ScanRequest.Order.WRITTEN_DESC : ScanRequest.Order.WRITTEN_ASC;
    }

    private static RelNode count(Aggregate aggregate, RocheScan scan) {
        if (!aggregate.getGroupSet().isEmpty()
                || aggregate.getAggCallList().isEmpty()
                || aggregate.getGroupSets().size() != 1) {
            return aggregate;
        }
        for (AggregateCall call : aggregate.getAggCallList()) {
            boolean counts = call.getAggregation().getKind() == SqlKind.COUNT
                    && !call.isDistinct()
                    && call.filterArg < 0
                    && call.getArgList().stream()
                            .noneMatch(column -> scan.getRowType()
                                    .getFieldList()
                                    .get(column)
                                    .getType()
                                    .isNullable());
            if (!counts) {
                return aggregate;
            }
        }
        return new RocheCount(scan, aggregate.getRowType());
    }
}
