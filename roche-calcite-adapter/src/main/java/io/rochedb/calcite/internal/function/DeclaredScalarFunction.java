package io.rochedb.calcite.internal.function;

import java.util.List;
import org.apache.calcite.DataContext;
import org.apache.calcite.adapter.enumerable.CallImplementor;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.schema.FunctionParameter;
import org.apache.calcite.schema.ImplementableFunction;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlOperatorBinding;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.validate.SqlUserDefinedFunction;
import org.apache.calcite.sql.validate.SqlValidator;
import org.jspecify.annotations.Nullable;

/** A declared scalar function: NULL when an argument that must be given is NULL, else what its body computes. */
public final class DeclaredScalarFunction extends SqlUserDefinedFunction {
    /** What a result depends on besides the arguments. */
    enum Volatility {
        /** Nothing. */
        PURE,
        /** The statement's snapshot or time. */
        OF_STATEMENT,
        /** Chance: every call is another. */
        RANDOM
    }

    private final FunctionDeclaration declaration;
    private final Volatility volatility;
    private final ScalarBody body;

    DeclaredScalarFunction(FunctionDeclaration declaration, Volatility volatility, int index, ScalarBody body) {
        this(declaration, volatility, index, body, new ArgumentChecker(declaration));
    }

    private DeclaredScalarFunction(
            FunctionDeclaration declaration,
            Volatility volatility,
            int index,
            ScalarBody body,
            ArgumentChecker checker) {
        super(
                new SqlIdentifier(declaration.name(), SqlParserPos.ZERO),
                SqlKind.OTHER_FUNCTION,
                binding -> returns(declaration).relType(binding.getTypeFactory(), true),
                checker.typeInference(),
                checker,
                new Implementation(index));
        this.declaration = declaration;
        this.volatility = volatility;
        this.body = body;
    }

    private static ColumnType returns(FunctionDeclaration declaration) {
        ColumnType type = declaration.returns();
        return type == null ? ColumnType.ANY : type;
    }

    /** Returns what the function is. */
    public FunctionDeclaration declaration() {
        return declaration;
    }

    /** Runs the function. */
    public @Nullable Object call(DataContext root, @Nullable Object[] arguments) {
        for (int i = 0; i < arguments.length; i++) {
            if (arguments[i] == null && !declaration.arguments().get(i).optional()) {
                return null;
            }
        }
        return body.apply(root, arguments);
    }

    /** A function of the statement's snapshot or time is not folded into a plan. */
    @Override
    public boolean isDynamicFunction() {
        return volatility == Volatility.OF_STATEMENT;
    }

    @Override
    public boolean isDeterministic() {
        return volatility != Volatility.RANDOM;
    }

    /** The inherited method would cast every operand to the type of a parameter as soon as one is DEFAULT. */
    @Override
    public RelDataType inferReturnType(SqlOperatorBinding binding) {
        return returns(declaration).relType(binding.getTypeFactory(), true);
    }

    /** Puts arguments given by name into their places. */
    @Override
    public SqlNode rewriteCall(SqlValidator validator, SqlCall call) {
        return NamedArguments.rewrite(declaration, call);
    }

    private record Implementation(int index) implements ImplementableFunction {
        @Override
        public List<FunctionParameter> getParameters() {
            return List.of();
        }

        @Override
        public CallImplementor getImplementor() {
            return GeneratedCalls.scalar(index);
        }
    }
}
