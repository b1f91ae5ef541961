package io.rochedb.engine.schema;

import java.util.List;
import java.util.Optional;

/** The schema of a store in which nothing is declared. */
final class EmptySchema implements Schema {
    @Override
    public long version() {
        return 0;
    }

    @Override
    public List<TableDefinition> tables() {
        return List.of();
    }

    @Override
    public Optional<TableDefinition> table(String name) {
        return Optional.empty();
    }

    @Override
    public Optional<TableDefinition> tableOfRing(String ring) {
        return Optional.empty();
    }

    @Override
    public List<ViewDefinition> views() {
        return List.of();
    }

    @Override
    public Optional<ViewDefinition> view(String name) {
        return Optional.empty();
    }

    @Override
    public List<IndexDefinition> indexes() {
        return List.of();
    }

    @Override
    public Optional<IndexDefinition> index(String name) {
        return Optional.empty();
    }
}
