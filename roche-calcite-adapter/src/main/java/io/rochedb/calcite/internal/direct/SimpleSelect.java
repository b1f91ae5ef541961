package io.rochedb.calcite.internal.direct;

import io.rochedb.calcite.StatementLimits;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A SELECT of the shape {@code SELECT columns | * | COUNT(*) FROM table [WHERE conditions joined by AND] [ORDER BY columns] [LIMIT n [OFFSET m]]}.
 *
 * @param items the select list; empty for {@code *}
 * @param count whether it is {@code COUNT(*)}, whose label is the alias of the one item, or none
 * @param table name of the table
 * @param conditions what WHERE joins by AND
 * @param order the keys of ORDER BY
 * @param limit literal or parameter, or null
 * @param offset literal or parameter, or null
 */
record SimpleSelect(
        List<Item> items,
        boolean count,
        String table,
        List<Condition> conditions,
        List<Key> order,
        @Nullable Constant limit,
        @Nullable Constant offset) {
    /** A column of the select list and its label. */
    record Item(String column, String label) {}

    /** {@code column operator values}; the operator is a comparison, IN, LIKE, IS NULL or IS NOT NULL. */
    record Condition(String column, String operator, List<Constant> values) {}

    /** A key of ORDER BY. */
    record Key(String column, boolean descending) {}

    /**
     * A literal, or a parameter.
     *
     * @param kind INTEGER, DECIMAL, STRING or PARAMETER; among values that are written also WORD: NULL, TRUE or FALSE
     * @param text the literal; of a value that is written perhaps with a sign
     * @param parameter index of the parameter, or -1
     */
    record Constant(Token.Kind kind, String text, int parameter) {}

    /** Levels of a statement around its conditions, at most. */
    private static final int DEPTH_AROUND = 8;

    /** Returns whether the statement is surely within the limits of a session. */
    boolean isWithin(StatementLimits limits) {
        return isWithin(conditions, limits);
    }

    /** Returns whether conditions are surely within the limits of a session. */
    static boolean isWithin(List<Condition> conditions, StatementLimits limits) {
        return conditions.size() + DEPTH_AROUND <= limits.depthMax()
                && conditions.stream().allMatch(condition -> condition.values.size() <= limits.inListMax());
    }

    /** Returns the statement, or null when it is of another shape or perhaps wrong. */
    static @Nullable SimpleSelect read(String sql) {
        List<Token> tokens = Token.read(sql);
        return tokens == null || !tokens.get(0).is("SELECT") ? null : new SimpleReader(tokens).select();
    }
}
