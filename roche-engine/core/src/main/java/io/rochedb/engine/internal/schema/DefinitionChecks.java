package io.rochedb.engine.internal.schema;

import io.rochedb.engine.ErrorCode;
import io.rochedb.engine.RocheException;
import io.rochedb.engine.internal.json.PredicateEvaluator;
import io.rochedb.engine.query.RingSelector;
import io.rochedb.engine.schema.CheckConstraint;
import io.rochedb.engine.schema.ColumnDefinition;
import io.rochedb.engine.schema.ColumnType;
import io.rochedb.engine.schema.IndexDefinition;
import io.rochedb.engine.schema.KeyConstraint;
import io.rochedb.engine.schema.TableDefinition;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** The checks a definition passes on its own, before anything existing is looked at. Stateless. */
final class DefinitionChecks {
    /** Columns a table can have: as many as a ring has fields. */
    private static final int COLUMNS_MAX = 256;

    /** Columns an index or a key can have. */
    private static final int KEY_COLUMNS_MAX = 32;

    private static final int NAME_LENGTH_MAX = 256;

    private DefinitionChecks() {}

    /** Returns the table with what the rules imply: template and primary key columns are NOT NULL. */
    static TableDefinition table(TableDefinition table) {
        name("table", table.name());
        if (table.columns().size() > COLUMNS_MAX) {
            throw invalid("table '" + table.name() + "' has " + table.columns().size()
                    + " columns; a table has at most " + COLUMNS_MAX);
        }
        Set<String> names = new HashSet<>();
        for (ColumnDefinition column : table.columns()) {
            column(table, column);
            if (!names.add(SchemaCatalog.key(column.name()))) {
                throw new RocheException(
                        ErrorCode.DUPLICATE_COLUMN,
                        "column '" + column.name() + "' of table '" + table.name()
                                + "' is declared twice; names are compared ignoring case");
            }
        }
        for (String name : table.rings().columns()) {
            ringColumn(table, name);
        }
        constraints(table);
        Set<String> required = new HashSet<>();
        table.rings().columns().forEach(name -> required.add(SchemaCatalog.key(name)));
        table.primaryKey().ifPresent(key -> key.columns().forEach(name -> required.add(SchemaCatalog.key(name))));
        List<ColumnDefinition> columns = table.columns().stream()
                .map(column -> !required.contains(SchemaCatalog.key(column.name()))
                        ? column
                        : new ColumnDefinition(
                                column.name(), column.type(), false, column.defaultValue(), column.comment()))
                .toList();
        return new TableDefinition(table.name(), table.rings(), columns, table.keys(), table.checks(), table.comment());
    }

    private static void column(TableDefinition table, ColumnDefinition column) {
        name("column", column.name());
        if (column.name().startsWith("_")) {
            throw invalid("column '" + column.name() + "' of table '" + table.name()
                    + "' begins with '_', which is kept for the record's own columns such as _id; choose another name");
        }
        type(column.name(), column.type());
        new ColumnRule(table.name(), column).checkDefault();
    }

    private static void type(String column, ColumnType type) {
        boolean length = type.kind() == ColumnType.Kind.CHAR
                || type.kind() == ColumnType.Kind.VARCHAR
                || type.kind() == ColumnType.Kind.VARBINARY
                || type.kind() == ColumnType.Kind.DECIMAL;
        if (length && type.precision() < 1 && type.precision() != ColumnType.UNBOUNDED) {
            throw invalid("column '" + column + "' has precision " + type.precision() + "; it must be at least 1");
        }
        boolean scale = type.kind() == ColumnType.Kind.DECIMAL;
        if (type.scale() < 0
                || (scale && type.precision() != ColumnType.UNBOUNDED && type.scale() > type.precision())) {
            throw invalid("column '" + column + "' has scale " + type.scale() + "; it must be from 0 to the precision, "
                    + type.precision());
        }
    }

