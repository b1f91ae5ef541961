package io.rochedb.calcite.internal.table;

import io.rochedb.engine.query.RingSelector;
import io.rochedb.engine.query.RingSelectors;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * What a statement's conditions leave of a system table's text columns: a table may use it to make fewer rows, it need not, for the
 * conditions are checked again above it.
 *
 * @param byColumn conditions by lower-case column name
 */
public record SysWhere(Map<String, List<RingSelector>> byColumn) {
    /** No condition. */
    public static final SysWhere ALL = new SysWhere(Map.of());

    /** Returns the condition on a column, as a selector of its values. */
    public RingSelector on(String column) {
        List<RingSelector> terms = byColumn.getOrDefault(column, List.of());
        return terms.size() == 1 ? terms.get(0) : new RingSelector.And(new ArrayList<>(terms));
    }

    /** Returns whether a row with this value in the column can pass. */
    public boolean mayMatch(String column, String value) {
        return RingSelectors.matches(on(column), value);
    }
}
