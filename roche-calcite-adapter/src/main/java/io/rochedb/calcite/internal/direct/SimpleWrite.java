package io.rochedb.calcite.internal.direct;

import io.rochedb.calcite.internal.direct.SimpleSelect.Condition;
import io.rochedb.calcite.internal.direct.SimpleSelect.Constant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A statement that writes literals and parameters: {@code INSERT INTO table [(columns)] VALUES rows},
 * {@code UPDATE table SET column = value, … [WHERE conditions joined by AND]} or {@code DELETE FROM table [WHERE …]}.
 *
 * @param verb what it does
 * @param table name of the table
 * @param columns the columns written; empty for an INSERT without a list
 * @param rows the rows of an INSERT, the one of an UPDATE
 * @param conditions what WHERE joins by AND
 */
record SimpleWrite(
        Verb verb, String table, List<String> columns, List<List<Constant>> rows, List<Condition> conditions) {
    enum Verb {
        INSERT,
        UPDATE,
        DELETE
    }

    /** Returns the statement, or null when it is of another shape or perhaps wrong. */
    static @Nullable SimpleWrite read(String sql) {
        List<Token> tokens = Token.read(sql);
        return tokens == null ? null : new SimpleReader(tokens).write();
    }

    /** Returns how many parameters come before those of the conditions. */
    int parametersWritten() {
        return (int) rows.stream()
                .flatMap(List::stream)
                .filter(value -> value.parameter() >= 0)
                .count();
    }
}
