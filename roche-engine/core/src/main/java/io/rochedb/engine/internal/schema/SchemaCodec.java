package io.rochedb.engine.internal.schema;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.rochedb.engine.RocheException;
import io.rochedb.engine.schema.CheckConstraint;
import io.rochedb.engine.schema.ColumnDefault;
import io.rochedb.engine.schema.ColumnDefinition;
import io.rochedb.engine.schema.ColumnType;
import io.rochedb.engine.schema.IndexDefinition;
import io.rochedb.engine.schema.KeyConstraint;
import io.rochedb.engine.schema.RingTemplate;
import io.rochedb.engine.schema.TableDefinition;
import io.rochedb.engine.schema.ViewDefinition;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The JSON form of declarations, in a store (see {@code MetaValues}) and in a dump. Stateless.
 *
 * <p>Members that are null or empty are left out.
 * <pre>
 *   table  {"name":…,"rings":template,"columns":[column…],"keys":[key…],"checks":[check…],"comment":…}
 *   column {"name":…,"type":type,"nullable":false,"default":{"constant":json text}|{"now":true}|{"uuid":true},"comment":…}; nullable left out when true
 *   type   {"kind":"DECIMAL","precision":12,"scale":2}
 *   key    {"name":…,"primary":true,"columns":[name…]}
 *   check  {"name":…,"sql":…,"condition":predicate}, see {@link PredicateCodec}
 *   view   {"name":…,"columns":[name…],"sql":…,"comment":…}
 *   index  {"name":…,"rings":glob,"columns":[{"path":[name…],"type":type,"descending":true}…],"unique":true}
 * </pre>
 */
public final class SchemaCodec {
    private static final ObjectMapper MAPPER = new ObjectMapper();
    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

    private SchemaCodec() {}

    // Writing.

    public static String write(TableDefinition table) {
        ObjectNode node = named(table.name()).put("rings", table.rings().text());
        table.columns().forEach(column -> node.withArray("columns").add(column(column)));
        for (KeyConstraint key : table.keys()) {
            ObjectNode one = named(key.name()).put("primary", key.primary());
            names(one, key.columns());
            node.withArray("keys").add(one);
        }
        for (CheckConstraint check : table.checks()) {
            ObjectNode one = named(check.name()).put("sql", check.sql());
            one.set("condition", PredicateCodec.write(check.condition()));
            node.withArray("checks").add(one);
        }
        return finish(node, table.comment());
    }

    private static ObjectNode column(ColumnDefinition column) {
        ObjectNode node = named(column.name());
        node.set("type", type(column.type()));
        if (!column.nullable()) {
            node.put("nullable", false);
        }
        ColumnDefault value = column.defaultValue();
        if (value instanceof ColumnDefault.Constant constant) {
            node.putObject("default").put("constant", constant.json());
        } else if (value instanceof ColumnDefault.Now) {
            node.putObject("default").put("now", true);
        } else if (value instanceof ColumnDefault.RandomUuid) {
            node.putObject("default").put("uuid", true);
        }
        if (column.comment() != null) {
            node.put("comment", column.comment());
        }
        return node;
    }

    private static ObjectNode type(ColumnType type) {
        return NODES.objectNode()
                .put("kind", type.kind().name())
                .put("precision", type.precision())
                .put("scale", type.scale());
    }

    public static String write(ViewDefinition view) {
        ObjectNode node = named(view.name());
        names(node, view.columns());
        return finish(node.put("sql", view.sql()), view.comment());
    }

    public static String write(IndexDefinition index) {
        ObjectNode node = named(index.name()).put("rings", index.rings());
        for (IndexDefinition.IndexColumn column : index.columns()) {
            ObjectNode one = NODES.objectNode();
            ArrayNode path = one.putArray("path");
            column.path().forEach(path::add);
            one.set("type", type(column.type()));
            node.withArray("columns").add(one.put("descending", column.descending()));
        }
        return finish(node.put("unique", index.unique()), null);
    }

    private static ObjectNode named(String name) {
        return NODES.objectNode().put("name", name);
    }

    private static void names(ObjectNode to, List<String> names) {
        names.forEach(name -> to.withArray("columns").add(name));
    }

