package io.rochedb.engine.internal.ring;

import java.util.Collection;
import org.jspecify.annotations.Nullable;

/** What a DDL statement does, under the commit lock. */
interface DdlChange {
    /** Throws what refuses it; false when it is to be worked out again. */
    boolean check(long appended);

    /** Does it; after {@link #check} this does not fail. */
    void apply(long version, long now, @Nullable Commit commit);

    /** Charges what it has allocated instead of what the check reserved, whether it could be applied or not; returns what it wrote. */
    Collection<RingOverlay> settle();
}
