package io.rochedb.calcite.internal.direct;

import io.rochedb.calcite.internal.direct.SimpleSelect.Condition;
import io.rochedb.calcite.internal.direct.SimpleSelect.Constant;
import io.rochedb.calcite.internal.direct.SimpleSelect.Item;
import io.rochedb.calcite.internal.direct.SimpleSelect.Key;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The reader of simple statements; a method that returns null or false gives up. Used once. */
final class SimpleReader {
    private static final Set<String> COMPARISONS = Set.of("=", "<>", "!=", "<", "<=", ">", ">=");
    private static final Set<String> WORDS = Set.of("NULL", "TRUE", "FALSE");

    /** Values of one IN that are read here; longer lists have a limit elsewhere. */
    private static final int VALUES_MAX = 200;

    private final List<Token> tokens;
    private int at;
    private int parameters;

    SimpleReader(List<Token> tokens) {
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

    /** Reads a SELECT. */
    @Nullable
    SimpleSelect select() {
        at = 1;
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
            Condition condition = tokens.get(at + 1).is("BETWEEN") ? between(conditions) : condition();
            if (condition == null) {
                return false;
            }
            conditions.add(condition);
        } while (take("AND"));
        return true;
    }

    /** Takes {@code column BETWEEN value AND value}: adds the first of two conditions and returns the second. */
    private @Nullable Condition between(List<Condition> conditions) {
        String column = name();
        at++;
        Condition least = column == null ? null : with(column, ">=");
        if (column == null || least == null || !take("AND")) {
            return null;
        }
        conditions.add(least);
        return with(column, "<=");
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
        return value == null || value.kind() == Token.Kind.STRING || value.kind() == Token.Kind.DECIMAL ? null : value;
    }

    /** Reads an INSERT, UPDATE or DELETE. */
    @Nullable
    SimpleWrite write() {
        if (take("INSERT")) {
            return take("INTO") ? insert() : null;
        }
        if (take("UPDATE")) {
            return update();
        }
        String table = take("DELETE") && take("FROM") ? name() : null;
        return table == null ? null : ended(SimpleWrite.Verb.DELETE, table, List.of(), List.of());
    }

    private @Nullable SimpleWrite insert() {
        String table = name();
        List<String> columns = new ArrayList<>();
        if (table == null || (take("(") && !columns(columns)) || !take("VALUES")) {
            return null;
        }
        List<List<Constant>> rows = new ArrayList<>();
        do {
            List<Constant> row = new ArrayList<>();
            if (!take("(") || !values(row)) {
                return null;
            }
            rows.add(row);
        } while (take(","));
        boolean ended = now().kind() == Token.Kind.END;
        return ended ? new SimpleWrite(SimpleWrite.Verb.INSERT, table, columns, rows, List.of()) : null;
    }

    private boolean columns(List<String> columns) {
        do {
            String column = name();
            if (column == null) {
                return false;
            }
            columns.add(column);
        } while (take(","));
        return take(")");
    }

    private boolean values(List<Constant> row) {
        do {
            Constant value = value();
            if (value == null) {
                return false;
            }
            row.add(value);
        } while (take(","));
        return take(")");
    }

    private @Nullable SimpleWrite update() {
        String table = name();
        if (table == null || !take("SET")) {
            return null;
        }
        List<String> columns = new ArrayList<>();
        List<Constant> values = new ArrayList<>();
        do {
            String column = name();
            Constant value = column == null || !take("=") ? null : value();
            if (column == null || value == null) {
                return null;
            }
            columns.add(column);
            values.add(value);
        } while (take(","));
        return ended(SimpleWrite.Verb.UPDATE, table, columns, List.of(values));
    }

    private @Nullable SimpleWrite ended(
            SimpleWrite.Verb verb, String table, List<String> columns, List<List<Constant>> rows) {
        List<Condition> conditions = new ArrayList<>();
        if (take("WHERE") && !conditions(conditions)) {
            return null;
        }
        return now().kind() == Token.Kind.END ? new SimpleWrite(verb, table, columns, rows, conditions) : null;
    }

    /** Takes a value that is written. */
    private @Nullable Constant value() {
        Token token = now();
        if (token.kind() == Token.Kind.WORD) {
            String word = token.text().toUpperCase(Locale.ROOT);
            at++;
            return WORDS.contains(word) ? new Constant(token.kind(), word, -1) : null;
        }
        boolean negative = take("-");
        Constant value = constant();
        boolean number = value != null && (value.kind() == Token.Kind.INTEGER || value.kind() == Token.Kind.DECIMAL);
        return value == null || !negative ? value : number ? new Constant(value.kind(), "-" + value.text(), -1) : null;
    }
}