    private static String finish(ObjectNode node, @Nullable String comment) {
        if (comment != null) {
            node.put("comment", comment);
        }
        return node.toString();
    }

    // Reading: what is not as written above is an IllegalArgumentException with the reason.

    private interface Body<T> {
        T read(JsonNode node);
    }

    private static <T> T read(String json, Body<T> body) {
        try {
            return body.read(MAPPER.readTree(json));
        } catch (JsonProcessingException | RocheException e) {
            throw new IllegalArgumentException(e.getMessage(), e);
        }
    }

    public static TableDefinition readTable(String json) {
        return read(json, node -> {
            List<ColumnDefinition> columns = new ArrayList<>();
            node.path("columns").forEach(one -> columns.add(readColumn(one)));
            List<KeyConstraint> keys = new ArrayList<>();
            for (JsonNode one : node.path("keys")) {
                keys.add(new KeyConstraint(
                        text(one, "name"), member(one, "primary").asBoolean(), readNames(one)));
            }
            List<CheckConstraint> checks = new ArrayList<>();
            for (JsonNode one : node.path("checks")) {
                checks.add(new CheckConstraint(
                        text(one, "name"), text(one, "sql"), PredicateCodec.read(member(one, "condition"))));
            }
            RingTemplate rings = RingTemplate.parse(text(node, "rings"));
            return new TableDefinition(text(node, "name"), rings, columns, keys, checks, textOrNull(node, "comment"));
        });
    }

    private static ColumnDefinition readColumn(JsonNode node) {
        JsonNode value = node.path("default");
        ColumnDefault defaultValue = null;
        if (value.has("constant")) {
            defaultValue = new ColumnDefault.Constant(text(value, "constant"));
        } else if (value.has("now")) {
            defaultValue = new ColumnDefault.Now();
        } else if (value.has("uuid")) {
            defaultValue = new ColumnDefault.RandomUuid();
        } else if (!value.isMissingNode()) {
            throw new IllegalArgumentException("unknown default " + value);
        }
        return new ColumnDefinition(
                text(node, "name"),
                readType(member(node, "type")),
                node.path("nullable").asBoolean(true),
                defaultValue,
                textOrNull(node, "comment"));
    }

    private static ColumnType readType(JsonNode node) {
        return new ColumnType(
                ColumnType.Kind.valueOf(text(node, "kind")),
                member(node, "precision").asInt(),
                member(node, "scale").asInt());
    }

    public static ViewDefinition readView(String json) {
        return read(
                json,
                node -> new ViewDefinition(
                        text(node, "name"), readNames(node), text(node, "sql"), textOrNull(node, "comment")));
    }

    public static IndexDefinition readIndex(String json) {
        return read(json, node -> {
            List<IndexDefinition.IndexColumn> columns = new ArrayList<>();
            for (JsonNode one : node.path("columns")) {
                List<String> path = new ArrayList<>();
                member(one, "path").forEach(name -> path.add(name.asText()));
                columns.add(new IndexDefinition.IndexColumn(
                        path,
                        readType(member(one, "type")),
                        member(one, "descending").asBoolean()));
            }
            return new IndexDefinition(
                    text(node, "name"),
                    text(node, "rings"),
                    columns,
                    member(node, "unique").asBoolean());
        });
    }

    private static List<String> readNames(JsonNode node) {
        List<String> names = new ArrayList<>();
        node.path("columns").forEach(name -> names.add(name.asText()));
        return names;
    }

    static JsonNode member(JsonNode node, String name) {
        JsonNode member = node.get(name);
        if (member == null) {
            throw new IllegalArgumentException("member '" + name + "' is missing");
        }
        return member;
    }

    static String text(JsonNode node, String name) {
        JsonNode member = member(node, name);
        if (!member.isTextual()) {
            throw new IllegalArgumentException("member '" + name + "' is no text: " + member);
        }
        return member.textValue();
    }

    static @Nullable String textOrNull(JsonNode node, String name) {
        JsonNode member = node.path(name);
        return member.isTextual() ? member.textValue() : null;
    }
}
