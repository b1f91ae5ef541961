package io.rochedb.jdbc.embedded.internal;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The cursors of a session that are not closed. Thread-safe.
 */
final class OpenCursors {
    private final Set<EmbeddedCursor> cursors = ConcurrentHashMap.newKeySet();

    void add(EmbeddedCursor cursor) {
        cursors.add(cursor);
    }

    void remove(EmbeddedCursor cursor) {
        cursors.remove(cursor);
    }

    /** Returns whether any reads the snapshot of the session's transaction. */
    boolean anyOfTransaction() {
        for (EmbeddedCursor cursor : cursors) {
            if (cursor.ofTransaction()) {
                return true;
            }
        }
        return false;
    }

    void closeOfTransaction() {
        for (EmbeddedCursor cursor : cursors) {
            if (cursor.ofTransaction()) {
                cursor.close();
            }
        }
    }

    /** Stops whoever reads one. */
    void cancelAll() {
        for (EmbeddedCursor cursor : cursors) {
            cursor.execution().cancel();
        }
    }

    void closeAll() {
        for (EmbeddedCursor cursor : cursors) {
            cursor.close();
        }
    }
}
