package io.rochedb.calcite.internal.sql;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.SqlSpecialOperator;
import org.apache.calcite.sql.SqlWriter;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.jspecify.annotations.Nullable;

/** MERGE: for each row of a source, what to do with the target's rows that match it, or when none does. */
public final class MergeNode extends SqlCall {
    /** Operands that are not of a clause: table, alias, source, condition. */
    private static final int HEAD = 4;

    /** Operands of a clause: condition, columns, values. */
    private static final int CLAUSE = 3;

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
        return new SqlSpecialOperator("MERGE", SqlKind.MERGE) {
            @Override
            public SqlCall createCall(
                    @Nullable SqlLiteral qualifier, SqlParserPos position, @Nullable SqlNode... operands) {
                return with(position, operands);
            }
        };
    }

    /** Makes the node again of operands that a visitor has changed. */
    private MergeNode with(SqlParserPos position, @Nullable SqlNode[] operands) {
        List<Clause> changed = new ArrayList<>();
        int at = HEAD;
        for (Clause clause : clauses) {
            Action action = clause.action();
            SqlNodeList columns = (SqlNodeList) operands[at + 1];
            SqlNode values = operands[at + 2];
            if (action instanceof Update) {
                action = new Update(Objects.requireNonNull(columns), (SqlNodeList) Objects.requireNonNull(values));
            } else if (action instanceof Insert) {
                action = new Insert(columns, Objects.requireNonNull(values));
            }
            changed.add(new Clause(clause.matched(), operands[at], action));
            at += CLAUSE;
        }
        return new MergeNode(
                (SqlIdentifier) Objects.requireNonNull(operands[0]),
                (SqlIdentifier) operands[1],
                Objects.requireNonNull(operands[2]),
                Objects.requireNonNull(operands[3]),
                changed,
                position);
    }

    @Override
    @SuppressWarnings("NullAway") // as the library's own calls: an operand that is not there is null
    public List<SqlNode> getOperandList() {
        List<SqlNode> operands = new ArrayList<>(Arrays.asList(table, alias, source, condition));
        for (Clause clause : clauses) {
            operands.add(clause.condition());
            if (clause.action() instanceof Update update) {
                operands.addAll(Arrays.asList(update.columns(), update.values()));
            } else if (clause.action() instanceof Insert insert) {
                operands.addAll(Arrays.asList(insert.columns(), insert.row()));
            } else {
                operands.addAll(Arrays.asList(null, null));
            }
        }
        return operands;
    }

    @Override
    public void unparse(SqlWriter writer, int leftPrecedence, int rightPrecedence) {
        writer.keyword("MERGE INTO");
        table.unparse(writer, 0, 0);
    }
}
