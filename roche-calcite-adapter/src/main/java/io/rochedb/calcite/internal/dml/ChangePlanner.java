package io.rochedb.calcite.internal.dml;

import io.rochedb.calcite.RochePlan;
import io.rochedb.calcite.internal.function.ColumnType;
import io.rochedb.calcite.internal.plan.PlanScope;
import io.rochedb.calcite.internal.plan.QueryPlan;
import io.rochedb.calcite.internal.plan.QueryPlanner;
import io.rochedb.calcite.internal.table.ResolvedTable;
import io.rochedb.calcite.internal.table.TableResolver;
import io.rochedb.engine.ErrorCode;
import io.rochedb.engine.RocheException;
import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlDelete;
import org.apache.calcite.sql.SqlDynamicParam;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlUpdate;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.util.NlsString;
import org.jspecify.annotations.Nullable;

/**
 * Plans UPDATE and DELETE: the ids of the records, and the values that are neither literals nor parameters, come from a SELECT over the same table with
 * the same WHERE, so that all that is pruned and pushed for a query is here too. {@code WHERE id = …} needs no query.
 */
final class ChangePlanner {
    private ChangePlanner() {}

    static RochePlan update(SqlUpdate update, PlanScope scope, QueryPlanner queries) {
        ResolvedTable.Data table = table(DmlPlanner.target(update.getTargetTable()), scope);
        return update(
                table,
                names(update.getTargetColumnList()),
                update.getSourceExpressionList(),
                scope,
                (sources, parameters) -> records(
                        table,
                        update.getTargetTable(),
                        update.getAlias(),
                        update.getCondition(),
                        sources,
                        parameters,
                        scope,
                        queries));
    }

    /** Finds the records a statement changes, once its values are known. */
    interface Finder {
        Records records(ValueSources sources, ParameterTypes parameters);
    }

    static RochePlan update(
            ResolvedTable.Data table, List<String> names, List<SqlNode> assigned, PlanScope scope, Finder finder) {
        List<WriteColumn> columns = WriteColumn.resolve(table, names, false);
        ParameterTypes parameters = new ParameterTypes();
        ValueSources sources = new ValueSources(parameters);
        List<ValueSource> values = new ArrayList<>();
        for (int i = 0; i < columns.size(); i++) {
            SqlNode value = assigned.get(i);
            WriteColumn column = columns.get(i);
            boolean standard = value.getKind() == SqlKind.DEFAULT;
            if (standard && column.declared() == null) {
                throw new RocheException(
                        ErrorCode.FEATURE_NOT_SUPPORTED,
                        "column '" + column.name() + "' has no default (SET it to NULL to remove the field)");
            }
            values.add(standard ? column.standard() : sources.add(value, column));
        }
        Records records = finder.records(sources, parameters);
        return new UpdatePlan(table.name(), records, columns, values, parameters, scope);
    }

    /** Returns the last part of each name. */
    static List<String> names(SqlNodeList list) {
        List<String> names = new ArrayList<>();
        for (SqlNode name : list) {
            SqlIdentifier identifier = (SqlIdentifier) name;
            names.add(identifier.names.get(identifier.names.size() - 1));
        }
        return names;
    }

    static RochePlan delete(SqlDelete delete, PlanScope scope, QueryPlanner queries) {
        ResolvedTable.Data table = table(DmlPlanner.target(delete.getTargetTable()), scope);
        ParameterTypes parameters = new ParameterTypes();
        Records records = records(
                table,
                delete.getTargetTable(),
                delete.getAlias(),
                delete.getCondition(),
                new ValueSources(parameters),
                parameters,
                scope,
                queries);
        return new DeletePlan(table.name(), records, parameters, scope);
    }

    /** Returns what is changed. */
    static ResolvedTable.Data table(SqlIdentifier name, PlanScope scope) {
        ResolvedTable table = TableResolver.resolve(name, scope);
        if (table instanceof ResolvedTable.Data data) {
            return data;
        }
        String what = table instanceof ResolvedTable.View ? "view " : "system table ";
        throw new RocheException(ErrorCode.FEATURE_NOT_SUPPORTED, what + table.name() + " cannot be written");
    }

    private static Records records(
            ResolvedTable.Data table,
            SqlNode target,
            @Nullable SqlIdentifier alias,
            @Nullable SqlNode where,
            ValueSources sources,
            ParameterTypes parameters,
            PlanScope scope,
            QueryPlanner queries) {
        String idColumn = idColumn(table);
        boolean query = standsForSeveral(table) || !sources.expressions().isEmpty();
        SqlNode id = query || where == null ? null : idOf(where, idColumn);
        if (id != null) {
            return byId(table, id, parameters);
        }
        SqlNodeList list = new SqlNodeList(SqlParserPos.ZERO);
        list.add(new SqlIdentifier(idColumn, SqlParserPos.ZERO));
        list.addAll(sources.expressions());
        SqlNode from = alias == null ? target : SqlStdOperatorTable.AS.createCall(SqlParserPos.ZERO, target, alias);
        return byQuery(queries.plan(ValueSources.select(list, from, where), scope), parameters);
    }

    static String idColumn(ResolvedTable.Data table) {
        return table instanceof ResolvedTable.Records ? "id" : "_id";
    }

    /** An id says its ring: whether a glob or a template has that ring is for a query to find out. */
    static boolean standsForSeveral(ResolvedTable.Data table) {
        return table instanceof ResolvedTable.Glob
                || (table instanceof ResolvedTable.Declared && table.onlyRing() == null);
    }

    static Records byId(ResolvedTable.Data table, SqlNode id, ParameterTypes parameters) {
        return new Records.ById(new ValueSources(parameters).add(id, ColumnType.VARCHAR), table.onlyRing());
    }

    static Records byQuery(QueryPlan query, ParameterTypes parameters) {
        parameters.addAll(query.parameters());
        return new Records.ByQuery(query);
    }

    /** Returns what the id is compared with when the condition is nothing but that, or null. */
    private static @Nullable SqlNode idOf(SqlNode where, String idColumn) {
        if (where.getKind() != SqlKind.EQUALS) {
            return null;
        }
        SqlCall equals = (SqlCall) where;
        SqlNode left = equals.operand(0);
        SqlNode right = equals.operand(1);
        if (isId(left, idColumn) && isValue(right)) {
            return right;
        }
        return isId(right, idColumn) && isValue(left) ? left : null;
    }

    private static boolean isId(SqlNode node, String idColumn) {
        return node instanceof SqlIdentifier name
                && name.isSimple()
                && name.getSimple().equalsIgnoreCase(idColumn);
    }

    private static boolean isValue(SqlNode node) {
        return node instanceof SqlDynamicParam
                || (node instanceof SqlLiteral literal
                        && literal.getKind() == SqlKind.LITERAL
                        && literal.getValue() instanceof NlsString);
    }
}
