package io.rochedb.jdbc.embedded;

import io.rochedb.engine.access.Role;

/**
 * Whom a session belongs to. What he may see and do is what the store says of his name at each statement; the role here is the one he had when he was looked
 * up.
 *
 * @param name name of a user of the store
 * @param role what he may do at most
 */
public record Principal(String name, Role role) {}
