package io.rochedb.engine.internal.schema;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.rochedb.engine.schema.StellarLens;
import java.util.ArrayList;
import java.util.List;

/**
 * The JSON form of what is declared about how rings belong together, in a store and in a dump. Stateless.
 *
 * <pre>
 *   lens  {"name":ring,"members":[ring…]}
 * </pre>
 */
final class ModelCodec {
    private static final ObjectMapper MAPPER = new ObjectMapper();

    private ModelCodec() {}

    static String write(StellarLens lens) {
        ObjectNode node = JsonNodeFactory.instance.objectNode().put("name", lens.name());
        ArrayNode members = node.putArray("members");
        lens.members().forEach(members::add);
        return node.toString();
    }

    // Reading: what is not as written above is an IllegalArgumentException with the reason.

    static StellarLens readLens(String json) {
        JsonNode node = read(json);
        List<String> members = new ArrayList<>();
        for (JsonNode member : SchemaCodec.member(node, "members")) {
            if (!member.isTextual()) {
                throw new IllegalArgumentException("member of the lens is no text: " + member);
            }
            members.add(member.textValue());
        }
        if (members.isEmpty()) {
            throw new IllegalArgumentException("the lens has no members");
        }
        return new StellarLens(SchemaCodec.text(node, "name"), members);
    }

    private static JsonNode read(String json) {
        try {
            return MAPPER.readTree(json);
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException("no JSON", e);
        }
    }
}
