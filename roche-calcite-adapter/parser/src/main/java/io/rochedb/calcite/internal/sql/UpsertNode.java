package io.rochedb.calcite.internal.sql;

import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlInsert;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.SqlSpecialOperator;
import org.apache.calcite.sql.SqlWriter;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.jspecify.annotations.Nullable;

/** INSERT … ON CONFLICT: what to do with the record there is when a row's key is there already. */
public final class UpsertNode extends SqlCall {
    /** Makes the node again of operands that a visitor has changed. */
    private static final SqlOperator OPERATOR = new SqlSpecialOperator("UPSERT", SqlKind.INSERT) {
        @Override
        public SqlCall createCall(
                @Nullable SqlLiteral qualifier, SqlParserPos position, @Nullable SqlNode... operands) {
            return new UpsertNode(
                    (SqlInsert) Objects.requireNonNull(operands[0]),
                    (SqlIdentifier) operands[1],
                    (SqlNodeList) operands[2],
                    (SqlIdentifier) operands[3],
                    (SqlNodeList) operands[4],
                    (SqlNodeList) operands[5],
                    operands[6]);
        }
    };

    private final SqlInsert insert;
    private final @Nullable SqlIdentifier alias;
    private final @Nullable SqlNodeList keys;
    private final @Nullable SqlIdentifier constraint;
    private final @Nullable SqlNodeList columns;
    private final @Nullable SqlNodeList values;
    private final @Nullable SqlNode condition;

    /** Creates one; without {@code columns} and {@code values} it is DO NOTHING. */
    public UpsertNode(
            SqlInsert insert,
            @Nullable SqlIdentifier alias,
            @Nullable SqlNodeList keys,
            @Nullable SqlIdentifier constraint,
            @Nullable SqlNodeList columns,
            @Nullable SqlNodeList values,
            @Nullable SqlNode condition) {
        super(insert.getParserPosition());
        this.insert = insert;
        this.alias = alias;
        this.keys = keys;
        this.constraint = constraint;
        this.columns = columns;
        this.values = values;
        this.condition = condition;
    }

    public SqlInsert insert() {
        return insert;
    }

    /** Returns the name the table has in the statement, or null. */
    public @Nullable SqlIdentifier alias() {
        return alias;
    }

    /** Returns the constraint named after CONFLICT, or null. */
    public @Nullable SqlIdentifier constraint() {
        return constraint;
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
    @SuppressWarnings("NullAway") // as the library's own calls: an operand that is not there is null
    public List<SqlNode> getOperandList() {
        return Arrays.asList(insert, alias, keys, constraint, columns, values, condition);
    }

    @Override
    public void unparse(SqlWriter writer, int leftPrecedence, int rightPrecedence) {
        insert.unparse(writer, leftPrecedence, rightPrecedence);
        writer.keyword("ON CONFLICT");
    }
}
