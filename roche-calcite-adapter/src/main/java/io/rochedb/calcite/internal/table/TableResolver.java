package io.rochedb.calcite.internal.table;

import io.rochedb.calcite.internal.plan.PlanScope;
import io.rochedb.engine.ErrorCode;
import io.rochedb.engine.RocheException;
import io.rochedb.engine.query.RingSelector;
import io.rochedb.engine.query.RingSelectors;
import io.rochedb.engine.schema.Schema;
import io.rochedb.engine.schema.TableDefinition;
import io.rochedb.engine.schema.ViewDefinition;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.apache.calcite.sql.SqlIdentifier;
import org.jspecify.annotations.Nullable;

/**
 * The rule that turns a table name into {@code records}, a declared table, a ring, a glob or a system table: ring names are
 * exact, all others ignore case. A look-up asks for one name and never lists rings.
 */
public final class TableResolver {
    /** The default schema. */
    public static final String SCHEMA = "roche";

    /** Schemas of system tables. */
    public static final List<String> SYSTEM_SCHEMAS = List.of("sys", "information_schema");

    /** Most rings whose columns a glob shows. */
    public static final int GLOB_COLUMN_RINGS_MAX = 1_000;

    private static final int NEAREST_SHOWN = 3;

    private TableResolver() {}

    /** Resolves a name as written in a statement; {@code UNDEFINED_TABLE} when there is no such table. */
    public static ResolvedTable resolve(SqlIdentifier name, PlanScope scope) {
        List<String> names = name.names;
        ResolvedTable found = switch (names.size()) {
            case 1 -> find(scope.defaultSchema(), names.get(0), scope);
            case 2 -> find(names.get(0), names.get(1), scope);
            default -> null;
        };
        if (found == null) {
            throw undefined(names, scope);
        }
        return found;
    }

    /** Returns the table of a schema, or null. */
    public static @Nullable ResolvedTable find(String schema, String name, PlanScope scope) {
        String lowerSchema = schema.toLowerCase(Locale.ROOT);
        if (SYSTEM_SCHEMAS.contains(lowerSchema)) {
            String lowerName = name.toLowerCase(Locale.ROOT);
            SysTable table = SysTables.find(lowerSchema, lowerName);
            if (table == null) {
                return null;
            }
            scope.dependsOnScope();
            return new ResolvedTable.Sys(lowerSchema, lowerName, table);
        }
        return lowerSchema.equals(SCHEMA) ? findData(name, scope) : null;
    }

    private static @Nullable ResolvedTable findData(String name, PlanScope scope) {
        if (name.equalsIgnoreCase("records")) {
            return new ResolvedTable.Records();
        }
        if (name.indexOf('*') >= 0) {
            return glob(RingSelectors.validateGlob(name), scope);
        }
        ResolvedTable.Declared declared = declared(name, scope);
        if (declared != null) {
            return declared;
        }
        ViewDefinition view = scope.view().schema().view(name).orElse(null);
        if (view != null) {
            return new ResolvedTable.View(view);
        }
        if (scope.view().ring(name).isEmpty()) {
            return null;
        }
        scope.dependsOn(RingSelector.ring(name));
        return new ResolvedTable.Ring(name, TableColumn.ofFields(scope.view().fields(name)));
    }

    private static ResolvedTable.@Nullable Declared declared(String name, PlanScope scope) {
        scope.dependsOnSchema();
        TableDefinition table = definition(name, scope.view().schema()).orElse(null);
        if (table == null) {
            return null;
        }
        scope.dependsOnScope();
        return ResolvedTable.Declared.of(table);
    }

    /** Returns the declared table of a name; one over a single ring has that ring's name too. */
    public static Optional<TableDefinition> definition(String name, Schema schema) {
        Optional<TableDefinition> table = schema.table(name);
        return table.isPresent()
                ? table
                : schema.tableOfRing(name)
                        .filter(found -> found.rings().columns().isEmpty());
    }

    private static ResolvedTable.Glob glob(String pattern, PlanScope scope) {
        RingSelector selector = new RingSelector.Glob(pattern);
        scope.dependsOn(selector);
        scope.dependsOnScope();
        return new ResolvedTable.Glob(
                pattern, TableColumn.ofFields(scope.view().fields(selector, GLOB_COLUMN_RINGS_MAX)));
    }

    /** Returns the error for a name that is no table, with names near it. */
    public static RocheException undefined(List<String> names, PlanScope scope) {
        if (names.size() == 1 && !scope.defaultSchema().equals(SCHEMA)) {
            return undefined(List.of(scope.defaultSchema(), names.get(0)), scope);
        }
        String last = names.get(names.size() - 1);
        String first = names.get(0).toLowerCase(Locale.ROOT);
        if (names.size() > 2) {
            return new RocheException(
                    ErrorCode.UNDEFINED_TABLE,
                    "table '" + String.join(".", names)
                            + "' does not exist (a name is [schema.]table; put a ring's name" + " in double quotes)");
        }
        if (names.size() == 2 && SYSTEM_SCHEMAS.contains(first)) {
            return new RocheException(
                    ErrorCode.UNDEFINED_TABLE,
                    "table '" + first + "." + last + "' does not exist (tables: "
                            + String.join(", ", SysTables.names(first)) + ")");
        }
        if (names.size() == 2 && !first.equals(SCHEMA)) {
            return new RocheException(
                    ErrorCode.UNDEFINED_TABLE,
                    "schema '" + names.get(0) + "' does not exist (schemas: roche, sys, information_schema)");
        }
        return undefinedRing(last, scope);
    }

    private static RocheException undefinedRing(String ring, PlanScope scope) {
        List<String> near = scope.view().nearestRings(ring, NEAREST_SHOWN);
        String hint = near.isEmpty() ? "" : " (nearest: '" + String.join("', '", near) + "')";
        return new RocheException(ErrorCode.UNDEFINED_TABLE, "ring '" + ring + "' does not exist" + hint);
    }
}
