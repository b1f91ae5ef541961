package io.rochedb.engine.schema;

import java.util.List;
import java.util.Optional;

/** Everything declared in a store as one caller sees it. Immutable; a DDL statement makes a new one. */
public interface Schema {
    /** Nothing declared. */
    Schema EMPTY = new EmptySchema();

    /** Returns a number that grows with every DDL statement. */
    long version();

    /** Returns the declared tables, sorted by name. */
    List<TableDefinition> tables();

    /** Returns the table of a name, ignoring case. */
    Optional<TableDefinition> table(String name);

    /** Returns the table a ring belongs to. */
    Optional<TableDefinition> tableOfRing(String ring);

    /** Returns the views, sorted by name. */
    List<ViewDefinition> views();

    /** Returns the view of a name, ignoring case. */
    Optional<ViewDefinition> view(String name);

    /** Returns the secondary indexes, sorted by name; keys are not among them. */
    List<IndexDefinition> indexes();

    /** Returns the stellar lenses. */
    default RingModel model() {
        return RingModel.EMPTY;
    }

    /** Returns the index of a name, ignoring case. */
    Optional<IndexDefinition> index(String name);
}
