package io.rochedb.sqlline;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.rochedb.sqlline.StatementSplitter.Statement;
import java.io.IOException;
import java.io.StringReader;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class StatementSplitterTest {
    private static List<Statement> split(String text) throws IOException {
        StatementSplitter splitter = new StatementSplitter(new StringReader(text));
        List<Statement> statements = new ArrayList<>();
        for (Optional<Statement> next = splitter.next(); next.isPresent(); next = splitter.next()) {
            statements.add(next.get());
        }
        return statements;
    }

    private static List<String> texts(String text) throws IOException {
        return split(text).stream().map(Statement::text).toList();
    }

    @Test
    void aSemicolonEndsAStatementAndTheLastNeedsNone() throws IOException {
        assertEquals(List.of("SELECT 1", "SELECT\n 2"), texts("SELECT 1; SELECT\n 2\n"));
    }

    @Test
    void aSemicolonInQuotesSeparatesNothing() throws IOException {
        assertEquals(
                List.of("SELECT 'a;''b;' FROM \"r;\"\"s;\"", "SELECT 2"),
                texts("SELECT 'a;''b;' FROM \"r;\"\"s;\"; SELECT 2"));
    }

    @Test
    void aSemicolonInACommentSeparatesNothing() throws IOException {
        assertEquals(
                List.of("SELECT 1 -- one; two\n + 1 /* ; */", "SELECT 2"),
                texts("SELECT 1 -- one; two\n + 1 /* ; */; SELECT 2"));
    }

    @Test
    void aQuoteInACommentOpensNothing() throws IOException {
        assertEquals(List.of("SELECT 1", "SELECT 2"), texts("-- it's\nSELECT 1; /* isn't */ SELECT 2;"));
    }

    @Test
    void commentMarksInQuotesAreText() throws IOException {
        assertEquals(List.of("SELECT '--', '/*'", "SELECT 2"), texts("SELECT '--', '/*'; SELECT 2"));
    }

    @Test
    void aBlockCommentEndsAtItsOwnEndOnly() throws IOException {
        assertEquals(List.of("SELECT 1"), texts("/*/ ; */ SELECT 1"));
        assertEquals(List.of("SELECT 1"), texts("/***/SELECT 1"));
    }

    @Test
    void hintsStayInTheStatement() throws IOException {
        assertEquals(List.of("SELECT /*+ x */ 1"), texts("SELECT /*+ x */ 1;"));
    }

    @Test
    void blanksAndCommentsAloneAreNoStatement() throws IOException {
        assertEquals(List.of(), texts(" ;; -- nothing\n ; /* nor here */ ;\n"));
    }

    @Test
    void linesAndLeadingCommentsAreKept() throws IOException {
        List<Statement> statements = split("-- first\nSELECT 1;\n\n-- second\n-- part\nSELECT\n2;");
        assertEquals(2, statements.get(0).line());
        assertEquals("-- first\n", statements.get(0).comment());
        assertEquals(6, statements.get(1).line());
        assertEquals("\n\n-- second\n-- part\n", statements.get(1).comment());
    }

    @Test
    void minusAndDivisionAreOperators() throws IOException {
        assertEquals(List.of("SELECT 4-2/1 - -1"), texts("SELECT 4-2/1 - -1;"));
    }

    @Test
    void anUnclosedQuoteTakesTheRest() throws IOException {
        assertEquals(List.of("SELECT 'a; SELECT 2"), texts("SELECT 'a; SELECT 2"));
    }
}
