package io.rochedb.calcite.internal.plan;

import io.rochedb.engine.ErrorCode;
import io.rochedb.engine.RocheException;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.parser.SqlParseException;
import org.apache.calcite.sql.parser.SqlParser;

/** The parser's door. Stateless. */
public final class ParsedStatement {
    private ParsedStatement() {}

    /** Parses a text into a syntax tree; a trailing semicolon is dropped. */
    public static SqlNode parse(String sql) {
        SqlText text = SqlText.of(sql);
        if (text.isEmpty()) {
            throw new RocheException(ErrorCode.SYNTAX_ERROR, "the statement is empty");
        }
        if (text.explain() != SqlText.Explain.NONE) {
            throw new RocheException(ErrorCode.SYNTAX_ERROR, "EXPLAIN cannot be nested");
        }
        try {
            return parseOnce(text.text());
        } catch (SqlParseException e) {
            String quoted = ReservedWords.quoteNames(text.text());
            if (quoted.equals(text.text())) {
                throw SqlErrors.syntax(e);
            }
            try {
                return parseOnce(quoted);
            } catch (SqlParseException again) {
                throw SqlErrors.syntax(e);
            }
        }
    }

    private static SqlNode parseOnce(String sql) throws SqlParseException {
        return SqlParser.create(sql, Dialect.PARSER).parseStmt();
    }
}
