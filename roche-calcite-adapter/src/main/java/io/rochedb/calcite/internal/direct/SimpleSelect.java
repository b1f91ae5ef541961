package io.rochedb.calcite.internal.direct;

import io.rochedb.calcite.StatementLimits;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
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
     * @param kind INTEGER, DECIMAL, STRING or PARAMETER
     * @param text the literal
     * @param parameter index of the parameter, or -1
     */
    record Constant(Token.Kind kind, String text, int parameter) {}

    private static final Set<String> COMPARISONS = Set.of("=", "<>", "!=", "<", "<=", ">", ">=");

    /** Values of one IN that are read here; longer lists have a limit elsewhere. */
    private static final int VALUES_MAX = 200;

    /** Levels of a statement around its conditions, at most. */
    private static final int DEPTH_AROUND = 8;

    /** Returns whether the statement is surely within the limits of a session. */
    boolean isWithin(StatementLimits limits) {
        return conditions.size() + DEPTH_AROUND <= limits.depthMax()
                && conditions.stream().allMatch(condition -> condition.values.size() <= limits.inListMax());
    }

    /** Returns the statement, or null when it is of another shape or perhaps wrong. */
    static @Nullable SimpleSelect read(String sql) {
        List<Token> tokens = Token.read(sql);
        return tokens == null || !tokens.get(0).is("SELECT") ? null : new Reader(tokens).select();
    }

    /** The reader; a method that returns null or false gives up. */
    private static final class Reader {
        private final List<Token> tokens;
        private int at = 1;
        private int parameters;

        Reader(List<Token> tokens) {
            this.tokens = tokens;
        }

        private Token now() {
            return tokens.get(at);
        }

        private boolean take(String word) {
            boolean found = now().is(word);
            at += found ? 1 : 0;
            return found;
        }

        /** Takes a name: any in quotes, and words that are nothing but names. */
        private @Nullable String name() {
            Token token = now();
            if (token.kind() == Token.Kind.QUOTED ? token.text().isEmpty() : !Words.isPlain(token)) {
                return null;
            }
            at++;
            return token.text();
        }

        @Nullable
        SimpleSelect select() {
            List<Item> items = new ArrayList<>();
            boolean count = false;
            if (!take("*")) {
                count = now().is("COUNT") && tokens.get(at + 1).is("(");
                if (!(count ? count(items) : items(items))) {
                    return null;
                }
            }
            String table = take("FROM") ? name() : null;
            List<Condition> conditions = new ArrayList<>();
            List<Key> order = new ArrayList<>();
            if (table == null || (take("WHERE") && !conditions(conditions)) || (take("ORDER") && !order(order))) {
                return null;
            }
            Constant limit = null;
            Constant offset = null;
            if (take("LIMIT")) {
                limit = bound();
                if (limit == null) {
                    return null;
                }
                if (take("OFFSET")) {
                    offset = bound();
                    if (offset == null) {
                        return null;
                    }
                }
            }
            return now().kind() == Token.Kind.END
                    ? new SimpleSelect(items, count, table, conditions, order, limit, offset)
                    : null;
        }

        private boolean count(List<Item> items) {
            at++;
            if (!take("(") || !take("*") || !take(")")) {
                return false;
            }
            if (now().is("FROM")) {
                return true;
            }
            take("AS");
            String label = name();
            return label != null && items.add(new Item("", label));
        }

        private boolean items(List<Item> items) {
            do {
                String column = name();
                if (column == null) {
                    return false;
                }
                String label = column;
                if (take("AS") || now().isName() && !now().is("FROM")) {
                    label = name();
                    if (label == null) {
                        return false;
                    }
                }
                items.add(new Item(column, label));
            } while (take(","));
            return true;
        }

        private boolean conditions(List<Condition> conditions) {
            do {
                Condition condition = condition();
                if (condition == null) {
                    return false;
                }
                conditions.add(condition);
            } while (take("AND"));
            return true;
        }

        private @Nullable Condition condition() {
            String column = name();
            if (column == null) {
                return null;
            }
            Token operator = now();
            at++;
            if (operator.kind() == Token.Kind.SYMBOL && COMPARISONS.contains(operator.text())) {
                return with(column, operator.text().equals("!=") ? "<>" : operator.text());
            }
            if (operator.is("LIKE")) {
                return with(column, "LIKE");
            }
            if (operator.is("IS")) {
                boolean not = take("NOT");
                return take("NULL") ? new Condition(column, not ? "IS NOT NULL" : "IS NULL", List.of()) : null;
            }
            return operator.is("IN") && take("(") ? in(column) : null;
        }

        private @Nullable Condition with(String column, String operator) {
            Constant value = constant();
            return value == null ? null : new Condition(column, operator, List.of(value));
        }

        private @Nullable Condition in(String column) {
            List<Constant> values = new ArrayList<>();
            do {
                Constant value = constant();
                if (value == null || values.size() == VALUES_MAX) {
                    return null;
                }
                values.add(value);
            } while (take(","));
            return take(")") ? new Condition(column, "IN", values) : null;
        }

        private @Nullable Constant constant() {
            Token token = now();
            at++;
            if (token.kind() == Token.Kind.PARAMETER) {
                return new Constant(token.kind(), "", parameters++);
            }
            return token.isLiteral() ? new Constant(token.kind(), token.text(), -1) : null;
        }

        private boolean order(List<Key> order) {
            if (!take("BY")) {
                return false;
            }
            do {
                String column = name();
                if (column == null) {
                    return false;
                }
                boolean descending = take("DESC");
                if (!descending) {
                    take("ASC");
                }
                order.add(new Key(column, descending));
            } while (take(","));
            return true;
        }

        private @Nullable Constant bound() {
            Constant value = constant();
            return value == null || value.kind() == Token.Kind.STRING || value.kind() == Token.Kind.DECIMAL
                    ? null
                    : value;
        }
    }
}
