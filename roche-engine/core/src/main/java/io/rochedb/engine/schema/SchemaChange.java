package io.rochedb.engine.schema;

import io.rochedb.engine.access.RingGrant;
import io.rochedb.engine.access.Role;
import io.rochedb.engine.access.ScramVerifier;
import io.rochedb.engine.access.User;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** One DDL statement, applied and committed as a whole. */
public sealed interface SchemaChange {
    /**
     * Declares a table. {@code DUPLICATE_TABLE} when a table, view or ring has the name (unless the table is that ring's own, or the ring lies above the
     * table's and holds no record), or its rings overlap another table's; a record of its rings that does not conform fails it and is named. The ring of a table without template columns is created.
     */
    record CreateTable(TableDefinition table) implements SchemaChange {}

    /**
     * Replaces a table's definition after ALTER TABLE; existing records must conform. Fields of dropped columns are removed from no document.
     *
     * @param filled names of columns whose default is written, by the same commit, into the existing records in which they are NULL; {@code LIMIT_PAYLOAD} when
     *     these are more than a transaction may write
     */
    record AlterTable(TableDefinition table, Set<String> filled) implements SchemaChange {
        public AlterTable {
            filled = Set.copyOf(filled);
        }

        /** Replaces a definition, and writes into no record. */
        public AlterTable(TableDefinition table) {
            this(table, Set.of());
        }
    }

    /** Drops a table: the declaration, and its rings with their records. */
    record DropTable(String name) implements SchemaChange {}

    /** Removes every record of the rings that match, in time of the number of rings; the rings stay. */
    record Truncate(String rings) implements SchemaChange {}

    /**
     * Drops rings: one name, or a glob. A ring with children is {@code DEPENDENT_OBJECTS} unless they go too; one that a declared table without template
     * columns is over, likewise.
     */
    record DropRings(String rings) implements SchemaChange {}

    /** Creates a view, or replaces one. */
    record CreateView(ViewDefinition view, boolean replace) implements SchemaChange {}

    record DropView(String name) implements SchemaChange {}

    /** Creates an index and fills it; a unique one fails with {@code UNIQUE_VIOLATION} when records have equal values. */
    record CreateIndex(IndexDefinition index) implements SchemaChange {}

    record DropIndex(String name) implements SchemaChange {}

    /**
     * Makes a ring a member of a lens, which is there from its first member on; both rings are created when they do not exist. Nothing happens when it is
     * one. It needs a caller who may write the lens's ring and see the member, which a caller who may not write it cannot have created.
     */
    record AttachStellar(String lens, String ring) implements SchemaChange {}

    /** Ends a membership; {@code UNDEFINED_OBJECT} when there is none. A lens without members does not exist. */
    record DetachStellar(String lens, String ring) implements SchemaChange {}

    /** Has the store keep what verifiers of unknown names are made from, unless it has it. */
    record KeepLoginSecret(String secret) implements SchemaChange {
        /** Returns no part of the secret. */
        @Override
        public String toString() {
            return "KeepLoginSecret";
        }
    }

    /** Creates a user; {@code DUPLICATE_OBJECT} when the name is another's. As all changes of users it needs a scope that sees everything. */
    record CreateUser(User user) implements SchemaChange {}

    /** Changes a user's password, his role, or both; {@code DEPENDENT_OBJECTS} when he is the last ADMIN, would be none, and there are other users. */
    record AlterUser(
            String name,
            @Nullable ScramVerifier verifier,
            @Nullable Role role) implements SchemaChange {}

    /** Drops a user with what was granted to him; {@code DEPENDENT_OBJECTS} for the last ADMIN while there are other users. */
    record DropUser(String name) implements SchemaChange {}

    /** Grants something to a user; what he has of the same rings already and is more stays. */
    record Grant(String user, RingGrant grant) implements SchemaChange {}

    /**
     * Takes a grant away: WRITE leaves READ, READ leaves nothing. {@code UNDEFINED_OBJECT} when exactly this is not granted: the rings of a wider grant cannot
     * be taken out of it.
     */
    record Revoke(String user, RingGrant grant) implements SchemaChange {}

    /** Several changes as one: CREATE TABLE with its indexes, a restored dump. */
    record All(List<SchemaChange> changes) implements SchemaChange {
        public All {
            changes = List.copyOf(changes);
        }
    }
}
