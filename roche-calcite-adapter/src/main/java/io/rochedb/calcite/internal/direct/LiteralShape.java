package io.rochedb.calcite.internal.direct;

import io.rochedb.calcite.SqlColumn;
import io.rochedb.calcite.internal.plan.ResultColumns;
import io.rochedb.engine.RocheException;
import io.rochedb.engine.model.RecordId;
import java.math.BigDecimal;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A statement with parameters in place of those literals that cannot change what it means: literals a column is compared with in WHERE, of IN
 * lists there, assigned in UPDATE, and the VALUES of INSERT. Never those of select lists, GROUP BY, ORDER BY, LIMIT and LIKE.
 *
 * @param text the statement with parameters
 * @param values for each parameter the literal, or for one that was a parameter before its index then
 */
public record LiteralShape(String text, List<Value> values) {
    /**
     * What a parameter stands for.
     *
     * @param kind INTEGER, DECIMAL, STRING or PARAMETER
     * @param literal the literal's text
     * @param parameter the index in the statement as it was written, or -1
     */
    record Value(Token.Kind kind, String literal, int parameter) {}

    /** More literals than this stay where they are. */
    private static final int LITERALS_MAX = 500;

    /** Digits of integers, and of decimals that a DOUBLE holds as they are. */
    private static final int DIGITS_MAX = 15;

    private static final int INTEGER_DIGITS = 9;

    private static final Set<String> COMPARISONS = Set.of("=", "<>", "!=", "<", "<=", ">", ">=");
    private static final Set<String> BEFORE_COLUMN = Set.of("WHERE", "AND", "OR", "NOT", "(");
    private static final Set<String> AFTER_VALUE = Set.of(
            "",
            ")",
            ";",
            "AND",
            "OR",
            "ORDER",
            "GROUP",
            "HAVING",
            "LIMIT",
            "OFFSET",
            "FETCH",
            "UNION",
            "EXCEPT",
            "INTERSECT",
            "WINDOW");
    private static final Set<String> CLAUSES = Set.of(
            "SELECT", "FROM", "WHERE", "GROUP", "HAVING", "ORDER", "LIMIT", "OFFSET", "FETCH", "SET", "VALUES", "ON",
            "WINDOW", "QUALIFY");

    /** Returns the shape, or null when nothing is replaced. */
    public static @Nullable LiteralShape of(String sql) {
        List<Token> tokens = Token.read(sql);
        if (tokens == null) {
            return null;
        }
        String first = tokens.get(0).text().toUpperCase(Locale.ROOT);
        boolean known = switch (first) {
            case "SELECT", "UPDATE", "DELETE", "INSERT", "WITH" -> true;
            default -> false;
        };
        return known && tokens.stream().anyMatch(Token::isLiteral) ? new Rewriter(sql, tokens).rewrite() : null;
    }

    /** Returns whether every literal is of the kind its parameter was planned for. */
    public boolean fits(List<SqlColumn> parameters, boolean writes) {
        for (int i = 0; i < values.size(); i++) {
            Value value = values.get(i);
            if (value.parameter < 0 && (i >= parameters.size() || !fits(value, parameters.get(i), writes))) {
                return false;
            }
        }
        return true;
    }

    private static boolean fits(Value value, SqlColumn parameter, boolean writes) {
        String type = parameter.typeName();
        return switch (value.kind) {
            case STRING -> type.equals("VARCHAR") || (writes && type.equals(ResultColumns.ANY));
            case INTEGER ->
                switch (type) {
                    case "BIGINT", "DOUBLE" -> true;
                    case "INTEGER" -> value.literal.length() <= INTEGER_DIGITS;
                    case "DECIMAL" -> !writes;
                    default -> writes && type.equals(ResultColumns.ANY);
                };
            case DECIMAL ->
                type.equals("DOUBLE")
                        || (!writes && type.equals("DECIMAL"))
                        || (writes && type.equals(ResultColumns.ANY));
            default -> false;
        };
    }

    /** Returns the parameters of the statement as it was written. */
    public List<SqlColumn> written(List<SqlColumn> parameters) {
        List<SqlColumn> written = new ArrayList<>();
        for (int i = 0; i < values.size(); i++) {
            if (values.get(i).parameter >= 0 && i < parameters.size()) {
                SqlColumn column = parameters.get(i);
                String name = "?" + (values.get(i).parameter + 1);
                written.add(new SqlColumn(
                        name,
                        name,
                        column.table(),
                        column.jdbcType(),
                        column.typeName(),
                        column.precision(),
                        column.scale(),
                        column.nullable()));
            }
        }
        return List.copyOf(written);
    }

