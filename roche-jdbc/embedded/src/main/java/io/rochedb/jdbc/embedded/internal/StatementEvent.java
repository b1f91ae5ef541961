package io.rochedb.jdbc.embedded.internal;

import jdk.jfr.Category;
import jdk.jfr.DataAmount;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;

/** A statement in a recording of the Java Flight Recorder, from its call to the end of its rows. */
@Name("io.rochedb.Statement")
@Label("Statement")
@Category("RocheDB")
@Description("A statement, until its rows are closed")
@StackTrace(false)
final class StatementEvent extends Event {
    /** Its text, cut and without passwords. */
    @Label("SQL")
    String sql = "";

    @Label("Session")
    long session;

    @Label("Kind")
    String kind = "";

    @Label("Plan")
    String plan = "";

    @Label("Rings Known")
    long ringsKnown;

    @Label("Rings Routed")
    long ringsRouted;

    @Label("Records Scanned")
    long recordsScanned;

    @Label("Vectors Scanned")
    long vectorsScanned;

    @Label("Bytes Scanned")
    @DataAmount
    long bytesScanned;

    @Label("Rows Returned")
    long rowsReturned;

    /** Empty when it did not fail. */
    @Label("SQLSTATE")
    String sqlState = "";
}
