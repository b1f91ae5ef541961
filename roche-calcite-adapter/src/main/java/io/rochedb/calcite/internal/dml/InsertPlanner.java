package io.rochedb.calcite.internal.dml;

import io.rochedb.calcite.RochePlan;
import io.rochedb.calcite.SqlColumn;
import io.rochedb.calcite.SqlCursor;
import io.rochedb.calcite.StatementContext;
import io.rochedb.calcite.internal.plan.PlanScope;
import io.rochedb.calcite.internal.plan.QueryPlan;
import io.rochedb.calcite.internal.plan.QueryPlanner;
import io.rochedb.calcite.internal.table.ResolvedTable;
import io.rochedb.calcite.internal.table.TableColumn;
import io.rochedb.calcite.internal.table.TableResolver;
import io.rochedb.engine.ErrorCode;
import io.rochedb.engine.RocheException;
import io.rochedb.engine.model.RingNames;
import io.rochedb.engine.query.RingSelector;
import io.rochedb.engine.schema.ColumnDefinition;
import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlDynamicParam;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlInsert;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlSelect;
import org.jspecify.annotations.Nullable;

/** Plans INSERT. */
final class InsertPlanner {
    private InsertPlanner() {}

    static RochePlan plan(SqlInsert insert, PlanScope scope, QueryPlanner queries) {
        ResolvedTable.Data table = table(DmlPlanner.target(insert.getTargetTable()), scope);
        SqlNodeList names = insert.getTargetColumnList();
        List<WriteColumn> columns = columns(table, names);
        InsertTarget target = InsertTarget.of(table);
        SqlNode source = insert.getSource();
        return source.getKind() == SqlKind.VALUES
                ? values(target, columns, names != null, ((SqlCall) source).getOperandList(), scope, queries)
                : select(target, columns, names != null, source, scope, queries);
    }

    /** Returns the columns of a list, or those that no list stands for. */
    static List<WriteColumn> columns(ResolvedTable.Data table, @Nullable SqlNodeList names) {
        return names == null ? implied(table) : named(table, names);
    }

    /** Returns what is written to; a ring that does not exist yet is a table without fields. */
    private static ResolvedTable.Data table(SqlIdentifier name, PlanScope scope) {
        String schema = name.names.size() == 2 ? name.names.get(0) : scope.defaultSchema();
        String last = name.names.get(name.names.size() - 1);
        if (name.names.size() > 2) {
            throw TableResolver.undefined(name.names, scope);
        }
        ResolvedTable found = TableResolver.find(schema, last, scope);
        if (found instanceof ResolvedTable.Glob || (found == null && last.indexOf('*') >= 0)) {
            throw new RocheException(
                    ErrorCode.FEATURE_NOT_SUPPORTED,
                    "INSERT into the glob '" + last + "' is not possible: name one ring");
        }
        if (found instanceof ResolvedTable.Data data) {
            return data;
        }
        if (found != null) {
            String what = found instanceof ResolvedTable.View ? "view " : "system table ";
            throw new RocheException(ErrorCode.FEATURE_NOT_SUPPORTED, what + last + " cannot be written");
        }
        if (!schema.equalsIgnoreCase(TableResolver.SCHEMA)) {
            throw TableResolver.undefined(name.names, scope);
        }
        String ring = RingNames.canonical(last);
        scope.dependsOn(RingSelector.ring(ring));
        return new ResolvedTable.Ring(ring, TableColumn.ofFields(List.of()));
    }

    private static List<WriteColumn> named(ResolvedTable.Data table, SqlNodeList names) {
        List<String> texts = new ArrayList<>();
        for (SqlNode name : names) {
            SqlIdentifier identifier = (SqlIdentifier) name;
            texts.add(identifier.names.get(identifier.names.size() - 1));
        }
        return WriteColumn.resolve(table, texts, true);
    }

    private static List<WriteColumn> implied(ResolvedTable.Data table) {
        if (table instanceof ResolvedTable.Records) {
            throw new RocheException(
                    ErrorCode.SYNTAX_ERROR,
                    "INSERT INTO records needs a column list, e.g. INSERT INTO records (ring, payload) VALUES (…)");
        }
        List<WriteColumn> fields = WriteColumn.fields(table);
        if (fields.isEmpty()) {
            throw new RocheException(
                    ErrorCode.SYNTAX_ERROR,
                    "ring '" + table.name() + "' has no fields yet: INSERT needs a column list, e.g. INSERT INTO \""
                            + table.name() + "\" (title) VALUES (…)");
        }
        return fields;
    }

    private static RochePlan values(
            InsertTarget target,
            List<WriteColumn> columns,
            boolean listed,
            List<SqlNode> rows,
            PlanScope scope,
            QueryPlanner queries) {
        ParameterTypes parameters = new ParameterTypes();
        ValueSources sources = new ValueSources(parameters);
        List<InsertValuesPlan.Row> planned = rows(target, columns, listed, rows, sources);
        sources.plan(scope, queries);
        return new InsertValuesPlan(target, planned, sources, parameters, scope);
    }

