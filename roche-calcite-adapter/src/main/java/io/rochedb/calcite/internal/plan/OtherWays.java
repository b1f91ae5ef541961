package io.rochedb.calcite.internal.plan;

import io.rochedb.engine.ErrorCode;
import io.rochedb.engine.RocheException;
import java.util.regex.Pattern;

/** What people write who know other databases, and how it is said here. Stateless. */
final class OtherWays {
    private static final Pattern LOCKING = Pattern.compile(
            "\\bFOR\\s+(?:NO\\s+KEY\\s+UPDATE|UPDATE|KEY\\s+SHARE|SHARE)(?:\\s+OF\\s+[\\w\\s,.\"]+?)?"
                    + "(?:\\s+(?:NOWAIT|SKIP\\s+LOCKED))?\\s*$",
            Pattern.CASE_INSENSITIVE);

    private static final Pattern TIMESTAMPS =
            Pattern.compile("Cannot apply '-' to arguments of type '<TIMESTAMP\\(\\d\\)> - <TIMESTAMP\\(\\d\\)>'.*");
    private static final Pattern TIMESTAMP_AND_OTHER =
            Pattern.compile("Cannot apply '[-+]' to arguments of type '.*<TIMESTAMP\\(\\d\\)>.*");

    private OtherWays() {}

    /** Refuses a statement, which the parser did not understand, when what it ends with would lock its rows. */
    static void refuseLocking(String sql) {
        if (LOCKING.matcher(sql).find()) {
            throw new RocheException(
                    ErrorCode.FEATURE_NOT_SUPPORTED,
                    "SELECT … FOR UPDATE and FOR SHARE are not supported: reading locks nothing. Of two transactions that change the"
                            + " same record the second gets a conflict (40001) and is run again; leave it out");
        }
    }

    /** Returns a message of the library with what to write instead, where that is known. */
    static String advised(String message) {
        if (TIMESTAMPS.matcher(message).matches()) {
            return message + "; write TIMESTAMPDIFF(SECOND, start, end)";
        }
        return TIMESTAMP_AND_OTHER.matcher(message).matches()
                ? message
                        + "; add an interval, as in t + INTERVAL '1' DAY, or n * INTERVAL '1' SECOND with n a column or CAST(? AS INTEGER)"
                : message;
    }
}