    private static void ringColumn(TableDefinition table, String name) {
        ColumnDefinition column = table.column(name).orElse(null);
        if (column == null) {
            throw invalid("RING '" + table.rings() + "' has {" + name + "}, but table '" + table.name()
                    + "' declares no column of that name; declare it as VARCHAR NOT NULL");
        }
        ColumnType.Kind kind = column.type().kind();
        if (kind != ColumnType.Kind.VARCHAR && kind != ColumnType.Kind.CHAR) {
            throw invalid("column '" + name + "' of table '" + table.name() + "' is a segment of RING '" + table.rings()
                    + "' and must be VARCHAR, not " + kind);
        }
    }

    private static void constraints(TableDefinition table) {
        Set<String> names = new HashSet<>();
        int primary = 0;
        for (KeyConstraint key : table.keys()) {
            constraint(table, key.name(), names);
            primary += key.primary() ? 1 : 0;
            key(table, key);
        }
        if (primary > 1) {
            throw invalid("table '" + table.name() + "' has " + primary + " primary keys; declare the others UNIQUE");
        }
        for (CheckConstraint check : table.checks()) {
            constraint(table, check.name(), names);
            // Refuse what cannot be stored or evaluated.
            PredicateCodec.write(check.condition());
            PredicateEvaluator.compile(check.condition(), List.of());
        }
    }

    private static void constraint(TableDefinition table, String name, Set<String> names) {
        name("constraint", name);
        if (!names.add(SchemaCatalog.key(name))) {
            throw new RocheException(
                    ErrorCode.DUPLICATE_OBJECT,
                    "constraint '" + name + "' of table '" + table.name() + "' is declared twice; choose another name");
        }
    }

    private static void key(TableDefinition table, KeyConstraint key) {
        if (key.columns().isEmpty() || key.columns().size() > KEY_COLUMNS_MAX) {
            throw invalid("key '" + key.name() + "' of table '" + table.name() + "' has "
                    + key.columns().size() + " columns; it must have 1 to " + KEY_COLUMNS_MAX);
        }
        Set<String> names = new HashSet<>();
        for (String name : key.columns()) {
            ColumnDefinition column = table.column(name)
                    .orElseThrow(() -> new RocheException(
                            ErrorCode.UNDEFINED_COLUMN,
                            "key '" + key.name() + "' names column '" + name + "', which table '" + table.name()
                                    + "' does not have"));
            if (!names.add(SchemaCatalog.key(name))) {
                throw new RocheException(
                        ErrorCode.DUPLICATE_COLUMN,
                        "key '" + key.name() + "' of table '" + table.name() + "' names column '" + name + "' twice");
            }
            if (column.type().kind() == ColumnType.Kind.JSON) {
                throw invalid("key '" + key.name() + "' of table '" + table.name() + "' names column '" + name
                        + "' of type JSON, which has no order; use another column");
            }
        }
        for (String name : table.rings().columns()) {
            if (!names.contains(SchemaCatalog.key(name))) {
                throw invalid("key '" + key.name() + "' of table '" + table.name() + "' must name column '" + name
                        + "' of RING '" + table.rings() + "': a key is unique inside one ring, not across rings");
            }
        }
    }

    /** Returns the index with its rings in canonical form. */
    static IndexDefinition index(IndexDefinition index) {
        name("index", index.name());
        if (index.columns().isEmpty() || index.columns().size() > KEY_COLUMNS_MAX) {
            throw invalid("index '" + index.name() + "' has " + index.columns().size() + " columns; it must have 1 to "
                    + KEY_COLUMNS_MAX);
        }
        for (IndexDefinition.IndexColumn column : index.columns()) {
            if (column.path().isEmpty()) {
                throw invalid("index '" + index.name() + "' has a column without a path; name a field");
            }
            type(String.join(".", column.path()), column.type());
        }
        String rings = new RingSelector.Glob(index.rings()).pattern();
        return new IndexDefinition(index.name(), rings, index.columns(), index.unique());
    }

    static void name(String what, String name) {
        if (name.isEmpty() || name.length() > NAME_LENGTH_MAX || name.chars().anyMatch(Character::isISOControl)) {
            throw invalid("the name of a " + what + " has 1 to " + NAME_LENGTH_MAX
                    + " characters and no control character, unlike '" + name + "'");
        }
    }

    static RocheException invalid(String text) {
        return new RocheException(ErrorCode.INVALID_DEFINITION, text);
    }
}
