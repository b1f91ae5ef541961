package io.rochedb.calcite.internal.sys;

import io.rochedb.calcite.internal.function.RocheFunctions;
import io.rochedb.calcite.internal.plan.Dialect;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.apache.calcite.sql.SqlFunction;
import org.apache.calcite.sql.SqlOperator;

/** The functions of the library that statements may use: those of standard SQL, and of PostgreSQL. */
final class StandardFunctions {
    private static final Pattern NAME = Pattern.compile("[A-Z][A-Z0-9_]*");

    /** Their names, sorted. */
    static final List<String> NAMES = names();

    private StandardFunctions() {}

    /** Operators that are no functions to users, or parts of syntax that is refused. */
    private static Set<String> internal() {
        return Set.of(
                "CLASSIFIER",
                "CONVERT",
                "CURRENT_PATH",
                "FIRST",
                "FUSION",
                "GROUP_ID",
                "HOP",
                "HOP_END",
                "HOP_START",
                "INTERSECTION",
                "LAST",
                "MATCH_NUMBER",
                "NEXT",
                "PERCENTILE_CONT",
                "PERCENTILE_DISC",
                "PREV",
                "SESSION",
                "SESSION_END",
                "SESSION_START",
                "SINGLE_VALUE",
                "SOME",
                "TRANSLATE3",
                "TUMBLE",
                "TUMBLE_END",
                "TUMBLE_START",
                "TYPEOF",
                "VARIANTNULL");
    }

    private static List<String> names() {
        Set<String> internal = internal();
        Set<String> names = new TreeSet<>();
        for (SqlOperator operator : Dialect.operators().getOperatorList()) {
            // the library puts what happens to NULL into these names
            String name = operator.getName().replaceFirst("_(ABSENT|NULL)_ON_NULL$", "");
            if (operator instanceof SqlFunction && NAME.matcher(name).matches() && !internal.contains(name)) {
                names.add(name);
            }
        }
        RocheFunctions.declarations().forEach(own -> names.remove(own.name()));
        return List.copyOf(names);
    }
}
