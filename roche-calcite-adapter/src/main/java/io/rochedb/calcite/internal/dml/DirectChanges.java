package io.rochedb.calcite.internal.dml;

import io.rochedb.calcite.RochePlan;
import io.rochedb.calcite.internal.plan.PlanScope;
import io.rochedb.calcite.internal.plan.QueryPlan;
import io.rochedb.calcite.internal.plan.QueryPlanner;
import io.rochedb.calcite.internal.table.ResolvedTable;
import java.util.List;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlInsert;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.jspecify.annotations.Nullable;

/** The door to the planners of writes for statements that were read without the parser: values are literals and parameters. Stateless. */
public final class DirectChanges {
    private static final SqlParserPos NOWHERE = SqlParserPos.ZERO;

    private DirectChanges() {}

    /** Plans an INSERT of rows; no columns stand for those of the table. */
    public static RochePlan insert(String table, List<String> columns, List<List<SqlNode>> rows, PlanScope scope) {
        List<SqlNode> values = rows.stream()
                .map(row -> (SqlNode) SqlStdOperatorTable.ROW.createCall(NOWHERE, row))
                .toList();
        SqlNodeList names = columns.isEmpty()
                ? null
                : new SqlNodeList(
                        columns.stream().map(DirectChanges::identifier).toList(), NOWHERE);
        SqlNode source = SqlStdOperatorTable.VALUES.createCall(NOWHERE, values);
        SqlInsert insert = new SqlInsert(NOWHERE, SqlNodeList.EMPTY, identifier(table), source, names);
        return InsertPlanner.plan(insert, scope, new QueryPlanner());
    }

    private static SqlIdentifier identifier(String name) {
        return new SqlIdentifier(name, NOWHERE);
    }

    /** Returns what is changed. */
    public static ResolvedTable.Data table(String name, PlanScope scope) {
        return ChangePlanner.table(identifier(name), scope);
    }

    /** Returns whether an id says all there is to know of which record is meant. */
    public static boolean idIsEnough(ResolvedTable.Data table) {
        return !ChangePlanner.standsForSeveral(table);
    }

    /** Returns the name of the column of ids. */
    public static String idColumn(ResolvedTable.Data table) {
        return ChangePlanner.idColumn(table);
    }

    /** Plans an UPDATE of the record of an id, or of those whose ids a query gives. */
    public static RochePlan update(
            ResolvedTable.Data table,
            List<String> columns,
            List<SqlNode> values,
            @Nullable SqlNode id,
            @Nullable QueryPlan ids,
            PlanScope scope) {
        return ChangePlanner.update(
                table, columns, values, scope, (sources, parameters) -> records(table, id, ids, parameters));
    }

    /** Plans a DELETE of the record of an id, or of those whose ids a query gives. */
    public static RochePlan delete(
            ResolvedTable.Data table, @Nullable SqlNode id, @Nullable QueryPlan ids, PlanScope scope) {
        ParameterTypes parameters = new ParameterTypes();
        return new DeletePlan(table.name(), records(table, id, ids, parameters), parameters, scope);
    }

    private static Records records(
            ResolvedTable.Data table, @Nullable SqlNode id, @Nullable QueryPlan ids, ParameterTypes parameters) {
        if (id != null) {
            return ChangePlanner.byId(table, id, parameters);
        }
        if (ids == null) {
            throw new IllegalArgumentException("neither an id nor a query of ids");
        }
        return ChangePlanner.byQuery(ids, parameters);
    }
}
