package io.rochedb.calcite.internal.ddl;

import io.rochedb.calcite.internal.sql.ColumnText;
import io.rochedb.calcite.internal.sql.ConstraintText;
import io.rochedb.calcite.internal.sql.SourceText;
import io.rochedb.engine.ErrorCode;
import io.rochedb.engine.RocheException;
import io.rochedb.engine.schema.CheckConstraint;
import io.rochedb.engine.schema.ColumnDefault;
import io.rochedb.engine.schema.ColumnDefinition;
import io.rochedb.engine.schema.ColumnType;
import io.rochedb.engine.schema.KeyConstraint;
import io.rochedb.engine.schema.RingTemplate;
import io.rochedb.engine.schema.TableDefinition;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A table's definition while a statement makes or changes it. Used by one thread. */
final class TableDrafts {
    private final String name;
    private final RingTemplate rings;
    private final List<ColumnDefinition> columns = new ArrayList<>();
    private final List<KeyConstraint> keys = new ArrayList<>();
    private final List<CheckConstraint> checks = new ArrayList<>();
    private final Evaluator evaluator;
    private @Nullable String comment;

    /** Begins a new table. */
    TableDrafts(String name, RingTemplate rings, Evaluator evaluator) {
        this.name = name;
        this.rings = rings;
        this.evaluator = evaluator;
    }

    /** Begins a change of a table. */
    TableDrafts(TableDefinition table, Evaluator evaluator) {
        this(table.name(), table.rings(), evaluator);
        columns.addAll(table.columns());
        keys.addAll(table.keys());
        checks.addAll(table.checks());
        comment = table.comment();
    }

    TableDefinition definition() {
        return new TableDefinition(name, rings, columns, keys, checks, comment);
    }

    void comment(@Nullable String text) {
        comment = text;
    }

    boolean has(String column) {
        return columns.stream().anyMatch(known -> known.name().equalsIgnoreCase(column));
    }

    /** Adds a column of a type worked out by the caller. */
    void add(String column, ColumnType type, boolean nullable, @Nullable ColumnDefault value) {
        if (has(column)) {
            throw new RocheException(
                    ErrorCode.DUPLICATE_COLUMN, "column '" + column + "' of table '" + name + "' is there already");
        }
        columns.add(new ColumnDefinition(column, type, nullable, value, null));
    }

    /** Adds a column as written. */
    void add(ColumnText column) {
        if (column.type() == null) {
            throw new RocheException(ErrorCode.SYNTAX_ERROR, "column '" + column.name() + "' has no type");
        }
        ColumnType type = ColumnTypes.of(column.name(), column.type());
        add(column, type);
    }

    /** Adds a column as written, with a type worked out by the caller. */
    void add(ColumnText column, ColumnType type) {
        boolean nullable = column.nullable() == null || column.nullable();
        add(column.name(), type, nullable, value(column.name(), type, column.defaultValue()));
    }

    private @Nullable ColumnDefault value(String column, ColumnType type, @Nullable SourceText text) {
        return text == null ? null : ColumnDefaults.of(column, type, text, evaluator);
    }

    /** Adds constraints; all columns they name must be there. */
    void addAll(List<ConstraintText> constraints) {
        constraints.forEach(this::add);
    }

    void add(ConstraintText constraint) {
        if (constraint instanceof ConstraintText.Key key) {
            String suffix = key.primary() ? "pkey" : String.join("_", key.columns()) + "_key";
            List<String> named = new ArrayList<>();
            for (String column : key.columns()) {
                named.add(column(column).name());
            }
            keys.add(new KeyConstraint(constraintName(key.name(), suffix), key.primary(), named));
            if (key.primary()) {
                named.forEach(column -> replace(column(column), notNull(column(column))));
            }
        } else if (constraint instanceof ConstraintText.Check check) {
            SourceText condition = check.condition();
            checks.add(new CheckConstraint(
                    constraintName(check.name(), "check"),
                    condition.text(),
                    evaluator.condition(condition, definition())));
        }
    }

    private static ColumnDefinition notNull(ColumnDefinition column) {
        return new ColumnDefinition(column.name(), column.type(), false, column.defaultValue(), column.comment());
    }

