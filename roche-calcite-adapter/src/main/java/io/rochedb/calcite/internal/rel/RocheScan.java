package io.rochedb.calcite.internal.rel;

import io.rochedb.calcite.internal.table.ResolvedTable;
import io.rochedb.calcite.internal.table.TableColumn;
import io.rochedb.engine.model.FieldRef;
import io.rochedb.engine.model.FieldType;
import io.rochedb.engine.query.Predicate;
import io.rochedb.engine.query.RingSizes;
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
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.util.ImmutableIntList;
import org.jspecify.annotations.Nullable;

/**
 * A read of records with everything pushed into it: conditions, columns, an order, limits. Immutable; {@code with…}
 * returns a scan that does more.
 */
public final class RocheScan extends TableScan implements SourceRel {
    private static final RingSizes SIZES_UNKNOWN = new RingSizes(100, 10_000);

    /** The parameters while a plan is made. */
    static final @Nullable Object[] NO_VALUES = {};

    /**
     * What was pushed.
     *
     * @param filters conditions over the table's columns, all of which the engine evaluates exactly
     * @param columns the columns handed out, in order: of the table by index, then of the paths
     * @param paths calls of JSON_VALUE over the table's columns, each a column after those of the table
     * @param order order of the rows
     * @param offset rows to pass over: a literal or a parameter
     * @param fetch rows at most: a literal or a parameter
     */
    private record Pushed(
            List<RexNode> filters,
            ImmutableIntList columns,
            List<RexNode> paths,
            ScanRequest.Order order,
            @Nullable RexNode offset,
            @Nullable RexNode fetch) {}

    private final ResolvedTable.Data data;
    private final Pushed pushed;
    private double expected = -1;

    private RocheScan(RelOptCluster cluster, RelOptTable table, ResolvedTable.Data data, Pushed pushed) {
        super(cluster, cluster.traitSetOf(EnumerableConvention.INSTANCE), List.of(), table);
        this.data = data;
        this.pushed = pushed;
    }

    /** Returns a scan of all of a table. */
    public static RocheScan create(RelOptCluster cluster, RelOptTable table, ResolvedTable.Data data) {
        Pushed nothing = new Pushed(List.of(), identity(table), List.of(), ScanRequest.Order.ID_ASC, null, null);
        return new RocheScan(cluster, table, data, nothing);
    }

    ResolvedTable.Data data() {
        return data;
    }

    List<RexNode> filters() {
        return pushed.filters;
    }

    /** Returns what a column of this scan shows of a record, or null for a path. */
    TableColumn.@Nullable Kind kind(int index) {
        TableColumn column = column(index);
        return column == null ? null : column.kind();
    }

    /** Returns the table's column that a column of this scan shows, or null for a path. */
    @Nullable
    TableColumn column(int index) {
        int column = tableColumn(index);
        return column < data.columns().size() ? data.columns().get(column) : null;
    }

    /** Returns the index in the table of a column of this scan that is no path. */
    int tableColumn(int index) {
        return pushed.columns.get(index);
    }

    /** Returns a column of this scan as an expression over the table's columns. */
    RexNode onTable(RexInputRef ref) {
        int column = pushed.columns.get(ref.getIndex());
        int path = column - data.columns().size();
        return path < 0 ? new RexInputRef(column, ref.getType()) : pushed.paths.get(path);
    }

    /** Returns whether no two records of the table agree in some columns of this scan; a negative one is of no help. */
    boolean isKey(List<Integer> columns) {
        List<String> names = new ArrayList<>();
        for (int index : columns) {
            TableColumn column = index < 0 ? null : column(index);
            if (column != null && column.kind() == TableColumn.Kind.ID) {
                return true;
            }
            if (column != null) {
                names.add(column.name());
            }
        }
        return data instanceof ResolvedTable.Declared declared
                && declared.definition().primaryKey().stream().anyMatch(key -> names.containsAll(key.columns()));
    }

    /** Returns whether a column of this scan is NULL in none of its rows, by its type or by a condition. */
    boolean isNotNull(int index) {
        return !getRowType().getFieldList().get(index).getType().isNullable()
                || pushed.filters.stream()
                        .anyMatch(filter -> filter.getKind() == SqlKind.IS_NOT_NULL
                                && ((RexCall) filter).getOperands().get(0) instanceof RexInputRef ref
                                && ref.getIndex() == tableColumn(index));
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
        return with(
                new Pushed(List.copyOf(all), pushed.columns, pushed.paths, pushed.order, pushed.offset, pushed.fetch));
    }

