package io.rochedb.engine.schema;

import java.util.List;

/**
 * A primary key or UNIQUE constraint. It is enforced inside a ring, so a table over several rings must have all its template columns in it.
 * A key with a NULL in it is equal to no other.
 *
 * @param name the constraint's name
 * @param primary whether it is the primary key
 * @param columns names of its columns, in order, as declared
 */
public record KeyConstraint(String name, boolean primary, List<String> columns) {
    public KeyConstraint {
        columns = List.copyOf(columns);
    }
}
