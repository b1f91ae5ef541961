package io.rochedb.calcite.internal.sql;

import java.util.List;
import org.apache.calcite.sql.SqlDataTypeSpec;
import org.apache.calcite.sql.SqlIdentifier;
import org.jspecify.annotations.Nullable;

/** A statement about the schema as it was parsed: names are not looked up yet. */
public sealed interface SchemaStatement {
    /**
     * CREATE TABLE.
     *
     * @param ring the text after RING, or null
     * @param query the query after AS, or null
     */
    record CreateTable(
            SqlIdentifier name,
            boolean ifNotExists,
            List<ColumnText> columns,
            List<ConstraintText> constraints,
            @Nullable String ring,
            @Nullable SourceText query)
            implements SchemaStatement {
        public CreateTable {
            columns = List.copyOf(columns);
            constraints = List.copyOf(constraints);
        }
    }

    /** DROP TABLE. */
    record DropTables(List<SqlIdentifier> names, boolean ifExists, boolean cascade) implements SchemaStatement {
        public DropTables {
            names = List.copyOf(names);
        }
    }

    /** ALTER TABLE. */
    record AlterTable(SqlIdentifier name, boolean ifExists, List<Action> actions) implements SchemaStatement {
        public AlterTable {
            actions = List.copyOf(actions);
        }
    }

    /** One change of ALTER TABLE. */
    sealed interface Action {
        record AddColumn(ColumnText column, List<ConstraintText> constraints, boolean ifNotExists) implements Action {
            public AddColumn {
                constraints = List.copyOf(constraints);
            }
        }

        record DropColumn(String name, boolean ifExists) implements Action {}

        record AddConstraint(ConstraintText constraint) implements Action {}

        record DropConstraint(String name, boolean ifExists) implements Action {}

        /** A new default, or null for none. */
        record SetDefault(String name, @Nullable SourceText value) implements Action {}

        record SetNullable(String name, boolean nullable) implements Action {}

        record SetType(String name, SqlDataTypeSpec type) implements Action {}
    }

    /** TRUNCATE. */
    record Truncate(List<SqlIdentifier> names) implements SchemaStatement {
        public Truncate {
            names = List.copyOf(names);
        }
    }

    /** DROP RING with a ring's name or a glob. */
    record DropRings(String rings, boolean ifExists) implements SchemaStatement {}

    /** What COMMENT ON is about. */
    enum Commented {
        RING,
        TABLE,
        VIEW,
        COLUMN
    }

    /**
     * COMMENT ON.
     *
     * @param names the parts of the name; for a ring its name
     * @param text the comment, or null to take it away
     */
    record Comment(
            Commented kind, List<String> names, @Nullable String text) implements SchemaStatement {
        public Comment {
            names = List.copyOf(names);
        }
    }

    /**
     * CREATE VIEW.
     *
     * @param columns names of its columns, or empty for the query's own
     */
    record CreateView(SqlIdentifier name, boolean replace, boolean ifNotExists, List<String> columns, SourceText query)
            implements SchemaStatement {
        public CreateView {
            columns = List.copyOf(columns);
        }
    }

    /** DROP VIEW. */
    record DropViews(List<SqlIdentifier> names, boolean ifExists, boolean cascade) implements SchemaStatement {
        public DropViews {
            names = List.copyOf(names);
        }
    }

    /** CREATE INDEX. */
    record CreateIndex(
            SqlIdentifier name, boolean unique, boolean ifNotExists, SqlIdentifier table, List<IndexColumnText> columns)
            implements SchemaStatement {
        public CreateIndex {
            columns = List.copyOf(columns);
        }
    }

    /** DROP INDEX. */
    record DropIndexes(List<SqlIdentifier> names, boolean ifExists) implements SchemaStatement {
        public DropIndexes {
            names = List.copyOf(names);
        }
    }

    /** CREATE USER. */
    record CreateUser(String name, boolean ifNotExists, UserOptions options) implements SchemaStatement {}

    /** ALTER USER. */
    record AlterUser(String name, UserOptions options) implements SchemaStatement {}

    /** DROP USER. */
    record DropUsers(List<String> names, boolean ifExists) implements SchemaStatement {
        public DropUsers {
            names = List.copyOf(names);
        }
    }

    /**
     * GRANT on rings.
     *
     * @param write whether WRITE is granted, which includes READ
     */
    record Grants(boolean write, String rings, List<String> names) implements SchemaStatement {
        public Grants {
            names = List.copyOf(names);
        }
    }

    /**
     * REVOKE on rings.
     *
     * @param write whether only WRITE is revoked, and READ stays
     */
    record Revokes(boolean write, String rings, List<String> names) implements SchemaStatement {
        public Revokes {
            names = List.copyOf(names);
        }
    }
}
