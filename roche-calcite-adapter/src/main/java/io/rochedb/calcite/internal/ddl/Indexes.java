package io.rochedb.calcite.internal.ddl;

import io.rochedb.calcite.StatementContext;
import io.rochedb.calcite.internal.sql.IndexColumnText;
import io.rochedb.calcite.internal.sql.SchemaStatement;
import io.rochedb.engine.ErrorCode;
import io.rochedb.engine.ReadView;
import io.rochedb.engine.RocheException;
import io.rochedb.engine.model.FieldInfo;
import io.rochedb.engine.query.RingSelector;
import io.rochedb.engine.query.RingSelectors;
import io.rochedb.engine.schema.ColumnDefinition;
import io.rochedb.engine.schema.ColumnType;
import io.rochedb.engine.schema.IndexDefinition;
import io.rochedb.engine.schema.IndexDefinition.IndexColumn;
import io.rochedb.engine.schema.SchemaChange;
import io.rochedb.engine.schema.TableDefinition;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.calcite.sql.SqlIdentifier;
import org.jspecify.annotations.Nullable;

/** CREATE INDEX and DROP INDEX. Stateless. */
final class Indexes {
    /** The type of a field that is not declared: the index takes values of every kind, so what the field becomes later is found too. */
    private static final ColumnType UNDECLARED = ColumnType.of(ColumnType.Kind.JSON);

    /** Rings of a glob whose fields are looked at one by one. */
    private static final int RINGS_MAX = 1_000;

    private Indexes() {}

    static long create(StatementContext context, SchemaStatement.CreateIndex create) {
        String name = SchemaNames.of(create.name());
        SchemaWriter.change(context, view -> {
            if (create.ifNotExists() && view.schema().index(name).isPresent()) {
                return List.of();
            }
            return List.of(new SchemaChange.CreateIndex(define(view, name, create)));
        });
        return 0;
    }

    private static IndexDefinition define(ReadView view, String name, SchemaStatement.CreateIndex create) {
        String target = SchemaNames.of(create.table());
        Optional<TableDefinition> table = SchemaNames.table(view.schema(), target);
        String rings = table.isPresent() ? table.get().rings().glob() : rings(view, target);
        List<IndexColumn> columns = new ArrayList<>();
        for (IndexColumnText column : create.columns()) {
            columns.add(column(column, path(column, table.orElse(null), view, rings), table.orElse(null)));
        }
        return new IndexDefinition(name, rings, columns, create.unique());
    }

    private static String rings(ReadView view, String target) {
        if (view.schema().view(target).isPresent()) {
            throw new RocheException(
                    ErrorCode.FEATURE_NOT_SUPPORTED, "'" + target + "' is a view: create the index on its tables");
        }
        if (target.indexOf('*') >= 0) {
            return RingSelectors.validateGlob(target);
        }
        if (view.ring(target).isEmpty()) {
            throw SchemaNames.undefinedRing(view, target);
        }
        return target;
    }

    /** Returns where a column lies: {@code "address.city"} is a path, unless there is a field of just that name. */
    private static List<String> path(
            IndexColumnText text, @Nullable TableDefinition table, ReadView view, String rings) {
        String name = text.path().get(0);
        boolean field = table != null
                ? table.column(name).isPresent()
                : fields(view, rings).stream().anyMatch(known -> known.name().equals(name));
        List<String> path = new ArrayList<>();
        for (String part : text.path()) {
            path.addAll(field && path.isEmpty() ? List.of(part) : List.of(part.split("\\.", -1)));
        }
        return path;
    }

    private static List<FieldInfo> fields(ReadView view, String rings) {
        return rings.indexOf('*') < 0 ? view.fields(rings) : view.fields(new RingSelector.Glob(rings), RINGS_MAX);
    }

    private static IndexColumn column(IndexColumnText text, List<String> path, @Nullable TableDefinition table) {
        String shown = String.join(".", path);
        ColumnType written = text.type() == null ? null : ColumnTypes.of(shown, text.type());
        if (table != null) {
            Optional<ColumnDefinition> declared = table.column(path.get(0));
            if (declared.isEmpty()) {
                throw new RocheException(
                        ErrorCode.UNDEFINED_COLUMN,
                        "column '" + path.get(0) + "' does not exist in table '" + table.name() + "'");
            }
            if (table.isRingColumn(declared.get())) {
                throw new RocheException(
                        ErrorCode.INVALID_DEFINITION,
                        "column '" + shown + "' is a segment of the ring's name, which chooses the ring: it needs no"
                                + " index");
            }
            path.set(0, declared.get().name());
            ColumnType type = path.size() == 1 ? declared.get().type() : UNDECLARED;
            return new IndexColumn(path, written == null ? type : written, text.descending());
        }
        return new IndexColumn(path, written == null ? UNDECLARED : written, text.descending());
    }

    static long drop(StatementContext context, SchemaStatement.DropIndexes drop) {
        SchemaWriter.change(context, view -> {
            List<SchemaChange> changes = new ArrayList<>();
            for (SqlIdentifier identifier : drop.names()) {
                String name = SchemaNames.of(identifier);
                if (view.schema().index(name).isPresent()) {
                    changes.add(new SchemaChange.DropIndex(name));
                } else if (!drop.ifExists()) {
                    throw new RocheException(ErrorCode.UNDEFINED_OBJECT, "index '" + name + "' does not exist");
                }
            }
            return changes;
        });
        return 0;
    }
}
