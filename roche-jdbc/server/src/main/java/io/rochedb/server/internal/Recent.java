package io.rochedb.server.internal;

import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The things put last, up to a number of them. One thread at a time. */
final class Recent<K, V> {
    private final int sizeMax;
    private final Map<K, V> byKey = new LinkedHashMap<>();

    Recent(int sizeMax) {
        this.sizeMax = sizeMax;
    }

    void put(K key, V value) {
        byKey.put(key, value);
        if (byKey.size() > sizeMax) {
            byKey.remove(byKey.keySet().iterator().next());
        }
    }

    @Nullable
    V get(K key) {
        return byKey.get(key);
    }

    @Nullable
    V remove(K key) {
        return byKey.remove(key);
    }
}
