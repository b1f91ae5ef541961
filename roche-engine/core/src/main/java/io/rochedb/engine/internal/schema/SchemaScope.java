package io.rochedb.engine.internal.schema;

import io.rochedb.engine.access.AccessCatalog;
import io.rochedb.engine.model.RingScope;
import io.rochedb.engine.query.RingSelector;
import io.rochedb.engine.query.RingSelectors;
import io.rochedb.engine.schema.IndexDefinition;
import io.rochedb.engine.schema.TableDefinition;
import java.util.Map;
import java.util.TreeMap;

/** What of a catalog a caller may see: the declarations about rings of which some can be in his scope. Stateless. */
public final class SchemaScope {
    private SchemaScope() {}

    /** Returns the catalog as the scope's caller sees it; views are visible to all, their queries run in the caller's scope. */
    public static SchemaCatalog visible(SchemaCatalog catalog, RingScope scope) {
        if (scope.seesAll() || catalog.isEmpty()) {
            return catalog;
        }
        Map<String, TableDefinition> tables = new TreeMap<>(catalog.tablesByKey());
        tables.values()
                .removeIf(table ->
                        !RingSelectors.canMeet(scope.selector(), table.rings().glob()));
        Map<String, IndexDefinition> indexes = new TreeMap<>(catalog.indexesByKey());
        indexes.values().removeIf(index -> !RingSelectors.canMeet(scope.selector(), index.rings()));
        return new SchemaCatalog(
                catalog.version(),
                tables,
                catalog.viewsByKey(),
                indexes,
                catalog.rulesByKey(),
                AccessCatalog.EMPTY,
                catalog.model().visibleTo(scope));
    }

    /** Returns whether every ring that matches a glob is chosen by the scope, as far as that can be told without looking at rings. */
    public static boolean covers(RingScope scope, String glob) {
        if (scope.seesAll()) {
            return true;
        }
        return covers(scope.selector(), glob);
    }

    private static boolean covers(RingSelector selector, String glob) {
        if (selector instanceof RingSelector.And and) {
            return and.terms().stream().allMatch(term -> covers(term, glob));
        } else if (selector instanceof RingSelector.Or or) {
            return or.terms().stream().anyMatch(term -> covers(term, glob));
        } else if (selector instanceof RingSelector.Exact exact) {
            return exact.names().contains(glob);
        } else if (selector instanceof RingSelector.Glob other) {
            return RingSelectors.globCovers(other.pattern(), glob);
        }
        return false;
    }
}
