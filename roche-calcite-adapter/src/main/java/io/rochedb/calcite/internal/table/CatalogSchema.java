package io.rochedb.calcite.internal.table;

import io.rochedb.calcite.internal.plan.PlanScope;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.apache.calcite.jdbc.CalciteSchema;
import org.apache.calcite.schema.Schema;
import org.apache.calcite.schema.Table;
import org.apache.calcite.schema.impl.AbstractSchema;
import org.apache.calcite.schema.lookup.LikePattern;
import org.apache.calcite.schema.lookup.Lookup;
import org.apache.calcite.schema.lookup.Named;
import org.jspecify.annotations.Nullable;

/** The schema of one statement: every table is made when it is asked for by name, none is ever listed. */
public final class CatalogSchema extends AbstractSchema {
    private final String schema;
    private final PlanScope scope;
    private final ViewReader views;
    private final String defaultSchema;
    private final Map<String, Table> found = new HashMap<>();

    private CatalogSchema(String schema, PlanScope scope, ViewReader views, String defaultSchema) {
        this.schema = schema;
        this.scope = scope;
        this.views = views;
        this.defaultSchema = defaultSchema;
    }

    /** Creates the root: the default schema's tables, and every schema by name. */
    public CatalogSchema(PlanScope scope, ViewReader views, String defaultSchema) {
        this("", scope, views, defaultSchema);
    }

    /** Returns this schema as the library's root. */
    public CalciteSchema asRoot() {
        return CalciteSchema.createRootSchema(false, false, "", this);
    }

    /** Returns whether a table asked for so far has a column of this name, ignoring case. */
    public boolean hasColumn(String name) {
        for (Table table : found.values()) {
            boolean has = table instanceof DataTable data
                    ? data.hasColumn(name)
                    : table instanceof ViewTable view && view.hasColumn(name);
            if (has) {
                return true;
            }
        }
        return false;
    }

    /** Returns the characters a declared column of text may have, 0 for any other column. */
    public int declaredLength(String table, String column) {
        return TableResolver.definition(table, scope.view().schema())
                .flatMap(definition -> definition.column(column))
                .map(found -> DeclaredTypes.length(found.type()))
                .orElse(0);
    }

    @Override
    public Lookup<Table> tables() {
        return new ByName<>() {
            @Override
            public @Nullable Table get(String name) {
                return table(name);
            }
        };
    }

    private @Nullable Table table(String name) {
        Table known = found.get(name);
        if (known != null) {
            return known;
        }
        ResolvedTable resolved = TableResolver.find(schema.isEmpty() ? defaultSchema : schema, name, scope);
        if (resolved == null) {
            return null;
        }
        Table table = resolved instanceof ResolvedTable.Data data
                ? new DataTable(data)
                : resolved instanceof ResolvedTable.View view
                        ? new ViewTable(view.definition(), views)
                        : new SystemTable((ResolvedTable.Sys) resolved);
        found.put(name, table);
        return table;
    }

    @Override
    public Lookup<? extends Schema> subSchemas() {
        if (!schema.isEmpty()) {
            return Lookup.empty();
        }
        return new ByName<Schema>() {
            @Override
            public @Nullable Schema get(String name) {
                String lower = name.toLowerCase(Locale.ROOT);
                return lower.equals(TableResolver.SCHEMA) || TableResolver.SYSTEM_SCHEMAS.contains(lower)
                        ? new CatalogSchema(lower, scope, views, lower)
                        : null;
            }
        };
    }

    /** A look-up that knows its own rule of case and lists nothing. */
    private abstract static class ByName<T> implements Lookup<T> {
        @Override
        public @Nullable Named<T> getIgnoreCase(String name) {
            T value = get(name);
            return value == null ? null : new Named<>(name, value);
        }

        @Override
        public Set<String> getNames(LikePattern pattern) {
            return Set.of();
        }
    }
}
