package io.rochedb.engine.query;

import io.rochedb.engine.model.FieldRef;
import io.rochedb.engine.model.FieldType;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A condition on one record that the engine evaluates completely, with SQL's three-valued logic: a record passes only
 * when the condition is true, not when it is unknown.
 *
 * <p>A comparison with a null operand is unknown. Values compared with a {@link Field} or {@link Path} have the Java type of its
 * {@code FieldType} (String, Long, Double, Boolean); with {@link Meta#SEQ}, {@link Meta#WRITTEN_AT} (ms) and {@link Meta#TOKENS}: Long;
 * {@link Meta#RING}, {@link Meta#PAYLOAD}, {@link Meta#CODEC}: String. Strings compare as {@code String.compareTo}, doubles by value (NaN never matches).
 */
public sealed interface Predicate {
    Predicate TRUE = new And(List.of());
    Predicate FALSE = new Or(List.of());

    /** What a condition looks at. */
    sealed interface Operand permits Field, Path, Meta {}

    /** A top-level JSON field read as a type. */
    record Field(FieldRef ref) implements Operand {}

    /**
     * A scalar inside the payload, as SQL's JSON_VALUE reads it: the member {@code names[0]} of the document's object, the member {@code names[1]}
     * of that one, and so on; of duplicate names the last.
     *
     * <p>Unlike {@link Field} it reads every payload that is JSON, whatever its codec; an object or array is null; and text is converted: BIGINT
     * takes a number without fraction and exponent, or a string of one; DOUBLE a number or a string of one; BOOLEAN true, false or a string of
     * one. An index on a path holds these values: read them with the engine's one extractor, so that scans and indexes agree.
     */
    record Path(List<String> names, FieldType type) implements Operand {
        public Path {
            names = List.copyOf(names);
            if (names.isEmpty()) {
                throw new IllegalArgumentException("a path needs a name");
            }
        }
    }

    /** A property of the record itself. PAYLOAD is the text of the payload, null when it is not valid UTF-8. */
    enum Meta implements Operand {
        RING,
        SEQ,
        WRITTEN_AT,
        PAYLOAD,
        CODEC,
        TOKENS
    }

    enum Op {
        EQ,
        NE,
        LT,
        LE,
        GT,
        GE
    }

    /** True when all are true; of nothing, true. */
    record And(List<Predicate> terms) implements Predicate {}

    /** True when any is true; of nothing, false. */
    record Or(List<Predicate> terms) implements Predicate {}

    record Not(Predicate term) implements Predicate {}

    /** operand op value; unknown when either is null. */
    record Compare(Operand operand, Op op, @Nullable Object value) implements Predicate {}

    /** operand is one of the non-null values. */
    record In(Operand operand, Set<Object> values) implements Predicate {}

    record IsNull(Operand operand) implements Predicate {}

    /** operand LIKE pattern ESCAPE escape; '\0' for no escape character; unknown when the pattern is null. */
    record Like(Operand operand, @Nullable String pattern, char escape) implements Predicate {}
}
