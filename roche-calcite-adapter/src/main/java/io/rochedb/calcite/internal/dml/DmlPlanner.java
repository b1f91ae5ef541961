package io.rochedb.calcite.internal.dml;

import io.rochedb.calcite.RochePlan;
import io.rochedb.calcite.internal.plan.PlanScope;
import io.rochedb.calcite.internal.plan.QueryPlanner;
import io.rochedb.calcite.internal.sql.MergeNode;
import io.rochedb.calcite.internal.sql.UpsertNode;
import io.rochedb.engine.ErrorCode;
import io.rochedb.engine.RocheException;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlDelete;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlInsert;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlUpdate;

/**
 * Plans INSERT, UPDATE, DELETE and MERGE.
 *
 * <p>The engine writes records one by one inside a transaction, so a plan needs no operator for writing: its rows come from literals, parameters
 * and queries, and it applies them itself.
 */
public final class DmlPlanner {
    private DmlPlanner() {}

    /** Plans a statement that writes; its rows come from queries planned by {@code queries}. */
    public static RochePlan plan(SqlNode statement, PlanScope scope, QueryPlanner queries) {
        if (statement instanceof SqlInsert insert) {
            if (insert.isUpsert()) {
                throw unsupported("UPSERT");
            }
            return InsertPlanner.plan(insert, scope, queries);
        }
        if (statement instanceof SqlUpdate update) {
            return ChangePlanner.update(update, scope, queries);
        }
        if (statement instanceof SqlDelete delete) {
            return ChangePlanner.delete(delete, scope, queries);
        }
        if (statement instanceof UpsertNode upsert) {
            return UpsertPlanner.plan(upsert, scope, queries);
        }
        if (statement instanceof MergeNode merge) {
            return MergePlanner.plan(merge, scope, queries);
        }
        throw unsupported(statement.getKind().sql);
    }

    private static RocheException unsupported(String what) {
        return new RocheException(
                ErrorCode.FEATURE_NOT_SUPPORTED, what + " is not supported yet (use INSERT, UPDATE and DELETE)");
    }

    /** Returns the name of a target: a hint or a list of extra columns on it is refused. */
    static SqlIdentifier target(SqlNode target) {
        if (target instanceof SqlIdentifier name) {
            return name;
        }
        if (target.getKind() == SqlKind.TABLE_REF && ((SqlCall) target).operand(0) instanceof SqlIdentifier name) {
            return name;
        }
        throw new RocheException(
                ErrorCode.SYNTAX_ERROR, "a statement writes to a table given by name, not to " + target);
    }
}