    /** Returns the name as written, or else one made of the table's, as PostgreSQL does. */
    private String constraintName(@Nullable String written, String suffix) {
        if (written != null) {
            if (hasConstraint(written)) {
                throw new RocheException(
                        ErrorCode.DUPLICATE_OBJECT,
                        "constraint '" + written + "' of table '" + name + "' is there already");
            }
            return written;
        }
        String base = name + "_" + suffix;
        String candidate = base;
        for (int i = 1; hasConstraint(candidate); i++) {
            candidate = base + i;
        }
        return candidate;
    }

    private boolean hasConstraint(String wanted) {
        return keys.stream().anyMatch(key -> key.name().equalsIgnoreCase(wanted))
                || checks.stream().anyMatch(check -> check.name().equalsIgnoreCase(wanted));
    }

    private ColumnDefinition column(String wanted) {
        return columns.stream()
                .filter(column -> column.name().equalsIgnoreCase(wanted))
                .findFirst()
                .orElseThrow(() -> new RocheException(
                        ErrorCode.UNDEFINED_COLUMN, "column '" + wanted + "' does not exist in table '" + name + "'"));
    }

    private void replace(ColumnDefinition before, ColumnDefinition after) {
        columns.set(columns.indexOf(before), after);
    }

    void nullable(String column, boolean nullable) {
        ColumnDefinition before = column(column);
        if (nullable && definition().isRingColumn(before)) {
            throw new RocheException(
                    ErrorCode.INVALID_DEFINITION,
                    "column '" + column + "' is a segment of the ring's name and can never be NULL");
        }
        boolean inKey = keys.stream()
                .anyMatch(
                        key -> key.primary() && key.columns().stream().anyMatch(name -> name.equalsIgnoreCase(column)));
        if (nullable && inKey) {
            throw new RocheException(
                    ErrorCode.INVALID_DEFINITION,
                    "column '" + column + "' is in the primary key and can never be NULL");
        }
        replace(
                before,
                new ColumnDefinition(before.name(), before.type(), nullable, before.defaultValue(), before.comment()));
    }

    void defaultValue(String column, @Nullable SourceText value) {
        ColumnDefinition before = column(column);
        replace(
                before,
                new ColumnDefinition(
                        before.name(),
                        before.type(),
                        before.nullable(),
                        value(before.name(), before.type(), value),
                        before.comment()));
    }

    void type(String column, ColumnType type) {
        ColumnDefinition before = column(column);
        requireNoCheck(column, "change its type");
        replace(
                before,
                new ColumnDefinition(before.name(), type, before.nullable(), before.defaultValue(), before.comment()));
    }

    void comment(String column, @Nullable String text) {
        ColumnDefinition before = column(column);
        replace(
                before,
                new ColumnDefinition(before.name(), before.type(), before.nullable(), before.defaultValue(), text));
    }

    /** Takes a column away; what is declared about it must go before. */
    void drop(String column) {
        ColumnDefinition gone = column(column);
        if (definition().isRingColumn(gone)) {
            throw new RocheException(
                    ErrorCode.DEPENDENT_OBJECTS,
                    "column '" + column + "' is a segment of the ring's name '" + rings + "' and cannot be dropped");
        }
        for (KeyConstraint key : keys) {
            if (key.columns().stream().anyMatch(name -> name.equalsIgnoreCase(column))) {
                throw new RocheException(
                        ErrorCode.DEPENDENT_OBJECTS,
                        "column '" + column + "' is in the key '" + key.name() + "'; ALTER TABLE … DROP CONSTRAINT it"
                                + " first");
            }
        }
        requireNoCheck(column, "drop it");
        columns.remove(gone);
    }

    private void requireNoCheck(String column, String what) {
        for (CheckConstraint check : checks) {
            if (CheckCompiler.names(check.condition(), column)) {
                throw new RocheException(
                        ErrorCode.DEPENDENT_OBJECTS,
                        "column '" + column + "' is in the check '" + check.name()
                                + "'; ALTER TABLE … DROP CONSTRAINT it before you " + what);
            }
        }
    }

    /** Takes a key or check away; false when there is none of the name. */
    boolean dropConstraint(String wanted) {
        boolean key = keys.removeIf(known -> known.name().equalsIgnoreCase(wanted));
        return checks.removeIf(known -> known.name().equalsIgnoreCase(wanted)) || key;
    }
}
