package io.rochedb.calcite.internal.function;

import io.rochedb.calcite.internal.function.FunctionDeclaration.Argument;
import io.rochedb.engine.ErrorCode;
import io.rochedb.engine.RocheException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.jspecify.annotations.Nullable;

/** The rule for arguments by name: positional ones first, then {@code name => value} in any order, names ignoring case. Stateless. */
public final class NamedArguments {
    private NamedArguments() {}

    /** Returns the given arguments in declared order, null for an omitted one. */
    public static List<@Nullable SqlNode> inOrder(FunctionDeclaration declaration, List<? extends SqlNode> operands) {
        int size = declaration.arguments().size();
        @Nullable SqlNode[] ordered = new @Nullable SqlNode[size];
        boolean named = false;
        for (int i = 0; i < operands.size(); i++) {
            SqlNode operand = operands.get(i);
            boolean isNamed = operand.getKind() == SqlKind.ARGUMENT_ASSIGNMENT;
            if (named && !isNamed) {
                throw new RocheException(
                        ErrorCode.SYNTAX_ERROR,
                        declaration.name() + ": an argument without name stands after one with a name");
            }
            named |= isNamed;
            if (!isNamed && i >= size) {
                throw new RocheException(
                        ErrorCode.UNDEFINED_FUNCTION,
                        declaration.name() + " takes at most " + size + " arguments: " + declaration.signature());
            }
            int place = isNamed ? place(declaration, ((SqlCall) operand).operand(1)) : i;
            if (ordered[place] != null) {
                throw new RocheException(
                        ErrorCode.SYNTAX_ERROR,
                        declaration.name() + ": argument "
                                + declaration.arguments().get(place).name() + " is given twice");
            }
            SqlNode value = isNamed ? ((SqlCall) operand).operand(0) : operand;
            ordered[place] = value.getKind() == SqlKind.DEFAULT ? null : value;
        }
        List<@Nullable SqlNode> result = new ArrayList<>(size);
        for (int i = 0; i < size; i++) {
            Argument argument = declaration.arguments().get(i);
            if (ordered[i] == null && !argument.optional()) {
                throw new RocheException(
                        ErrorCode.UNDEFINED_FUNCTION,
                        declaration.name() + ": argument " + argument.name() + " is missing: "
                                + declaration.signature());
            }
            result.add(ordered[i]);
        }
        return result;
    }

    private static int place(FunctionDeclaration declaration, SqlIdentifier name) {
        for (int i = 0; i < declaration.arguments().size(); i++) {
            if (declaration.arguments().get(i).name().equalsIgnoreCase(name.getSimple())) {
                return i;
            }
        }
        throw new RocheException(
                ErrorCode.UNDEFINED_FUNCTION,
                declaration.name() + " has no argument '" + name.getSimple() + "' (arguments: "
                        + declaration.arguments().stream().map(Argument::name).collect(Collectors.joining(", "))
                        + ")");
    }

    /** Returns a call with every argument in its place, DEFAULT for an omitted one that others follow. */
    static SqlNode rewrite(FunctionDeclaration declaration, SqlCall call) {
        List<@Nullable SqlNode> ordered = inOrder(declaration, call.getOperandList());
        int last = ordered.size();
        while (last > 0 && ordered.get(last - 1) == null) {
            last--;
        }
        List<SqlNode> operands = new ArrayList<>(last);
        for (SqlNode operand : ordered.subList(0, last)) {
            operands.add(operand == null ? SqlStdOperatorTable.DEFAULT.createCall(call.getParserPosition()) : operand);
        }
        return call.getOperator().createCall(call.getFunctionQuantifier(), call.getParserPosition(), operands);
    }
}
