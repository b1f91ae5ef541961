package io.rochedb.engine.model;

import io.rochedb.engine.internal.json.ByteBuilder;
import io.rochedb.engine.internal.json.JsonMembers;
import io.rochedb.engine.internal.json.JsonScalars;
import io.rochedb.engine.internal.json.JsonText;
import org.jspecify.annotations.Nullable;

/**
 * A forward cursor over the elements of an array, or the members of an object, in document order, duplicates included. Made of what a path led
 * to; never holds more than one. Not thread-safe.
 */
public final class JsonElements {
    private final JsonMembers members;
    private final boolean object;

    private JsonElements(JsonMembers members, boolean object) {
        this.members = members;
        this.object = object;
    }

    /** Opens an object or array of a document; null when the value is a scalar. */
    static @Nullable JsonElements of(byte[] document, int start, int end) {
        JsonMembers members = new JsonMembers();
        if (members.openObject(document, start, end - start, Integer.MAX_VALUE)) {
            return new JsonElements(members, true);
        }
        return members.openArray(document, start, end - start, Integer.MAX_VALUE)
                ? new JsonElements(members, false)
                : null;
    }

    /** Moves to the next element or member; false at the end. */
    public boolean next() {
        return members.next();
    }

    /** Returns the member's name, or null for an element of an array. */
    public @Nullable String name() {
        return object ? members.name() : null;
    }

    /** Returns the value as compact JSON. */
    public String json() {
        ByteBuilder out = new ByteBuilder();
        JsonText.compact(members.bytes(), members.valueStart(), members.valueEnd(), out);
        return out.text();
    }

    /** Returns the text of a scalar; null for JSON null, objects and arrays. */
    public @Nullable String text() {
        return JsonScalars.text(members.bytes(), members.valueStart(), members.valueEnd());
    }
}
