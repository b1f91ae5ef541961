package io.rochedb.server.internal;

import io.rochedb.engine.RocheException;
import io.rochedb.jdbc.spi.Connector;
import io.rochedb.jdbc.spi.Failure;
import io.rochedb.jdbc.wire.FrameLimitException;
import io.rochedb.jdbc.wire.ValueLimitException;
import io.rochedb.jdbc.wire.WireException;
import io.rochedb.server.LoginRefusedException;

/** What clients are told of something thrown: state and text as an embedded caller gets them, and nothing of the inside. */
public final class Failures {
    private static final String INTERNAL = "XX000";

    private Failures() {}

    /** Classifies something thrown by a session; a defect is logged here and only named there. */
    public static Failure of(Connector connector, Throwable thrown) {
        if (thrown instanceof OutOfMemoryError) {
            ServerLog.failed("out of memory", thrown);
            return new Failure(
                    "53200", "the JVM of the server ran out of memory; ask for fewer rows or raise its -Xmx", false);
        }
        if (thrown instanceof StackOverflowError) {
            return new Failure("54001", "the statement is nested too deeply", false);
        }
        if (thrown instanceof LoginRefusedException refused) {
            return new Failure(refused.sqlState(), String.valueOf(refused.getMessage()), false);
        }
        if (thrown instanceof RequestRefusedException refused) {
            return new Failure(refused.sqlState(), String.valueOf(refused.getMessage()), false);
        }
        if (thrown instanceof ValueLimitException) {
            return new Failure("54000", "the values would take more memory than the server gives a request", false);
        }
        if (thrown instanceof FrameLimitException limit) {
            return new Failure(
                    "54000", "the answer is over the " + limit.limitBytes() + " bytes a frame may have", false);
        }
        if (thrown instanceof WireException malformed) {
            return new Failure("08P01", "the client broke the protocol: " + malformed.getMessage(), false);
        }
        Failure failure = connector.explain(thrown);
        if (!failure.sqlState().equals(INTERNAL)) {
            return failure;
        }
        String what = thrown instanceof RocheException ? failure.message() : "internal error of the store";
        return new Failure(
                INTERNAL, what + ", " + ServerLog.failed("a request", thrown) + " in the log of the server", false);
    }
}
