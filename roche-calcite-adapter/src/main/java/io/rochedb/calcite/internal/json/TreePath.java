package io.rochedb.calcite.internal.json;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.cfg.JsonNodeFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.jayway.jsonpath.Configuration;
import com.jayway.jsonpath.InvalidPathException;
import com.jayway.jsonpath.PathNotFoundException;
import com.jayway.jsonpath.spi.json.JacksonJsonNodeJsonProvider;
import com.jayway.jsonpath.spi.mapper.JacksonMappingProvider;
import io.rochedb.engine.ErrorCode;
import io.rochedb.engine.RocheException;
import io.rochedb.engine.model.JsonItems;
import io.rochedb.engine.model.JsonPath;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A path that needs a tree of the document: with filters, slices, unions, negative indexes, recursive descent. Immutable.
 *
 * @param path what the library made of it
 * @param strict whether a missing member or element is an error
 */
public record TreePath(com.jayway.jsonpath.JsonPath path, boolean strict) {
    private static final Pattern MODE =
            Pattern.compile("\\s*(?:(strict|lax)\\s+)?(.*)", Pattern.CASE_INSENSITIVE | Pattern.DOTALL);
    /** Numbers keep the digits they are written with. */
    private static final JsonMapper TREES = JsonMapper.builder()
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
            .disable(JsonNodeFeature.STRIP_TRAILING_BIGDECIMAL_ZEROES)
            .build();

    private static final Configuration CONFIGURATION = Configuration.builder()
            .jsonProvider(new Trees(TREES))
            .mappingProvider(new JacksonMappingProvider(TREES))
            .build();
    private static final JsonPath WHOLE = JsonPath.parse("$").orElseThrow();

    /** Trees that tell of an element that is not there. */
    private static final class Trees extends JacksonJsonNodeJsonProvider {
        Trees(JsonMapper mapper) {
            super(mapper);
        }

        @Override
        public Object getArrayIndex(Object array, int index) {
            if (index < 0 || index >= length(array)) {
                throw new IndexOutOfBoundsException(index);
            }
            return super.getArrayIndex(array, index);
        }
    }

    /** Returns the path of a text; {@code INVALID_PARAMETER} when it is none. */
    static TreePath parse(String text) {
        Matcher matcher = MODE.matcher(text);
        boolean matches = matcher.matches();
        String spec = matches ? matcher.group(2).strip() : text;
        boolean strict = matches && "strict".equalsIgnoreCase(matcher.group(1));
        if (!spec.startsWith("$")) {
            throw invalid(text, "it must start with $");
        }
        try {
            return new TreePath(com.jayway.jsonpath.JsonPath.compile(spec), strict);
        } catch (InvalidPathException | IllegalArgumentException e) {
            throw invalid(text, String.valueOf(e.getMessage()));
        }
    }

    private static RocheException invalid(String text, String reason) {
        return new RocheException(
                ErrorCode.INVALID_PARAMETER,
                "'" + text + "' is no JSON path: " + reason + " (example: $.author.name, $.tags[0], $.items[*].price)");
    }

    boolean definite() {
        return path.isDefinite();
    }

    JsonItems find(String document) {
        byte[] utf8 = Documents.utf8(document);
        JsonItems whole = WHOLE.find(utf8, 0, utf8.length);
        if (whole.malformed() != null) {
            return whole;
        }
        try {
            JsonNode found = path.read((Object) TREES.readTree(utf8), CONFIGURATION);
            return JsonItems.of(path.isDefinite() ? List.of(found.toString()) : texts(found), false);
        } catch (PathNotFoundException missing) {
            return JsonItems.of(List.of(), true);
        } catch (JsonProcessingException tooDeep) {
            throw new RocheException(
                    ErrorCode.INVALID_JSON,
                    "the document cannot be read for this path: " + tooDeep.getOriginalMessage());
        } catch (IOException e) {
            throw new RocheException(ErrorCode.INVALID_JSON, "the document cannot be read for this path", e);
        }
    }

    private static List<String> texts(JsonNode array) {
        List<String> texts = new ArrayList<>(array.size());
        array.forEach(node -> texts.add(node.toString()));
        return texts;
    }
}
