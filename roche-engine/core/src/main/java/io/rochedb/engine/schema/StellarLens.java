package io.rochedb.engine.schema;

import java.util.List;

/**
 * A named list of rings that are read together with each other. No record is copied. Immutable.
 *
 * @param name name of the lens, which is a ring's name, too
 * @param members the rings, in the order in which they were attached; at least one, none twice
 */
public record StellarLens(String name, List<String> members) {
    /** Rings a lens has at most. */
    public static final int MEMBERS_MAX = 1_000;

    public StellarLens {
        members = List.copyOf(members);
    }
}
