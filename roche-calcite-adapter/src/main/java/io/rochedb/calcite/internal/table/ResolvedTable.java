package io.rochedb.calcite.internal.table;

import io.rochedb.engine.query.RingSelector;
import io.rochedb.engine.schema.TableDefinition;
import io.rochedb.engine.schema.ViewDefinition;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What a table name turned out to be. */
public sealed interface ResolvedTable {
    /** Returns the name to show. */
    String name();

    /** A table over records: it has a route and columns. */
    sealed interface Data extends ResolvedTable {
        /** Returns the rings the name itself chooses. */
        RingSelector rings();

        List<TableColumn> columns();

        /** Returns the one ring the name stands for, or null when it can stand for several. */
        default @Nullable String onlyRing() {
            return null;
        }
    }

    /** The table {@code records}: every ring. */
    record Records() implements Data {
        @Override
        public String name() {
            return "records";
        }

        @Override
        public RingSelector rings() {
            return RingSelector.ALL;
        }

        @Override
        public List<TableColumn> columns() {
            return TableColumn.RECORDS;
        }
    }

    /** One ring; {@code name} is its exact name. */
    record Ring(String name, List<TableColumn> columns) implements Data {
        @Override
        public RingSelector rings() {
            return RingSelector.ring(name);
        }

        @Override
        public String onlyRing() {
            return name;
        }
    }

    /** All rings a glob matches; {@code name} is the pattern. */
    record Glob(String name, List<TableColumn> columns) implements Data {
        @Override
        public RingSelector rings() {
            return new RingSelector.Glob(name);
        }
    }

    /** A table that DDL declared over one ring or a family of them. */
    record Declared(TableDefinition definition, List<TableColumn> columns) implements Data {
        /** Returns the table with the columns of its definition. */
        static Declared of(TableDefinition definition) {
            return new Declared(definition, TableColumn.ofDeclared(definition));
        }

        @Override
        public String name() {
            return definition.name();
        }

        @Override
        public RingSelector rings() {
            String glob = definition.rings().glob();
            return definition.rings().columns().isEmpty() ? RingSelector.ring(glob) : new RingSelector.Glob(glob);
        }

        @Override
        public @Nullable String onlyRing() {
            return definition.rings().columns().isEmpty() ? definition.rings().text() : null;
        }
    }

    /** A view: a query with a name. */
    record View(ViewDefinition definition) implements ResolvedTable {
        @Override
        public String name() {
            return definition.name();
        }
    }

    /** A system table. */
    record Sys(String schema, String table, SysTable source) implements ResolvedTable {
        @Override
        public String name() {
            return schema + "." + table;
        }
    }
}
