package io.rochedb.calcite.internal.plan;

import io.rochedb.calcite.internal.function.LateralFunctions;
import io.rochedb.calcite.internal.table.CatalogSchema;
import io.rochedb.calcite.internal.table.TableResolver;
import io.rochedb.calcite.internal.table.ViewReader;
import io.rochedb.engine.ErrorCode;
import io.rochedb.engine.RocheException;
import io.rochedb.engine.schema.ViewDefinition;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import org.apache.calcite.plan.RelOptTable;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.prepare.CalciteCatalogReader;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.RelRoot;
import org.apache.calcite.rel.core.Sort;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.rel.type.RelDataTypeField;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql2rel.SqlToRelConverter;

/**
 * The expansion of views into the statement that names them, so that conditions and routes reach the rings below. What a view names is looked up by the
 * statement's caller; what goes wrong names the view.
 */
final class ViewExpansion implements ViewReader {
    /** Views that may lie one in another. */
    private static final int DEPTH_MAX = 64;

    /** What stops a statement whatever its views are. */
    private static final Set<ErrorCode> OF_THE_STATEMENT = EnumSet.of(
            ErrorCode.QUERY_TIMEOUT,
            ErrorCode.QUERY_CANCELLED,
            ErrorCode.STATEMENT_TOO_COMPLEX,
            ErrorCode.OUT_OF_MEMORY_BUDGET);

    private final PlanScope scope;
    private final List<String> within;

    ViewExpansion(PlanScope scope) {
        this(scope, List.of());
    }

    private ViewExpansion(PlanScope scope, List<String> within) {
        this.scope = scope;
        this.within = within;
    }

    /** A view's query, validated. */
    private record Expanded(SqlNode query, RocheValidator validator, CalciteCatalogReader catalog) {
        RelDataType type() {
            return validator.getValidatedNodeType(query);
        }
    }

    @Override
    public RelDataType rowType(ViewDefinition view, RelDataTypeFactory types) {
        RelDataType type = reading(view, inner -> inner.expand(view, types).type());
        List<String> names = view.columns();
        if (names.isEmpty()) {
            return type;
        }
        if (names.size() != type.getFieldCount()) {
            throw new RocheException(
                    ErrorCode.INVALID_DEFINITION,
                    "view '" + view.name() + "' lists " + names.size() + " columns, but its query has "
                            + type.getFieldCount() + " now; CREATE OR REPLACE it");
        }
        RelDataTypeFactory.Builder renamed = types.builder();
        for (RelDataTypeField field : type.getFieldList()) {
            renamed.add(names.get(field.getIndex()), field.getType());
        }
        return renamed.build();
    }

    @Override
    public RelNode toRel(ViewDefinition view, RelDataType rowType, RelOptTable.ToRelContext context) {
        return reading(view, inner -> {
            Expanded expanded = inner.expand(view, context.getCluster().getTypeFactory());
            SqlToRelConverter converter = new SqlToRelConverter(
                    QueryPlanner.NO_VIEWS,
                    expanded.validator,
                    expanded.catalog,
                    context.getCluster(),
                    new RocheConvertlets(),
                    QueryPlanner.CONVERSION);
            RelRoot root = converter.convertQuery(expanded.query, false, true);
            return RelOptUtil.createCastRel(unordered(root).project(), rowType, true);
        });
    }

    /** Takes an order without limit off: it means nothing inside a statement, and would stand in the way of conditions. */
    private static RelRoot unordered(RelRoot root) {
        return root.rel instanceof Sort sort && sort.fetch == null && sort.offset == null
                ? root.withRel(sort.getInput())
                : root;
    }

    private Expanded expand(ViewDefinition view, RelDataTypeFactory types) {
        // whatever schema the caller is in: a view means the same to all
        CatalogSchema tables = new CatalogSchema(scope, this, TableResolver.SCHEMA);
        CalciteCatalogReader catalog = new CalciteCatalogReader(tables.asRoot(), List.of(), types, Dialect.CONNECTION);
        RocheValidator validator = new RocheValidator(catalog, tables::hasColumn, types);
        SqlNode query = ParsedStatement.parse(view.sql());
        LateralFunctions.mark(query);
        return new Expanded(validator.validate(query), validator, catalog);
    }

    private <T> T reading(ViewDefinition view, Function<ViewExpansion, T> work) {
        scope.dependsOnView(view.name());
        if (within.contains(view.name()) || within.size() == DEPTH_MAX) {
            throw new RocheException(
                    ErrorCode.INVALID_DEFINITION,
                    "view '" + view.name() + "' is defined by itself through " + String.join(", ", within));
        }
        List<String> inner = new ArrayList<>(within);
        inner.add(view.name());
        try {
            return work.apply(new ViewExpansion(scope, List.copyOf(inner)));
        } catch (RuntimeException e) {
            RocheException cause = SqlErrors.planning(
                    e, new PlanScope(view.sql(), scope.view(), scope.sessionUnrecorded(), scope.options()));
            throw failed(view, cause);
        }
    }

    /** Tells whoever sees everything why; from others a view's text is kept, and what it names is not there for them. */
    private RocheException failed(ViewDefinition view, RocheException cause) {
        String failed = "view '" + view.name() + "' cannot be read";
        if (scope.sessionUnrecorded().restricted() && !OF_THE_STATEMENT.contains(cause.code())) {
            // without the cause, which quotes the view
            return new RocheException(ErrorCode.INSUFFICIENT_PRIVILEGE, failed + " with your rights");
        }
        return new RocheException(cause.code(), failed + ": " + cause.getMessage(), cause);
    }
}
