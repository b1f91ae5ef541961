package io.rochedb.calcite.internal.ddl;

import io.rochedb.calcite.internal.table.TableResolver;
import io.rochedb.engine.ErrorCode;
import io.rochedb.engine.ReadView;
import io.rochedb.engine.RocheException;
import io.rochedb.engine.schema.Schema;
import io.rochedb.engine.schema.TableDefinition;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.apache.calcite.sql.SqlIdentifier;

/** The rules of names in statements about the schema. Stateless. */
final class SchemaNames {
    private static final String RECORDS = "records";
    private static final int NEAREST_SHOWN = 3;

    private SchemaNames() {}

    /** Returns the name without the default schema; any other schema cannot be changed. */
    static String of(SqlIdentifier name) {
        return of(name.names);
    }

    static String of(List<String> names) {
        String last = names.get(names.size() - 1);
        if (names.size() == 1 || (names.size() == 2 && names.get(0).equalsIgnoreCase(TableResolver.SCHEMA))) {
            return last;
        }
        if (names.size() == 2
                && TableResolver.SYSTEM_SCHEMAS.contains(names.get(0).toLowerCase(Locale.ROOT))) {
            throw new RocheException(
                    ErrorCode.FEATURE_NOT_SUPPORTED,
                    "'" + String.join(".", names) + "' is in a system schema, which cannot be changed");
        }
        throw new RocheException(
                ErrorCode.UNDEFINED_TABLE,
                "'" + String.join(".", names)
                        + "' names a schema that does not exist (schemas: roche, sys, information_schema; put a ring's"
                        + " name in double quotes)");
    }

    /** Returns the name of something that is to be created. */
    static String ofNew(SqlIdentifier name) {
        String plain = of(name);
        if (plain.equalsIgnoreCase(RECORDS)) {
            throw new RocheException(
                    ErrorCode.DUPLICATE_TABLE, "'records' is the table of all records; choose another name");
        }
        if (plain.indexOf('*') >= 0) {
            throw new RocheException(
                    ErrorCode.INVALID_RING_NAME, "'" + plain + "' is a glob: choose a name without '*'");
        }
        return plain;
    }

    /** Returns the declared table of a name; one over a single ring has that ring's name too. */
    static Optional<TableDefinition> table(Schema schema, String name) {
        Optional<TableDefinition> table = schema.table(name);
        return table.isPresent()
                ? table
                : schema.tableOfRing(name)
                        .filter(found -> found.rings().columns().isEmpty());
    }

    /** Returns the error for a name no declared table has. */
    static RocheException undefinedTable(ReadView view, String name) {
        if (view.schema().view(name).isPresent()) {
            return new RocheException(ErrorCode.FEATURE_NOT_SUPPORTED, "'" + name + "' is a view, not a table");
        }
        String ring = view.ring(name).isPresent()
                ? ", but a ring has this name (DROP RING '" + name + "' drops a ring; CREATE TABLE \"" + name
                        + "\" (…) declares it)"
                : "";
        return new RocheException(ErrorCode.UNDEFINED_TABLE, "table '" + name + "' does not exist" + ring);
    }

    /** Returns the error for a ring that does not exist. */
    static RocheException undefinedRing(ReadView view, String name) {
        List<String> near = view.nearestRings(name, NEAREST_SHOWN);
        String hint = near.isEmpty() ? "" : " (nearest: '" + String.join("', '", near) + "')";
        return new RocheException(ErrorCode.UNDEFINED_TABLE, "ring '" + name + "' does not exist" + hint);
    }
}
