package io.rochedb.calcite.internal.direct;

import io.rochedb.calcite.internal.plan.Dialect;
import java.util.Locale;
import java.util.Set;
import org.apache.calcite.sql.parser.SqlAbstractParserImpl;

/** The words that are nothing but names when they are not in quotes. Stateless. */
final class Words {
    private static final SqlAbstractParserImpl.Metadata PARSER = Dialect.parserWords();

    /** Words with a place in the grammar although the parser lets them be names elsewhere. */
    private static final Set<String> GRAMMAR = Set.of(
            "ALL",
            "AND",
            "ARRAY",
            "AS",
            "ASC",
            "BETWEEN",
            "BY",
            "CASE",
            "CAST",
            "COUNT",
            "CROSS",
            "CURSOR",
            "DESC",
            "DISTINCT",
            "EXCEPT",
            "EXISTS",
            "FETCH",
            "FOR",
            "FROM",
            "FULL",
            "GROUP",
            "HAVING",
            "IN",
            "INNER",
            "INTERSECT",
            "INTERVAL",
            "IS",
            "JOIN",
            "LATERAL",
            "LEFT",
            "LIKE",
            "LIMIT",
            "MINUS",
            "MULTISET",
            "NATURAL",
            "NEXT",
            "NOT",
            "NULL",
            "OFFSET",
            "ON",
            "OR",
            "ORDER",
            "PERIOD",
            "QUALIFY",
            "RIGHT",
            "ROW",
            "SELECT",
            "STREAM",
            "TABLE",
            "TABLESAMPLE",
            "UNION",
            "UNNEST",
            "USING",
            "VALUES",
            "WHERE",
            "WINDOW",
            "WITH");

    private Words() {}

    /** Returns whether a word has no meaning but as a name. */
    static boolean isPlain(Token token) {
        if (token.kind() != Token.Kind.WORD) {
            return false;
        }
        String word = token.text().toUpperCase(Locale.ROOT);
        return !GRAMMAR.contains(word)
                && !PARSER.isReservedWord(word)
                && !PARSER.isReservedFunctionName(word)
                && !PARSER.isContextVariableName(word);
    }
}
