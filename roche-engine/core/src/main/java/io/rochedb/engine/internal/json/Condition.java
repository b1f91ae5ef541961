package io.rochedb.engine.internal.json;

import io.rochedb.engine.ErrorCode;
import io.rochedb.engine.RocheException;
import io.rochedb.engine.model.FieldType;
import io.rochedb.engine.query.LikePattern;
import io.rochedb.engine.query.Predicate;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;

/** A compiled condition: true, false or unknown for the row an evaluator stands on. */
@FunctionalInterface
interface Condition {
    int FALSE = 0;
    int UNKNOWN = 1;
    int TRUE = 2;

    int test(PredicateEvaluator row);

    private static int of(boolean value) {
        return value ? TRUE : FALSE;
    }

    /** What a condition compares: a value of the row. */
    @FunctionalInterface
    interface Source {
        @Nullable
        Object read(PredicateEvaluator row);
    }

    /** Compiles predicates; fields become slots. */
    final class Compiler {
        private final ToIntFunction<Predicate.Operand> slots;

        Compiler(ToIntFunction<Predicate.Operand> slots) {
            this.slots = slots;
        }

        Condition compile(Predicate predicate) {
            if (predicate instanceof Predicate.And) {
                return all(((Predicate.And) predicate).terms());
            } else if (predicate instanceof Predicate.Or) {
                return any(((Predicate.Or) predicate).terms());
            } else if (predicate instanceof Predicate.Not) {
                Condition term = compile(((Predicate.Not) predicate).term());
                return row -> TRUE - term.test(row);
            } else if (predicate instanceof Predicate.IsNull) {
                return isNull(((Predicate.IsNull) predicate).operand());
            } else if (predicate instanceof Predicate.Compare) {
                return compare((Predicate.Compare) predicate);
            } else if (predicate instanceof Predicate.In) {
                return in((Predicate.In) predicate);
            }
            return like((Predicate.Like) predicate);
        }

        private Condition all(List<Predicate> terms) {
            Condition[] conditions = compileAll(terms);
            return row -> {
                int result = TRUE;
                for (int i = 0; i < conditions.length && result != FALSE; i++) {
                    result = Math.min(result, conditions[i].test(row));
                }
                return result;
            };
        }

        private Condition any(List<Predicate> terms) {
            Condition[] conditions = compileAll(terms);
            return row -> {
                int result = FALSE;
                for (int i = 0; i < conditions.length && result != TRUE; i++) {
                    result = Math.max(result, conditions[i].test(row));
                }
                return result;
            };
        }

        private Condition[] compileAll(List<Predicate> terms) {
            return terms.stream().map(this::compile).toArray(Condition[]::new);
        }

        private Condition isNull(Predicate.Operand operand) {
            if (operand instanceof Predicate.Meta) {
                Source source = source(operand);
                return row -> of(source.read(row) == null);
            }
            int slot = slots.applyAsInt(operand);
            return row -> of(row.scannedFields().isNull(slot));
        }

        private Condition compare(Predicate.Compare compare) {
            if (compare.value() == null) {
                return row -> UNKNOWN;
            }
            FieldType type = typeOf(compare.operand());
            Object value = coerce(compare.value(), type, compare.operand());
            Predicate.Op op = compare.op();
            if (!(compare.operand() instanceof Predicate.Meta)) {
                return compareField(slots.applyAsInt(compare.operand()), type, op, value);
            }
            Source source = source(compare.operand());
            return row -> {
                Object left = source.read(row);
                return left == null ? UNKNOWN : of(holds(op, order(left, value)));
            };
        }

        private static Condition compareField(int slot, FieldType type, Predicate.Op op, Object value) {
            if (type == FieldType.BIGINT) {
                long right = (Long) value;
                return row -> {
                    FieldExtractor fields = row.scannedFields();
                    return fields.isNull(slot) ? UNKNOWN : of(holds(op, Long.compare(fields.longValue(slot), right)));
                };
            }
            if (type == FieldType.DOUBLE) {
                double right = (Double) value;
                return row -> {
                    double left = row.scannedFields().doubleOrNaN(slot);
                    return Double.isNaN(left) ? UNKNOWN : of(holds(op, left, right));
                };
            }
            if (value instanceof String && (op == Predicate.Op.EQ || op == Predicate.Op.NE)) {
                String text = (String) value;
                byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
                boolean wanted = op == Predicate.Op.EQ;
                return row -> {
                    FieldExtractor fields = row.scannedFields();
                    return fields.isNull(slot) ? UNKNOWN : of(fields.textEquals(slot, utf8, text) == wanted);
                };
            }
            return row -> {
                Object left = row.value(slot);
                return left == null ? UNKNOWN : of(holds(op, order(left, value)));
            };
        }

