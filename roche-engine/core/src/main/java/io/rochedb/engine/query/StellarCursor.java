package io.rochedb.engine.query;

import org.jspecify.annotations.Nullable;

/** A reader over the records of a ring's neighbourhood, ring by ring in the order in which rings are visited. */
public interface StellarCursor extends RecordCursor {
    /** Returns the lens through which the current record's ring was found, or null for a ring of the neighbourhood itself. */
    @Nullable
    String lens();
}