    /** Returns the rows of VALUES; what of them is computed goes to {@code sources}. */
    static List<InsertValuesPlan.Row> rows(
            InsertTarget target, List<WriteColumn> columns, boolean listed, List<SqlNode> rows, ValueSources sources) {
        List<InsertValuesPlan.Row> planned = new ArrayList<>(rows.size());
        for (SqlNode row : rows) {
            List<SqlNode> items = row.getKind() == SqlKind.ROW ? ((SqlCall) row).getOperandList() : List.of(row);
            checkWidth(items.size(), columns.size(), listed);
            List<WriteColumn> written = new ArrayList<>(items.size());
            List<ValueSource> values = new ArrayList<>(items.size());
            for (int i = 0; i < items.size(); i++) {
                WriteColumn column = columns.get(i);
                boolean standard = items.get(i).getKind() == SqlKind.DEFAULT;
                ValueSource value = standard && column.part() == WriteColumn.Part.SEGMENT
                        ? column.standard()
                        : sources.add(items.get(i), column);
                if (!(value instanceof ValueSource.Default)) {
                    written.add(column);
                    values.add(value);
                }
            }
            addSegments(target, written, values);
            planned.add(new InsertValuesPlan.Row(List.copyOf(written), values.toArray(ValueSource[]::new)));
        }
        return planned;
    }

    /** Adds the ring's columns that the row does not name and that have a default. */
    static void addSegments(InsertTarget target, List<WriteColumn> written, List<ValueSource> values) {
        if (target.table() == null) {
            return;
        }
        for (ColumnDefinition column : target.table().columns()) {
            boolean given = written.stream().anyMatch(one -> one.name().equals(column.name()));
            if (!given && column.defaultValue() != null && target.table().isRingColumn(column)) {
                WriteColumn segment = new WriteColumn(column.name(), WriteColumn.Part.SEGMENT, column);
                written.add(segment);
                values.add(segment.standard());
            }
        }
    }

    private static RochePlan select(
            InsertTarget target,
            List<WriteColumn> columns,
            boolean listed,
            SqlNode source,
            PlanScope scope,
            QueryPlanner queries) {
        Selected selected = selected(target, columns, listed, source, scope, queries);
        ParameterTypes parameters = new ParameterTypes();
        parameters.addAll(selected.query.parameters());
        return new InsertSelectPlan(target, selected, parameters, scope);
    }

    /**
     * The rows of a query.
     *
     * @param query the query; its columns go into the first of {@code columns}
     * @param columns what is written
     * @param standards what goes into the others
     */
    record Selected(QueryPlan query, List<WriteColumn> columns, List<ValueSource> standards) {
        /** Returns the values of the row the cursor is at. */
        @Nullable
        Object[] values(SqlCursor cursor, StatementContext context) {
            List<SqlColumn> source = query.columns();
            @Nullable Object[] values = new @Nullable Object[columns.size()];
            for (int i = 0; i < source.size(); i++) {
                values[i] = FieldJson.fromSql(source.get(i).typeName(), cursor.get(i));
            }
            for (int i = source.size(); i < values.length; i++) {
                values[i] = standards.get(i - source.size()).value(context, values);
            }
            return values;
        }
    }

    static Selected selected(
            InsertTarget target,
            List<WriteColumn> columns,
            boolean listed,
            SqlNode source,
            PlanScope scope,
            QueryPlanner queries) {
        QueryPlan query = queries.plan(typed(source, columns), scope);
        int width = query.columns().size();
        checkWidth(width, columns.size(), listed);
        List<WriteColumn> written = new ArrayList<>(columns.subList(0, width));
        List<ValueSource> standards = new ArrayList<>();
        addSegments(target, written, standards);
        return new Selected(query, List.copyOf(written), List.copyOf(standards));
    }

    /** Gives a bare {@code ?} among the selected values the type of the column it goes into, which the query does not know. */
    private static SqlNode typed(SqlNode source, List<WriteColumn> columns) {
        if (!(source instanceof SqlSelect select) || select.getSelectList().size() > columns.size()) {
            return source;
        }
        SqlNodeList items = select.getSelectList();
        for (int i = 0; i < items.size(); i++) {
            ColumnDefinition column = columns.get(i).declared();
            if (items.get(i) instanceof SqlDynamicParam parameter && column != null) {
                items.set(i, Casts.to(parameter, column.type()));
            } else if (items.get(i) instanceof SqlIdentifier name && name.isStar()) {
                return source;
            }
        }
        return source;
    }

    static void checkWidth(int values, int columns, boolean listed) {
        if (values > columns || (listed && values < columns)) {
            throw new RocheException(
                    ErrorCode.SYNTAX_ERROR,
                    "INSERT has " + values + " value" + (values == 1 ? "" : "s") + " for " + columns + " column"
                            + (columns == 1 ? "" : "s"));
        }
    }
}
