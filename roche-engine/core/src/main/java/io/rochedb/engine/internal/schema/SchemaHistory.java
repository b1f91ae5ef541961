package io.rochedb.engine.internal.schema;

import org.jspecify.annotations.Nullable;

/** The newest catalog, and the older ones that somebody may still read. Thread-safe: one writer, under the commit lock, any number of readers. */
public final class SchemaHistory {
    private static final class Entry {
        final SchemaCatalog catalog;
        volatile @Nullable Entry previous;

        Entry(SchemaCatalog catalog, @Nullable Entry previous) {
            this.catalog = catalog;
            this.previous = previous;
        }
    }

    private volatile Entry newest = new Entry(SchemaCatalog.EMPTY, null);

    /** Returns the newest catalog: perhaps not yet visible. */
    public SchemaCatalog newest() {
        return newest.catalog;
    }

    /** Returns the catalog as of a version that a registered snapshot holds. */
    public SchemaCatalog at(long version) {
        Entry entry = newest;
        while (entry.catalog.commitVersion() > version) {
            Entry previous = entry.previous;
            if (previous == null) {
                break;
            }
            entry = previous;
        }
        return entry.catalog;
    }

    /** Adds the catalog of a commit. */
    public void add(SchemaCatalog catalog) {
        newest = new Entry(catalog, newest);
    }

    /** Puts a stored catalog in place of the empty one, before the engine is handed out. */
    public void restore(SchemaCatalog catalog) {
        newest = new Entry(catalog, null);
    }

    /** Forgets what nobody at or after the version reads. */
    public void forget(long oldestVersion) {
        Entry entry = newest;
        while (entry.catalog.commitVersion() > oldestVersion) {
            Entry previous = entry.previous;
            if (previous == null) {
                return;
            }
            entry = previous;
        }
        entry.previous = null;
    }
}
