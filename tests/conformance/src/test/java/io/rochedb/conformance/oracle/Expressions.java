package io.rochedb.conformance.oracle;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.function.BiFunction;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** A maker of random expressions over given columns. */
final class Expressions {
    private static final String[] WORDS = {"", "a", "ab", "b", "Ab", "x y", "zz", "it''s", "%", "a_b", "ü"};
    private static final String[] PATTERNS = {"a%", "%b", "_b", "%", "", "%a%", "A%", "x_y", "__"};
    private static final String[] COMPARISONS = {"=", "<>", "<", "<=", ">", ">="};

    private final Random random;
    private final List<String> numbers;
    private final List<String> texts;

    /** Creates a maker; columns are given as they are written in the query. */
    Expressions(Random random, List<String> numbers, List<String> texts) {
        this.random = random;
        this.numbers = numbers;
        this.texts = texts;
    }

    private <T> T any(List<T> of) {
        return of.get(random.nextInt(of.size()));
    }

    private static @Nullable Long number(@Nullable Object value) {
        return (Long) value;
    }

    private static @Nullable String text(@Nullable Object value) {
        return (String) value;
    }

    private static @Nullable Boolean truth(@Nullable Object value) {
        return (Boolean) value;
    }

    /** Returns a number. */
    Expression number(int depth) {
        int kind = random.nextInt(depth <= 0 ? 4 : 14);
        return switch (kind) {
            case 0, 1, 2 -> column(any(numbers));
            case 3 -> {
                long literal = random.nextInt(21) - 10;
                yield new Expression(literal < 0 ? "(" + literal + ")" : "" + literal, row -> literal);
            }
            case 4 -> arithmetic("+", depth, Long::sum);
            case 5 -> arithmetic("-", depth, (a, b) -> a - b);
            case 6 -> {
                Expression a = number(0);
                long by = random.nextInt(5) - 2;
                yield new Expression("(" + a.sql() + " * (" + by + "))", row -> {
                    Long value = number(a.of(row));
                    return value == null ? null : value * by;
                });
            }
            case 7 -> choice(condition(depth - 1), number(depth - 1), number(depth - 1));
            case 8 -> coalesce(number(depth - 1), number(depth - 1));
            case 9 -> ofNumber("ABS(", number(depth - 1), ")", Math::abs);
            case 10 -> divided(number(depth - 1));
            case 11 -> nullIf(number(depth - 1), number(0));
            case 12 -> {
                Expression a = text(depth - 1);
                yield new Expression("LENGTH(" + a.sql() + ")", row -> {
                    String value = text(a.of(row));
                    return value == null ? null : (long) value.length();
                });
            }
            default -> ofNumber("CAST(CAST(", number(depth - 1), " AS VARCHAR(20)) AS INTEGER)", value -> value);
        };
    }

    private static Expression ofNumber(String before, Expression a, String after, UnaryOperator<Long> function) {
        return new Expression(before + a.sql() + after, row -> {
            Long value = number(a.of(row));
            return value == null ? null : function.apply(value);
        });
    }

    private Expression divided(Expression a) {
        long by = 2 + random.nextInt(3);
        return random.nextBoolean()
                ? ofNumber("(", a, " / " + by + ")", value -> value / by)
                : ofNumber("(", a, " % " + by + ")", value -> value % by);
    }

    private static Expression nullIf(Expression a, Expression b) {
        return new Expression("NULLIF(" + a.sql() + ", " + b.sql() + ")", row -> {
            Object value = a.of(row);
            return value == null || value.equals(b.of(row)) ? null : value;
        });
    }

    private static Expression column(String name) {
        return new Expression(name, row -> row.get(name));
    }

    private Expression arithmetic(String sign, int depth, BiFunction<Long, Long, Long> operation) {
        Expression a = number(depth - 1);
        Expression b = number(depth - 1);
        return new Expression("(" + a.sql() + " " + sign + " " + b.sql() + ")", row -> {
            Long left = number(a.of(row));
            Long right = number(b.of(row));
            return left == null || right == null ? null : operation.apply(left, right);
        });
    }

    private static Expression choice(Expression when, Expression then, Expression otherwise) {
        return new Expression(
                "(CASE WHEN " + when.sql() + " THEN " + then.sql() + " ELSE " + otherwise.sql() + " END)",
                row -> Boolean.TRUE.equals(when.of(row)) ? then.of(row) : otherwise.of(row));
    }

    private static Expression coalesce(Expression a, Expression b) {
        return new Expression("COALESCE(" + a.sql() + ", " + b.sql() + ")", row -> {
            Object value = a.of(row);
            return value == null ? b.of(row) : value;
        });
    }

