package io.rochedb.engine.internal.schema;

import io.rochedb.engine.ErrorCode;
import io.rochedb.engine.RocheException;
import io.rochedb.engine.model.RingNames;
import io.rochedb.engine.model.RingScope;
import io.rochedb.engine.query.RingSelector;
import io.rochedb.engine.query.RingSelectors;
import io.rochedb.engine.schema.IndexDefinition;
import io.rochedb.engine.schema.SchemaChange;
import io.rochedb.engine.schema.TableDefinition;
import io.rochedb.engine.schema.ViewDefinition;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * One DDL statement worked out against a catalog: the catalog after it, what to store, what to do to rings, and what existing records must be looked at
 * for. Nothing is changed by it. Used by one thread.
 */
public final class SchemaEdit {
    /** Something done to rings. */
    public sealed interface RingAction {
        /** Creates a ring when it does not exist. */
        record Create(String ring) implements RingAction {}

        /**
         * Ends rings.
         *
         * @param glob a name or a glob
         * @param keepParents whether a ring that has other rings below it stays, without records and fields; else it is refused
         */
        record Drop(String glob, boolean keepParents) implements RingAction {}

        /** Removes all records of rings. */
        record Truncate(String glob) implements RingAction {}
    }

    private final SchemaCatalog base;
    private final RingScope scope;
    private final Rings rings;
    private final Map<String, TableDefinition> tables;
    private final Map<String, ViewDefinition> views;
    private final Map<String, IndexDefinition> indexes;
    private final AccessEdit access;
    private final ModelEdit model;
    /** Whether anything but users and the model is changed. */
    private boolean declares;

    private final Map<String, SchemaEntry> entries = new LinkedHashMap<>();
    private final List<RingAction> actions = new ArrayList<>();
    private final Map<String, TableDefinition> declared = new TreeMap<>();
    /** Columns whose default is written into existing records, by table. */
    private final Map<String, Set<String>> filled = new TreeMap<>();

    private final Map<String, Boolean> freeNames = new LinkedHashMap<>();
    private final Set<String> globs = new LinkedHashSet<>();

    /** What of the rings there are matters to names. */
    public interface Rings {
        boolean exists(String ring);

        boolean holdsRecords(String ring);
    }

    /** Works a change out. */
    public SchemaEdit(SchemaCatalog base, SchemaChange change, RingScope scope, Rings rings) {
        this.base = base;
        this.scope = scope;
        this.rings = rings;
        tables = new TreeMap<>(base.tablesByKey());
        views = new TreeMap<>(base.viewsByKey());
        indexes = new TreeMap<>(base.indexesByKey());
        access = new AccessEdit(base.access(), entry -> entries.put(entry.kind().code() + entry.name(), entry));
        model = new ModelEdit(
                base.model(),
                scope,
                rings,
                entry -> entries.put(entry.kind().code() + entry.name(), entry),
                ring -> actions.add(new RingAction.Create(ring)));
        apply(change);
    }

    /** Returns whether whoever may write the rings that a change is about may make it: others are for those who administer. */
    public static boolean needsWritingOnly(SchemaChange change) {
        return ModelEdit.isAbout(change);
    }

    /** Returns the catalog it was worked out against. */
    public SchemaCatalog base() {
        return base;
    }

    /** Returns the catalog after it. */
    public SchemaCatalog catalog(long version) {
        return declares
                ? new SchemaCatalog(version, tables, views, indexes, base.rulesByKey(), access.catalog(), model.model())
                : base.with(version, access.catalog(), model.model());
    }

    /** Returns what is to be stored. */
    public List<SchemaEntry> entries() {
        return List.copyOf(entries.values());
    }

    /** Returns what is done to rings, in order. */
    public List<RingAction> actions() {
        return actions;
    }

    /** Returns the names that no ring may have, or, where that is said, none that holds records. */
    public Map<String, Boolean> freeNames() {
        return freeNames;
    }

    /** Returns globs of the rings about which something else is declared after it. */
    public Set<String> globs() {
        return globs;
    }

    /** Returns the tables whose existing records must conform. */
    public List<TableDefinition> declared() {
        return List.copyOf(declared.values());
    }

    /** Returns the columns of a table whose default is written into its existing records. */
    public Set<String> filled(TableDefinition table) {
        return filled.getOrDefault(SchemaCatalog.key(table.name()), Set.of());
    }

