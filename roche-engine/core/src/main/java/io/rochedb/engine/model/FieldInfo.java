package io.rochedb.engine.model;

/**
 * What the engine knows of one top-level JSON field of a ring, kept up to date by commits.
 *
 * @param name the field's name, exactly as in the documents
 * @param type the widened type of all values committed so far
 * @param ordinal position in first-committed order, from 0; never changes
 * @param seen how many records were committed with the field present (an estimate: updates count again)
 * @param nulls how many of those carried JSON null (an estimate)
 */
public record FieldInfo(String name, FieldType type, int ordinal, long seen, long nulls) {}
