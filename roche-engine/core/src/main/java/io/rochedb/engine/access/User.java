package io.rochedb.engine.access;

import io.rochedb.engine.model.RingNames;
import io.rochedb.engine.model.RingScope;
import io.rochedb.engine.query.RingSelectors;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Somebody who may log in.
 *
 * @param name the name, exact
 * @param role what he may do at most
 * @param verifier what is kept of his password
 * @param createdMillis when he was created
 * @param grants what was granted to him, one for a glob, in order of the globs
 */
public record User(String name, Role role, ScramVerifier verifier, long createdMillis, List<RingGrant> grants) {
    /** Characters of a name at most. */
    public static final int NAME_CHARACTERS_MAX = 128;

    public User {
        grants = List.copyOf(grants);
    }

    /**
     * Returns what he may see and write, on a connection that is narrowed to a ring and what is below it: null for one that is not, empty for one that
     * sees nothing.
     */
    public RingScope scope(@Nullable String ring) {
        if (role == Role.ADMIN) {
            return ring == null ? RingScope.ALL : ring.isEmpty() ? RingScope.NONE : RingScope.subtree(ring);
        }
        boolean writer = role == Role.WRITER;
        return RingScope.of(globs(Privilege.READ, ring), writer ? globs(Privilege.WRITE, ring) : List.of());
    }

    private List<String> globs(Privilege needed, @Nullable String ring) {
        Stream<String> globs = grants.stream()
                .filter(grant -> grant.privilege().compareTo(needed) >= 0)
                .map(RingGrant::rings);
        if (ring == null) {
            return globs.toList();
        }
        if (ring.isEmpty()) {
            return List.of();
        }
        String subtree = RingNames.canonical(ring) + "/**";
        return globs.flatMap(glob -> Stream.ofNullable(RingSelectors.intersectGlobs(glob, subtree)))
                .toList();
    }
}
