package io.rochedb.calcite.internal.dml;

import io.rochedb.calcite.internal.plan.Dialect;
import io.rochedb.calcite.internal.sql.MergeNode;
import io.rochedb.calcite.internal.table.ResolvedTable;
import io.rochedb.calcite.internal.table.TableColumn;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlDynamicParam;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlSelect;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.type.SqlTypeUtil;
import org.apache.calcite.sql.util.SqlShuttle;
import org.jspecify.annotations.Nullable;

/**
 * The USING part of a MERGE, when it is rows written out: {@code VALUES} or a {@code SELECT} without FROM, with a name and names of its columns.
 *
 * <p>A bare {@code ?} in it has no type of its own; it gets that of the target's column it is compared with or assigned to.
 *
 * @param node the source as written
 * @param alias its name
 * @param columns the names of its columns
 * @param rows the values
 */
record MergeSource(SqlNode node, String alias, List<String> columns, List<List<SqlNode>> rows) {

    /** Returns the source in parts, or null when it is something else. */
    static @Nullable MergeSource of(SqlNode node) {
        if (node.getKind() != SqlKind.AS) {
            return null;
        }
        SqlCall as = (SqlCall) node;
        String alias = ((SqlIdentifier) as.operand(1)).getSimple();
        List<String> names = new ArrayList<>();
        for (int i = 2; i < as.operandCount(); i++) {
            names.add(((SqlIdentifier) as.operand(i)).getSimple());
        }
        List<List<SqlNode>> rows = new ArrayList<>();
        SqlNode inner = as.operand(0);
        if (inner.getKind() == SqlKind.VALUES) {
            for (SqlNode row : ((SqlCall) inner).getOperandList()) {
                rows.add(row.getKind() == SqlKind.ROW ? ((SqlCall) row).getOperandList() : List.of(row));
            }
        } else if (inner instanceof SqlSelect select && isOneRow(select)) {
            List<SqlNode> row = new ArrayList<>();
            for (SqlNode item : select.getSelectList()) {
                boolean named = item.getKind() == SqlKind.AS;
                row.add(named ? ((SqlCall) item).operand(0) : item);
                if (as.operandCount() == 2) {
                    names.add(named ? ((SqlIdentifier) ((SqlCall) item).operand(1)).getSimple() : "");
                }
            }
            rows.add(row);
        }
        boolean whole = !rows.isEmpty()
                && names.stream().noneMatch(String::isEmpty)
                && rows.stream().allMatch(row -> row.size() == names.size());
        return whole ? new MergeSource(node, alias, List.copyOf(names), rows) : null;
    }

    private static boolean isOneRow(SqlSelect select) {
        return select.getFrom() == null
                && select.getWhere() == null
                && select.getGroup() == null
                && select.getFetch() == null
                && select.getOffset() == null
                && select.getSelectList().stream().noneMatch(item -> item instanceof SqlIdentifier id && id.isStar());
    }

    /** Returns whether it is one row of literals and parameters. */
    boolean isOneDirectRow() {
        return rows.size() == 1 && rows.get(0).stream().allMatch(MergeSource::isDirect);
    }

    private static boolean isDirect(SqlNode node) {
        return node instanceof SqlDynamicParam || node instanceof SqlLiteral;
    }

    /** Returns the index of the column an identifier names, or -1. */
    private int column(SqlIdentifier id) {
        boolean qualified = id.names.size() == 2 && id.names.get(0).equalsIgnoreCase(alias);
        if (!qualified && id.names.size() != 1) {
            return -1;
        }
        String name = id.names.get(id.names.size() - 1);
        for (int i = 0; i < columns.size(); i++) {
            if (columns.get(i).equalsIgnoreCase(name)) {
                return i;
            }
        }
        return -1;
    }

    /** Returns whether a bare name could mean a column of either side, which is for the library to refuse. */
    boolean sharesNames(ResolvedTable.Data target, List<SqlNode> nodes) {
        List<String> bare = new ArrayList<>();
        SqlShuttle finder = new SqlShuttle() {
            @Override
            public SqlNode visit(SqlIdentifier id) {
                if (id.isSimple() && column(id) >= 0) {
                    bare.add(id.getSimple());
                }
                return id;
            }
        };
        nodes.forEach(node -> node.accept(finder));
        return target.columns().stream().anyMatch(column -> bare.stream().anyMatch(column.name()::equalsIgnoreCase));
    }

