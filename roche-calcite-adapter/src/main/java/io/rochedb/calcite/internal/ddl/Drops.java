package io.rochedb.calcite.internal.ddl;

import io.rochedb.calcite.StatementContext;
import io.rochedb.calcite.internal.sql.SchemaStatement;
import io.rochedb.engine.ErrorCode;
import io.rochedb.engine.ReadView;
import io.rochedb.engine.RocheException;
import io.rochedb.engine.query.RingSelector;
import io.rochedb.engine.query.RingSelectors;
import io.rochedb.engine.schema.Schema;
import io.rochedb.engine.schema.SchemaChange;
import io.rochedb.engine.schema.TableDefinition;
import io.rochedb.engine.schema.ViewDefinition;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.apache.calcite.sql.SqlIdentifier;

/** DROP TABLE, DROP VIEW, DROP RING and TRUNCATE. Stateless. */
final class Drops {
    private static final String EVERY_RING = "**";

    private Drops() {}

    static long tables(StatementContext context, SchemaStatement.DropTables drop) {
        SchemaWriter.change(context, view -> {
            List<String> gone = new ArrayList<>();
            List<SchemaChange> changes = new ArrayList<>();
            for (SqlIdentifier identifier : drop.names()) {
                String name = SchemaNames.of(identifier);
                Optional<TableDefinition> table = SchemaNames.table(view.schema(), name);
                if (table.isPresent()) {
                    gone.add(table.get().name());
                    changes.add(new SchemaChange.DropTable(table.get().name()));
                } else if (!drop.ifExists()) {
                    throw SchemaNames.undefinedTable(view, name);
                }
            }
            return withViews(view.schema(), "table", gone, changes, drop.cascade());
        });
        return 0;
    }

    static long views(StatementContext context, SchemaStatement.DropViews drop) {
        SchemaWriter.change(context, view -> {
            List<String> gone = new ArrayList<>();
            for (SqlIdentifier identifier : drop.names()) {
                String name = SchemaNames.of(identifier);
                Optional<ViewDefinition> found = view.schema().view(name);
                if (found.isPresent()) {
                    gone.add(found.get().name());
                } else if (view.schema().table(name).isPresent()) {
                    throw new RocheException(
                            ErrorCode.FEATURE_NOT_SUPPORTED, "'" + name + "' is a table, not a view; use DROP TABLE");
                } else if (!drop.ifExists()) {
                    throw undefinedView(name);
                }
            }
            List<SchemaChange> changes = new ArrayList<>();
            gone.forEach(name -> changes.add(new SchemaChange.DropView(name)));
            return withViews(view.schema(), "view", gone, changes, drop.cascade());
        });
        return 0;
    }

    static RocheException undefinedView(String name) {
        return new RocheException(ErrorCode.UNDEFINED_TABLE, "view '" + name + "' does not exist");
    }

    /** Adds the views that use what goes: they go first, with CASCADE; without it they are refused. */
    private static List<SchemaChange> withViews(
            Schema schema, String what, List<String> gone, List<SchemaChange> changes, boolean cascade) {
        Set<String> all = new LinkedHashSet<>(gone);
        List<SchemaChange> before = new ArrayList<>();
        for (boolean more = true; more; ) {
            more = false;
            for (ViewDefinition view : schema.views()) {
                String used = all.contains(view.name()) ? null : ViewUses.firstOf(view, all);
                if (used == null) {
                    continue;
                }
                if (!cascade) {
                    throw new RocheException(
                            ErrorCode.DEPENDENT_OBJECTS,
                            what + " '" + used + "' is used by view '" + view.name()
                                    + "'; drop the view first, or use CASCADE");
                }
                all.add(view.name());
                before.add(0, new SchemaChange.DropView(view.name()));
                more = true;
            }
        }
        before.addAll(changes);
        return before;
    }

    static long rings(StatementContext context, SchemaStatement.DropRings drop) {
        SchemaWriter.change(context, view -> {
            boolean glob = drop.rings().indexOf('*') >= 0;
            String rings = glob ? RingSelectors.validateGlob(drop.rings()) : drop.rings();
            boolean exists = glob
                    ? !view.rings(new RingSelector.Glob(rings)).isEmpty()
                    : view.ring(rings).isPresent();
            if (exists) {
                return List.of(new SchemaChange.DropRings(rings));
            }
            if (drop.ifExists()) {
                return List.of();
            }
            throw glob
                    ? new RocheException(ErrorCode.UNDEFINED_TABLE, "no ring matches '" + rings + "'")
                    : SchemaNames.undefinedRing(view, rings);
        });
        return 0;
    }

    static long truncate(StatementContext context, SchemaStatement.Truncate truncate) {
        SchemaWriter.change(context, view -> {
            List<SchemaChange> changes = new ArrayList<>();
            for (SqlIdentifier identifier : truncate.names()) {
                changes.add(new SchemaChange.Truncate(ringsOf(view, SchemaNames.of(identifier))));
            }
            return changes;
        });
        return 0;
    }

    private static String ringsOf(ReadView view, String name) {
        if (name.equalsIgnoreCase("records")) {
            return EVERY_RING;
        }
        Optional<TableDefinition> table = SchemaNames.table(view.schema(), name);
        if (table.isPresent()) {
            return table.get().rings().glob();
        }
        if (view.schema().view(name).isPresent()) {
            throw new RocheException(
                    ErrorCode.FEATURE_NOT_SUPPORTED, "'" + name + "' is a view: TRUNCATE the tables it reads");
        }
        if (name.indexOf('*') >= 0) {
            return RingSelectors.validateGlob(name);
        }
        if (view.ring(name).isEmpty()) {
            throw SchemaNames.undefinedRing(view, name);
        }
        return name;
    }
}
