package io.rochedb.sqllogic;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** One record of a script. */
sealed interface LogicRecord {
    /** The line it begins at, from 1. */
    int line();

    /** Why it does not apply to this database, or null when it does. */
    @Nullable
    String skip();

    /** The text of the statement; empty where there is none. */
    String sql();

    /** Returns the same record, left out for a reason. */
    LogicRecord without(String reason);

    /** A statement that must succeed, or must fail. */
    record Statement(int line, @Nullable String skip, boolean succeeds, String sql) implements LogicRecord {
        @Override
        public LogicRecord without(String reason) {
            return new Statement(line, reason, succeeds, sql);
        }
    }

    /**
     * A query.
     *
     * @param types a letter a column: I, R or T
     * @param sort how values are ordered before they are compared
     * @param label queries with the same label have the same answer, or null
     * @param expected the values, or the one line {@code N values hashing to MD5}; null when only the query shall run
     */
    record Query(
            int line,
            @Nullable String skip,
            String types,
            Sort sort,
            @Nullable String label,
            String sql,
            @Nullable List<String> expected)
            implements LogicRecord {
        @Override
        public LogicRecord without(String reason) {
            return new Query(line, reason, types, sort, label, sql, expected);
        }
    }

    /** The end of the script before its end. */
    record Halt(int line, @Nullable String skip) implements LogicRecord {
        @Override
        public String sql() {
            return "";
        }

        @Override
        public LogicRecord without(String reason) {
            return new Halt(line, reason);
        }
    }

    /** How the values of an answer are ordered. */
    enum Sort {
        NOSORT,
        ROWSORT,
        VALUESORT
    }
}
