package io.rochedb.calcite.internal.ddl;

import io.rochedb.calcite.RochePlan;
import io.rochedb.calcite.internal.plan.PlanScope;
import io.rochedb.calcite.internal.plan.QueryPlanner;
import io.rochedb.engine.ErrorCode;
import io.rochedb.engine.RocheException;
import org.apache.calcite.sql.SqlNode;

/** Plans CALL. */
public final class CallPlanner {
    private CallPlanner() {}

    /** Plans a CALL of a procedure. */
    public static RochePlan plan(SqlNode statement, PlanScope scope, QueryPlanner queries) {
        throw new RocheException(ErrorCode.FEATURE_NOT_SUPPORTED, "CALL is not supported");
    }
}
