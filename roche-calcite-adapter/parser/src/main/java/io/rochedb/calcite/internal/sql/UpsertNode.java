package io.rochedb.calcite.internal.sql;

import java.util.List;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlInsert;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.SqlSpecialOperator;
import org.apache.calcite.sql.SqlWriter;
import org.jspecify.annotations.Nullable;

/** INSERT … ON CONFLICT: what to do with the record there is when a row's key is there already. */
public final class UpsertNode extends SqlCall {
    private static final SqlOperator OPERATOR = new SqlSpecialOperator("UPSERT", SqlKind.INSERT);

    private final SqlInsert insert;
    private final @Nullable SqlNodeList keys;
    private final @Nullable SqlNodeList columns;
    private final @Nullable SqlNodeList values;
    private final @Nullable SqlNode condition;

    /** Creates one; without {@code columns} and {@code values} it is DO NOTHING. */
    public UpsertNode(
            SqlInsert insert,
            @Nullable SqlNodeList keys,
            @Nullable SqlNodeList columns,
            @Nullable SqlNodeList values,
            @Nullable SqlNode condition) {
        super(insert.getParserPosition());
        this.insert = insert;
        this.keys = keys;
        this.columns = columns;
        this.values = values;
        this.condition = condition;
    }

    public SqlInsert insert() {
        return insert;
    }

    /** Returns the columns after CONFLICT, or null when there are none. */
    public @Nullable SqlNodeList keys() {
        return keys;
    }

    /** Returns the columns assigned, or null for DO NOTHING. */
    public @Nullable SqlNodeList columns() {
        return columns;
    }

    /** Returns what is assigned to them. */
    public @Nullable SqlNodeList values() {
        return values;
    }

    /** Returns the condition of the update, or null. */
    public @Nullable SqlNode condition() {
        return condition;
    }

    @Override
    public SqlOperator getOperator() {
        return OPERATOR;
    }

    @Override
    public List<SqlNode> getOperandList() {
        return List.of(insert);
    }

    @Override
    public void unparse(SqlWriter writer, int leftPrecedence, int rightPrecedence) {
        insert.unparse(writer, leftPrecedence, rightPrecedence);
        writer.keyword("ON CONFLICT");
    }
}
