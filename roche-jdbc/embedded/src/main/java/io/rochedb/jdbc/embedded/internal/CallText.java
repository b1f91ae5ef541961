package io.rochedb.jdbc.embedded.internal;

import io.rochedb.calcite.RochePlan;
import java.util.regex.Pattern;

/** Tells statements that may write from those that cannot. */
final class CallText {
    /** The one procedure that writes a file and no record. */
    private static final Pattern DUMP =
            Pattern.compile("\\s*CALL\\s+(?:SYS\\s*\\.\\s*)?DUMP\\b.*", Pattern.CASE_INSENSITIVE | Pattern.DOTALL);

    private CallText() {}

    static boolean mayWrite(RochePlan.Kind kind, String text) {
        return switch (kind) {
            case QUERY, EXPLAIN -> false;
            case DML -> true;
            case CALL -> !DUMP.matcher(text).matches();
        };
    }
}
