package io.rochedb.engine.internal.schema;

import io.rochedb.engine.schema.IndexDefinition;
import io.rochedb.engine.schema.TableDefinition;
import io.rochedb.engine.schema.ViewDefinition;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** A catalog put together from stored declarations, and taken apart into them. Not thread-safe. */
public final class StoredSchema {
    private final Map<String, TableDefinition> tables = new TreeMap<>();
    private final Map<String, ViewDefinition> views = new TreeMap<>();
    private final Map<String, IndexDefinition> indexes = new TreeMap<>();

    /** Adds a declaration; an {@code IllegalArgumentException} tells what is wrong with it. */
    public void add(SchemaEntry.Kind kind, String json) {
        switch (kind) {
            case TABLE:
                TableDefinition table = SchemaCodec.readTable(json);
                tables.put(SchemaCatalog.key(table.name()), table);
                break;
            case VIEW:
                ViewDefinition view = SchemaCodec.readView(json);
                views.put(SchemaCatalog.key(view.name()), view);
                break;
            case INDEX:
                IndexDefinition index = SchemaCodec.readIndex(json);
                indexes.put(SchemaCatalog.key(index.name()), index);
                break;
        }
    }

    /** Returns the catalog of what was added. */
    public SchemaCatalog catalog(long version) {
        return new SchemaCatalog(version, tables, views, indexes, Map.of());
    }

    /** Returns a catalog's declarations as they are stored. */
    public static List<SchemaEntry> entries(SchemaCatalog catalog) {
        List<SchemaEntry> entries = new ArrayList<>();
        catalog.tablesByKey()
                .forEach((key, table) ->
                        entries.add(new SchemaEntry(SchemaEntry.Kind.TABLE, key, SchemaCodec.write(table))));
        catalog.viewsByKey()
                .forEach((key, view) ->
                        entries.add(new SchemaEntry(SchemaEntry.Kind.VIEW, key, SchemaCodec.write(view))));
        catalog.indexesByKey()
                .forEach((key, index) ->
                        entries.add(new SchemaEntry(SchemaEntry.Kind.INDEX, key, SchemaCodec.write(index))));
        return entries;
    }
}
