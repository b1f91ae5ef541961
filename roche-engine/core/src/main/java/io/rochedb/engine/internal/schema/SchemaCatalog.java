package io.rochedb.engine.internal.schema;

import io.rochedb.engine.access.AccessCatalog;
import io.rochedb.engine.query.RingSelector;
import io.rochedb.engine.query.RingSelectors;
import io.rochedb.engine.schema.IndexDefinition;
import io.rochedb.engine.schema.RingModel;
import io.rochedb.engine.schema.Schema;
import io.rochedb.engine.schema.TableDefinition;
import io.rochedb.engine.schema.ViewDefinition;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Everything declared in a store after one DDL commit. Immutable.
 *
 * <p>Its version is that of the last commit that declared something about rings; a commit of users makes a catalog of the same version. No two tables' rings overlap, so a ring belongs to at most one of them.
 */
public final class SchemaCatalog implements Schema {
    /** Nothing declared, at version 0. */
    public static final SchemaCatalog EMPTY =
            new SchemaCatalog(0, Map.of(), Map.of(), Map.of(), Map.of(), AccessCatalog.EMPTY, RingModel.EMPTY);

    private final long version;
    private final long commitVersion;
    private final AccessCatalog access;
    private final RingModel model;
    private final Map<String, TableDefinition> tables;
    private final Map<String, ViewDefinition> views;
    private final Map<String, IndexDefinition> indexes;
    /** What tells which rings each index is about, in order of the indexes. */
    private final List<RingIndex> ringIndexes;
    /** The rules of each table, by its key. */
    private final Map<String, TableRules> rules;
    /** Tables over one ring, by its name. */
    private final Map<String, TableDefinition> byRing;
    /** Tables over families of rings, by the number of segments. */
    private final Map<Integer, List<TableDefinition>> families;

    /** Makes a catalog of definitions by {@link #key}; {@code known} are the rules of an older one, kept for tables that are the same object. */
    SchemaCatalog(
            long version,
            Map<String, TableDefinition> tables,
            Map<String, ViewDefinition> views,
            Map<String, IndexDefinition> indexes,
            Map<String, TableRules> known,
            AccessCatalog access,
            RingModel model) {
        this.version = version;
        this.model = model;
        commitVersion = version;
        this.access = access;
        this.tables = Collections.unmodifiableMap(new TreeMap<>(tables));
        this.views = Collections.unmodifiableMap(new TreeMap<>(views));
        this.indexes = Collections.unmodifiableMap(new TreeMap<>(indexes));
        ringIndexes = new ArrayList<>();
        rules = new HashMap<>();
        byRing = new HashMap<>();
        families = new HashMap<>();
        for (IndexDefinition index : this.indexes.values()) {
            ringIndexes.add(new RingIndex(index, RingSelectors.compile(new RingSelector.Glob(index.rings()))));
        }
        for (TableDefinition table : this.tables.values()) {
            String key = key(table.name());
            TableRules old = known.get(key);
            rules.put(key, old != null && old.table() == table ? old : new TableRules(table));
            String rings = table.rings().text();
            if (table.rings().columns().isEmpty()) {
                byRing.put(rings, table);
            } else {
                families.computeIfAbsent(segments(rings), count -> new ArrayList<>())
                        .add(table);
            }
        }
    }

    /** Makes a catalog in which only the users and the model are others. */
    private SchemaCatalog(SchemaCatalog base, long commitVersion, AccessCatalog access, RingModel model) {
        version = base.version;
        this.commitVersion = commitVersion;
        this.access = access;
        this.model = model;
        tables = base.tables;
        views = base.views;
        indexes = base.indexes;
        ringIndexes = base.ringIndexes;
        rules = base.rules;
        byRing = base.byRing;
        families = base.families;
    }

    private record RingIndex(IndexDefinition index, Predicate<String> rings) {}

    /** Returns the form in which names are looked up. */
    static String key(String name) {
        return name.toLowerCase(Locale.ROOT);
    }

    private static int segments(String path) {
        return (int) path.chars().filter(c -> c == '/').count() + 1;
    }

    /** Returns whether nothing is declared. */
    public boolean isEmpty() {
        return tables.isEmpty() && views.isEmpty() && indexes.isEmpty() && model.isEmpty();
    }

    @Override
    public long version() {
        return version;
    }

    /** Returns the version of the commit that made it. */
    long commitVersion() {
        return commitVersion;
    }

    /** Returns the users. */
    public AccessCatalog access() {
        return access;
    }

    @Override
    public RingModel model() {
        return model;
    }

    /** Returns the catalog of a commit that changes users and the model only: no plan depends on them. */
    SchemaCatalog with(long newer, AccessCatalog changed, RingModel changedModel) {
        return new SchemaCatalog(this, newer, changed, changedModel);
    }

    Map<String, TableDefinition> tablesByKey() {
        return tables;
    }

    Map<String, ViewDefinition> viewsByKey() {
        return views;
    }

    Map<String, IndexDefinition> indexesByKey() {
        return indexes;
    }

    @Override
    public List<TableDefinition> tables() {
        return List.copyOf(tables.values());
    }

    @Override
    public Optional<TableDefinition> table(String name) {
        return Optional.ofNullable(tables.get(key(name)));
    }

    @Override
    public Optional<TableDefinition> tableOfRing(String ring) {
        return Optional.ofNullable(owner(ring));
    }

    /** Returns the table a ring belongs to, or null. */
    @Nullable
    TableDefinition owner(String ring) {
        TableDefinition own = byRing.get(ring);
        if (own != null || families.isEmpty()) {
            return own;
        }
        for (TableDefinition table : families.getOrDefault(segments(ring), List.of())) {
            if (table.rings().values(ring) != null) {
                return table;
            }
        }
        return null;
    }

    /** Returns the rules of a ring's table, or null. */
    @Nullable
    TableRules rules(String ring) {
        TableDefinition table = owner(ring);
        return table == null ? null : rules.get(key(table.name()));
    }

    /** Returns the indexes that a ring's records are in. */
    List<IndexDefinition> indexesOf(String ring) {
        List<IndexDefinition> found = new ArrayList<>(0);
        for (RingIndex one : ringIndexes) {
            if (one.rings.test(ring)) {
                found.add(one.index);
            }
        }
        return found;
    }

    Map<String, TableRules> rulesByKey() {
        return rules;
    }

    @Override
    public List<ViewDefinition> views() {
        return List.copyOf(views.values());
    }

    @Override
    public Optional<ViewDefinition> view(String name) {
        return Optional.ofNullable(views.get(key(name)));
    }

    @Override
    public List<IndexDefinition> indexes() {
        return List.copyOf(indexes.values());
    }

    @Override
    public Optional<IndexDefinition> index(String name) {
        return Optional.ofNullable(indexes.get(key(name)));
    }
}