        private Condition in(Predicate.In in) {
            if (in.values().isEmpty()) {
                return row -> FALSE;
            }
            FieldType type = typeOf(in.operand());
            Set<Object> values = new HashSet<>();
            for (Object value : in.values()) {
                Object coerced = coerce(value, type, in.operand());
                if (!(coerced instanceof Double) || !((Double) coerced).isNaN()) {
                    values.add(withoutNegativeZero(coerced));
                }
            }
            Source source = source(in.operand());
            return row -> {
                Object left = source.read(row);
                return left == null ? UNKNOWN : of(values.contains(withoutNegativeZero(left)));
            };
        }

        private static Object withoutNegativeZero(Object value) {
            return value instanceof Double ? (Object) ((Double) value + 0.0) : value;
        }

        private Condition like(Predicate.Like like) {
            if (like.pattern() == null) {
                return row -> UNKNOWN;
            }
            LikePattern pattern = LikePattern.compile(like.pattern(), like.escape());
            Source source = source(like.operand());
            return row -> {
                Object left = source.read(row);
                return left == null ? UNKNOWN : of(pattern.matches(left.toString()));
            };
        }

        private Source source(Predicate.Operand operand) {
            if (operand instanceof Predicate.Meta) {
                Predicate.Meta meta = (Predicate.Meta) operand;
                return row -> row.meta(meta);
            }
            int slot = slots.applyAsInt(operand);
            return row -> row.value(slot);
        }

        private static FieldType typeOf(Predicate.Operand operand) {
            if (operand instanceof Predicate.Field) {
                return ((Predicate.Field) operand).ref().type();
            }
            if (operand instanceof Predicate.Path) {
                return ((Predicate.Path) operand).type();
            }
            switch ((Predicate.Meta) operand) {
                case SEQ:
                case WRITTEN_AT:
                case TOKENS:
                    return FieldType.BIGINT;
                case RING:
                case PAYLOAD:
                case CODEC:
                    return FieldType.VARCHAR;
            }
            throw new AssertionError(operand);
        }

        private static Object coerce(Object value, FieldType type, Predicate.Operand operand) {
            switch (type) {
                case BIGINT:
                    if (value instanceof Long || value instanceof Integer || value instanceof Short) {
                        return ((Number) value).longValue();
                    }
                    break;
                case DOUBLE:
                    if (value instanceof Number) {
                        return ((Number) value).doubleValue();
                    }
                    break;
                case BOOLEAN:
                    if (value instanceof Boolean) {
                        return value;
                    }
                    break;
                case NONE:
                case VARCHAR:
                    if (value instanceof String) {
                        return value;
                    }
                    break;
            }
            throw new RocheException(
                    ErrorCode.DATATYPE_MISMATCH,
                    "cannot compare " + operand + " of type " + type + " with " + value + " of "
                            + value.getClass().getSimpleName());
        }

        /** Both are of one class: the operand's. */
        @SuppressWarnings("unchecked")
        private static int order(Object left, Object right) {
            return ((Comparable<Object>) left).compareTo(right);
        }

        private static boolean holds(Predicate.Op op, int order) {
            switch (op) {
                case EQ:
                    return order == 0;
                case NE:
                    return order != 0;
                case LT:
                    return order < 0;
                case LE:
                    return order <= 0;
                case GT:
                    return order > 0;
                case GE:
                    return order >= 0;
            }
            throw new AssertionError(op);
        }

        private static boolean holds(Predicate.Op op, double left, double right) {
            switch (op) {
                case EQ:
                    return left == right;
                case NE:
                    return left < right || left > right;
                case LT:
                    return left < right;
                case LE:
                    return left <= right;
                case GT:
                    return left > right;
                case GE:
                    return left >= right;
            }
            throw new AssertionError(op);
        }
    }
}
