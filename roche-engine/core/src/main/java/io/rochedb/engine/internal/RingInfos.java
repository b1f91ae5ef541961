package io.rochedb.engine.internal;

import io.rochedb.engine.internal.ring.RingState;
import io.rochedb.engine.model.FieldInfo;
import io.rochedb.engine.model.FieldType;
import io.rochedb.engine.model.RingInfo;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Descriptions of rings as one view sees them. Stateless. */
final class RingInfos {
    private RingInfos() {}

    static RingInfo info(EngineView view, RingState ring) {
        RingState.Counters counters = view.counters(ring);
        double[] periods = view.periods(ring);
        return new RingInfo(
                ring.name(),
                ring.key(),
                counters.records(),
                counters.vectorRecords(),
                counters.payloadBytes(),
                view.dimension(ring),
                periods[periods.length - 1],
                ring.headRadians(),
                periods.length - 1,
                ring.createdMillis(view.version()),
                ring.lastWriteMillis(view.version()),
                view.description(ring),
                view.columnNumber(ring),
                ring.residentBytes());
    }

    /** Returns the union by name of the rings' fields, in order of ring, then ordinal. */
    static List<FieldInfo> union(EngineView view, List<RingState> rings) {
        Map<String, FieldInfo> union = new LinkedHashMap<>();
        for (RingState ring : rings) {
            for (FieldInfo field : view.fieldSet(ring).infos()) {
                FieldInfo known = union.get(field.name());
                FieldType type = known == null ? field.type() : known.type().widen(field.type());
                int ordinal = known == null ? union.size() : known.ordinal();
                long seen = field.seen() + (known == null ? 0 : known.seen());
                long nulls = field.nulls() + (known == null ? 0 : known.nulls());
                union.put(field.name(), new FieldInfo(field.name(), type, ordinal, seen, nulls));
            }
        }
        return new ArrayList<>(union.values());
    }
}
