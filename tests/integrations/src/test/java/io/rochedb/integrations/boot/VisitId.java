package io.rochedb.integrations.boot;

import jakarta.persistence.Embeddable;

/**
 * The key of a visit.
 *
 * @param site chooses the ring
 * @param id which visit of the site
 */
@Embeddable
public record VisitId(String site, String id) {}
