package io.rochedb.engine.access;

import io.rochedb.engine.query.RingSelectors;

/**
 * That a user may do something with rings.
 *
 * @param privilege what he may do
 * @param rings a ring's name or a glob, canonical; {@code INVALID_RING_NAME} when malformed
 */
public record RingGrant(Privilege privilege, String rings) {
    public RingGrant {
        rings = RingSelectors.validateGlob(rings);
    }
}