    /** Returns the types of the source's columns as far as what the statement does with them tells. */
    Map<Integer, RelDataType> types(ResolvedTable.Data target, MergeNode merge) {
        Map<Integer, RelDataType> types = new HashMap<>();
        pair(merge.condition(), target, types);
        for (MergeNode.Clause clause : merge.clauses()) {
            if (clause.action() instanceof MergeNode.Update update) {
                for (int i = 0; i < update.columns().size(); i++) {
                    note(update.values().get(i), update.columns().get(i), target, types);
                }
            } else if (clause.action() instanceof MergeNode.Insert insert) {
                List<SqlNode> values = ((SqlCall) insert.row()).getOperandList();
                List<WriteColumn> implied = insert.columns() == null ? WriteColumn.fields(target) : List.of();
                for (int i = 0; i < values.size(); i++) {
                    SqlNode column = insert.columns() != null
                            ? insert.columns().size() > i ? insert.columns().get(i) : null
                            : implied.size() > i
                                    ? new SqlIdentifier(implied.get(i).name(), SqlParserPos.ZERO)
                                    : null;
                    if (column != null) {
                        note(values.get(i), column, target, types);
                    }
                }
            }
        }
        return types;
    }

    private void pair(SqlNode condition, ResolvedTable.Data target, Map<Integer, RelDataType> types) {
        if (condition.getKind() == SqlKind.AND) {
            ((SqlCall) condition).getOperandList().forEach(term -> pair(term, target, types));
        } else if (condition.isA(SqlKind.COMPARISON) && ((SqlCall) condition).operandCount() == 2) {
            SqlNode left = ((SqlCall) condition).operand(0);
            SqlNode right = ((SqlCall) condition).operand(1);
            note(left, right, target, types);
            note(right, left, target, types);
        }
    }

    private void note(SqlNode value, SqlNode of, ResolvedTable.Data target, Map<Integer, RelDataType> types) {
        if (!(value instanceof SqlIdentifier source) || !(of instanceof SqlIdentifier column) || column(source) < 0) {
            return;
        }
        String name = column.names.get(column.names.size() - 1);
        for (TableColumn known : target.columns()) {
            if (known.name().equalsIgnoreCase(name)) {
                types.putIfAbsent(
                        column(source),
                        TableColumn.rowType(List.of(known), Dialect.typeFactory())
                                .getFieldList()
                                .get(0)
                                .getType());
            }
        }
    }

    /** Returns the source with a type for each bare parameter whose use tells it. */
    SqlNode typed(Map<Integer, RelDataType> types) {
        List<SqlNode> typedRows = new ArrayList<>();
        for (List<SqlNode> row : rows) {
            List<SqlNode> values = new ArrayList<>();
            for (int i = 0; i < row.size(); i++) {
                values.add(cast(row.get(i), types.get(i)));
            }
            typedRows.add(SqlStdOperatorTable.ROW.createCall(SqlParserPos.ZERO, values));
        }
        List<SqlNode> operands = new ArrayList<>();
        operands.add(SqlStdOperatorTable.VALUES.createCall(SqlParserPos.ZERO, typedRows));
        operands.add(new SqlIdentifier(alias, SqlParserPos.ZERO));
        columns.forEach(name -> operands.add(new SqlIdentifier(name, SqlParserPos.ZERO)));
        return SqlStdOperatorTable.AS.createCall(node.getParserPosition(), operands);
    }

    private static SqlNode cast(SqlNode value, @Nullable RelDataType type) {
        if (!(value instanceof SqlDynamicParam) || type == null) {
            return value;
        }
        SqlTypeName name = type.getSqlTypeName();
        return name == SqlTypeName.ARRAY || name == SqlTypeName.ANY
                ? value
                : SqlStdOperatorTable.CAST.createCall(
                        value.getParserPosition(), value, SqlTypeUtil.convertTypeToSpec(type));
    }

    /** Returns an expression with the one row's values in the place of the source's columns; parameters have types but where they stand alone. */
    SqlNode substituted(SqlNode node, Map<Integer, RelDataType> types) {
        if (node instanceof SqlIdentifier id && column(id) >= 0) {
            return rows.get(0).get(column(id));
        }
        return node.accept(new SqlShuttle() {
            @Override
            public SqlNode visit(SqlIdentifier id) {
                int column = column(id);
                return column < 0
                        ? id.clone(id.getParserPosition())
                        : cast(rows.get(0).get(column), types.get(column));
            }

            @Override
            public @Nullable SqlNode visit(SqlCall call) {
                CallCopyingArgHandler copy = new CallCopyingArgHandler(call, true);
                call.getOperator().acceptCall(this, call, false, copy);
                return copy.result();
            }
        });
    }

    /** Returns whether a statement holds a query, in which names may mean something else. */
    static boolean hasQuery(List<SqlNode> nodes) {
        boolean[] found = new boolean[1];
        SqlShuttle finder = new SqlShuttle() {
            @Override
            public @Nullable SqlNode visit(SqlCall call) {
                found[0] |= call.isA(SqlKind.QUERY);
                return super.visit(call);
            }
        };
        nodes.forEach(node -> node.accept(finder));
        return found[0];
    }

    @Override
    public String toString() {
        return alias.toLowerCase(Locale.ROOT) + columns;
    }
}
