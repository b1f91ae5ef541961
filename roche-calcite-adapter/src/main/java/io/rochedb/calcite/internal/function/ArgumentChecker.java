package io.rochedb.calcite.internal.function;

import io.rochedb.calcite.internal.function.FunctionDeclaration.Argument;
import io.rochedb.engine.ErrorCode;
import io.rochedb.engine.RocheException;
import java.util.Collections;
import java.util.List;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.sql.SqlCallBinding;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlOperandCountRange;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.type.SqlOperandCountRanges;
import org.apache.calcite.sql.type.SqlOperandMetadata;
import org.apache.calcite.sql.type.SqlOperandTypeInference;
import org.apache.calcite.sql.type.SqlTypeName;

/**
 * Checks the arguments of a declared function and gives a {@code ?} its type.
 *
 * <p>Towards Calcite every parameter is of type ANY, so that it neither refuses nor casts: an array literal of decimals is as good a vector
 * as an array of reals. What is accepted is checked here, with a message that names the argument.
 */
final class ArgumentChecker implements SqlOperandMetadata {
    private final FunctionDeclaration declaration;

    ArgumentChecker(FunctionDeclaration declaration) {
        this.declaration = declaration;
    }

    @Override
    public List<RelDataType> paramTypes(RelDataTypeFactory typeFactory) {
        return Collections.nCopies(declaration.arguments().size(), typeFactory.createSqlType(SqlTypeName.ANY));
    }

    @Override
    public List<String> paramNames() {
        return declaration.arguments().stream().map(Argument::name).toList();
    }

    @Override
    public boolean isFixedParameters() {
        return true;
    }

    @Override
    public boolean isOptional(int i) {
        return declaration.arguments().get(i).optional();
    }

    @Override
    public SqlOperandCountRange getOperandCountRange() {
        return SqlOperandCountRanges.between(
                declaration.required(), declaration.arguments().size());
    }

    @Override
    public String getAllowedSignatures(SqlOperator op, String opName) {
        return declaration.signature();
    }

    @Override
    public SqlOperandTypeInference typeInference() {
        return this::inferTypes;
    }

    private void inferTypes(SqlCallBinding binding, RelDataType returnType, RelDataType[] operandTypes) {
        for (int i = 0; i < operandTypes.length && i < declaration.arguments().size(); i++) {
            operandTypes[i] =
                    declaration.arguments().get(i).type().parameterType().relType(binding.getTypeFactory(), true);
        }
    }

    @Override
    public boolean checkOperandTypes(SqlCallBinding binding, boolean throwOnFailure) {
        List<SqlNode> operands = binding.operands();
        for (int i = 0; i < operands.size(); i++) {
            Argument argument = declaration.arguments().get(i);
            SqlNode operand = operands.get(i);
            if (operand.getKind() == SqlKind.DEFAULT) {
                if (!argument.optional()) {
                    return refuse(
                            throwOnFailure,
                            declaration.name() + ": argument " + argument.name() + " is missing; "
                                    + declaration.signature());
                }
                continue;
            }
            RelDataType type = binding.getValidator().deriveType(binding.getScope(), operand);
            if (!argument.type().accepts(type)) {
                return refuse(
                        throwOnFailure,
                        declaration.name() + ": argument " + argument.name() + " takes "
                                + argument.type().text() + ", not " + type);
            }
        }
        return true;
    }

    private static boolean refuse(boolean throwOnFailure, String message) {
        if (throwOnFailure) {
            throw new RocheException(ErrorCode.DATATYPE_MISMATCH, message);
        }
        return false;
    }
}
