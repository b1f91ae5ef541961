package io.rochedb.calcite.internal.dml;

import io.rochedb.calcite.SqlColumn;
import io.rochedb.calcite.internal.plan.PlanScope;
import io.rochedb.calcite.internal.plan.QueryPlan;
import io.rochedb.calcite.internal.plan.QueryPlanner;
import io.rochedb.calcite.internal.sql.UpsertNode;
import io.rochedb.calcite.internal.table.ResolvedTable;
import io.rochedb.engine.ErrorCode;
import io.rochedb.engine.RocheException;
import io.rochedb.engine.schema.ColumnDefinition;
import io.rochedb.engine.schema.TableDefinition;
import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlDynamicParam;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlInsert;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.fun.SqlCase;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.util.SqlShuttle;
import org.jspecify.annotations.Nullable;

/**
 * Plans INSERT … ON CONFLICT. The rows are those of an INSERT; for each of them a query of the table by the key tells the record there is already and what to set in
 * it. EXCLUDED is a row of parameters after those of the statement.
 */
final class UpsertPlanner {
    private static final SqlParserPos AT = SqlParserPos.ZERO;
    private static final String EXCLUDED = "EXCLUDED";

    private final UpsertNode upsert;
    private final PlanScope scope;
    private final QueryPlanner queries;
    private final ResolvedTable.Declared target;
    private final TableDefinition table;
    private final SqlNode from;
    private final String name;
    /** The statement's own parameters. */
    private final int written;

    private final ParameterTypes parameters = new ParameterTypes();
    private final ValueSources sources = new ValueSources(parameters);

    private UpsertPlanner(UpsertNode upsert, PlanScope scope, QueryPlanner queries) {
        this.upsert = upsert;
        this.scope = scope;
        this.queries = queries;
        SqlIdentifier id = DmlPlanner.target(upsert.insert().getTargetTable());
        String last = id.names.get(id.names.size() - 1);
        if (!(ChangePlanner.table(id, scope) instanceof ResolvedTable.Declared declared)) {
            throw new RocheException(
                    ErrorCode.FEATURE_NOT_SUPPORTED,
                    "ON CONFLICT needs a declared table with a key, which '" + last + "' is not");
        }
        target = declared;
        table = declared.definition();
        SqlIdentifier alias = upsert.alias();
        name = alias == null ? last : alias.getSimple();
        from = alias == null ? id : SqlStdOperatorTable.AS.createCall(AT, id, alias);
        written = parameterCount(upsert);
    }

    static UpsertPlan plan(UpsertNode upsert, PlanScope scope, QueryPlanner queries) {
        return new UpsertPlanner(upsert, scope, queries).plan();
    }

    private UpsertPlan plan() {
        SqlNodeList assigned = upsert.columns();
        SqlNodeList values = upsert.values();
        boolean updates = assigned != null && values != null;
        List<int[]> keys = new UniqueKeys(table, scope.view().schema()).meant(upsert, updates);
        List<WriteColumn> set = new ArrayList<>();
        List<ValueSource> setTo = new ArrayList<>();
        SqlNode where = upsert.condition() == null ? null : excluded(upsert.condition());
        if (assigned != null && values != null) {
            set.addAll(WriteColumn.resolve(target, ChangePlanner.names(assigned), false));
            for (int i = 0; i < set.size(); i++) {
                setTo.add(value(values.get(i), set.get(i), where));
            }
        }
        List<UpsertPlan.Key> planned = new ArrayList<>();
        for (int[] key : keys) {
            planned.add(new UpsertPlan.Key(key, query(key, where)));
        }
        SqlInsert insert = upsert.insert();
        UpsertPlan.Rows rows = rows(insert);
        return new UpsertPlan(
                InsertTarget.of(target),
                table,
                rows,
                planned,
                updates ? new UpsertPlan.Update(List.copyOf(set), List.copyOf(setTo)) : null,
                written,
                parameters,
                scope);
    }

    private UpsertPlan.Rows rows(SqlInsert insert) {
        SqlNodeList names = insert.getTargetColumnList();
        List<WriteColumn> columns = InsertPlanner.columns(target, names);
        SqlNode source = insert.getSource();
        if (source.getKind() == SqlKind.VALUES) {
            ValueSources own = new ValueSources(parameters);
            List<InsertValuesPlan.Row> planned = InsertPlanner.rows(
                    InsertTarget.of(target), columns, names != null, ((SqlCall) source).getOperandList(), own);
            own.plan(scope, queries);
            return new UpsertPlan.Written(planned, own);
        }
        InsertPlanner.Selected selected =
                InsertPlanner.selected(InsertTarget.of(target), columns, names != null, source, scope, queries);
        parameters.addAll(selected.query().parameters());
        return new UpsertPlan.Queried(selected);
    }

