package io.rochedb.calcite.internal.sql;

import java.util.List;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.SqlSpecialOperator;
import org.apache.calcite.sql.SqlWriter;
import org.apache.calcite.sql.parser.SqlParserPos;

/** The leaf of the library's syntax tree that carries a {@link SchemaStatement}. */
public final class SchemaStatementNode extends SqlCall {
    private static final SqlOperator OPERATOR = new SqlSpecialOperator("DDL", SqlKind.OTHER_DDL);

    private final SchemaStatement statement;

    public SchemaStatementNode(SchemaStatement statement, SqlParserPos position) {
        super(position);
        this.statement = statement;
    }

    public SchemaStatement statement() {
        return statement;
    }

    @Override
    public SqlOperator getOperator() {
        return OPERATOR;
    }

    @Override
    public List<SqlNode> getOperandList() {
        return List.of();
    }

    @Override
    public void unparse(SqlWriter writer, int leftPrecedence, int rightPrecedence) {
        writer.literal(statement.toString());
    }
}