    /** Returns a text. */
    Expression text(int depth) {
        int kind = random.nextInt(depth <= 0 ? 4 : 12);
        return switch (kind) {
            case 0, 1, 2 -> column(any(texts));
            case 3 -> {
                String literal = WORDS[random.nextInt(WORDS.length)];
                String value = literal.replace("''", "'");
                yield new Expression("'" + literal + "'", row -> value);
            }
            case 4 -> {
                Expression a = text(depth - 1);
                Expression b = text(depth - 1);
                yield new Expression("(" + a.sql() + " || " + b.sql() + ")", row -> {
                    String left = text(a.of(row));
                    String right = text(b.of(row));
                    return left == null || right == null ? null : left + right;
                });
            }
            case 5 -> choice(condition(depth - 1), text(depth - 1), text(depth - 1));
            case 6 -> coalesce(text(depth - 1), text(depth - 1));
            case 7 -> nullIf(text(depth - 1), text(0));
            case 8 -> {
                int from = 1 + random.nextInt(3);
                int length = random.nextInt(3);
                yield ofText(
                        "SUBSTR(",
                        text(depth - 1),
                        ", " + from + ", " + length + ")",
                        value -> value.substring(
                                Math.min(from - 1, value.length()), Math.min(from - 1 + length, value.length())));
            }
            case 9 -> ofText("TRIM(", text(depth - 1), ")", String::strip);
            case 10 -> {
                Expression a = number(depth - 1);
                yield new Expression("CAST(" + a.sql() + " AS VARCHAR(20))", row -> {
                    Long value = number(a.of(row));
                    return value == null ? null : value.toString();
                });
            }
            default -> {
                // ASCII only: SQLite changes the case of no other letters.
                boolean upper = random.nextBoolean();
                yield ofText(upper ? "UPPER(REPLACE(" : "LOWER(REPLACE(", text(0), ", 'ü', 'u'))", value -> {
                    String plain = value.replace('ü', 'u');
                    return upper ? plain.toUpperCase(Locale.ROOT) : plain.toLowerCase(Locale.ROOT);
                });
            }
        };
    }

    private static Expression ofText(String before, Expression a, String after, UnaryOperator<String> function) {
        return new Expression(before + a.sql() + after, row -> {
            String value = text(a.of(row));
            return value == null ? null : function.apply(value);
        });
    }

    /** Returns a condition. */
    Expression condition(int depth) {
        int kind = random.nextInt(depth <= 0 ? 8 : 16);
        return switch (kind) {
            case 0, 1 -> compare(number(depth - 1), number(depth - 1));
            case 2 -> compare(text(depth - 1), text(depth - 1));
            case 3 -> isNull(random.nextBoolean() ? number(depth - 1) : text(depth - 1));
            case 4 -> between(number(depth - 1), number(0), number(0));
            case 5 -> in(random.nextBoolean());
            case 6 -> like(text(0));
            case 7 -> between(text(depth - 1), text(0), text(0));
            case 8, 9, 10 -> both(condition(depth - 1), condition(depth - 1), random.nextBoolean());
            case 11 -> not(condition(depth - 1));
            case 12 -> is(condition(depth - 1));
            case 13 -> same(condition(depth - 1), condition(depth - 1));
            case 14 -> distinct(text(depth - 1), text(depth - 1));
            default -> distinct(number(depth - 1), number(depth - 1));
        };
    }

    private Expression is(Expression a) {
        boolean wanted = random.nextBoolean();
        boolean not = random.nextBoolean();
        String test = (not ? " IS NOT " : " IS ") + (wanted ? "TRUE)" : "FALSE)");
        return new Expression("(" + a.sql() + test, row -> Objects.equals(a.of(row), wanted) != not);
    }

    /** Compares truths; of two unknown ones it is unknown. */
    private Expression same(Expression a, Expression b) {
        boolean not = random.nextBoolean();
        return new Expression("(" + a.sql() + (not ? " <> " : " = ") + b.sql() + ")", row -> {
            Object left = a.of(row);
            Object right = b.of(row);
            return left == null || right == null ? null : left.equals(right) != not;
        });
    }

    @SuppressWarnings({"unchecked", "rawtypes"})
    private Expression compare(Expression a, Expression b) {
        String sign = COMPARISONS[random.nextInt(COMPARISONS.length)];
        return new Expression("(" + a.sql() + " " + sign + " " + b.sql() + ")", row -> {
            Comparable left = (Comparable) a.of(row);
            Object right = b.of(row);
            return left == null || right == null ? null : holds(sign, left.compareTo(right));
        });
    }

