package io.rochedb.calcite.internal.dml;

import io.rochedb.calcite.internal.plan.PlanScope;
import io.rochedb.calcite.internal.plan.QueryPlan;
import io.rochedb.calcite.internal.plan.QueryPlanner;
import io.rochedb.calcite.internal.sql.MergeNode;
import io.rochedb.calcite.internal.table.ResolvedTable;
import io.rochedb.engine.ErrorCode;
import io.rochedb.engine.RocheException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.sql.JoinConditionType;
import org.apache.calcite.sql.JoinType;
import org.apache.calcite.sql.SqlBasicTypeNameSpec;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlDataTypeSpec;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlJoin;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.fun.SqlCase;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.util.SqlShuttle;
import org.jspecify.annotations.Nullable;

/**
 * Plans MERGE: a join of the source with the target, which rings and keys route as in any query. A source of one written row is no join but a look-up by its
 * values, so that an upsert by primary key is a point read.
 */
final class MergePlanner {
    private static final SqlParserPos AT = SqlParserPos.ZERO;

    private final ResolvedTable.Data target;
    private final SqlIdentifier idColumn;
    private final MergeNode merge;
    private final PlanScope scope;
    private final QueryPlanner queries;
    private final ParameterTypes parameters = new ParameterTypes();
    private final ValueSources sources = new ValueSources(parameters);
    private final List<MergePlan.Action> actions = new ArrayList<>();
    private final List<@Nullable SqlNode> guards = new ArrayList<>();
    /** For each expression whether it is of a clause for matched rows. */
    private final List<Boolean> ofMatched = new ArrayList<>();

    private MergePlanner(MergeNode merge, PlanScope scope, QueryPlanner queries) {
        this.merge = merge;
        this.scope = scope;
        this.queries = queries;
        target = ChangePlanner.table(merge.table(), scope);
        if (target instanceof ResolvedTable.Glob) {
            throw new RocheException(
                    ErrorCode.FEATURE_NOT_SUPPORTED,
                    "MERGE INTO the glob '" + target.name() + "' is not possible: name one ring");
        }
        SqlIdentifier alias = merge.alias();
        String name =
                alias == null ? merge.table().names.get(merge.table().names.size() - 1) : alias.getSimple();
        idColumn = new SqlIdentifier(List.of(name, target instanceof ResolvedTable.Records ? "id" : "_id"), AT);
    }

    static MergePlan plan(MergeNode merge, PlanScope scope, QueryPlanner queries) {
        return new MergePlanner(merge, scope, queries).plan();
    }

    private MergePlan plan() {
        MergeSource written = MergeSource.of(merge.source());
        Map<Integer, RelDataType> types = written == null ? Map.of() : written.types(target, merge);
        List<SqlNode> all = nodes();
        boolean oneRow = written != null
                && written.isOneDirectRow()
                && !MergeSource.hasQuery(all)
                && !written.sharesNames(target, all);
        MergePlan.Pairs pairs = oneRow && written != null ? lookUp(written, types) : join(written, types);
        return new MergePlan(InsertTarget.of(target), pairs, actions, parameters, scope);
    }

    /** Returns the conditions and values of the statement. */
    private List<SqlNode> nodes() {
        List<SqlNode> nodes = new ArrayList<>();
        nodes.add(merge.condition());
        for (MergeNode.Clause clause : merge.clauses()) {
            if (clause.condition() != null) {
                nodes.add(clause.condition());
            }
            if (clause.action() instanceof MergeNode.Update update) {
                nodes.addAll(update.values());
            } else if (clause.action() instanceof MergeNode.Insert insert) {
                nodes.add(insert.row());
            }
        }
        return nodes;
    }

