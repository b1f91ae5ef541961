package io.rochedb.engine.internal;

import io.rochedb.engine.internal.ring.RecentChanges;
import io.rochedb.engine.internal.ring.ViewAccess;
import io.rochedb.engine.model.RingScope;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.function.Supplier;

/** What the rings of scopes hold together, each as of the version it was last asked for: every statement of a user asks. Thread-safe. */
final class ScopedTotals {
    /** Scopes remembered; they are all forgotten when there are more. */
    private static final int SCOPES_MAX = 1_024;

    private record Known(long version, ViewAccess.Totals totals) {}

    private final ConcurrentMap<RingScope, Known> known = new ConcurrentHashMap<>();

    /**
     * Returns the totals of what a scope sees of the commits up to a visible version: those known, with what has changed since, or counted when that is not
     * remembered.
     */
    ViewAccess.Totals of(RingScope scope, long version, RecentChanges changes, Supplier<ViewAccess.Totals> count) {
        Known last = known.get(scope);
        if (last != null && last.version == version) {
            return last.totals;
        }
        ViewAccess.Totals since = last == null || last.version > version
                ? null
                : changes.between(last.version, version, ring -> scope.sees(ring.name()));
        ViewAccess.Totals totals = last == null || since == null ? count.get() : sum(last.totals, since);
        if (last == null || last.version < version) {
            if (known.size() >= SCOPES_MAX) {
                known.clear();
            }
            known.put(scope, new Known(version, totals));
        }
        return totals;
    }

    private static ViewAccess.Totals sum(ViewAccess.Totals a, ViewAccess.Totals b) {
        return new ViewAccess.Totals(
                a.rings() + b.rings(), a.records() + b.records(), a.vectorRecords() + b.vectorRecords());
    }
}
