package io.rochedb.engine.internal.store;

import io.rochedb.engine.ops.CheckReport;
import io.rochedb.engine.ops.Finding;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What a check has found so far: all counted, the first ones kept. Used by one thread. */
public final class Findings {
    private final List<Finding> kept = new ArrayList<>();
    private long count;

    public void add(Finding.Kind kind, @Nullable String ring, long seq, String detail) {
        count++;
        if (kept.size() < CheckReport.LISTED_MAX) {
            kept.add(new Finding(kind, ring, seq, detail));
        }
    }

    void add(Finding.Kind kind, String detail) {
        add(kind, null, -1, detail);
    }

    public long count() {
        return count;
    }

    public List<Finding> kept() {
        return kept;
    }
}