    /** The general way: source LEFT JOIN target. */
    private MergePlan.Pairs join(@Nullable MergeSource written, Map<Integer, RelDataType> types) {
        for (int i = 0; i < merge.clauses().size(); i++) {
            MergeNode.Clause clause = merge.clauses().get(i);
            add(clause, clause.condition(), null);
        }
        boolean matchedOnly = merge.clauses().stream().allMatch(MergeNode.Clause::matched);
        SqlNode from = new SqlJoin(
                AT,
                written == null ? merge.source() : written.typed(types),
                SqlLiteral.createBoolean(false, AT),
                (matchedOnly ? JoinType.INNER : JoinType.LEFT).symbol(AT),
                target(),
                JoinConditionType.ON.symbol(AT),
                merge.condition());
        SqlNodeList list = list(idColumn, true, true);
        return new MergePlan.Pairs(query(list, from, null), null);
    }

    /** The way of one written row: the target's records that its values match, then the row itself when there are none. */
    private MergePlan.Pairs lookUp(MergeSource row, Map<Integer, RelDataType> types) {
        for (MergeNode.Clause clause : merge.clauses()) {
            add(
                    clause,
                    clause.condition() == null ? null : row.substituted(clause.condition(), types),
                    node -> row.substituted(node, types));
        }
        SqlNode where = row.substituted(merge.condition(), types);
        QueryPlan matched = query(list(idColumn, true, false), target(), where);
        boolean inserts = merge.clauses().stream().anyMatch(clause -> !clause.matched());
        SqlNode none = SqlLiteral.createNull(AT);
        return new MergePlan.Pairs(matched, inserts ? query(list(none, false, true), null, null) : null);
    }

    private SqlNode target() {
        return merge.alias() == null
                ? merge.table()
                : SqlStdOperatorTable.AS.createCall(AT, merge.table(), merge.alias());
    }

    private QueryPlan query(SqlNodeList list, @Nullable SqlNode from, @Nullable SqlNode where) {
        QueryPlan query = queries.plan(ValueSources.select(list, from, where), scope);
        parameters.addAll(query.parameters());
        return query;
    }

    /** How the values of a clause are written into the query. */
    @FunctionalInterface
    private interface Rewriting {
        SqlNode of(SqlNode node);
    }

    /** Adds what a clause does; its expressions are computed where it applies only. */
    private void add(MergeNode.Clause clause, @Nullable SqlNode condition, @Nullable Rewriting rewriting) {
        List<WriteColumn> columns = new ArrayList<>();
        List<SqlNode> nodes = new ArrayList<>();
        if (clause.action() instanceof MergeNode.Insert insert) {
            if (clause.matched()) {
                throw refused("WHEN MATCHED THEN INSERT");
            }
            List<SqlNode> row = ((SqlCall) insert.row()).getOperandList();
            columns.addAll(InsertPlanner.columns(target, insert.columns()));
            InsertPlanner.checkWidth(row.size(), columns.size(), insert.columns() != null);
            nodes.addAll(row);
        } else if (clause.action() instanceof MergeNode.Update update) {
            List<String> names = new ArrayList<>();
            for (SqlNode name : update.columns()) {
                SqlIdentifier id = (SqlIdentifier) name;
                names.add(id.names.get(id.names.size() - 1));
            }
            columns.addAll(WriteColumn.resolve(target, names, false));
            nodes.addAll(update.values());
        }
        if (!clause.matched()
                && (clause.action() instanceof MergeNode.Update || clause.action() instanceof MergeNode.Delete)) {
            throw refused("WHEN NOT MATCHED THEN UPDATE or DELETE");
        }
        List<WriteColumn> written = new ArrayList<>();
        List<ValueSource> values = new ArrayList<>();
        boolean insert = clause.action() instanceof MergeNode.Insert;
        for (int i = 0; i < nodes.size(); i++) {
            ValueSource value = value(clause, condition, nodes.get(i), columns.get(i), insert, rewriting);
            if (value != null) {
                written.add(columns.get(i));
                values.add(value);
            }
        }
        if (insert) {
            InsertPlanner.addSegments(InsertTarget.of(target), written, values);
        }
        guards.add(condition);
        actions.add(
                clause.action() instanceof MergeNode.Delete
                        ? new MergePlan.Delete()
                        : insert ? new MergePlan.Insert(written, values) : new MergePlan.Update(written, values));
    }

    private static RocheException refused(String what) {
        return new RocheException(
                ErrorCode.SYNTAX_ERROR,
                what + " makes no sense: only what is matched can be changed, only what is not inserted");
    }