    /** Returns whether anything is written into existing records. */
    public boolean fills() {
        return !filled.isEmpty();
    }

    private void apply(SchemaChange change) {
        if (change instanceof SchemaChange.All all) {
            all.changes().forEach(this::apply);
        } else if (access.apply(change, scope)) {
            // it is about users, not about rings
            return;
        } else if (model.apply(change)) {
            // no plan depends on it
            return;
        } else {
            declares = true;
            declare(change);
        }
    }

    private void declare(SchemaChange change) {
        if (change instanceof SchemaChange.CreateTable create) {
            createTable(create.table());
        } else if (change instanceof SchemaChange.AlterTable alter) {
            alterTable(alter.table());
            if (!alter.filled().isEmpty()) {
                filled.put(SchemaCatalog.key(alter.table().name()), alter.filled());
            }
        } else if (change instanceof SchemaChange.DropTable drop) {
            dropTable(drop.name());
        } else if (change instanceof SchemaChange.CreateView create) {
            createView(create);
        } else if (change instanceof SchemaChange.DropView drop) {
            dropView(drop.name());
        } else if (change instanceof SchemaChange.CreateIndex create) {
            createIndex(create.index());
        } else if (change instanceof SchemaChange.DropIndex drop) {
            dropIndex(drop.name());
        } else if (change instanceof SchemaChange.Truncate truncate) {
            truncate(truncate.rings());
        } else if (change instanceof SchemaChange.DropRings drop) {
            dropRings(drop.rings());
        } else {
            throw new IllegalArgumentException("unknown change " + change);
        }
    }

    // Tables.

    private void createTable(TableDefinition asked) {
        TableDefinition table = DefinitionChecks.table(asked);
        requireScope(table.rings().glob(), "CREATE TABLE " + table.name());
        requireFree(table.name(), table.rings().text());
        for (TableDefinition other : tables.values()) {
            if (other.rings().overlaps(table.rings())) {
                throw new RocheException(
                        ErrorCode.DUPLICATE_TABLE,
                        "rings '" + table.rings() + "' of table '" + table.name() + "' overlap the rings '"
                                + other.rings() + "' of table '" + other.name()
                                + "': a ring belongs to one table; choose other rings");
            }
        }
        put(table);
        if (table.rings().columns().isEmpty()) {
            actions.add(new RingAction.Create(table.rings().text()));
        }
    }

    private void alterTable(TableDefinition asked) {
        TableDefinition table = DefinitionChecks.table(asked);
        TableDefinition before = requireTable(table.name());
        requireScope(before.rings().glob(), "ALTER TABLE " + table.name());
        if (!before.rings().equals(table.rings())) {
            throw new RocheException(
                    ErrorCode.FEATURE_NOT_SUPPORTED,
                    "the rings of table '" + table.name() + "' are '" + before.rings() + "' and cannot become '"
                            + table.rings() + "'; create another table and INSERT … SELECT");
        }
        put(table);
    }

    private void put(TableDefinition table) {
        String key = SchemaCatalog.key(table.name());
        tables.put(key, table);
        declared.put(key, table);
        globs.add(table.rings().glob());
        store(SchemaEntry.Kind.TABLE, key, SchemaCodec.write(table));
    }

    private void dropTable(String name) {
        TableDefinition table = requireTable(name);
        String glob = table.rings().glob();
        requireScope(glob, "DROP TABLE " + name);
        String key = SchemaCatalog.key(name);
        tables.remove(key);
        declared.remove(key);
        globs.add(glob);
        forget(SchemaEntry.Kind.TABLE, key);
        for (IndexDefinition index : List.copyOf(indexes.values())) {
            if (index.rings().equals(glob)) {
                dropIndex(index.name());
            }
        }
        model.dropped(glob);
        actions.add(new RingAction.Drop(glob, true));
    }

    private TableDefinition requireTable(String name) {
        TableDefinition table = tables.get(SchemaCatalog.key(name));
        if (table == null
                || !RingSelectors.canMeet(scope.selector(), table.rings().glob())) {
            throw new RocheException(
                    ErrorCode.UNDEFINED_TABLE, "table '" + name + "' is not declared; sys.tables lists what there is");
        }
        return table;
    }

