package io.rochedb.engine.model;

/**
 * A top-level JSON field read as a given type: what a scan projects and what a predicate compares.
 *
 * <p>The value of a reference in a record is: {@code String} for VARCHAR and NONE (a JSON string's content; a number's or boolean's
 * token; an object or array as compact JSON), {@code Long}, {@code Double}, {@code Boolean} for the others, and
 * {@code null} when the field is absent, JSON null, the payload is not a JSON object, or the value does not fit the type.
 *
 * @param name the field's name, case-sensitive
 * @param type the type to read it as
 */
public record FieldRef(String name, FieldType type) {}
