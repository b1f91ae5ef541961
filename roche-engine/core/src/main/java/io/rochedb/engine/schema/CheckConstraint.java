package io.rochedb.engine.schema;

import io.rochedb.engine.query.Predicate;

/**
 * A CHECK constraint: a record passes unless the condition is false (unknown passes).
 *
 * @param name the constraint's name
 * @param sql the condition as written, for messages and metadata
 * @param condition the same, evaluated by the engine on JSON fields
 */
public record CheckConstraint(String name, String sql, Predicate condition) {}
