package io.rochedb.calcite.internal.function;

import io.rochedb.calcite.StatementContext;
import io.rochedb.calcite.internal.json.PathFinder;
import io.rochedb.engine.ErrorCode;
import io.rochedb.engine.RocheException;
import io.rochedb.engine.model.JsonElements;
import io.rochedb.engine.model.JsonItems;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import org.jspecify.annotations.Nullable;

/** The rows of JSON_ROWS: what lies in the value a path leads to, made one by one. */
final class JsonRows {
    private JsonRows() {}

    /** Returns the rows of a document; none for NULL, for what is no JSON, and where the path leads nowhere in lax mode. */
    static Iterable<@Nullable Object[]> of(StatementContext context, @Nullable Object[] a, boolean fromJoin) {
        Object document = a[0];
        if (document == null) {
            return List.of();
        }
        String path = a[1] == null ? "$" : Arguments.text(a[1]);
        PathFinder finder = PathFinder.of(path);
        JsonItems items = finder.find(document.toString());
        String malformed = items.malformed();
        if (finder.strict() && (malformed != null || items.isMissing())) {
            throw new RocheException(
                    ErrorCode.DATA_EXCEPTION,
                    "JSON_ROWS of path '" + path + "': "
                            + (malformed == null ? "there is no such member or element" : malformed));
        }
        if (items.count() != 1 || !finder.definite()) {
            return () -> new Values(items);
        }
        JsonElements elements = items.elements(0);
        if (elements == null) {
            return items.isNull(0) ? List.of() : () -> new Values(items);
        }
        return () -> new Elements(items);
    }

    /** The values of a path, one row each. */
    private static final class Values implements Iterator<@Nullable Object[]> {
        private final JsonItems items;
        private int next;

        Values(JsonItems items) {
            this.items = items;
        }

        @Override
        public boolean hasNext() {
            return next < items.count();
        }

        @Override
        public @Nullable Object[] next() {
            if (!hasNext()) {
                throw new NoSuchElementException();
            }
            int item = next++;
            return new @Nullable Object[] {next, null, items.json(item), items.text(item)};
        }
    }

    /** The elements or members of one value. */
    private static final class Elements implements Iterator<@Nullable Object[]> {
        private final @Nullable JsonElements elements;
        private boolean ready;
        private int number;

        Elements(JsonItems items) {
            elements = items.elements(0);
        }

        @Override
        public boolean hasNext() {
            ready = ready || (elements != null && elements.next());
            return ready;
        }

        @Override
        public @Nullable Object[] next() {
            if (elements == null || !hasNext()) {
                throw new NoSuchElementException();
            }
            ready = false;
            return new @Nullable Object[] {++number, elements.name(), elements.json(), elements.text()};
        }
    }
}
