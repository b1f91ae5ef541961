package io.rochedb.calcite.internal.rel;

import io.rochedb.calcite.internal.table.ResolvedTable;
import io.rochedb.calcite.internal.table.TableColumn;
import io.rochedb.engine.model.FieldRef;
import io.rochedb.engine.model.FieldType;
import io.rochedb.engine.query.ScanRequest;
import io.rochedb.engine.schema.ColumnDefinition;
import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.adapter.enumerable.EnumerableConvention;
import org.apache.calcite.plan.RelOptCluster;
import org.apache.calcite.plan.RelOptTable;
import org.apache.calcite.plan.RelTraitSet;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.RelWriter;
import org.apache.calcite.rel.core.TableScan;
import org.apache.calcite.rel.metadata.RelMetadataQuery;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.rel.type.RelDataTypeField;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.util.ImmutableIntList;
import org.jspecify.annotations.Nullable;

/**
 * A read of records with everything pushed into it: conditions, columns, an order, limits. Immutable; {@code with…}
 * returns a scan that does more.
 */
public final class RocheScan extends TableScan implements SourceRel {
    private static final double ROWS_UNKNOWN = 10_000;
    private static final double SELECTIVITY = 0.2;

    /**
     * What was pushed.
     *
     * @param filters conditions over the table's columns, all of which the engine evaluates exactly
     * @param columns the table's columns handed out, in order
     * @param order order of the rows
     * @param offset rows to pass over: a literal or a parameter
     * @param fetch rows at most: a literal or a parameter
     */
    private record Pushed(
            List<RexNode> filters,
            ImmutableIntList columns,
            ScanRequest.Order order,
            @Nullable RexNode offset,
            @Nullable RexNode fetch) {}

    private final ResolvedTable.Data data;
    private final Pushed pushed;

    private RocheScan(RelOptCluster cluster, RelOptTable table, ResolvedTable.Data data, Pushed pushed) {
        super(cluster, cluster.traitSetOf(EnumerableConvention.INSTANCE), List.of(), table);
        this.data = data;
        this.pushed = pushed;
    }

    /** Returns a scan of all of a table. */
    public static RocheScan create(RelOptCluster cluster, RelOptTable table, ResolvedTable.Data data) {
        Pushed nothing = new Pushed(List.of(), identity(table), ScanRequest.Order.ID_ASC, null, null);
        return new RocheScan(cluster, table, data, nothing);
    }

    ResolvedTable.Data data() {
        return data;
    }

    List<RexNode> filters() {
        return pushed.filters;
    }

    /** Returns the index in the table of a column of this scan. */
    int tableColumn(int index) {
        return pushed.columns.get(index);
    }

    ImmutableIntList columns() {
        return pushed.columns;
    }

    boolean hasLimit() {
        return pushed.offset != null || pushed.fetch != null;
    }

    TermCompiler compiler() {
        return new TermCompiler(data.columns(), getCluster().getRexBuilder());
    }

    RocheScan withFilters(List<RexNode> more) {
        List<RexNode> all = new ArrayList<>(pushed.filters);
        all.addAll(more);
        return with(new Pushed(List.copyOf(all), pushed.columns, pushed.order, pushed.offset, pushed.fetch));
    }

    /** Returns a scan of some of this scan's columns, in a new order. */
    RocheScan withColumns(List<Integer> kept) {
        ImmutableIntList columns =
                ImmutableIntList.copyOf(kept.stream().map(pushed.columns::get).toList());
        return with(new Pushed(pushed.filters, columns, pushed.order, pushed.offset, pushed.fetch));
    }

    RocheScan withOrder(ScanRequest.Order order) {
        return with(new Pushed(pushed.filters, pushed.columns, order, pushed.offset, pushed.fetch));
    }

    RocheScan withLimit(@Nullable RexNode offset, @Nullable RexNode fetch) {
        return with(new Pushed(pushed.filters, pushed.columns, pushed.order, offset, fetch));
    }

    private RocheScan with(Pushed more) {
        return new RocheScan(getCluster(), table, data, more);
    }

    @Override
    public RelNode copy(RelTraitSet traitSet, List<RelNode> inputs) {
        return this;
    }

    @Override
    public RelDataType deriveRowType() {
        List<RelDataTypeField> fields = table.getRowType().getFieldList();
        RelDataTypeFactory.Builder row = getCluster().getTypeFactory().builder();
        for (int column : pushed.columns) {
            row.add(fields.get(column));
        }
        return row.build();
    }

    @Override
    public RelWriter explainTerms(RelWriter writer) {
        return super.explainTerms(writer)
                .itemIf("filter", Described.conditions(this), !pushed.filters.isEmpty())
                .item("columns", getRowType().getFieldNames())
                .itemIf("order", pushed.order, pushed.order != ScanRequest.Order.ID_ASC)
                .itemIf("offset", pushed.offset, pushed.offset != null)
                .itemIf("limit", pushed.fetch, pushed.fetch != null);
    }

    @Override
    public double estimateRowCount(RelMetadataQuery query) {
        double rows = ROWS_UNKNOWN * Math.pow(SELECTIVITY, pushed.filters.size());
        if (template().hasIds()) {
            rows = 1;
        }
        if (pushed.fetch instanceof RexLiteral limit && !limit.isNull()) {
            rows = Math.min(rows, RexLiteral.intValue(limit));
        }
        return Math.max(1, rows);
    }

    @Override
    public RowSource source() {
        return template();
    }

    /** Returns the executable form. */
    ScanTemplate template() {
        TermCompiler compiler = compiler();
        List<Term> terms = new ArrayList<>();
        List<List<Value>> ids = new ArrayList<>();
        for (RexNode filter : pushed.filters) {
            List<Value> idValues = compiler.ids(filter);
            if (idValues != null) {
                ids.add(idValues);
                continue;
            }
            Term term = compiler.compile(filter);
            if (term == null) {
                throw new IllegalStateException("not pushable: " + filter);
            }
            terms.add(term);
        }
        List<FieldRef> fields = new ArrayList<>();
        List<RecordRows.Output> outputs = new ArrayList<>();
        for (int index : pushed.columns) {
            TableColumn column = data.columns().get(index);
            outputs.add(new RecordRows.Output(column.kind(), fields.size(), column.declared()));
            if (column.field() != null) {
                fields.add(column.field());
            }
            if (column.kind() == TableColumn.Kind.DECLARED && column.declared() != null) {
                ColumnDefinition definition = column.declared().definition();
                if (DeclaredValues.needsText(definition.type().kind())) {
                    fields.add(new FieldRef(definition.name(), FieldType.VARCHAR));
                }
            }
        }
        return new ScanTemplate(
                data.rings(),
                SegmentTerms.joined(terms),
                ids,
                fields,
                outputs,
                pushed.order,
                limit(pushed.offset),
                limit(pushed.fetch));
    }

    private static @Nullable Value limit(@Nullable RexNode node) {
        return node == null ? null : TermCompiler.value(node, Value.As.ANY);
    }
}
