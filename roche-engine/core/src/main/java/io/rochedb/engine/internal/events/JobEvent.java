package io.rochedb.engine.internal.events;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;

/** A job of sys.jobs that has ended: a backup, an import, a compaction. */
@Name("io.rochedb.Job")
@Label("Job")
@Category("RocheDB")
@Description("A backup, import or other long work, from its beginning to its end")
@StackTrace(false)
public final class JobEvent extends Event {
    @Label("Id")
    public long id;

    @Label("Kind")
    public String kind = "";

    @Label("Detail")
    public String detail = "";

    /** Done or failed. */
    @Label("State")
    public String state = "";
}
