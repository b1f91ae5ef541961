package io.rochedb.calcite.internal.rel;

import io.rochedb.calcite.internal.table.TableColumn;
import io.rochedb.engine.query.VectorRequest.Metric;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.calcite.rel.RelFieldCollation;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Filter;
import org.apache.calcite.rel.core.Project;
import org.apache.calcite.rel.core.Sort;
import org.apache.calcite.rel.logical.LogicalFilter;
import org.apache.calcite.rel.logical.LogicalProject;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexDynamicParam;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexShuttle;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.type.SqlTypeUtil;
import org.jspecify.annotations.Nullable;

/**
 * The rule that turns {@code ORDER BY} a vector distance with a LIMIT into a vector search.
 *
 * <p>Such a query is a search by definition: records without a vector are no candidates, whether or not the search can
 * be pushed.
 */
final class VectorSearches {
    /** A function that can order a search: how it compares, and whether the best come first when ascending. */
    private record Distance(Metric metric, boolean ascending, boolean complement) {}

    private static final Map<String, Distance> DISTANCES = Map.of(
            "COSINE_DISTANCE", new Distance(Metric.COSINE, true, true),
            "COSINE_SIMILARITY", new Distance(Metric.COSINE, false, false),
            "L2_DISTANCE", new Distance(Metric.L2, true, false),
            "DOT_PRODUCT", new Distance(Metric.DOT, false, false));

    private VectorSearches() {}

    /** Returns the search a sort asks for, or null when it asks for none. */
    static @Nullable RelNode rewrite(Sort sort) {
        List<RelFieldCollation> keys = sort.getCollation().getFieldCollations();
        if (sort.fetch == null || keys.isEmpty() || !(sort.getInput() instanceof Project project)) {
            return null;
        }
        RexNode key = project.getProjects().get(keys.get(0).getFieldIndex());
        Distance distance =
                key instanceof RexCall call ? DISTANCES.get(call.getOperator().getName()) : null;
        if (distance == null || distance.ascending == keys.get(0).direction.isDescending()) {
            return null;
        }
        boolean tiesById = keys.size() == 1;
        if (project.getInput() instanceof RocheScan scan && tiesById && !scan.hasLimit()) {
            RexNode vector = queryVector((RexCall) key, scan);
            if (vector != null && !scan.template().hasIds()) {
                RocheVectorSearch search = new RocheVectorSearch(
                        scan, distance.metric, distance.complement, vector, key.getType(), sort.offset, sort.fetch);
                return withScore(project, key, search);
            }
        }
        return onlyCandidates(sort, project, keys.get(0).getFieldIndex());
    }

    /** Returns the projection over the search, with the distance taken from the search instead of computed again. */
    private static RelNode withScore(Project project, RexNode key, RocheVectorSearch search) {
        RexNode score = RexInputRef.of(search.scoreColumn(), search.getRowType());
        List<RexNode> projects = new RexShuttle() {
            @Override
            public RexNode visitCall(RexCall call) {
                return call.equals(key) ? score : super.visitCall(call);
            }
        }.apply(project.getProjects());
        return LogicalProject.create(
                search, project.getHints(), projects, project.getRowType().getFieldNames(), project.getVariablesSet());
    }

    /** Returns the sort with rows that have no distance taken out before it. */
    private static RelNode onlyCandidates(Sort sort, Project project, int key) {
        if (project.getInput() instanceof Filter filter
                && isCandidateFilter(filter, project.getProjects().get(key))) {
            return sort;
        }
        RexNode known = project.getCluster()
                .getRexBuilder()
                .makeCall(SqlStdOperatorTable.IS_NOT_NULL, project.getProjects().get(key));
        RelNode filtered = LogicalFilter.create(project.getInput(), known);
        RelNode candidates = project.copy(project.getTraitSet(), List.of(filtered));
        return sort.copy(sort.getTraitSet(), List.of(candidates));
    }

    private static boolean isCandidateFilter(Filter filter, RexNode key) {
        return filter.getCondition() instanceof RexCall call
                && call.getKind() == SqlKind.IS_NOT_NULL
                && call.operands.get(0).equals(key);
    }

    /** Returns the operand that is compared with the scan's vector column, when it is a constant; else null. */
    private static @Nullable RexNode queryVector(RexCall call, RocheScan scan) {
        List<RexNode> others = new ArrayList<>();
        for (RexNode operand : call.operands) {
            RexNode plain = withoutCast(operand);
            boolean vector = plain instanceof RexInputRef ref && scan.kind(ref.getIndex()) == TableColumn.Kind.VECTOR;
            if (!vector) {
                others.add(plain);
            }
        }
        return others.size() == 1 && call.operands.size() == 2 && isConstant(others.get(0)) ? others.get(0) : null;
    }

    /** Removes a cast of an array to an array, and VECTOR(…), which reads text that the search reads itself. */
    private static RexNode withoutCast(RexNode node) {
        RexNode plain = node;
        while (plain instanceof RexCall call
                && call.operands.size() == 1
                && (call.getKind() == SqlKind.CAST
                        || call.getOperator().getName().equals("VECTOR"))) {
            plain = call.operands.get(0);
        }
        return plain;
    }

    private static boolean isConstant(RexNode node) {
        if (node instanceof RexCall call && call.getKind() == SqlKind.ARRAY_VALUE_CONSTRUCTOR) {
            return call.operands.stream().map(VectorSearches::withoutCast).allMatch(VectorSearches::isNumber);
        }
        return node instanceof RexDynamicParam || node instanceof RexLiteral;
    }

    private static boolean isNumber(RexNode node) {
        return node instanceof RexLiteral literal && (literal.isNull() || SqlTypeUtil.isNumeric(literal.getType()));
    }

    /** Returns the constant vector as a value: a parameter, a text, or a list of numbers. */
    static Value value(RexNode vector) {
        if (vector instanceof RexCall call) {
            List<@Nullable Object> numbers = new ArrayList<>();
            for (RexNode operand : call.operands) {
                numbers.add(((RexLiteral) withoutCast(operand)).getValueAs(java.math.BigDecimal.class));
            }
            return Value.literal(numbers, Value.As.ANY);
        }
        if (vector instanceof RexLiteral literal) {
            return Value.literal(literal.isNull() ? null : literal.getValueAs(String.class), Value.As.ANY);
        }
        return Value.parameter(((RexDynamicParam) vector).getIndex(), Value.As.ANY);
    }
}