    private @Nullable ValueSource value(
            MergeNode.Clause clause,
            @Nullable SqlNode condition,
            SqlNode node,
            WriteColumn column,
            boolean insert,
            @Nullable Rewriting rewriting) {
        if (node.getKind() == SqlKind.DEFAULT) {
            boolean named = !insert || column.part() == WriteColumn.Part.SEGMENT;
            return named ? column.standard() : null;
        }
        SqlNode rewritten = rewriting == null ? node : rewriting.of(node);
        ValueSource direct = sources.direct(rewritten, column);
        if (direct != null) {
            return direct;
        }
        boolean plain = rewritten instanceof SqlIdentifier;
        SqlNode guard = rewriting == null ? guard(clause.matched(), condition) : condition;
        ofMatched.add(clause.matched());
        return sources.add(plain || guard == null ? rewritten : when(copy(guard), rewritten), column);
    }

    private SqlNode guard(boolean matched, @Nullable SqlNode condition) {
        SqlNode there = (matched ? SqlStdOperatorTable.IS_NOT_NULL : SqlStdOperatorTable.IS_NULL)
                .createCall(AT, copy(idColumn));
        return condition == null ? there : SqlStdOperatorTable.AND.createCall(AT, there, copy(condition));
    }

    private static SqlNode when(SqlNode condition, SqlNode value) {
        return new SqlCase(AT, null, SqlNodeList.of(condition), SqlNodeList.of(value), SqlLiteral.createNull(AT));
    }

    /** Returns the select list: id, number of the clause, expressions; those of one side only are NULL for the other. */
    private SqlNodeList list(SqlNode id, boolean matched, boolean unmatched) {
        SqlNodeList list = new SqlNodeList(AT);
        list.add(copy(id));
        SqlNodeList whens = new SqlNodeList(AT);
        SqlNodeList numbers = new SqlNodeList(AT);
        for (int i = 0; i < actions.size(); i++) {
            MergeNode.Clause clause = merge.clauses().get(i);
            if (!(clause.matched() ? matched : unmatched)) {
                continue;
            }
            boolean both = matched && unmatched;
            SqlNode guard = both ? guard(clause.matched(), guards.get(i)) : guards.get(i);
            whens.add(guard == null ? SqlLiteral.createBoolean(true, AT) : copy(guard));
            numbers.add(
                    clause.action() instanceof MergeNode.Nothing
                            ? SqlLiteral.createNull(AT)
                            : SqlLiteral.createExactNumeric(Integer.toString(i), AT));
        }
        list.add(number(whens, numbers));
        for (int i = 0; i < sources.expressions().size(); i++) {
            boolean here = ofMatched.get(i) ? matched : unmatched;
            list.add(here ? copy(sources.expressions().get(i)) : SqlLiteral.createNull(AT));
        }
        return list;
    }

    /** Returns the number of the first clause that applies, without a CASE when that is always the first. */
    private static SqlNode number(SqlNodeList whens, SqlNodeList numbers) {
        SqlNode none = SqlStdOperatorTable.CAST.createCall(
                AT,
                SqlLiteral.createNull(AT),
                new SqlDataTypeSpec(new SqlBasicTypeNameSpec(SqlTypeName.INTEGER, AT), AT));
        if (whens.isEmpty()) {
            return none;
        }
        boolean always = whens.get(0) instanceof SqlLiteral;
        return always
                ? numbers.get(0) instanceof SqlLiteral literal && literal.getValue() == null ? none : numbers.get(0)
                : new SqlCase(AT, null, whens, numbers, none);
    }

    /** Returns a tree of its own: validation changes trees in place. */
    static SqlNode copy(SqlNode node) {
        return node.accept(new SqlShuttle() {
            @Override
            public SqlNode visit(SqlIdentifier id) {
                return id.clone(id.getParserPosition());
            }

            @Override
            public @Nullable SqlNode visit(SqlCall call) {
                CallCopyingArgHandler copied = new CallCopyingArgHandler(call, true);
                call.getOperator().acceptCall(this, call, false, copied);
                return copied.result();
            }
        });
    }
}
