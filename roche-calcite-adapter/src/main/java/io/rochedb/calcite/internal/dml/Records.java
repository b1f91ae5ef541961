package io.rochedb.calcite.internal.dml;

import io.rochedb.calcite.SqlColumn;
import io.rochedb.calcite.SqlCursor;
import io.rochedb.calcite.StatementContext;
import io.rochedb.calcite.internal.plan.QueryPlan;
import io.rochedb.engine.ErrorCode;
import io.rochedb.engine.ReadView;
import io.rochedb.engine.RocheException;
import io.rochedb.engine.model.RecordId;
import io.rochedb.engine.model.RingNames;
import io.rochedb.engine.query.QueryMonitor;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Which records a statement changes. */
sealed interface Records {
    /** One of them, with the values of the statement's expressions for it. */
    record Target(RecordId id, @Nullable Object[] computed) {}

    /** Returns them all before the first is changed, so that a change does not move a record into or out of the condition. */
    List<Target> find(StatementContext context);

    /** Runs one change; an id that is well-formed but not the record's own is one that matches nothing. */
    boolean apply(RecordId id, Predicate<RecordId> change);

    boolean fast();

    boolean isCurrent(ReadView view);

    String explain();

    /** The record of one id, when it is in the ring; null for any ring. */
    record ById(ValueSource id, @Nullable String ring) implements Records {
        @Override
        public List<Target> find(StatementContext context) {
            @Nullable Object[] none = new @Nullable Object[0];
            Object text = id.value(context, none);
            if (text == null) {
                return List.of();
            }
            RecordId found = RecordId.parse(text.toString());
            if (ring != null && RingNames.key(ring) != found.ringKey()) {
                return List.of();
            }
            QueryMonitor monitor = context.monitor();
            monitor.ringRouted(found.ringKey());
            monitor.scanned(1, 0);
            monitor.check();
            return List.of(new Target(found, none));
        }

        @Override
        public boolean apply(RecordId target, Predicate<RecordId> change) {
            try {
                return change.test(target);
            } catch (RocheException e) {
                if (e.code() == ErrorCode.INVALID_ID) {
                    return false;
                }
                throw e;
            }
        }

        @Override
        public boolean fast() {
            return true;
        }

        @Override
        public boolean isCurrent(ReadView view) {
            return true;
        }

        @Override
        public String explain() {
            return "RocheGet(" + (ring == null ? "records" : "ring=[" + ring + "]") + ")\n";
        }
    }

    /** The records of a query whose first column is their id and whose others are the statement's expressions. */
    record ByQuery(QueryPlan query) implements Records {
        @Override
        public List<Target> find(StatementContext context) {
            List<SqlColumn> columns = query.columns();
            List<Target> found = new ArrayList<>();
            try (SqlCursor cursor = query.open(context)) {
                while (cursor.next()) {
                    @Nullable Object[] computed = new @Nullable Object[columns.size() - 1];
                    for (int i = 0; i < computed.length; i++) {
                        computed[i] = FieldJson.fromSql(columns.get(i + 1).typeName(), cursor.get(i + 1));
                    }
                    found.add(new Target(RecordId.parse(String.valueOf(cursor.get(0))), computed));
                }
            }
            return found;
        }

        @Override
        public boolean apply(RecordId target, Predicate<RecordId> change) {
            return change.test(target);
        }

        @Override
        public boolean fast() {
            return query.fast();
        }

        @Override
        public boolean isCurrent(ReadView view) {
            return query.isCurrent(view);
        }

        @Override
        public String explain() {
            return query.explain();
        }
    }
}
