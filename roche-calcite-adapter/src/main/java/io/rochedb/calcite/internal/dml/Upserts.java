package io.rochedb.calcite.internal.dml;

import io.rochedb.calcite.internal.plan.PlanScope;
import io.rochedb.calcite.internal.sql.MergeNode;
import io.rochedb.calcite.internal.sql.UpsertNode;
import io.rochedb.calcite.internal.table.ResolvedTable;
import io.rochedb.engine.ErrorCode;
import io.rochedb.engine.RocheException;
import io.rochedb.engine.schema.ColumnDefinition;
import io.rochedb.engine.schema.KeyConstraint;
import io.rochedb.engine.schema.TableDefinition;
import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.util.SqlShuttle;
import org.jspecify.annotations.Nullable;

/** The rewriting of INSERT … ON CONFLICT as a MERGE whose source is the rows, by the name EXCLUDED. Stateless. */
final class Upserts {
    private static final SqlParserPos AT = SqlParserPos.ZERO;
    private static final String ROWS = "EXCLUDED";

    private Upserts() {}

    static MergeNode asMerge(UpsertNode upsert, PlanScope scope) {
        SqlIdentifier name = DmlPlanner.target(upsert.insert().getTargetTable());
        if (!(ChangePlanner.table(name, scope) instanceof ResolvedTable.Declared declared)) {
            throw new RocheException(
                    ErrorCode.FEATURE_NOT_SUPPORTED,
                    "ON CONFLICT needs a declared table with a key, which '" + name.names.get(name.names.size() - 1)
                            + "' is not");
        }
        TableDefinition table = declared.definition();
        List<String> columns = columns(upsert, table);
        String target = name.names.get(name.names.size() - 1);
        SqlNode condition = null;
        for (String key : key(upsert.keys(), table)) {
            if (columns.stream().noneMatch(key::equalsIgnoreCase)) {
                throw new RocheException(
                        ErrorCode.FEATURE_NOT_SUPPORTED,
                        "ON CONFLICT needs a value for column '" + key + "' of the key; list it");
            }
            SqlNode equal = SqlStdOperatorTable.EQUALS.createCall(AT, id(target, key), id(ROWS, key));
            condition = condition == null ? equal : SqlStdOperatorTable.AND.createCall(AT, condition, equal);
        }
        if (condition == null) {
            throw new IllegalStateException("a key without columns");
        }
        return new MergeNode(name, null, rows(upsert, columns), condition, clauses(upsert, table, columns, target), AT);
    }

    private static List<MergeNode.Clause> clauses(
            UpsertNode upsert, TableDefinition table, List<String> columns, String target) {
        SqlNodeList assigned = upsert.columns();
        SqlNodeList values = upsert.values();
        List<MergeNode.Clause> clauses = new ArrayList<>();
        if (assigned == null || values == null) {
            clauses.add(new MergeNode.Clause(true, null, new MergeNode.Nothing()));
        } else {
            SqlNodeList own = new SqlNodeList(AT);
            values.forEach(value -> own.add(qualified(value, table, target)));
            SqlNode where = upsert.condition() == null ? null : qualified(upsert.condition(), table, target);
            clauses.add(new MergeNode.Clause(true, where, new MergeNode.Update(assigned, own)));
        }
        SqlNodeList names = new SqlNodeList(AT);
        List<SqlNode> row = new ArrayList<>();
        for (String column : columns) {
            names.add(new SqlIdentifier(column, AT));
            row.add(id(ROWS, column));
        }
        clauses.add(new MergeNode.Clause(
                false, null, new MergeNode.Insert(names, SqlStdOperatorTable.ROW.createCall(AT, row))));
        return clauses;
    }

    private static SqlNode rows(UpsertNode upsert, List<String> columns) {
        SqlNode source = upsert.insert().getSource();
        if (source.getKind() == SqlKind.VALUES) {
            for (SqlNode row : ((SqlCall) source).getOperandList()) {
                boolean standard = row instanceof SqlCall call
                        && call.getOperandList().stream().anyMatch(item -> item.getKind() == SqlKind.DEFAULT);
                if (standard) {
                    throw new RocheException(
                            ErrorCode.FEATURE_NOT_SUPPORTED,
                            "DEFAULT in an INSERT … ON CONFLICT is not supported; leave the column out");
                }
            }
        }
        List<SqlNode> operands = new ArrayList<>();
        operands.add(source);
        operands.add(new SqlIdentifier(ROWS, AT));
        columns.forEach(column -> operands.add(new SqlIdentifier(column, AT)));
        return SqlStdOperatorTable.AS.createCall(AT, operands);
    }

    /** Returns the columns inserted: those listed, or all. */
    private static List<String> columns(UpsertNode upsert, TableDefinition table) {
        SqlNodeList listed = upsert.insert().getTargetColumnList();
        if (listed == null) {
            return table.columns().stream().map(ColumnDefinition::name).toList();
        }
        return names(listed);
    }

    private static List<String> names(SqlNodeList list) {
        return list.stream()
                .map(node -> ((SqlIdentifier) node).names)
                .map(names -> names.get(names.size() - 1))
                .toList();
    }

    /** Returns the columns of the key meant: the one of these columns, or the primary key. */
    private static List<String> key(@Nullable SqlNodeList written, TableDefinition table) {
        for (KeyConstraint key : table.keys()) {
            boolean meant = written == null ? key.primary() : same(names(written), key.columns());
            if (meant) {
                return key.columns();
            }
        }
        throw new RocheException(
                ErrorCode.UNDEFINED_OBJECT,
                written == null
                        ? "table '" + table.name() + "' has no primary key for ON CONFLICT"
                        : "table '" + table.name() + "' has no key of the columns " + names(written)
                                + " for ON CONFLICT");
    }

    private static boolean same(List<String> written, List<String> key) {
        return written.size() == key.size()
                && key.stream().allMatch(column -> written.stream().anyMatch(column::equalsIgnoreCase));
    }

    private static SqlIdentifier id(String table, String column) {
        return new SqlIdentifier(List.of(table, column), AT);
    }

    /**
     * Returns an expression in which bare columns are the table's: EXCLUDED has columns of the same names. Those of a query in it are left to the query,
     * whose own tables come first.
     */
    private static SqlNode qualified(SqlNode node, TableDefinition table, String target) {
        SqlNode result = node.accept(new SqlShuttle() {
            @Override
            public @Nullable SqlNode visit(SqlCall call) {
                return call.isA(SqlKind.QUERY) ? call : super.visit(call);
            }

            @Override
            public SqlNode visit(SqlIdentifier id) {
                return id.isSimple() && table.column(id.getSimple()).isPresent() ? id(target, id.getSimple()) : id;
            }
        });
        if (result == null) {
            throw new IllegalStateException("an expression became nothing");
        }
        return result;
    }
}
