package io.rochedb.sqllogic;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;

/** The scripts of sqllogictest that are run with every build, whole or in a stated sample. */
class SqlLogicTest {
    private static final int THREADS = Runtime.getRuntime().availableProcessors();

    private static void run(Predicate<String> wanted, int queriesMax, int scriptsMin) throws Exception {
        List<String> names = LogicScripts.names(wanted);
        assertTrue(names.size() >= scriptsMin, names.size() + " scripts");
        Map<String, LogicSuite.Group> groups = new LogicSuite("jdbc:roche:mem:", queriesMax).run(names, THREADS);
        System.out.println(LogicSuite.table(groups));
        groups.forEach((name, group) -> assertEquals(List.of(), group.failures, name));
    }

    @Test
    void evidence() throws Exception {
        run(name -> name.startsWith("evidence/"), Integer.MAX_VALUE, 12);
    }

    /** A part of select1 to select4 with every build; select5 wants the order of its joins chosen, which the optimizer does not do yet. */
    @Test
    void selectSample() throws Exception {
        run(name -> name.matches("select[1-4]\\.test"), 100, 4);
    }
}
