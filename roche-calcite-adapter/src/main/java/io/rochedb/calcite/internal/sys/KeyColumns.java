package io.rochedb.calcite.internal.sys;

import io.rochedb.calcite.StatementContext;
import io.rochedb.calcite.internal.table.SysWhere;
import io.rochedb.engine.query.RingSelector;
import io.rochedb.engine.query.RingSelectors;
import io.rochedb.engine.schema.IndexDefinition;
import io.rochedb.engine.schema.KeyConstraint;
import io.rochedb.engine.schema.Schema;
import io.rochedb.engine.schema.TableDefinition;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * The columns of keys and indexes of every table: (ring, id) of {@code records}, {@code _id} of a ring, what was declared of the others.
 */
final class KeyColumns {
    static final String PRIMARY = "PRIMARY KEY";
    static final String UNIQUE = "UNIQUE";
    static final String INDEX = "INDEX";
    private static final String OWN_KEY = "key";

    /** One column of a key or index. */
    record KeyColumn(
            TableCatalog.Table table,
            String key,
            String kind,
            boolean unique,
            int ordinal,
            String column,
            boolean descending) {}

    private KeyColumns() {}

    /** Returns the columns of the keys of the tables that conditions may leave. */
    static Stream<KeyColumn> of(StatementContext context, SysWhere where) {
        Schema schema = context.view().schema();
        return TableCatalog.tables(context, where).flatMap(table -> ofTable(table, schema).stream());
    }

    private static List<KeyColumn> ofTable(TableCatalog.Table table, Schema schema) {
        List<KeyColumn> keys = new ArrayList<>();
        switch (table.type()) {
            case "RING" -> {
                key(keys, table, OWN_KEY, PRIMARY, List.of("_id"));
                indexes(keys, table, table.name(), schema);
            }
            case "TABLE" -> {
                TableDefinition declared = schema.table(table.name()).orElse(null);
                if (declared == null) {
                    key(keys, table, OWN_KEY, PRIMARY, List.of("ring", "id"));
                    break;
                }
                for (KeyConstraint constraint : declared.keys()) {
                    key(keys, table, constraint.name(), constraint.primary() ? PRIMARY : UNIQUE, constraint.columns());
                }
                indexes(keys, table, declared.rings().glob(), schema);
            }
            default -> {}
        }
        return keys;
    }

    private static void key(
            List<KeyColumn> keys, TableCatalog.Table table, String name, String kind, List<String> columns) {
        for (int i = 0; i < columns.size(); i++) {
            keys.add(new KeyColumn(table, name, kind, true, i + 1, columns.get(i), false));
        }
    }

    /** Adds the indexes of all the rings that a name or glob stands for; a star of it is matched as a segment of its own. */
    private static void indexes(List<KeyColumn> keys, TableCatalog.Table table, String rings, Schema schema) {
        for (IndexDefinition index : schema.indexes()) {
            RingSelector selector = index.rings().indexOf('*') < 0
                    ? RingSelector.ring(index.rings())
                    : new RingSelector.Glob(index.rings());
            if (!RingSelectors.matches(selector, rings)) {
                continue;
            }
            for (int i = 0; i < index.columns().size(); i++) {
                IndexDefinition.IndexColumn column = index.columns().get(i);
                keys.add(new KeyColumn(
                        table,
                        index.name(),
                        INDEX,
                        index.unique(),
                        i + 1,
                        String.join(".", column.path()),
                        column.descending()));
            }
        }
    }
}
