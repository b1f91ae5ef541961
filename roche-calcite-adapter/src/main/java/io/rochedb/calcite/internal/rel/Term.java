package io.rochedb.calcite.internal.rel;

import io.rochedb.engine.query.Predicate;
import io.rochedb.engine.query.Predicate.Meta;
import io.rochedb.engine.query.Predicate.Op;
import io.rochedb.engine.query.Predicate.Operand;
import io.rochedb.engine.query.RingSelector;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A condition the engine can evaluate, with parameters still open.
 *
 * <p>It answers two questions for one execution: what a record must satisfy, exactly ({@link #predicate}), and which
 * rings can hold such records ({@link #route}, exact when the condition is about the ring only). Both mean "is true":
 * a comparison with NULL is false here, negated or not.
 */
sealed interface Term
        permits Term.All,
                Term.Any,
                Term.Constant,
                Term.Compare,
                Term.In,
                Term.NotIn,
                Term.Like,
                Term.IsNull,
                SegmentTerms.Equal,
                SegmentTerms.Compare,
                SegmentTerms.Like {
    Predicate predicate(@Nullable Object[] parameters);

    RingSelector route(@Nullable Object[] parameters);

    /** Returns whether {@link #route} says all there is to say. */
    boolean ringOnly();

    /** All of them. */
    record All(List<Term> terms) implements Term {
        @Override
        public Predicate predicate(@Nullable Object[] parameters) {
            return new Predicate.And(predicates(terms, parameters));
        }

        @Override
        public RingSelector route(@Nullable Object[] parameters) {
            return new RingSelector.And(routes(terms, parameters));
        }

        @Override
        public boolean ringOnly() {
            return terms.stream().allMatch(Term::ringOnly);
        }
    }

    /** Any of them. */
    record Any(List<Term> terms) implements Term {
        @Override
        public Predicate predicate(@Nullable Object[] parameters) {
            return new Predicate.Or(predicates(terms, parameters));
        }

        @Override
        public RingSelector route(@Nullable Object[] parameters) {
            return new RingSelector.Or(routes(terms, parameters));
        }

        @Override
        public boolean ringOnly() {
            return terms.stream().allMatch(Term::ringOnly);
        }
    }

    /** TRUE or FALSE. */
    record Constant(boolean value) implements Term {
        @Override
        public Predicate predicate(@Nullable Object[] parameters) {
            return value ? Predicate.TRUE : Predicate.FALSE;
        }

        @Override
        public RingSelector route(@Nullable Object[] parameters) {
            return value ? RingSelector.ALL : RingSelector.NONE;
        }

        @Override
        public boolean ringOnly() {
            return true;
        }
    }

    /** operand op value. */
    record Compare(Operand operand, Op op, Value value) implements Term {
        @Override
        public Predicate predicate(@Nullable Object[] parameters) {
            return new Predicate.Compare(operand, op, value.at(parameters));
        }

        @Override
        public RingSelector route(@Nullable Object[] parameters) {
            if (operand != Meta.RING) {
                return RingSelector.ALL;
            }
            String name = value.textAt(parameters);
            if (name == null) {
                return RingSelector.NONE;
            }
            return switch (op) {
                case EQ -> RingSelector.ring(name);
                case NE -> new RingSelector.Not(RingSelector.ring(name));
                case LT -> new RingSelector.Range(null, false, name, false);
                case LE -> new RingSelector.Range(null, false, name, true);
                case GT -> new RingSelector.Range(name, false, null, false);
                case GE -> new RingSelector.Range(name, true, null, false);
            };
        }

        @Override
        public boolean ringOnly() {
            return operand == Meta.RING;
        }
    }

    /** operand IN values. */
    record In(Operand operand, List<Value> values) implements Term {
        @Override
        public Predicate predicate(@Nullable Object[] parameters) {
            return new Predicate.In(operand, set(values, parameters));
        }

        @Override
        public RingSelector route(@Nullable Object[] parameters) {
            if (operand != Meta.RING) {
                return RingSelector.ALL;
            }
            Set<String> names = new HashSet<>();
            for (Value value : values) {
                String name = value.textAt(parameters);
                if (name != null) {
                    names.add(name);
                }
            }
            return new RingSelector.Exact(names);
        }

        @Override
        public boolean ringOnly() {
            return operand == Meta.RING;
        }
    }

    /** operand NOT IN values. */
    record NotIn(Operand operand, List<Value> values) implements Term {
        @Override
        public Predicate predicate(@Nullable Object[] parameters) {
            // x <> NULL is never true
            return hasNull(parameters)
                    ? Predicate.FALSE
                    : new Predicate.Not(new Predicate.In(operand, set(values, parameters)));
        }

        @Override
        public RingSelector route(@Nullable Object[] parameters) {
            if (operand != Meta.RING) {
                return RingSelector.ALL;
            }
            return hasNull(parameters)
                    ? RingSelector.NONE
                    : new RingSelector.Not(new In(operand, values).route(parameters));
        }

        private boolean hasNull(@Nullable Object[] parameters) {
            return values.stream().anyMatch(value -> value.at(parameters) == null);
        }

        @Override
        public boolean ringOnly() {
            return operand == Meta.RING;
        }
    }

    /** operand [NOT] LIKE pattern [ESCAPE escape]. */
    record Like(Operand operand, Value pattern, @Nullable Value escape, boolean negated) implements Term {
        private static final char NO_ESCAPE = '\0';

        @Override
        public Predicate predicate(@Nullable Object[] parameters) {
            String text = effective(parameters);
            if (text == null) {
                return Predicate.FALSE;
            }
            Predicate like = new Predicate.Like(operand, text, escapeAt(parameters));
            return negated ? new Predicate.Not(like) : like;
        }

        @Override
        public RingSelector route(@Nullable Object[] parameters) {
            if (operand != Meta.RING) {
                return RingSelector.ALL;
            }
            String text = effective(parameters);
            if (text == null) {
                return RingSelector.NONE;
            }
            RingSelector like = new RingSelector.Like(text, escapeAt(parameters));
            return negated ? new RingSelector.Not(like) : like;
        }

        /** Returns the pattern, or null when pattern or escape is NULL. */
        private @Nullable String effective(@Nullable Object[] parameters) {
            return escape != null && escape.at(parameters) == null ? null : pattern.textAt(parameters);
        }

        private char escapeAt(@Nullable Object[] parameters) {
            String text = escape == null ? null : escape.textAt(parameters);
            if (text == null) {
                return NO_ESCAPE;
            }
            return LikeEscape.character(text);
        }

        @Override
        public boolean ringOnly() {
            return operand == Meta.RING;
        }
    }

    /** operand IS [NOT] NULL. */
    record IsNull(Operand operand, boolean negated) implements Term {
        @Override
        public Predicate predicate(@Nullable Object[] parameters) {
            Predicate isNull = new Predicate.IsNull(operand);
            return negated ? new Predicate.Not(isNull) : isNull;
        }

        @Override
        public RingSelector route(@Nullable Object[] parameters) {
            return operand == Meta.RING && !negated ? RingSelector.NONE : RingSelector.ALL;
        }

        @Override
        public boolean ringOnly() {
            return operand == Meta.RING;
        }
    }

    private static List<Predicate> predicates(List<Term> terms, @Nullable Object[] parameters) {
        List<Predicate> out = new ArrayList<>(terms.size());
        for (Term term : terms) {
            out.add(term.predicate(parameters));
        }
        return out;
    }

    private static List<RingSelector> routes(List<Term> terms, @Nullable Object[] parameters) {
        List<RingSelector> out = new ArrayList<>(terms.size());
        for (Term term : terms) {
            out.add(term.route(parameters));
        }
        return out;
    }

    private static Set<Object> set(List<Value> values, @Nullable Object[] parameters) {
        Set<Object> out = new HashSet<>();
        for (Value value : values) {
            Object bound = value.at(parameters);
            if (bound != null) {
                out.add(bound);
            }
        }
        return out;
    }
}
