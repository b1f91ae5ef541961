package io.rochedb.calcite.internal.rel;

import io.rochedb.calcite.internal.table.ResolvedTable;
import io.rochedb.engine.query.Predicate;
import io.rochedb.engine.query.RingSelector;
import io.rochedb.engine.query.RingSelectors;
import io.rochedb.engine.schema.IndexDefinition;
import io.rochedb.engine.schema.KeyConstraint;
import io.rochedb.engine.schema.TableDefinition;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Which equalities of a join the keys and indexes of the scanned rings answer. Stateless. */
final class LookupIndexes {
    private LookupIndexes() {}

    /** Returns whether a key or an index of all rings of a scan begins with one of the columns that must be equal. */
    static boolean answer(RocheScan scan, List<LookupKeys.Match> matches) {
        StoreSizes sizes = StoreSizes.of(scan);
        Set<List<String>> paths = new HashSet<>();
        for (LookupKeys.Match match : matches) {
            TermCompiler.Comparable operand = match.operand();
            if (operand != null && operand.operand() instanceof Predicate.Field field) {
                paths.add(List.of(field.ref().name()));
            } else if (operand != null && operand.operand() instanceof Predicate.Path path) {
                paths.add(path.names());
            }
        }
        if (paths.isEmpty() || sizes == null) {
            return false;
        }
        if (scan.data() instanceof ResolvedTable.Declared declared
                && declared.definition().keys().stream().anyMatch(key -> begins(key, declared.definition(), paths))) {
            return true;
        }
        return sizes.schema().indexes().stream()
                .anyMatch(index -> paths.contains(index.columns().get(0).path()) && isOfAll(index, scan.data()));
    }

    /** Returns whether a key, which is kept inside each ring without the columns of the ring's name, begins with one of some columns. */
    private static boolean begins(KeyConstraint key, TableDefinition table, Set<List<String>> paths) {
        return key.columns().stream()
                .filter(name -> !table.isRingColumn(table.column(name).orElseThrow()))
                .findFirst()
                .filter(name -> paths.contains(List.of(name)))
                .isPresent();
    }

    /** Returns whether all rings of a table have an index, as far as the names tell. */
    private static boolean isOfAll(IndexDefinition index, ResolvedTable.Data data) {
        String ring = data.onlyRing();
        return ring == null
                ? data.rings().equals(new RingSelector.Glob(index.rings()))
                : RingSelectors.matches(new RingSelector.Glob(index.rings()), ring);
    }
}