    /**
     * Refuses a name that a table, a view or a ring has. A declaration about the ring of that name has its name, and the rings above a table's rings
     * are not in its way while they hold nothing: inserting made them.
     */
    private void requireFree(String name, String template) {
        boolean above = template.startsWith(name + "/");
        boolean ownRing = template.equals(name);
        if (!ownRing) {
            freeNames.put(name, above);
        }
        String key = SchemaCatalog.key(name);
        String taken = null;
        if (tables.containsKey(key)) {
            taken = "a table";
        } else if (views.containsKey(key)) {
            taken = "a view";
        } else if (!ownRing && (above ? rings.holdsRecords(name) : rings.exists(name))) {
            taken = "a ring";
        }
        if (taken != null) {
            throw new RocheException(
                    ErrorCode.DUPLICATE_TABLE,
                    taken + " of the name '" + name + "' exists already; choose another name");
        }
    }

    // Views.

    private void createView(SchemaChange.CreateView create) {
        ViewDefinition view = create.view();
        DefinitionChecks.name("view", view.name());
        String key = SchemaCatalog.key(view.name());
        if (!(create.replace() && views.containsKey(key))) {
            requireFree(view.name(), "");
        }
        views.put(key, view);
        store(SchemaEntry.Kind.VIEW, key, SchemaCodec.write(view));
    }

    private void dropView(String name) {
        String key = SchemaCatalog.key(name);
        if (views.remove(key) == null) {
            throw new RocheException(ErrorCode.UNDEFINED_TABLE, "view '" + name + "' does not exist");
        }
        forget(SchemaEntry.Kind.VIEW, key);
    }

    // Indexes.

    private void createIndex(IndexDefinition asked) {
        IndexDefinition index = DefinitionChecks.index(asked);
        requireScope(index.rings(), "CREATE INDEX " + index.name());
        String key = SchemaCatalog.key(index.name());
        if (indexes.containsKey(key)) {
            throw new RocheException(
                    ErrorCode.DUPLICATE_OBJECT,
                    "an index of the name '" + index.name() + "' exists already; choose another name");
        }
        indexes.put(key, index);
        globs.add(index.rings());
        store(SchemaEntry.Kind.INDEX, key, SchemaCodec.write(index));
    }

    private void dropIndex(String name) {
        String key = SchemaCatalog.key(name);
        IndexDefinition index = indexes.get(key);
        if (index == null || !RingSelectors.canMeet(scope.selector(), index.rings())) {
            throw new RocheException(ErrorCode.UNDEFINED_OBJECT, "index '" + name + "' does not exist");
        }
        requireScope(index.rings(), "DROP INDEX " + name);
        indexes.remove(key);
        globs.add(index.rings());
        forget(SchemaEntry.Kind.INDEX, key);
    }

    // Rings.

    private void truncate(String rings) {
        requireRings(rings, "TRUNCATE");
        actions.add(new RingAction.Truncate(rings));
    }

    private void dropRings(String rings) {
        requireRings(rings, "DROP RING");
        for (TableDefinition table : tables.values()) {
            boolean one = table.rings().columns().isEmpty();
            if (one && RingSelectors.globsMeet(rings, table.rings().text())) {
                throw new RocheException(
                        ErrorCode.DEPENDENT_OBJECTS,
                        "table '" + table.name() + "' is declared over ring '" + table.rings()
                                + "'; drop the table instead");
            }
        }
        model.dropped(rings);
        actions.add(new RingAction.Drop(rings, false));
    }

    /** A name must be that of a ring; a glob may match none. */
    private void requireRings(String rings, String statement) {
        requireScope(rings, statement + " '" + rings + "'");
        if (rings.indexOf('*') >= 0) {
            new RingSelector.Glob(rings);
        } else if (!this.rings.exists(RingNames.canonical(rings))) {
            throw new RocheException(ErrorCode.UNDEFINED_TABLE, "ring '" + rings + "' does not exist");
        }
    }

    private void requireScope(String glob, String statement) {
        if (!SchemaScope.covers(scope, glob)) {
            throw new RocheException(
                    ErrorCode.RING_NOT_ALLOWED,
                    statement + " is about the rings '" + glob
                            + "', of which some may not be written here; ask for a wider scope");
        }
    }

    private void store(SchemaEntry.Kind kind, String key, String json) {
        entries.put(kind.code() + key, new SchemaEntry(kind, key, json));
    }

    private void forget(SchemaEntry.Kind kind, String key) {
        entries.put(kind.code() + key, new SchemaEntry(kind, key, null));
    }
}
