package io.rochedb.calcite.internal.plan;

import io.rochedb.engine.ErrorCode;
import io.rochedb.engine.RocheException;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.parser.SqlParseException;
import org.apache.calcite.sql.parser.SqlParser;

/**
 * A statement's syntax tree.
 *
 * @param node the tree
 * @param analyze whether EXPLAIN ANALYZE stood before it
 */
record ParsedStatement(SqlNode node, boolean analyze) {
    /** Longest text, in characters. */
    private static final int SQL_MAX = 4 << 20;

    /** Parses a text; a trailing semicolon is dropped. */
    static ParsedStatement parse(String sql) {
        if (sql.length() > SQL_MAX) {
            throw new RocheException(
                    ErrorCode.STATEMENT_TOO_COMPLEX,
                    "the statement has " + sql.length() + " characters, more than " + SQL_MAX);
        }
        SqlText text = SqlText.of(sql);
        if (text.isEmpty()) {
            throw new RocheException(ErrorCode.SYNTAX_ERROR, "the statement is empty");
        }
        try {
            return new ParsedStatement(
                    SqlParser.create(text.text(), Dialect.PARSER).parseStmt(), text.analyze());
        } catch (SqlParseException e) {
            throw SqlErrors.syntax(e);
        }
    }
}
