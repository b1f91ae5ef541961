package io.rochedb.calcite.internal.sql;

import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlSelect;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.util.SqlShuttle;
import org.jspecify.annotations.Nullable;

/** {@code SET (a, b) = (1, 2)} and {@code SET (a, b) = (SELECT …)} as one assignment for each column. Stateless. */
public final class RowAssignment {
    private static final String QUERY = "$row";

    private RowAssignment() {}

    /** Adds an assignment for each column; a source of another width is refused. */
    public static void add(SqlNodeList columns, SqlNodeList values, List<SqlIdentifier> names, SqlNode source) {
        columns.addAll(names);
        int width = names.size();
        if (source.getKind() == SqlKind.ROW && ((SqlCall) source).operandCount() == width) {
            values.addAll(((SqlCall) source).getOperandList());
        } else if (source.isA(SqlKind.QUERY)) {
            for (int i = 0; i < width; i++) {
                values.add(column(source, i, width));
            }
        } else if (width == 1 && source.getKind() != SqlKind.ROW) {
            values.add(source);
        } else {
            throw new RowWidthException(width, source.getKind() == SqlKind.ROW ? ((SqlCall) source).operandCount() : 1);
        }
    }

    /** Returns a query for one column of a query. */
    private static SqlNode column(SqlNode query, int index, int width) {
        SqlNode own = copy(query);
        if (own instanceof SqlSelect select && !hasStar(select)) {
            int given = select.getSelectList().size();
            if (given != width) {
                throw new RowWidthException(width, given);
            }
            if (width == 1) {
                return own;
            }
        }
        SqlParserPos at = query.getParserPosition();
        List<SqlNode> named = new ArrayList<>(List.of(own, new SqlIdentifier(QUERY, at)));
        for (int i = 0; i < width; i++) {
            named.add(new SqlIdentifier(name(i), at));
        }
        return new SqlSelect(
                at,
                null,
                SqlNodeList.of(new SqlIdentifier(name(index), at)),
                SqlStdOperatorTable.AS.createCall(at, named),
                null,
                null,
                null,
                null,
                null,
                null,
                null,
                null,
                null);
    }

    private static String name(int index) {
        return "$" + index;
    }

    private static boolean hasStar(SqlSelect select) {
        return select.getSelectList().stream().anyMatch(item -> item instanceof SqlIdentifier name && name.isStar());
    }

    /** Returns a tree of its own: validation changes trees in place. */
    private static SqlNode copy(SqlNode node) {
        SqlNode copied = node.accept(new SqlShuttle() {
            @Override
            public SqlNode visit(SqlIdentifier id) {
                return id.clone(id.getParserPosition());
            }

            @Override
            public @Nullable SqlNode visit(SqlCall call) {
                CallCopyingArgHandler copy = new CallCopyingArgHandler(call, true);
                call.getOperator().acceptCall(this, call, false, copy);
                return copy.result();
            }
        });
        return copied == null ? node : copied;
    }
}
