package io.rochedb.calcite;

/**
 * How large a statement may be, and how long it may take to plan.
 *
 * @param lengthMax characters of its text
 * @param depthMax how deep expressions may nest; a chain of n conditions nests n deep
 * @param inListMax elements of one IN list
 * @param planningMillisMax milliseconds of planning
 */
public record StatementLimits(long lengthMax, long depthMax, long inListMax, long planningMillisMax) {
    /** The limits of a connection that sets none. */
    public static final StatementLimits DEFAULT = new StatementLimits(4L << 20, 8_000, 100_000, 60_000);

    public StatementLimits {
        if (lengthMax <= 0 || depthMax <= 0 || inListMax <= 0 || planningMillisMax <= 0) {
            throw new IllegalArgumentException("limits are greater than 0: length " + lengthMax + ", depth " + depthMax
                    + ", IN list " + inListMax + ", planning " + planningMillisMax + " ms");
        }
    }
}