    /** Returns a scan of some of this scan's columns, in a new order. */
    RocheScan withColumns(List<Integer> kept) {
        ImmutableIntList columns =
                ImmutableIntList.copyOf(kept.stream().map(pushed.columns::get).toList());
        return with(new Pushed(pushed.filters, columns, pushed.paths, pushed.order, pushed.offset, pushed.fetch));
    }

    /** Returns a scan that also hands out the values of calls of JSON_VALUE over the table's columns, after the others. */
    RocheScan withPaths(List<RexNode> calls) {
        List<RexNode> paths = new ArrayList<>(pushed.paths);
        List<Integer> columns = new ArrayList<>(pushed.columns);
        for (RexNode call : calls) {
            columns.add(data.columns().size() + paths.size());
            paths.add(call);
        }
        ImmutableIntList all = ImmutableIntList.copyOf(columns);
        return with(new Pushed(pushed.filters, all, List.copyOf(paths), pushed.order, pushed.offset, pushed.fetch));
    }

    RocheScan withOrder(ScanRequest.Order order) {
        return with(new Pushed(pushed.filters, pushed.columns, pushed.paths, order, pushed.offset, pushed.fetch));
    }

    RocheScan withLimit(@Nullable RexNode offset, @Nullable RexNode fetch) {
        return with(new Pushed(pushed.filters, pushed.columns, pushed.paths, pushed.order, offset, fetch));
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
            int path = column - fields.size();
            if (path < 0) {
                row.add(fields.get(column));
            } else {
                row.add(Described.path(pushed.paths.get(path)), pathType(path));
            }
        }
        return row.build();
    }

    /** Returns the type of a path's values: small integers come as BIGINT. */
    private RelDataType pathType(int path) {
        RelDataType type = pushed.paths.get(path).getType();
        if (PathTerms.isExact(type.getSqlTypeName())) {
            return type;
        }
        RelDataTypeFactory types = getCluster().getTypeFactory();
        return types.createTypeWithNullability(types.createSqlType(SqlTypeName.BIGINT), true);
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
        double rows = expected();
        if (pushed.fetch instanceof RexLiteral limit && !limit.isNull()) {
            rows = Math.min(rows, RexLiteral.intValue(limit));
        }
        return Math.max(1, rows);
    }

    private double expected() {
        if (expected < 0) {
            ScanTemplate template = template();
            expected = template.expected(sizes(template), isKeyed(), NO_VALUES);
        }
        return expected;
    }

    /** Returns how much the rings hold that the scan may read, as far as is known. */
    RingSizes sizes() {
        return sizes(template());
    }

    private RingSizes sizes(ScanTemplate template) {
        StoreSizes sizes = StoreSizes.of(this);
        return sizes == null ? SIZES_UNKNOWN : sizes.of(template.knownRoute(NO_VALUES));
    }

    /** Returns whether conditions set a key of the table equal to values. */
    boolean isKeyed() {
        return isKey(equalColumns());
    }

    /** Returns the columns of this scan that conditions set equal to a value. */
    private List<Integer> equalColumns() {
        List<Integer> equal = new ArrayList<>();
        for (RexNode filter : pushed.filters) {
            if (filter.getKind() == SqlKind.EQUALS) {
                for (RexNode operand : ((RexCall) filter).getOperands()) {
                    int column = operand instanceof RexInputRef ref ? pushed.columns.indexOf(ref.getIndex()) : -1;
                    equal.add(column);
                }
            }
        }
        return equal;
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
        List<Predicate.Path> paths = new ArrayList<>();
        List<Integer> ofPaths = new ArrayList<>();
        for (int index : pushed.columns) {
            if (index >= data.columns().size()) {
                paths.add(operand(pushed.paths.get(index - data.columns().size())));
                ofPaths.add(outputs.size());
                outputs.add(new RecordRows.Output(TableColumn.Kind.FIELD, 0, null));
                continue;
            }
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
        for (int i = 0; i < ofPaths.size(); i++) {
            // the values of paths follow those of the fields
            outputs.set(ofPaths.get(i), new RecordRows.Output(TableColumn.Kind.FIELD, fields.size() + i, null));
        }
        return new ScanTemplate(
                        data.rings(),
                        SegmentTerms.joined(terms),
                        ids,
                        fields,
                        outputs,
                        pushed.order,
                        limit(pushed.offset),
                        limit(pushed.fetch))
                .withPaths(paths);
    }

    private Predicate.Path operand(RexNode call) {
        Predicate.Path path = PathTerms.operand(call, data.columns());
        if (path == null) {
            throw new IllegalStateException("not pushable: " + call);
        }
        return path;
    }

    private static @Nullable Value limit(@Nullable RexNode node) {
        return node == null ? null : Constants.of(node, Value.As.ANY);
    }
}
