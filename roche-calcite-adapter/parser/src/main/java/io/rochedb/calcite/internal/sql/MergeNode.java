package io.rochedb.calcite.internal.sql;

import java.util.List;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.SqlSpecialOperator;
import org.apache.calcite.sql.SqlWriter;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.jspecify.annotations.Nullable;

/** MERGE: for each row of a source, what to do with the target's rows that match it, or when none does. */
public final class MergeNode extends SqlCall {
    private static final SqlOperator OPERATOR = new SqlSpecialOperator("MERGE", SqlKind.MERGE);

    private final SqlIdentifier table;
    private final @Nullable SqlIdentifier alias;
    private final SqlNode source;
    private final SqlNode condition;
    private final List<Clause> clauses;

    /** What a clause does. */
    public sealed interface Action {}

    /** UPDATE SET columns = values. */
    public record Update(SqlNodeList columns, SqlNodeList values) implements Action {}

    /** DELETE. */
    public record Delete() implements Action {}

    /** INSERT (columns) VALUES row. */
    public record Insert(@Nullable SqlNodeList columns, SqlNode row) implements Action {}

    /** DO NOTHING. */
    public record Nothing() implements Action {}

    /** WHEN [NOT] MATCHED [AND condition] THEN action. */
    public record Clause(boolean matched, @Nullable SqlNode condition, Action action) {}

    public MergeNode(
            SqlIdentifier table,
            @Nullable SqlIdentifier alias,
            SqlNode source,
            SqlNode condition,
            List<Clause> clauses,
            SqlParserPos position) {
        super(position);
        this.table = table;
        this.alias = alias;
        this.source = source;
        this.condition = condition;
        this.clauses = List.copyOf(clauses);
    }

    public SqlIdentifier table() {
        return table;
    }

    public @Nullable SqlIdentifier alias() {
        return alias;
    }

    public SqlNode source() {
        return source;
    }

    public SqlNode condition() {
        return condition;
    }

    public List<Clause> clauses() {
        return clauses;
    }

    @Override
    public SqlOperator getOperator() {
        return OPERATOR;
    }

    @Override
    public List<SqlNode> getOperandList() {
        return List.of(table, source, condition);
    }

    @Override
    public void unparse(SqlWriter writer, int leftPrecedence, int rightPrecedence) {
        writer.keyword("MERGE INTO");
        table.unparse(writer, 0, 0);
    }
}
