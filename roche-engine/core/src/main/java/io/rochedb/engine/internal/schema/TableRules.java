package io.rochedb.engine.internal.schema;

import io.rochedb.engine.model.FieldRef;
import io.rochedb.engine.query.Predicate;
import io.rochedb.engine.schema.CheckConstraint;
import io.rochedb.engine.schema.ColumnDefinition;
import io.rochedb.engine.schema.TableDefinition;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** What a declared table demands of a record, made ready for checking. Thread-safe. */
final class TableRules {
    private final TableDefinition table;
    private final List<ColumnRule> fields = new ArrayList<>();
    /** Names of the template's columns as they are declared, in order of the ring's segments. */
    private final List<String> ringColumns = new ArrayList<>();

    private final boolean checksReadRing;
    /** A check that nobody uses now: checks hold buffers, and making one costs more than using it. */
    private final AtomicReference<@Nullable DocumentCheck> spare = new AtomicReference<>();

    TableRules(TableDefinition table) {
        this.table = table;
        for (ColumnDefinition column : table.columns()) {
            if (!table.isRingColumn(column)) {
                fields.add(new ColumnRule(table.name(), column));
            }
        }
        for (String name : table.rings().columns()) {
            ringColumns.add(table.column(name).map(ColumnDefinition::name).orElse(name));
        }
        Set<String> read = new HashSet<>();
        table.checks().forEach(check -> fieldsOf(check.condition(), read));
        checksReadRing = ringColumns.stream().anyMatch(read::contains);
    }

    private static void fieldsOf(Predicate predicate, Set<String> names) {
        if (predicate instanceof Predicate.And and) {
            and.terms().forEach(term -> fieldsOf(term, names));
        } else if (predicate instanceof Predicate.Or or) {
            or.terms().forEach(term -> fieldsOf(term, names));
        } else if (predicate instanceof Predicate.Not not) {
            fieldsOf(not.term(), names);
        } else {
            Predicate.Operand operand = operand(predicate);
            if (operand instanceof Predicate.Field field) {
                FieldRef ref = field.ref();
                names.add(ref.name());
            } else if (operand instanceof Predicate.Path path) {
                names.add(path.names().get(0));
            }
        }
    }

    /** Returns what a condition that is no combination of others looks at, or null. */
    static Predicate.@Nullable Operand operand(Predicate predicate) {
        if (predicate instanceof Predicate.Compare compare) {
            return compare.operand();
        } else if (predicate instanceof Predicate.In in) {
            return in.operand();
        } else if (predicate instanceof Predicate.IsNull isNull) {
            return isNull.operand();
        } else if (predicate instanceof Predicate.Like like) {
            return like.operand();
        }
        return null;
    }

    TableDefinition table() {
        return table;
    }

    List<ColumnRule> fields() {
        return fields;
    }

    List<String> ringColumns() {
        return ringColumns;
    }

    List<CheckConstraint> checks() {
        return table.checks();
    }

    /** Returns whether a CHECK looks at a column that is a segment of the ring's name. */
    boolean checksReadRing() {
        return checksReadRing;
    }

    /** Takes a check for one use. */
    DocumentCheck take() {
        DocumentCheck taken = spare.getAndSet(null);
        return taken == null ? new DocumentCheck(this) : taken;
    }

    void giveBack(DocumentCheck check) {
        spare.set(check);
    }
}
