package io.rochedb.calcite.internal.direct;

import io.rochedb.calcite.RochePlan;
import io.rochedb.calcite.internal.direct.SimpleSelect.Condition;
import io.rochedb.calcite.internal.direct.SimpleSelect.Constant;
import io.rochedb.calcite.internal.dml.DirectChanges;
import io.rochedb.calcite.internal.plan.PlanScope;
import io.rochedb.calcite.internal.plan.QueryPlan;
import io.rochedb.calcite.internal.table.ResolvedTable;
import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.sql.SqlDynamicParam;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.jspecify.annotations.Nullable;

/** The planner of {@link SimpleWrite}s: what the parser would have read is handed to the planner of writes, with the records found by a direct plan. */
final class DirectWrites {
    private DirectWrites() {}

    /** Returns a plan, or null when the statement needs the long road. */
    static @Nullable RochePlan plan(SimpleWrite write, PlanScope scope) {
        if (!SimpleSelect.isWithin(write.conditions(), scope.limits())) {
            return null;
        }
        List<List<SqlNode>> rows = new ArrayList<>();
        for (List<Constant> row : write.rows()) {
            rows.add(row.stream().map(DirectWrites::node).toList());
        }
        if (write.verb() == SimpleWrite.Verb.INSERT) {
            return DirectChanges.insert(write.table(), write.columns(), rows, scope);
        }
        ResolvedTable.Data table = DirectChanges.table(write.table(), scope);
        SqlNode id = DirectChanges.idIsEnough(table) ? idOf(write.conditions(), DirectChanges.idColumn(table)) : null;
        QueryPlan ids = id == null ? DirectPlanner.ids(table, write, scope) : null;
        if (id == null && ids == null) {
            return null;
        }
        return write.verb() == SimpleWrite.Verb.UPDATE
                ? DirectChanges.update(table, write.columns(), rows.get(0), id, ids, scope)
                : DirectChanges.delete(table, id, ids, scope);
    }

    /** Returns what the id is compared with when the condition is nothing but that, or null. */
    private static @Nullable SqlNode idOf(List<Condition> conditions, String idColumn) {
        if (conditions.size() != 1) {
            return null;
        }
        Condition only = conditions.get(0);
        boolean equals = only.operator().equals("=") && only.column().equalsIgnoreCase(idColumn);
        Constant value = equals ? only.values().get(0) : null;
        boolean fits = value != null && (value.parameter() >= 0 || value.kind() == Token.Kind.STRING);
        return value != null && fits ? node(value) : null;
    }

    private static SqlNode node(Constant value) {
        SqlParserPos nowhere = SqlParserPos.ZERO;
        if (value.parameter() >= 0) {
            return new SqlDynamicParam(value.parameter(), nowhere);
        }
        return switch (value.kind()) {
            case STRING -> SqlLiteral.createCharString(value.text(), nowhere);
            case WORD ->
                value.text().equals("NULL")
                        ? SqlLiteral.createNull(nowhere)
                        : SqlLiteral.createBoolean(value.text().equals("TRUE"), nowhere);
            default -> {
                boolean negative = value.text().startsWith("-");
                SqlNode number = SqlLiteral.createExactNumeric(value.text().substring(negative ? 1 : 0), nowhere);
                yield negative ? SqlStdOperatorTable.UNARY_MINUS.createCall(nowhere, number) : number;
            }
        };
    }
}
