package io.rochedb.calcite.internal.json;

import io.rochedb.engine.model.JsonItems;
import io.rochedb.engine.model.JsonPath;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/** A prepared path of either kind: one that is followed in a pass over the document, or one that needs a tree. Immutable. */
public sealed interface PathFinder {
    /** Returns where the path leads in a document. */
    JsonItems find(String document);

    /** Returns whether a missing member or element is an error. */
    boolean strict();

    /** Returns whether the path leads to one value at most. */
    boolean definite();

    /** Returns the prepared path of a text; an error when it is no path. */
    static PathFinder of(String text) {
        return Prepared.of(text);
    }

    /** A path followed in one pass. */
    record Streamed(JsonPath path) implements PathFinder {
        @Override
        public JsonItems find(String document) {
            byte[] utf8 = Documents.utf8(document);
            return path.find(utf8, 0, utf8.length);
        }

        @Override
        public boolean strict() {
            return path.strict();
        }

        @Override
        public boolean definite() {
            return path.definite();
        }
    }

    /** A path followed in a tree of the document, by the library that Calcite uses. */
    record InTree(TreePath path) implements PathFinder {
        @Override
        public JsonItems find(String document) {
            return path.find(document);
        }

        @Override
        public boolean strict() {
            return path.strict();
        }

        @Override
        public boolean definite() {
            return path.definite();
        }
    }

    /** The paths prepared lately: statements have few, and all their rows the same. */
    final class Prepared {
        private static final int KEPT_MAX = 1_000;
        private static final Map<String, PathFinder> PATHS = new ConcurrentHashMap<>();

        private Prepared() {}

        private static PathFinder of(String text) {
            PathFinder known = PATHS.get(text);
            if (known == null) {
                Optional<JsonPath> streamed = JsonPath.parse(text);
                known = streamed.isPresent() ? new Streamed(streamed.get()) : new InTree(TreePath.parse(text));
                if (PATHS.size() >= KEPT_MAX) {
                    PATHS.clear();
                }
                PATHS.put(text, known);
            }
            return known;
        }
    }
}
