package io.rochedb.engine.internal.schema;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.rochedb.engine.ErrorCode;
import io.rochedb.engine.RocheException;
import io.rochedb.engine.model.FieldRef;
import io.rochedb.engine.model.FieldType;
import io.rochedb.engine.query.Predicate;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The JSON form of a predicate, for CHECK constraints. Stateless.
 *
 * <pre>
 *   predicate = {"and":[predicate…]} | {"or":[predicate…]} | {"not":predicate} | {"isNull":operand}
 *             | {"compare":operand,"op":"EQ","value":value} | {"in":operand,"values":[value…]}
 *             | {"like":operand,"pattern":text or null,"escape":one character or ""}
 *   operand   = {"field":name,"type":"BIGINT"} | {"path":[name…],"type":"BIGINT"} | {"meta":"RING"}
 *   value     = null | {"string":text} | {"long":number} | {"double":text} | {"boolean":true} | {"decimal":text}
 * </pre>
 */
final class PredicateCodec {
    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

    private PredicateCodec() {}

    static ObjectNode write(Predicate predicate) {
        ObjectNode node = NODES.objectNode();
        if (predicate instanceof Predicate.And and) {
            node.set("and", writeAll(and.terms()));
        } else if (predicate instanceof Predicate.Or or) {
            node.set("or", writeAll(or.terms()));
        } else if (predicate instanceof Predicate.Not not) {
            node.set("not", write(not.term()));
        } else if (predicate instanceof Predicate.IsNull isNull) {
            node.set("isNull", operand(isNull.operand()));
        } else if (predicate instanceof Predicate.Compare compare) {
            node.set("compare", operand(compare.operand()));
            node.put("op", compare.op().name());
            node.set("value", value(compare.value()));
        } else if (predicate instanceof Predicate.In in) {
            node.set("in", operand(in.operand()));
            ArrayNode values = node.putArray("values");
            in.values().forEach(one -> values.add(value(one)));
        } else if (predicate instanceof Predicate.Like like) {
            node.set("like", operand(like.operand()));
            node.put("pattern", like.pattern());
            node.put("escape", like.escape() == '\0' ? "" : String.valueOf(like.escape()));
        } else {
            throw new RocheException(
                    ErrorCode.FEATURE_NOT_SUPPORTED, "a CHECK condition cannot hold " + predicate + "; rewrite it");
        }
        return node;
    }

    private static ArrayNode writeAll(List<Predicate> terms) {
        ArrayNode nodes = NODES.arrayNode();
        terms.forEach(term -> nodes.add(write(term)));
        return nodes;
    }

    private static ObjectNode operand(Predicate.Operand operand) {
        ObjectNode node = NODES.objectNode();
        if (operand instanceof Predicate.Field field) {
            node.put("field", field.ref().name()).put("type", field.ref().type().name());
        } else if (operand instanceof Predicate.Path path) {
            path.names().forEach(name -> node.withArray("path").add(name));
            node.put("type", path.type().name());
        } else if (operand == Predicate.Meta.SEQ || operand == Predicate.Meta.WRITTEN_AT) {
            throw new RocheException(
                    ErrorCode.FEATURE_NOT_SUPPORTED,
                    "a CHECK condition cannot look at " + operand + ", which a record gets when it is committed");
        } else {
            node.put("meta", ((Predicate.Meta) operand).name());
        }
        return node;
    }

    private static JsonNode value(@Nullable Object value) {
        if (value == null) {
            return NODES.nullNode();
        }
        ObjectNode node = NODES.objectNode();
        if (value instanceof String text) {
            return node.put("string", text);
        } else if (value instanceof Boolean flag) {
            return node.put("boolean", flag);
        } else if (value instanceof Long
                || value instanceof Integer
                || value instanceof Short
                || value instanceof Byte) {
            return node.put("long", ((Number) value).longValue());
        } else if (value instanceof Double || value instanceof Float) {
            return node.put("double", value.toString());
        } else if (value instanceof BigDecimal || value instanceof BigInteger) {
            return node.put("decimal", value.toString());
        }
        throw new RocheException(
                ErrorCode.FEATURE_NOT_SUPPORTED,
                "a CHECK condition cannot compare with " + value + " ("
                        + value.getClass().getSimpleName() + "); write a number, a string or a boolean");
    }

    static Predicate read(JsonNode node) {
        if (node.has("and")) {
            return new Predicate.And(readAll(node.get("and")));
        } else if (node.has("or")) {
            return new Predicate.Or(readAll(node.get("or")));
        } else if (node.has("not")) {
            return new Predicate.Not(read(node.get("not")));
        } else if (node.has("isNull")) {
            return new Predicate.IsNull(readOperand(node.get("isNull")));
        } else if (node.has("compare")) {
            return new Predicate.Compare(
                    readOperand(node.get("compare")),
                    Predicate.Op.valueOf(SchemaCodec.text(node, "op")),
                    readValue(SchemaCodec.member(node, "value")));
        } else if (node.has("in")) {
            Set<Object> values = new LinkedHashSet<>();
            for (JsonNode one : SchemaCodec.member(node, "values")) {
                Object value = readValue(one);
                if (value != null) {
                    values.add(value);
                }
            }
            return new Predicate.In(readOperand(node.get("in")), values);
        } else if (node.has("like")) {
            String escape = SchemaCodec.text(node, "escape");
            return new Predicate.Like(
                    readOperand(node.get("like")),
                    SchemaCodec.textOrNull(node, "pattern"),
                    escape.isEmpty() ? '\0' : escape.charAt(0));
        }
        throw new IllegalArgumentException("no predicate: " + node);
    }

    private static List<Predicate> readAll(JsonNode nodes) {
        List<Predicate> terms = new ArrayList<>();
        nodes.forEach(node -> terms.add(read(node)));
        return terms;
    }

    private static Predicate.Operand readOperand(JsonNode node) {
        if (node.has("meta")) {
            return Predicate.Meta.valueOf(SchemaCodec.text(node, "meta"));
        }
        FieldType type = FieldType.valueOf(SchemaCodec.text(node, "type"));
        if (node.has("path")) {
            List<String> names = new ArrayList<>();
            node.get("path").forEach(name -> names.add(name.asText()));
            return new Predicate.Path(names, type);
        }
        return new Predicate.Field(new FieldRef(SchemaCodec.text(node, "field"), type));
    }

    private static @Nullable Object readValue(JsonNode node) {
        if (node.isNull()) {
            return null;
        } else if (node.has("string")) {
            return SchemaCodec.text(node, "string");
        } else if (node.has("long")) {
            return node.get("long").longValue();
        } else if (node.has("double")) {
            return Double.valueOf(SchemaCodec.text(node, "double"));
        } else if (node.has("boolean")) {
            return node.get("boolean").booleanValue();
        } else if (node.has("decimal")) {
            return new BigDecimal(SchemaCodec.text(node, "decimal"));
        }
        throw new IllegalArgumentException("no value: " + node);
    }
}