    private static boolean holds(String sign, int order) {
        return switch (sign) {
            case "=" -> order == 0;
            case "<>" -> order != 0;
            case "<" -> order < 0;
            case "<=" -> order <= 0;
            case ">" -> order > 0;
            default -> order >= 0;
        };
    }

    private Expression isNull(Expression a) {
        boolean not = random.nextBoolean();
        return new Expression("(" + a.sql() + (not ? " IS NOT NULL)" : " IS NULL)"), row -> (a.of(row) == null) != not);
    }

    private static @Nullable Boolean and(@Nullable Boolean a, @Nullable Boolean b) {
        if (Boolean.FALSE.equals(a) || Boolean.FALSE.equals(b)) {
            return false;
        }
        return a == null || b == null ? null : true;
    }

    private static @Nullable Boolean negated(@Nullable Boolean a) {
        return a == null ? null : !a;
    }

    @SuppressWarnings({"unchecked", "rawtypes"})
    private Expression between(Expression a, Expression low, Expression high) {
        boolean not = random.nextBoolean();
        String word = not ? " NOT BETWEEN " : " BETWEEN ";
        return new Expression("(" + a.sql() + word + low.sql() + " AND " + high.sql() + ")", row -> {
            Comparable value = (Comparable) a.of(row);
            Object from = low.of(row);
            Object to = high.of(row);
            Boolean within = and(
                    value == null || from == null ? null : value.compareTo(from) >= 0,
                    value == null || to == null ? null : value.compareTo(to) <= 0);
            return not ? negated(within) : within;
        });
    }

    private Expression in(boolean ofNumbers) {
        Expression a = ofNumbers ? number(0) : text(0);
        boolean not = random.nextBoolean();
        List<@Nullable Object> values = new ArrayList<>();
        StringBuilder list = new StringBuilder();
        for (int i = 0, count = 1 + random.nextInt(5); i < count; i++) {
            String word = WORDS[random.nextInt(WORDS.length)];
            long literal = random.nextInt(21) - 10;
            boolean isNull = random.nextInt(12) == 0 && i > 0;
            values.add(isNull ? null : ofNumbers ? (Object) literal : word.replace("''", "'"));
            list.append(i == 0 ? "" : ", ").append(isNull ? "NULL" : ofNumbers ? "" + literal : "'" + word + "'");
        }
        return new Expression("(" + a.sql() + (not ? " NOT IN (" : " IN (") + list + "))", row -> {
            Object value = a.of(row);
            Boolean found = value == null
                    ? null
                    : values.contains(value) ? Boolean.TRUE : values.contains(null) ? null : Boolean.FALSE;
            return not ? negated(found) : found;
        });
    }

    private Expression like(Expression a) {
        String pattern = PATTERNS[random.nextInt(PATTERNS.length)];
        StringBuilder regex = new StringBuilder();
        for (char c : pattern.toCharArray()) {
            regex.append(c == '%' ? ".*" : c == '_' ? "." : Pattern.quote("" + c));
        }
        Pattern compiled = Pattern.compile(regex.toString(), Pattern.DOTALL);
        boolean not = random.nextInt(3) == 0;
        return new Expression("(" + a.sql() + (not ? " NOT LIKE '" : " LIKE '") + pattern + "')", row -> {
            String value = text(a.of(row));
            return value == null ? null : compiled.matcher(value).matches() != not;
        });
    }

    private static Expression both(Expression a, Expression b, boolean and) {
        return new Expression("(" + a.sql() + (and ? " AND " : " OR ") + b.sql() + ")", row -> {
            Boolean left = truth(a.of(row));
            Boolean right = truth(b.of(row));
            return and ? and(left, right) : negated(and(negated(left), negated(right)));
        });
    }

    /** Returns the negation. */
    static Expression not(Expression a) {
        return new Expression("(NOT " + a.sql() + ")", row -> negated(truth(a.of(row))));
    }

    private static Expression distinct(Expression a, Expression b) {
        return new Expression(
                "(" + a.sql() + " IS DISTINCT FROM " + b.sql() + ")", row -> !Objects.equals(a.of(row), b.of(row)));
    }

    /** Returns a condition that is true exactly when the given one is unknown. */
    static Expression unknown(Expression a) {
        return new Expression("(" + a.sql() + " IS NULL)", row -> a.of(row) == null);
    }

    /** Returns a condition that is true for the row, made of any condition. */
    static Expression trueFor(Expression a, Map<String, @Nullable Object> row) {
        Object value = a.of(row);
        return value == null ? unknown(a) : Boolean.TRUE.equals(value) ? a : not(a);
    }
}