    /** Returns the literals as values of the parameters' types; null where the caller's parameters go. */
    public @Nullable Object[] literals(List<SqlColumn> parameters) {
        @Nullable Object[] literals = new @Nullable Object[values.size()];
        for (int i = 0; i < literals.length; i++) {
            Value value = values.get(i);
            if (value.parameter < 0) {
                literals[i] = literal(value, parameters.get(i).typeName());
            }
        }
        return literals;
    }

    private static Object literal(Value value, String type) {
        if (value.kind == Token.Kind.STRING) {
            return value.literal;
        }
        return switch (type) {
            case "DOUBLE" -> Double.parseDouble(value.literal);
            case "INTEGER" -> Integer.parseInt(value.literal);
            case "DECIMAL" -> new BigDecimal(value.literal);
            default ->
                value.kind == Token.Kind.INTEGER
                        ? (Object) Long.parseLong(value.literal)
                        : new BigDecimal(value.literal);
        };
    }

    /** Returns which of the caller's parameters each parameter is, -1 for a literal. */
    public int[] sources() {
        return values.stream().mapToInt(Value::parameter).toArray();
    }

    /** Passes over the tokens once and replaces what may be. */
    private static final class Rewriter {
        private final String sql;
        private final List<Token> tokens;
        private final StringBuilder out;
        private final List<Value> values = new ArrayList<>();
        private final Deque<String> clauses = new ArrayDeque<>();
        private final boolean insert;
        private int copied;
        private int parameters;
        private int replaced;

        Rewriter(String sql, List<Token> tokens) {
            this.sql = sql;
            this.tokens = tokens;
            this.out = new StringBuilder(sql.length());
            this.insert = tokens.get(0).is("INSERT");
            clauses.push("");
        }

        @Nullable
        LiteralShape rewrite() {
            for (int i = 0; i < tokens.size(); i++) {
                Token token = tokens.get(i);
                if (token.kind() == Token.Kind.WORD) {
                    String word = token.text().toUpperCase(Locale.ROOT);
                    if (CLAUSES.contains(word)) {
                        clauses.pop();
                        clauses.push(word);
                    }
                } else if (token.is("(")) {
                    clauses.push(opened(i));
                } else if (token.is(")")) {
                    clauses.pop();
                    if (clauses.isEmpty()) {
                        return null;
                    }
                } else if (token.kind() == Token.Kind.PARAMETER) {
                    values.add(new Value(token.kind(), "", parameters++));
                } else if (token.isLiteral() && mayReplace(i)) {
                    boolean negative = first(i) < i;
                    out.append(sql, copied, tokens.get(first(i)).start()).append('?');
                    copied = token.end();
                    values.add(new Value(token.kind(), negative ? "-" + token.text() : token.text(), -1));
                    replaced++;
                }
            }
            return replaced == 0 || replaced > LITERALS_MAX
                    ? null
                    : new LiteralShape(out.append(sql, copied, sql.length()).toString(), List.copyOf(values));
        }

        /** Several conditions on one column can contradict each other, which planning finds out when it knows the literals. */
        private boolean isOnlyOfColumn(int column) {
            for (int i = 0; i < tokens.size(); i++) {
                if (i != column
                        && tokens.get(i).isName()
                        && tokens.get(i)
                                .text()
                                .equalsIgnoreCase(tokens.get(column).text())
                        && isColumnOfCondition(i)) {
                    return false;
                }
            }
            return true;
        }

        /** Returns the clause inside a parenthesis: an IN list and a row of VALUES are ones of their own. */
        private String opened(int at) {
            String clause = clauses.element();
            if (clause.equals("WHERE") && at >= 2 && tokens.get(at - 1).is("IN") && isInList(at)) {
                return "IN";
            }
            if (clause.equals("VALUES") && insert && clauses.size() == 1) {
                return "ROW";
            }
            // a condition in parentheses is a condition; an argument of a function is not
            boolean grouping = clause.equals("WHERE")
                    && at >= 1
                    && BEFORE_COLUMN.contains(tokens.get(at - 1).text().toUpperCase(Locale.ROOT));
            return grouping ? "WHERE" : "(";
        }

        /** Returns whether the IN at this parenthesis is {@code column IN (literals of one kind and parameters)}. */
        private boolean isInList(int open) {
            if (!isColumnOfCondition(open - 2) || !isOnlyOfColumn(open - 2)) {
                return false;
            }
            Token column = tokens.get(open - 2);
            Token.Kind kind = null;
            for (int i = open + 1; i + 1 < tokens.size(); i += 2) {
                Token value = tokens.get(i);
                boolean fits = value.kind() == Token.Kind.PARAMETER
                        || (value.isLiteral() && (kind == null || value.kind() == kind) && isSound(value, column));
                if (!fits) {
                    return false;
                }
                kind = value.isLiteral() ? value.kind() : kind;
                if (tokens.get(i + 1).is(")")) {
                    return true;
                }
                if (!tokens.get(i + 1).is(",")) {
                    return false;
                }
            }
            return false;
        }

