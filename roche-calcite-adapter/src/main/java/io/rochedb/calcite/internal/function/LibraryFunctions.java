package io.rochedb.calcite.internal.function;

import org.apache.calcite.sql.SqlOperatorTable;
import org.apache.calcite.sql.fun.SqlLibraryOperators;
import org.apache.calcite.sql.util.SqlOperatorTables;

/** Functions of other dialects that people expect and that mean the same everywhere, taken from the library one by one. */
public final class LibraryFunctions {
    /** The functions, besides the standard ones and those of PostgreSQL. */
    public static final SqlOperatorTable TABLE = SqlOperatorTables.of(
            SqlLibraryOperators.IF,
            SqlLibraryOperators.IFNULL,
            SqlLibraryOperators.INSTR,
            SqlLibraryOperators.NULL_SAFE_EQUAL,
            SqlLibraryOperators.NVL,
            SqlLibraryOperators.NVL2,
            SqlLibraryOperators.DECODE,
            SqlLibraryOperators.REVERSE,
            SqlLibraryOperators.LEVENSHTEIN,
            SqlLibraryOperators.LOG2,
            SqlLibraryOperators.TRUNC_BIG_QUERY,
            SqlLibraryOperators.REGEXP_SUBSTR,
            SqlLibraryOperators.REGEXP_INSTR,
            SqlLibraryOperators.TO_BASE64,
            SqlLibraryOperators.FROM_BASE64,
            SqlLibraryOperators.TO_HEX,
            SqlLibraryOperators.FROM_HEX,
            SqlLibraryOperators.ARRAY_TO_STRING,
            SqlLibraryOperators.ARRAY_CONTAINS);

    private LibraryFunctions() {}
}
