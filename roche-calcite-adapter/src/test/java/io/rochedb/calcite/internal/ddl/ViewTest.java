package io.rochedb.calcite.internal.ddl;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.rochedb.calcite.SqlSession;
import io.rochedb.engine.ErrorCode;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ViewTest {
    private final SqlSession db = new SqlSession("main");

    @BeforeEach
    void fill() {
        for (int i = 0; i < 5; i++) {
            db.run("INSERT INTO \"docs/r" + i + "\" (title, year, \"user\") VALUES ('a" + i + "', " + (2000 + i)
                    + ", 'u" + i + "'), ('b" + i + "', " + (2010 + i) + ", 'u')");
        }
        db.run("CREATE VIEW papers AS SELECT _ring AS r, title, year, \"user\" FROM \"docs/*\" ORDER BY year");
        db.run("CREATE VIEW Late (name, y) AS SELECT title, year FROM papers WHERE year >= 2010");
    }

    @AfterEach
    void close() {
        db.close();
    }

    @Test
    void aViewIsItsQuery() {
        assertEquals("10", db.rows("SELECT COUNT(*) FROM papers"));
        assertEquals("b1|2011\nb2|2012", db.rows("SELECT * FROM late WHERE y IN (2011, 2012) ORDER BY y"));
        assertEquals("b1|2011", db.rows("SELECT NAME, Y FROM roche.LATE WHERE y = ?", 2011L));
        assertEquals(
                "b4|a4",
                db.rows("SELECT l.name, d.title FROM late l JOIN papers d ON d.year + 10 = l.y WHERE l.y > 2013"));
        assertEquals("5", db.rows("SELECT COUNT(*) FROM late WHERE name IN (SELECT title FROM papers)"));
        assertEquals("u3", db.rows("SELECT user FROM papers WHERE year = 2003"));
        assertEquals("2014", db.rows("WITH w AS (SELECT MAX(y) AS m FROM late) SELECT m FROM w"));
        db.run("CREATE VIEW three AS SELECT title FROM papers ORDER BY year LIMIT 3");
        assertEquals("a0\na1\na2", db.rows("SELECT * FROM three ORDER BY 1"));
        assertEquals("", db.rows("SELECT * FROM three WHERE title = 'b1'"));
    }

    @Test
    void conditionsReachTheRings() {
        assertEquals("a3", db.rows("SELECT title FROM papers WHERE r = 'docs/r3' AND year < 2010"));
        assertEquals(1, db.monitor.ringsRouted());
        assertEquals("a3", db.rows("SELECT title FROM papers WHERE r = ? AND year < 2010", "docs/r3"));
        assertEquals(1, db.monitor.ringsRouted());
    }

    @Test
    void columnsAreThoseOfTheRingsNow() {
        db.run("CREATE VIEW everything AS SELECT * FROM \"docs/r0\"");
        assertEquals("a0|2000|u0", db.rows("SELECT title, year, \"user\" FROM everything WHERE year = 2000"));
        db.run("INSERT INTO \"docs/r0\" (title, extra) VALUES ('c', 'x')");
        assertEquals("x", db.rows("SELECT extra FROM everything WHERE title = 'c'"));
    }

    @Test
    void viewsAreNotWritten() {
        for (String sql : new String[] {
            "INSERT INTO papers (title) VALUES ('x')",
            "UPDATE papers SET title = 'x'",
            "DELETE FROM papers",
            "TRUNCATE papers",
            "DROP TABLE papers",
            "ALTER TABLE papers ADD a INT",
            "CREATE INDEX i ON papers (title)"
        }) {
            assertTrue(db.fails(ErrorCode.FEATURE_NOT_SUPPORTED, sql).contains("view"), sql);
        }
    }

    @Test
    void whatAViewNeedsIsKept() {
        assertTrue(db.fails(ErrorCode.DEPENDENT_OBJECTS, "DROP VIEW papers").contains("'Late'"));
        db.run("CREATE TABLE t (a INT)");
        db.run("CREATE VIEW tv AS SELECT x.a FROM late CROSS JOIN T AS x");
        assertTrue(db.fails(ErrorCode.DEPENDENT_OBJECTS, "DROP TABLE t").contains("'tv'"));
        db.run("DROP VIEW tv, late");
        db.fails(ErrorCode.UNDEFINED_TABLE, "SELECT * FROM tv");
        db.run("DROP VIEW IF EXISTS tv");
        db.run("CREATE VIEW late AS SELECT title FROM papers");
        db.run("DROP VIEW papers CASCADE");
        db.fails(ErrorCode.UNDEFINED_TABLE, "SELECT * FROM late");
    }

    @Test
    void aViewOfWhatIsGoneSaysSo() {
        db.run("CREATE VIEW one AS SELECT year FROM papers");
        db.run("CREATE OR REPLACE VIEW papers AS SELECT title FROM \"docs/*\"");
        String message = db.fails(ErrorCode.UNDEFINED_COLUMN, "SELECT * FROM one");
        assertTrue(message.contains("'one'") && message.contains("'year'"), message);
    }

    @Test
    void aViewIsNotDefinedByItself() {
        db.fails(ErrorCode.INVALID_DEFINITION, "CREATE OR REPLACE VIEW papers AS SELECT * FROM papers");
        db.fails(ErrorCode.INVALID_DEFINITION, "CREATE OR REPLACE VIEW papers AS SELECT * FROM late");
        db.fails(ErrorCode.UNDEFINED_TABLE, "CREATE VIEW v AS SELECT * FROM v");
    }

    @Test
    void aViewMustPlan() {
        db.fails(ErrorCode.UNDEFINED_TABLE, "CREATE VIEW v AS SELECT a FROM nowhere");
        db.fails(ErrorCode.UNDEFINED_COLUMN, "CREATE VIEW v AS SELECT nothing FROM papers");
        db.fails(ErrorCode.SYNTAX_ERROR, "CREATE VIEW v (a) AS SELECT 1, 2");
        db.fails(ErrorCode.DUPLICATE_COLUMN, "CREATE VIEW v (a, A) AS SELECT 1, 2");
        db.fails(ErrorCode.DUPLICATE_COLUMN, "CREATE VIEW v AS SELECT title, title FROM papers");
        db.fails(ErrorCode.FEATURE_NOT_SUPPORTED, "CREATE VIEW v AS SELECT title FROM papers WHERE year = ?");
    }
}
