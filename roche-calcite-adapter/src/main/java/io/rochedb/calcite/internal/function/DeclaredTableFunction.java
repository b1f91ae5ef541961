package io.rochedb.calcite.internal.function;

import io.rochedb.calcite.SqlCursor;
import io.rochedb.calcite.StatementContext;
import io.rochedb.calcite.internal.function.FunctionDeclaration.Column;
import io.rochedb.calcite.internal.plan.RocheDataContext;
import java.lang.reflect.Type;
import java.util.List;
import org.apache.calcite.adapter.enumerable.CallImplementor;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.schema.FunctionParameter;
import org.apache.calcite.schema.ImplementableFunction;
import org.apache.calcite.schema.TableFunction;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlOperatorBinding;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.type.ReturnTypes;
import org.apache.calcite.sql.type.SqlReturnTypeInference;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.validate.SqlUserDefinedTableFunction;
import org.apache.calcite.sql.validate.SqlValidator;
import org.jspecify.annotations.Nullable;

/** A declared table function; its columns never depend on its arguments. */
public final class DeclaredTableFunction extends SqlUserDefinedTableFunction implements RocheTableFunction {
    private final FunctionDeclaration declaration;
    private final TableBody body;

    DeclaredTableFunction(FunctionDeclaration declaration, int index, TableBody body) {
        this(declaration, index, body, new ArgumentChecker(declaration));
    }

    private DeclaredTableFunction(FunctionDeclaration declaration, int index, TableBody body, ArgumentChecker checker) {
        super(
                new SqlIdentifier(declaration.name(), SqlParserPos.ZERO),
                SqlKind.OTHER_FUNCTION,
                ReturnTypes.CURSOR,
                checker.typeInference(),
                checker,
                new Implementation(declaration, index));
        this.declaration = declaration;
        this.body = body;
    }

    /** Returns what the function is. */
    public FunctionDeclaration declaration() {
        return declaration;
    }

    @Override
    public SqlCursor open(StatementContext context, @Nullable Object[] arguments) {
        return new ListCursor(rows(context, arguments, false).iterator()) {
            @Override
            public @Nullable Object get(int column) {
                return RocheDataContext.fromGenerated(super.get(column));
            }
        };
    }

    Iterable<@Nullable Object[]> rows(StatementContext context, @Nullable Object[] arguments, boolean fromJoin) {
        return body.rows(context, arguments, fromJoin);
    }

    @Override
    public boolean isDynamicFunction() {
        return true;
    }

    @Override
    public SqlReturnTypeInference getRowTypeInference() {
        return binding -> rowType(declaration, binding.getTypeFactory());
    }

    @Override
    public Type getElementType(SqlOperatorBinding callBinding) {
        return Object[].class;
    }

    static RelDataType rowType(FunctionDeclaration declaration, RelDataTypeFactory factory) {
        RelDataTypeFactory.Builder builder = factory.builder();
        for (Column column : declaration.columns()) {
            builder.add(column.name(), column.type().relType(factory, column.nullable()));
        }
        return builder.build();
    }

    /** The inherited method would cast every operand to the type of a parameter as soon as one is DEFAULT. */
    @Override
    public RelDataType inferReturnType(SqlOperatorBinding binding) {
        return binding.getTypeFactory().createSqlType(SqlTypeName.CURSOR);
    }

    /** Puts arguments given by name into their places. */
    @Override
    public SqlNode rewriteCall(SqlValidator validator, SqlCall call) {
        return NamedArguments.rewrite(declaration, call);
    }

    private record Implementation(FunctionDeclaration declaration, int index)
            implements TableFunction, ImplementableFunction {
        @Override
        public RelDataType getRowType(RelDataTypeFactory factory, List<? extends @Nullable Object> arguments) {
            return rowType(declaration, factory);
        }

        @Override
        public Type getElementType(List<? extends @Nullable Object> arguments) {
            return Object[].class;
        }

        @Override
        public List<FunctionParameter> getParameters() {
            return List.of();
        }

        @Override
        public CallImplementor getImplementor() {
            return GeneratedCalls.table(index);
        }
    }
}
