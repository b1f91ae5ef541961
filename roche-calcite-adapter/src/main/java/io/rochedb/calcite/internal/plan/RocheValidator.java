package io.rochedb.calcite.internal.plan;

import java.util.function.Predicate;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlDynamicParam;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlJoin;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlSelect;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.validate.SqlValidatorCatalogReader;
import org.apache.calcite.sql.validate.SqlValidatorImpl;
import org.apache.calcite.sql.validate.SqlValidatorScope;
import org.jspecify.annotations.Nullable;

/** A validator that also tells the types of parameters in ORDER BY, lets a column be named as a function, and knows hidden columns. */
final class RocheValidator extends SqlValidatorImpl {
    private final Predicate<String> columns;
    private final HiddenColumns hidden = new HiddenColumns(this);
    private final RelDataType text;

    /** Creates a validator; {@code columns} says whether some table of the statement has a column of a name. */
    RocheValidator(SqlValidatorCatalogReader catalog, Predicate<String> columns, RelDataTypeFactory types) {
        super(Dialect.operators(), catalog, types, Dialect.VALIDATOR);
        this.columns = columns;
        this.text = types.createTypeWithNullability(types.createSqlType(SqlTypeName.VARCHAR), true);
    }

    /** A column wins over a function without parentheses, such as USER. */
    @Override
    public @Nullable SqlCall makeNullaryCall(SqlIdentifier id) {
        return id.isSimple() && columns.test(id.getSimple()) ? null : super.makeNullaryCall(id);
    }

    /** A parameter whose place tells no type is text, as of {@code SELECT ?} and {@code UPPER(?)}. */
    @Override
    protected void inferUnknownTypes(RelDataType inferredType, SqlValidatorScope scope, SqlNode node) {
        boolean unknown = node instanceof SqlDynamicParam && inferredType.equals(unknownType);
        super.inferUnknownTypes(unknown ? text : inferredType, scope, node);
    }

    /** A table that is given names for its columns, {@code t AS x (a, b)}, is given them for those {@code *} shows. */
    @Override
    protected @Nullable SqlNode performUnconditionalRewrites(@Nullable SqlNode node, boolean underFrom) {
        if (node != null && node.getKind() == SqlKind.AS && ((SqlCall) node).operandCount() > 2) {
            hidden.narrow((SqlCall) node);
        }
        return super.performUnconditionalRewrites(node, underFrom);
    }

    @Override
    protected RelDataType validateSelectList(SqlNodeList items, SqlSelect select, RelDataType targetRowType) {
        return super.validateSelectList(hidden.writeOut(items, select), select, targetRowType);
    }

    @Override
    public SqlNodeList expandStar(SqlNodeList items, SqlSelect select, boolean includeSystemVars) {
        return super.expandStar(hidden.writeOut(items, select), select, includeSystemVars);
    }

    @Override
    protected void validateJoin(SqlJoin join, SqlValidatorScope scope) {
        if (join.isNatural()) {
            SqlValidatorScope inside = getJoinScope(join);
            validateFrom(join.getLeft(), unknownType, inside);
            validateFrom(join.getRight(), unknownType, inside);
            hidden.nameCommonColumns(join);
        }
        super.validateJoin(join, scope);
    }

    @Override
    protected void validateOrderList(SqlSelect select) {
        super.validateOrderList(select);
        if (select.getOrderList() == null) {
            return;
        }
        SqlValidatorScope scope = getOrderScope(select);
        for (SqlNode item : select.getOrderList()) {
            SqlNode expression = item;
            while (expression.getKind() == SqlKind.DESCENDING
                    || expression.getKind() == SqlKind.NULLS_FIRST
                    || expression.getKind() == SqlKind.NULLS_LAST) {
                expression = ((SqlCall) expression).operand(0);
            }
            inferUnknownTypes(unknownType, scope, expression);
        }
    }
}
