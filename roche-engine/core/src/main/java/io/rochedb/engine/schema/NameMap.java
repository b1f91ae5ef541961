package io.rochedb.engine.schema;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** An immutable map of names, of which a changed one shares all but a small part. */
final class NameMap<V> {
    private static final int PARTS = 1 << 10;

    private final Map<String, V>[] parts;
    private final int size;

    private NameMap(Map<String, V>[] parts, int size) {
        this.parts = parts;
        this.size = size;
    }

    @SuppressWarnings({"unchecked", "rawtypes"}) // an array of a generic type is made no other way
    static <V> NameMap<V> empty() {
        Map[] parts = new Map[PARTS];
        Arrays.fill(parts, Map.of());
        return new NameMap<>(parts, 0);
    }

    int size() {
        return size;
    }

    @Nullable
    V get(String name) {
        return size == 0 ? null : parts[part(name)].get(name);
    }

    /** Returns the map with another value of a name, null for none. */
    NameMap<V> with(String name, @Nullable V value) {
        int part = part(name);
        Map<String, V> changed = new HashMap<>(parts[part]);
        int before = changed.size();
        if (value == null) {
            changed.remove(name);
        } else {
            changed.put(name, value);
        }
        Map<String, V>[] copy = parts.clone();
        copy[part] = changed;
        return new NameMap<>(copy, size + changed.size() - before);
    }

    /** Returns the entries by name. */
    TreeMap<String, V> sorted() {
        TreeMap<String, V> all = new TreeMap<>();
        for (Map<String, V> part : parts) {
            all.putAll(part);
        }
        return all;
    }

    private static int part(String name) {
        int hash = name.hashCode();
        return (hash ^ (hash >>> 16)) & (PARTS - 1);
    }
}
