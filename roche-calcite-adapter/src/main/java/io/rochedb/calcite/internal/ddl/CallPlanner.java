package io.rochedb.calcite.internal.ddl;

import io.rochedb.calcite.RochePlan;
import io.rochedb.calcite.internal.dml.ParameterTypes;
import io.rochedb.calcite.internal.dml.ValueSource;
import io.rochedb.calcite.internal.dml.ValueSources;
import io.rochedb.calcite.internal.function.FunctionDeclaration;
import io.rochedb.calcite.internal.function.NamedArguments;
import io.rochedb.calcite.internal.plan.PlanScope;
import io.rochedb.calcite.internal.plan.QueryPlanner;
import io.rochedb.engine.ErrorCode;
import io.rochedb.engine.RocheException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlNode;
import org.jspecify.annotations.Nullable;

/** Plans CALL. */
public final class CallPlanner {
    private CallPlanner() {}

    /** Plans a CALL of a procedure. */
    public static RochePlan plan(SqlNode statement, PlanScope scope, QueryPlanner queries) {
        if (!(((SqlCall) statement).operand(0) instanceof SqlCall call)) {
            throw new RocheException(
                    ErrorCode.SYNTAX_ERROR, "CALL needs a procedure with its arguments in parentheses");
        }
        Procedure procedure = find(call.getOperator().getName());
        FunctionDeclaration declaration = procedure.declaration();
        ParameterTypes parameters = new ParameterTypes();
        ValueSources sources = new ValueSources(parameters);
        List<ValueSource> arguments = new ArrayList<>();
        List<@Nullable SqlNode> given = NamedArguments.inOrder(declaration, call.getOperandList());
        for (int i = 0; i < given.size(); i++) {
            SqlNode argument = given.get(i);
            arguments.add(
                    argument == null
                            ? new ValueSource.Default()
                            : sources.add(
                                    argument,
                                    declaration.arguments().get(i).type().parameterType()));
        }
        sources.plan(scope, queries);
        return new CallPlan(procedure, arguments, sources, parameters.columns());
    }

    private static Procedure find(String name) {
        String wanted = name.toUpperCase(Locale.ROOT);
        for (Procedure procedure : Procedures.ALL) {
            if (procedure.declaration().name().equals(wanted)) {
                return procedure;
            }
        }
        if (Procedures.PLANNED.contains(wanted)) {
            throw new RocheException(ErrorCode.FEATURE_NOT_SUPPORTED, "procedure " + wanted + " is not supported yet");
        }
        throw new RocheException(
                ErrorCode.UNDEFINED_FUNCTION,
                "procedure '" + name + "' does not exist (procedures: "
                        + Procedures.declarations().stream()
                                .map(FunctionDeclaration::name)
                                .sorted((a, b) -> Integer.compare(distance(wanted, a), distance(wanted, b)))
                                .collect(Collectors.joining(", "))
                        + ")");
    }

    /** Returns how many characters two names differ in: the least number of insertions, deletions and replacements. */
    private static int distance(String left, String right) {
        int[] row = new int[right.length() + 1];
        for (int j = 0; j < row.length; j++) {
            row[j] = j;
        }
        for (int i = 1; i <= left.length(); i++) {
            int diagonal = row[0];
            row[0] = i;
            for (int j = 1; j < row.length; j++) {
                int replaced = diagonal + (left.charAt(i - 1) == right.charAt(j - 1) ? 0 : 1);
                diagonal = row[j];
                row[j] = Math.min(replaced, Math.min(row[j], row[j - 1]) + 1);
            }
        }
        return row[right.length()];
    }
}
