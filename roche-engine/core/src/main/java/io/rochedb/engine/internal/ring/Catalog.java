package io.rochedb.engine.internal.ring;

import io.rochedb.engine.ErrorCode;
import io.rochedb.engine.RocheException;
import io.rochedb.engine.internal.schema.RingSchema;
import io.rochedb.engine.internal.schema.SchemaCatalog;
import io.rochedb.engine.internal.schema.SchemaHistory;
import io.rochedb.engine.model.RingNames;
import io.rochedb.engine.model.RingScope;
import io.rochedb.engine.query.RingSelector;
import io.rochedb.engine.query.RingSelectors;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.function.Predicate;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * Every ring of an open engine by name, by key and in name order. Thread-safe.
 *
 * <p>Holds also rings that do not exist yet: names a transaction has staged records for. Whether a ring exists for a reader is
 * {@link RingState#existsAt}.
 */
public final class Catalog {
    private final ConcurrentHashMap<String, RingState> byName = new ConcurrentHashMap<>();
    private final ConcurrentSkipListMap<String, RingState> sorted = new ConcurrentSkipListMap<>();
    private final KeyTable byKey = new KeyTable();
    private final SchemaHistory schemas = new SchemaHistory();
    private final Residency residency;
    private final ToLongFunction<String> keys;

    public Catalog(MemoryBudget budget) {
        this(budget, RingNames::key);
    }

    /** For tests: with another key function. */
    Catalog(MemoryBudget budget, ToLongFunction<String> keys) {
        residency = new Residency(budget);
        this.keys = keys;
    }

    /** Returns the ring of a key, or null. */
    public @Nullable RingState byKey(long key) {
        return byKey.get(key);
    }

    /** Returns the ring of a name, or null. */
    public @Nullable RingState byName(String name) {
        return byName.get(name);
    }

    /** Returns the ring of a canonical name, making room for one that does not exist yet. A name whose key another name has is refused. */
    public RingState obtain(String name) {
        RingState known = byName.get(name);
        return known != null ? known : add(name);
    }

    private synchronized RingState add(String name) {
        RingState known = byName.get(name);
        if (known != null) {
            return known;
        }
        long key = keys.applyAsLong(name);
        RingState other = byKey.get(key);
        if (other != null) {
            throw new RocheException(
                    ErrorCode.INVALID_RING_NAME,
                    "ring name '" + name + "' has the same key as another ring; choose another name");
        }
        String parent = RingNames.parent(name);
        if (parent != null) {
            obtain(parent);
        }
        RingState ring = new RingState(name, key, residency);
        ring.declare(RingSchema.of(schemas.newest(), name, null));
        byKey.add(ring);
        sorted.put(name, ring);
        byName.put(name, ring);
        return ring;
    }

    /** Returns the matching rings that exist for the reader, sorted by name. */
    public List<RingState> byName(RingSelector selector, RingScope scope, Predicate<RingState> exists) {
        List<RingState> found = new ArrayList<>();
        if (selector instanceof RingSelector.Exact exact) {
            for (String name : exact.names()) {
                RingState ring = byName.get(name);
                if (ring != null && exists.test(ring) && scope.sees(name)) {
                    found.add(ring);
                }
            }
            found.sort(Comparator.comparing(RingState::name));
            return found;
        }
        boolean all = selector.equals(RingSelector.ALL);
        java.util.function.Predicate<String> matches = RingSelectors.compile(selector);
        for (RingState ring : candidates(selector, scope)) {
            if (exists.test(ring) && (all || matches.test(ring.name())) && scope.sees(ring.name())) {
                found.add(ring);
            }
        }
        return found;
    }

    /** Returns the rings whose names can match and may be seen, by name: known names, or those with known prefixes, else all. */
    private Iterable<RingState> candidates(RingSelector selector, RingScope scope) {
        Optional<Set<String>> names = RingSelectors.exactNames(selector);
        if (names.isPresent()) {
            List<RingState> found = new ArrayList<>();
            for (String name : new TreeSet<>(names.get())) {
                RingState ring = byName.get(name);
                if (ring != null) {
                    found.add(ring);
                }
            }
            return found;
        }
        TreeSet<String> prefixes = prefixes(selector, scope);
        if (prefixes.contains("")) {
            return sorted.values();
        }
        List<RingState> found = new ArrayList<>();
        String last = null;
        for (String prefix : prefixes) {
            if (last == null || !prefix.startsWith(last)) {
                addAll(prefix, found);
                last = prefix;
            }
        }
        return found;
    }

    /** Returns texts one of which every ring that matches and may be seen begins with. */
    private static TreeSet<String> prefixes(RingSelector selector, RingScope scope) {
        List<RingSelector> seen = scope.seesAll()
                ? List.of(RingSelector.ALL)
                : scope.selector() instanceof RingSelector.Or or ? or.terms() : List.of(scope.selector());
        TreeSet<String> prefixes = new TreeSet<>();
        for (RingSelector term : seen) {
            String prefix = RingSelectors.commonPrefix(new RingSelector.And(List.of(selector, term)));
            if (prefix != null) {
                prefixes.add(prefix);
            }
        }
        return prefixes;
    }

    private void addAll(String prefix, List<RingState> to) {
        for (RingState ring : sorted.tailMap(prefix, true).values()) {
            if (!ring.name().startsWith(prefix)) {
                return;
            }
            to.add(ring);
        }
    }

    /** Returns the names of the rings right below a ring that are wanted, by name, at most so many; passes over what lies below those. */
    public List<String> children(String name, int limit, Predicate<RingState> wanted) {
        List<String> found = new ArrayList<>();
        String prefix = name + "/";
        String at = sorted.ceilingKey(prefix);
        while (at != null && at.startsWith(prefix) && found.size() < limit) {
            int end = at.indexOf('/', prefix.length());
            if (end >= 0) {
                // below a child, which has been passed: '0' follows '/'
                at = sorted.ceilingKey(at.substring(0, end) + "0");
                continue;
            }
            RingState ring = sorted.get(at);
            if (ring != null && wanted.test(ring)) {
                found.add(at);
            }
            at = sorted.higherKey(at);
        }
        return found;
    }

    /** Returns the matching rings that exist for the reader, sorted by unsigned key. */
    public List<RingState> byKey(RingSelector selector, RingScope scope, Predicate<RingState> exists) {
        List<RingState> found = byName(selector, scope, exists);
        found.sort((a, b) -> Long.compareUnsigned(a.key(), b.key()));
        return found;
    }

    MemoryBudget budget() {
        return residency.budget();
    }

    /** Returns what decides which rings are in memory. */
    public Residency residency() {
        return residency;
    }

    /** Returns what is declared, now and for older snapshots. */
    public SchemaHistory schemas() {
        return schemas;
    }

    /** Before the engine is handed out, and before its rings are there: takes what a store declares. */
    public void restore(SchemaCatalog declared) {
        schemas.restore(declared);
    }

    /** Makes a catalog the newest, and has the rings that match the globs know. Under the commit lock. */
    synchronized void declare(SchemaCatalog declared, Collection<String> globs) {
        schemas.add(declared);
        for (String glob : globs) {
            for (RingState ring : byName(new RingSelector.Glob(glob), RingScope.ALL, any -> true)) {
                ring.declare(RingSchema.of(declared, ring.name(), ring.schema()));
            }
        }
    }

    /** Returns every ring, those that do not exist yet included, by name. */
    public Iterable<RingState> all() {
        return sorted.values();
    }
}
