package io.rochedb.jdbc.spi;

/** One statement of a batch with its parameters. */
public record BatchEntry(SessionStatement statement, ParameterBinder parameters) {}
