package io.rochedb.sqllogic;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The scripts of sqllogictest that are run with every build, whole or in a stated sample. */
class SqlLogicTest {
    private static final int THREADS = Runtime.getRuntime().availableProcessors();

    private static void run(Predicate<String> wanted, int queriesMax, int scriptsMin) throws Exception {
        List<String> names = LogicScripts.names(wanted);
        assertTrue(names.size() >= scriptsMin, names.size() + " scripts");
        Map<String, LogicSuite.Group> groups =
                new LogicSuite("jdbc:roche:mem:", queriesMax, (script, result) -> {}).run(names, THREADS);
        System.out.println(LogicSuite.table(groups));
        groups.forEach((name, group) -> assertEquals(List.of(), group.failures, name));
    }

    @Test
    void evidence() throws Exception {
        run(name -> name.startsWith("evidence/"), Integer.MAX_VALUE, 12);
    }

    /** A part of select1 to select4 with every build. */
    @Test
    void selectSample() throws Exception {
        run(name -> name.matches("select[1-4]\\.test"), 100, 4);
    }

    /** A part of select5, joins of 4 to 64 tables, with every build. */
    @Test
    void joinSample() throws Exception {
        run(name -> name.equals("select5.test"), 25, 1);
    }

    /** All statements of select1 to select4 and a thousand queries of each, which is all of the first two; the others whole by command. */
    @Test
    @Tag("long")
    void select() throws Exception {
        run(name -> name.matches("select[1-4]\\.test"), 1_000, 4);
    }

    /** Of the 732 joins of select5, each of which takes some tenths of a second to plan, 150. */
    @Test
    @Tag("long")
    void joins() throws Exception {
        run(name -> name.equals("select5.test"), 150, 1);
    }

    /** The first script of each folder of index/ and the first ten of those of random/, 20 queries of each. */
    @Tag("long")
    @Test
    void restSample() throws Exception {
        run(name -> name.matches("(index/.*/slt_good_0|random/.*/slt_good_\\d)\\.test"), 20, 60);
    }
}
