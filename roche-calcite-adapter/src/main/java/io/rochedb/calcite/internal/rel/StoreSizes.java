package io.rochedb.calcite.internal.rel;

import io.rochedb.engine.ReadView;
import io.rochedb.engine.query.RingSelector;
import io.rochedb.engine.query.RingSizes;
import io.rochedb.engine.schema.Schema;
import java.util.HashMap;
import java.util.Map;
import org.apache.calcite.rel.RelNode;
import org.jspecify.annotations.Nullable;

/** What planning one statement knows of the sizes of rings; it asks once for each choice of rings. Used by one thread. */
public final class StoreSizes {
    /** Fewer records than this are taken for as many: an empty table may be filled before the plan is opened next. */
    static final long RECORDS_MIN = 20;

    private final ReadView view;
    private final Map<RingSelector, RingSizes> known = new HashMap<>();

    public StoreSizes(ReadView view) {
        this.view = view;
    }

    /** Returns the sizes the planner of a node was given, or null. */
    static @Nullable StoreSizes of(RelNode rel) {
        return rel.getCluster().getPlanner().getContext().unwrap(StoreSizes.class);
    }

    /** Returns about how much some rings hold. */
    public RingSizes of(RingSelector rings) {
        return known.computeIfAbsent(rings, view::sizesAbout);
    }

    /** Returns what is declared. */
    Schema schema() {
        return view.schema();
    }
}