        /** Returns whether a whole condition begins with the name that ends here. */
        private boolean isColumnOfCondition(int at) {
            int column = at;
            if (column < 1 || !isColumn(tokens.get(column))) {
                return false;
            }
            if (column >= 2 && tokens.get(column - 1).is(".")) {
                column -= 2;
                if (column < 1 || !tokens.get(column).isName()) {
                    return false;
                }
            }
            Token before = tokens.get(column - 1);
            return before.kind() != Token.Kind.QUOTED
                    && BEFORE_COLUMN.contains(before.text().toUpperCase(Locale.ROOT));
        }

        /** Returns false for a malformed id: that is an error of planning. */
        private static boolean isSound(Token literal, Token column) {
            if (literal.kind() != Token.Kind.STRING
                    || !(column.text().equalsIgnoreCase("id") || column.text().equalsIgnoreCase("_id"))) {
                return true;
            }
            try {
                RecordId.parse(literal.text());
                return true;
            } catch (RocheException malformed) {
                return false;
            }
        }

        private static boolean isColumn(Token token) {
            return token.kind() == Token.Kind.QUOTED || Words.isPlain(token);
        }

        /** Returns where a literal begins: at the sign of a number, unless it is zero, which has none, or has something before it. */
        private int first(int at) {
            Token token = tokens.get(at);
            boolean number = token.kind() == Token.Kind.INTEGER || token.kind() == Token.Kind.DECIMAL;
            boolean zero = token.text().chars().noneMatch(c -> c >= '1' && c <= '9');
            return number && !zero && at > 1 && tokens.get(at - 1).is("-") ? at - 1 : at;
        }

        private boolean mayReplace(int at) {
            Token token = tokens.get(at);
            int first = first(at);
            Token before = tokens.get(first - 1);
            String after = tokens.get(at + 1).text().toUpperCase(Locale.ROOT);
            if (token.kind() != Token.Kind.STRING && token.text().length() > DIGITS_MAX) {
                return false;
            }
            return switch (clauses.element()) {
                case "IN" -> true;
                case "ROW" -> (before.is("(") || before.is(",")) && (after.equals(",") || after.equals(")"));
                case "WHERE" ->
                    isBetween(at, after)
                            || (before.kind() == Token.Kind.SYMBOL
                                    && COMPARISONS.contains(before.text())
                                    && isColumnOfCondition(first - 2)
                                    && AFTER_VALUE.contains(after)
                                    && isOnlyOfColumn(first - 2)
                                    && isSound(token, tokens.get(first - 2)));
                case "SET" ->
                    before.is("=")
                            && tokens.get(0).is("UPDATE")
                            && tokens.get(first - 2).isName()
                            && (tokens.get(first - 3).is("SET")
                                    || tokens.get(first - 3).is(","))
                            && (after.equals(",") || after.equals("WHERE") || after.isEmpty());
                default -> false;
            };
        }

        /** Returns whether this is one of the literals of {@code column BETWEEN literal AND literal}, the first the smaller one. */
        private boolean isBetween(int at, String after) {
            int least = tokens.get(at - 1).is("BETWEEN") ? at : at - 2;
            if (least < 3
                    || least + 3 >= tokens.size()
                    || !tokens.get(least - 1).is("BETWEEN")) {
                return false;
            }
            Token low = tokens.get(least);
            Token high = tokens.get(least + 2);
            int column = least - 2;
            return low.isLiteral()
                    && tokens.get(least + 1).is("AND")
                    && low.kind() == high.kind()
                    && isLess(low, high)
                    && (at == least || AFTER_VALUE.contains(after))
                    && AFTER_VALUE.contains(tokens.get(least + 3).text().toUpperCase(Locale.ROOT))
                    && isColumnOfCondition(column)
                    && isOnlyOfColumn(column)
                    && isSound(low, tokens.get(column))
                    && isSound(high, tokens.get(column));
        }

        private static boolean isLess(Token low, Token high) {
            if (low.kind() == Token.Kind.STRING) {
                return low.text().compareTo(high.text()) < 0;
            }
            return high.text().length() <= DIGITS_MAX
                    && low.text().length() <= DIGITS_MAX
                    && new BigDecimal(low.text()).compareTo(new BigDecimal(high.text())) < 0;
        }
    }
}
