package io.rochedb.calcite.internal.sql;

import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.SqlSpecialOperator;
import org.apache.calcite.sql.SqlWriter;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.jspecify.annotations.Nullable;

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

    /** Returns the queries, conditions and values in it. */
    public List<SqlNode> parts() {
        List<SqlNode> parts = new ArrayList<>();
        if (statement instanceof SchemaStatement.CreateTable create) {
            create.columns().forEach(column -> add(column.defaultValue(), parts));
            create.constraints().forEach(constraint -> add(constraint, parts));
            add(create.query(), parts);
        } else if (statement instanceof SchemaStatement.CreateView create) {
            add(create.query(), parts);
        } else if (statement instanceof SchemaStatement.AlterTable alter) {
            for (SchemaStatement.Action action : alter.actions()) {
                if (action instanceof SchemaStatement.Action.AddColumn column) {
                    add(column.column().defaultValue(), parts);
                    column.constraints().forEach(constraint -> add(constraint, parts));
                } else if (action instanceof SchemaStatement.Action.AddConstraint constraint) {
                    add(constraint.constraint(), parts);
                } else if (action instanceof SchemaStatement.Action.SetDefault set) {
                    add(set.value(), parts);
                }
            }
        }
        return parts;
    }

    private static void add(ConstraintText constraint, List<SqlNode> parts) {
        if (constraint instanceof ConstraintText.Check check) {
            add(check.condition(), parts);
        }
    }

    private static void add(@Nullable SourceText text, List<SqlNode> parts) {
        if (text != null) {
            parts.add(text.node());
        }
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
