package io.rochedb.calcite.internal.table;

import io.rochedb.engine.query.RingSelector;
import java.util.List;

/** What a table name turned out to be. */
public sealed interface ResolvedTable {
    /** Returns the name to show. */
    String name();

    /** A table over records: it has a route and columns. */
    sealed interface Data extends ResolvedTable {
        /** Returns the rings the name itself chooses. */
        RingSelector rings();

        List<TableColumn> columns();
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
    }

    /** All rings a glob matches; {@code name} is the pattern. */
    record Glob(String name, List<TableColumn> columns) implements Data {
        @Override
        public RingSelector rings() {
            return new RingSelector.Glob(name);
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
