package io.rochedb.engine.internal.schema;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.rochedb.engine.RocheException;
import io.rochedb.engine.access.Privilege;
import io.rochedb.engine.access.RingGrant;
import io.rochedb.engine.access.Role;
import io.rochedb.engine.access.ScramVerifier;
import io.rochedb.engine.access.User;
import java.util.ArrayList;
import java.util.List;

/**
 * The JSON form of users in a store. Stateless.
 *
 * <pre>
 *   user    {"name":…,"role":"READER","verifier":"SCRAM-SHA-256$…","created":ms,"grants":[{"privilege":"READ","rings":glob}…]}
 *   secret  {"secret":text}
 * </pre>
 */
public final class AccessCodec {
    private static final ObjectMapper MAPPER = new ObjectMapper();

    private AccessCodec() {}

    static String write(User user) {
        ObjectNode node = JsonNodeFactory.instance
                .objectNode()
                .put("name", user.name())
                .put("role", user.role().name())
                .put("verifier", user.verifier().text())
                .put("created", user.createdMillis());
        ArrayNode grants = node.putArray("grants");
        for (RingGrant grant : user.grants()) {
            grants.addObject().put("privilege", grant.privilege().name()).put("rings", grant.rings());
        }
        return node.toString();
    }

    static String writeSecret(String secret) {
        return JsonNodeFactory.instance.objectNode().put("secret", secret).toString();
    }

    // Reading: what is not as written above is an IllegalArgumentException with the reason.

    static User readUser(String json) {
        JsonNode node = read(json);
        List<RingGrant> grants = new ArrayList<>();
        try {
            for (JsonNode one : SchemaCodec.member(node, "grants")) {
                grants.add(new RingGrant(
                        Privilege.valueOf(SchemaCodec.text(one, "privilege")), SchemaCodec.text(one, "rings")));
            }
        } catch (RocheException e) {
            throw new IllegalArgumentException(e.getMessage(), e);
        }
        return new User(
                SchemaCodec.text(node, "name"),
                Role.valueOf(SchemaCodec.text(node, "role")),
                ScramVerifier.parse(SchemaCodec.text(node, "verifier")),
                SchemaCodec.member(node, "created").asLong(),
                grants);
    }

    static String readSecret(String json) {
        return SchemaCodec.text(read(json), "secret");
    }

    private static JsonNode read(String json) {
        try {
            return MAPPER.readTree(json);
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException("no JSON", e);
        }
    }
}
