package io.rochedb.calcite.internal.sql;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** A constraint as written, of a table or of one column. */
public sealed interface ConstraintText {
    /** Returns the name written after CONSTRAINT, or null. */
    @Nullable
    String name();

    /** PRIMARY KEY or UNIQUE. */
    record Key(@Nullable String name, boolean primary, List<String> columns) implements ConstraintText {
        public Key {
            columns = List.copyOf(columns);
        }
    }

    /** CHECK. */
    record Check(@Nullable String name, SourceText condition) implements ConstraintText {}
}
