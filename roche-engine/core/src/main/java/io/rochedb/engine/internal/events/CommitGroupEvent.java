package io.rochedb.engine.internal.events;

import jdk.jfr.Category;
import jdk.jfr.DataAmount;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;

/** A group of commits written to the log; its duration is that of the write, with the sync when there is one. */
@Name("io.rochedb.CommitGroup")
@Label("Commit Group")
@Category("RocheDB")
@Description("A group of commits written to the log")
@StackTrace(false)
public final class CommitGroupEvent extends Event {
    @Label("Commits")
    public int commits;

    @Label("Operations")
    public int operations;

    @Label("Bytes")
    @DataAmount
    public long bytes;

    @Label("Synced")
    public boolean synced;

    /** The newest version in it. */
    @Label("Version")
    public long version;
}
