package io.rochedb.calcite.internal.function;

import org.apache.calcite.sql.SqlOperatorTable;
import org.apache.calcite.sql.util.SqlOperatorTables;

/** The registry of RocheDB's own functions. */
public final class RocheFunctions {
    private static final SqlOperatorTable TABLE = SqlOperatorTables.of();

    private RocheFunctions() {}

    /** Returns RocheDB's scalar and table functions; they hide standard ones of the same name. */
    public static SqlOperatorTable operatorTable() {
        return TABLE;
    }
}
