package io.rochedb.calcite.internal.plan;

import io.rochedb.calcite.SecretTexts;
import io.rochedb.engine.ErrorCode;
import io.rochedb.engine.RocheException;
import org.apache.calcite.sql.SqlCharStringLiteral;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.parser.SqlParseException;
import org.apache.calcite.sql.parser.SqlParser;
import org.apache.calcite.sql.util.SqlShuttle;
import org.apache.calcite.util.NlsString;

/** The parser's door. Stateless. */
public final class ParsedStatement {
    /** Makes of a literal {@code U&'…'}, which the parser has decoded, one of the character set of all others. */
    private static final SqlShuttle UNICODE = new SqlShuttle() {
        @Override
        public SqlNode visit(SqlLiteral literal) {
            return literal instanceof SqlCharStringLiteral text
                            && text.getValueAs(NlsString.class).getCharsetName() != null
                    ? SqlLiteral.createCharString(
                            text.getValueAs(NlsString.class).getValue(), text.getParserPosition())
                    : literal;
        }
    };

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
            OtherWays.refuseLocking(text.text());
            String quoted = IntervalTexts.standard(ReservedWords.quoteNames(text.text()));
            if (quoted.equals(text.text())) {
                throw refused(text.text(), e);
            }
            try {
                return parseOnce(quoted);
            } catch (SqlParseException again) {
                throw refused(text.text(), e);
            }
        }
    }

    /** What is wrong with a statement about a user, or one that has the word, may be a password: it is not shown. */
    private static RocheException refused(String sql, SqlParseException e) {
        return SecretTexts.mayBeQuoted(sql)
                ? SqlErrors.syntax(e)
                : SqlErrors.syntaxOfSecret(e, SecretTexts.isAboutUser(sql));
    }

    private static SqlNode parseOnce(String sql) throws SqlParseException {
        SqlNode node = SqlParser.create(sql, Dialect.PARSER).parseStmt();
        SqlNode plain = sql.contains("&'") ? node.accept(UNICODE) : node;
        return PlainForms.plain(plain == null ? node : plain);
    }
}
