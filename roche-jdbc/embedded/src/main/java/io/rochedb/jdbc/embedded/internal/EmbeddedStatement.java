package io.rochedb.jdbc.embedded.internal;

import io.rochedb.calcite.RochePlan;
import io.rochedb.calcite.RocheSql;
import io.rochedb.calcite.SqlColumn;
import io.rochedb.engine.ReadView;
import io.rochedb.engine.Transaction;
import io.rochedb.engine.query.QueryMonitor;
import io.rochedb.jdbc.spi.ColumnMeta;
import io.rochedb.jdbc.spi.Execution;
import io.rochedb.jdbc.spi.Notice;
import io.rochedb.jdbc.spi.Outcome;
import io.rochedb.jdbc.spi.ParameterBinder;
import io.rochedb.jdbc.spi.SessionStatement;
import io.rochedb.jdbc.spi.StatementKind;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A text with the plan it last ran by.
 */
final class EmbeddedStatement implements SessionStatement {
    /** How many fields of a ring are columns. */
    private static final int RING_COLUMNS_MAX = 256;

    private final EmbeddedSession session;
    private final String sql;
    private @Nullable RochePlan plan;
    private RochePlan.CacheState nextState = RochePlan.CacheState.MISS;
    private int scopeNumber;
    /** The transaction on whose uncommitted writes the plan was made, and beyond which it is not kept; null for none. */
    private @Nullable WeakReference<ReadView> madeIn;

    private List<ColumnMeta> columns = List.of();
    private List<ColumnMeta> parameters = List.of();
    private List<Notice> notices = List.of();

    EmbeddedStatement(EmbeddedSession session, String sql) {
        this.session = session;
        this.sql = sql;
    }

    @Override
    public String sql() {
        return sql;
    }

    /** Returns whether the last plan writes records; false when there is none yet. */
    boolean knownToWrite() {
        RochePlan known = plan;
        return known != null && known.kind() == RochePlan.Kind.DML;
    }

    /** Returns a plan that is current in the view, and notes in the run how it was come by. */
    RochePlan current(ReadView view, @Nullable EmbeddedExecution execution) {
        RochePlan known = plan;
        if (known == null
                || scopeNumber != session.scopeNumber()
                || (madeIn != null && madeIn.get() != view)
                || !known.isCurrent(view)) {
            QueryMonitor monitor = execution == null ? new QueryMonitor() : execution.monitor();
            RocheSql.Prepared prepared = session.sql().prepare(sql, view, session.info(), monitor);
            known = prepared.plan();
            nextState = prepared.state();
            scopeNumber = session.scopeNumber();
            boolean onOwnWrites = view instanceof Transaction transaction && !transaction.isEmpty();
            madeIn = onOwnWrites ? new WeakReference<>(view) : null;
            if (known != plan) {
                columns = describe(known.columns());
                notices = notices(columns);
                parameters = describe(known.parameters());
                plan = known;
            }
        }
        if (execution != null) {
            execution.planned(known, nextState);
            nextState = known.fast() ? RochePlan.CacheState.FAST : RochePlan.CacheState.HIT;
        }
        return known;
    }

    private static List<ColumnMeta> describe(List<SqlColumn> described) {
        List<ColumnMeta> result = new ArrayList<>(described.size());
        for (SqlColumn column : described) {
            result.add(new ColumnMeta(
                    column.label(),
                    column.name(),
                    column.table(),
                    column.jdbcType(),
                    column.typeName(),
                    column.precision(),
                    column.scale(),
                    column.nullable()));
        }
        return result;
    }

    /** Warns of a ring that is shown with all the columns it can have: its documents may have more fields. */
    private static List<Notice> notices(List<ColumnMeta> columns) {
        if (columns.size() < RING_COLUMNS_MAX) {
            return List.of();
        }
        Map<String, Integer> fields = new HashMap<>();
        List<Notice> notices = new ArrayList<>();
        for (ColumnMeta column : columns) {
            String table = column.table();
            if (table != null
                    && !column.name().startsWith("_")
                    && fields.merge(table, 1, Integer::sum) == RING_COLUMNS_MAX) {
                notices.add(
                        new Notice(
                                "01000",
                                "'" + table + "' shows " + RING_COLUMNS_MAX
                                        + " fields, the most a ring has as columns; JSON functions of its payload reach the others"));
            }
        }
        return notices;
    }

    List<Notice> plannedNotices() {
        return notices;
    }

    List<ColumnMeta> plannedColumns() {
        return columns;
    }

    List<ColumnMeta> plannedParameters() {
        return parameters;
    }

    @Override
    public StatementKind kind() {
        return switch (described().kind()) {
            case QUERY, EXPLAIN -> StatementKind.QUERY;
            case DML, DDL, TRANSACTION -> StatementKind.UPDATE;
            case CALL -> StatementKind.CALL;
        };
    }

    @Override
    public List<ColumnMeta> columns() {
        described();
        return columns;
    }

    @Override
    public List<ColumnMeta> parameters() {
        described();
        return parameters;
    }

    private RochePlan described() {
        return session.describe(this);
    }

    @Override
    public Outcome execute(ParameterBinder binder, Expect expect, Execution execution) {
        return session.run(this, binder, expect, (EmbeddedExecution) execution);
    }
}
