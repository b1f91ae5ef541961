package io.rochedb.calcite.internal.function;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.rochedb.engine.ErrorCode;
import io.rochedb.engine.RocheException;
import io.rochedb.engine.model.FieldRef;
import io.rochedb.engine.model.FieldType;
import io.rochedb.engine.query.Predicate;
import io.rochedb.engine.query.Predicate.Op;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The JSON form of a filter: <code>{"status":"open","year":{"gte":2020}}</code>. Every member must hold; a member is a value to equal, null
 * for an absent field, or an object of {@code eq, in, gt, gte, lt, lte}.
 */
final class RetrievePredicate {
    private static final ObjectMapper MAPPER = new ObjectMapper();
    private static final String OPERATORS = "eq, in, gt, gte, lt, lte";
    /** Whole numbers up to here are exact as doubles, so that 2020 also compares with 2020.5. */
    private static final long EXACT_DOUBLE_MAX = 1L << 53;

    private RetrievePredicate() {}

    static Predicate parse(String text) {
        JsonNode root;
        try {
            root = MAPPER.readTree(text);
        } catch (JsonProcessingException e) {
            throw invalid("it is not JSON: " + e.getOriginalMessage());
        }
        if (!root.isObject()) {
            throw invalid("it must be a JSON object, e.g. {\"status\":\"open\",\"year\":{\"gte\":2020}}");
        }
        List<Predicate> terms = new ArrayList<>();
        root.fields().forEachRemaining(member -> terms.addAll(member(member.getKey(), member.getValue())));
        return terms.isEmpty() ? Predicate.TRUE : new Predicate.And(terms);
    }

    private static List<Predicate> member(String field, JsonNode condition) {
        if (!condition.isObject()) {
            return List.of(compare(field, Op.EQ, condition));
        }
        List<Predicate> terms = new ArrayList<>();
        condition.fields().forEachRemaining(entry -> terms.add(condition(field, entry.getKey(), entry.getValue())));
        return terms;
    }

    private static Predicate condition(String field, String operator, JsonNode value) {
        return switch (operator) {
            case "eq" -> compare(field, Op.EQ, value);
            case "gt" -> compare(field, Op.GT, value);
            case "gte" -> compare(field, Op.GE, value);
            case "lt" -> compare(field, Op.LT, value);
            case "lte" -> compare(field, Op.LE, value);
            case "in" -> in(field, value);
            default ->
                throw invalid("unknown operator '" + operator + "' for field '" + field + "' (" + OPERATORS + ")");
        };
    }

    private static Predicate compare(String field, Op op, JsonNode value) {
        if (value.isNull() && op == Op.EQ) {
            return new Predicate.IsNull(new Predicate.Field(new FieldRef(field, FieldType.VARCHAR)));
        }
        return new Predicate.Compare(operand(field, value), op, javaValue(field, value));
    }

    private static Predicate in(String field, JsonNode values) {
        if (!values.isArray()) {
            throw invalid("'in' of field '" + field + "' takes an array");
        }
        // one term per JSON type: a field is read as the type it is compared with
        Map<Predicate.Operand, Set<Object>> byType = new LinkedHashMap<>();
        for (JsonNode value : values) {
            byType.computeIfAbsent(operand(field, value), operand -> new LinkedHashSet<>())
                    .add(javaValue(field, value));
        }
        return new Predicate.Or(byType.entrySet().stream()
                .<Predicate>map(entry -> new Predicate.In(entry.getKey(), entry.getValue()))
                .collect(Collectors.toList()));
    }

    private static Predicate.Operand operand(String field, JsonNode value) {
        FieldType type = switch (value.getNodeType()) {
            case STRING -> FieldType.VARCHAR;
            case BOOLEAN -> FieldType.BOOLEAN;
            case NUMBER -> isLarge(value) ? FieldType.BIGINT : FieldType.DOUBLE;
            default -> throw invalid("field '" + field + "' cannot be compared with " + value);
        };
        return new Predicate.Field(new FieldRef(field, type));
    }

    private static Object javaValue(String field, JsonNode value) {
        return switch (value.getNodeType()) {
            case STRING -> value.textValue();
            case BOOLEAN -> value.booleanValue();
            case NUMBER -> isLarge(value) ? (Object) value.longValue() : (Object) value.doubleValue();
            default -> throw invalid("field '" + field + "' cannot be compared with " + value);
        };
    }

    private static boolean isLarge(JsonNode value) {
        return value.isIntegralNumber()
                && value.canConvertToLong()
                && (value.longValue() > EXACT_DOUBLE_MAX || value.longValue() < -EXACT_DOUBLE_MAX);
    }

    private static RocheException invalid(String reason) {
        return new RocheException(ErrorCode.INVALID_PARAMETER, "invalid predicate: " + reason);
    }
}
