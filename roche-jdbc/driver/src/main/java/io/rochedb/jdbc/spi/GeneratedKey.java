package io.rochedb.jdbc.spi;

/** Ring and id of an inserted record. */
public record GeneratedKey(String ring, String id) {}