    private ValueSource value(SqlNode node, WriteColumn column, @Nullable SqlNode where) {
        if (node.getKind() == SqlKind.DEFAULT) {
            return column.standard();
        }
        int alone = node instanceof SqlIdentifier id ? column(id) : -1;
        if (alone >= 0) {
            ColumnDefinition definition = table.columns().get(alone);
            SqlColumn type = new WriteColumn(definition.name(), WriteColumn.Part.DECLARED, definition).parameter(0);
            return new ValueSource.Parameter(written + alone, type.typeName());
        }
        SqlNode own = excluded(node);
        ValueSource direct = sources.direct(own, column);
        if (direct != null) {
            return direct;
        }
        // computed only where it applies
        return sources.add(
                where == null || own instanceof SqlIdentifier
                        ? own
                        : new SqlCase(
                                AT, null, SqlNodeList.of(copy(where)), SqlNodeList.of(own), SqlLiteral.createNull(AT)),
                column);
    }

    /** Returns the query for the record with the row's key: its id, whether it is updated, and the expressions. */
    private QueryPlan query(int[] key, @Nullable SqlNode where) {
        SqlNodeList list = new SqlNodeList(AT);
        list.add(id(name, "_id"));
        SqlNode yes = SqlLiteral.createBoolean(true, AT);
        list.add(
                where == null
                        ? yes
                        : new SqlCase(
                                AT,
                                null,
                                SqlNodeList.of(copy(where)),
                                SqlNodeList.of(yes),
                                SqlLiteral.createBoolean(false, AT)));
        sources.expressions().forEach(expression -> list.add(copy(expression)));
        SqlNode condition = null;
        for (int column : key) {
            SqlNode equal = SqlStdOperatorTable.EQUALS.createCall(
                    AT, id(name, table.columns().get(column).name()), held(column));
            condition = condition == null ? equal : SqlStdOperatorTable.AND.createCall(AT, condition, equal);
        }
        QueryPlan query = queries.plan(ValueSources.select(list, copy(from), condition), scope);
        List<SqlColumn> all = query.parameters();
        parameters.addAll(all.subList(0, Math.min(written, all.size())));
        return query;
    }

    private static SqlIdentifier id(String table, String column) {
        return new SqlIdentifier(List.of(table, column), AT);
    }

    /** Returns the parameter that holds a column of EXCLUDED. */
    private SqlNode held(int column) {
        ColumnDefinition definition = table.columns().get(column);
        return Casts.to(new SqlDynamicParam(written + column, AT), definition.type());
    }

    /** Returns an expression with columns of EXCLUDED as parameters. */
    private SqlNode excluded(SqlNode node) {
        SqlNode result = node.accept(new SqlShuttle() {
            @Override
            public SqlNode visit(SqlIdentifier id) {
                int column = column(id);
                return column < 0 ? id : held(column);
            }
        });
        if (result == null) {
            throw new IllegalStateException("an expression became nothing");
        }
        return result;
    }

    /** Returns the column of EXCLUDED an identifier names, or -1. */
    private int column(SqlIdentifier id) {
        if (id.names.size() != 2 || !id.names.get(0).equalsIgnoreCase(EXCLUDED)) {
            return -1;
        }
        for (int i = 0; i < table.columns().size(); i++) {
            if (table.columns().get(i).name().equalsIgnoreCase(id.names.get(1))) {
                return i;
            }
        }
        throw new RocheException(
                ErrorCode.UNDEFINED_COLUMN,
                "column '" + id.names.get(1) + "' does not exist in EXCLUDED, which has the columns of '" + table.name()
                        + "'");
    }

    private static int parameterCount(SqlNode statement) {
        int[] count = new int[1];
        statement.accept(new SqlShuttle() {
            @Override
            public SqlNode visit(SqlDynamicParam parameter) {
                count[0] = Math.max(count[0], parameter.getIndex() + 1);
                return parameter;
            }
        });
        return count[0];
    }

    private static SqlNode copy(SqlNode node) {
        return MergePlanner.copy(node);
    }
}
