package io.rochedb.calcite.internal.function;

import static io.rochedb.calcite.internal.function.ArgumentType.BOOLEAN;
import static io.rochedb.calcite.internal.function.ArgumentType.INTEGER;
import static io.rochedb.calcite.internal.function.ArgumentType.TEXT;
import static io.rochedb.calcite.internal.function.FunctionDeclaration.table;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.rochedb.calcite.StatementContext;
import io.rochedb.calcite.internal.plan.FloatList;
import io.rochedb.engine.ErrorCode;
import io.rochedb.engine.RocheException;
import io.rochedb.engine.model.RingNames;
import io.rochedb.engine.query.Predicate;
import io.rochedb.engine.query.StellarCursor;
import io.rochedb.engine.query.StellarRequest;
import io.rochedb.engine.query.StellarRequest.Sort;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.function.BiFunction;
import org.apache.calcite.avatica.util.ByteString;
import org.jspecify.annotations.Nullable;

/** The declaration and the body of STELLAR. */
final class Stellar {
    private static final ObjectMapper MAPPER = new ObjectMapper();
    private static final int BYTES_PER_TOKEN = 4;
    private static final int ROOT = 0;
    private static final int SUBRINGS = 1;
    private static final int LIMIT_PER_RING = 2;
    private static final int SORT_BY = 3;
    private static final int SUBRING_LIMITS = 4;
    private static final int SUBRING_SORTS = 5;
    private static final int MAX_DEPTH = 6;
    private static final int BRANCH_BUDGET = 7;
    private static final int INCLUDE_ROOT = 8;
    private static final int PREDICATE = 9;

    static final FunctionDeclaration DECLARATION = table("STELLAR")
            .argument("root", TEXT)
            .optional("subrings", TEXT, "NULL")
            .optional("limit_per_ring", INTEGER, Integer.toString(StellarRequest.DEFAULT_LIMIT))
            .optional("sort_by", TEXT, "'time desc'")
            .optional("subring_limits", TEXT, "NULL")
            .optional("subring_sorts", TEXT, "NULL")
            .optional("max_depth", INTEGER, "1")
            .optional("branch_budget", INTEGER, "0")
            .optional("include_root", BOOLEAN, "TRUE")
            .optional("predicate", TEXT, "NULL")
            .column("ring", ColumnType.VARCHAR)
            .column("id", ColumnType.VARCHAR)
            .column("seq", ColumnType.BIGINT)
            .nullableColumn("payload", ColumnType.VARCHAR)
            .column("codec", ColumnType.VARCHAR)
            .nullableColumn("vector", ColumnType.REAL_ARRAY)
            .column("written_at", ColumnType.TIMESTAMP)
            .column("payload_bytes", ColumnType.VARBINARY)
            .column("tokens", ColumnType.INTEGER)
            .nullableColumn("lens_ring", ColumnType.VARCHAR)
            .describedAs(
                    "The records of a ring and of what belongs to it, ring by ring: of the given subrings or of the rings"
                            + " around it, and of its lenses, each with a limit and an order of its own. lens_ring is the lens a"
                            + " ring was found through.");

    private Stellar() {}

    static Iterable<@Nullable Object[]> rows(StatementContext context, @Nullable Object[] a, boolean fromJoin) {
        Object root = a[ROOT];
        if (root == null) {
            return List.of();
        }
        StellarRequest request = request(root.toString(), a);
        return () -> new Rows(context.view().stellar(request, context.monitor()));
    }

    private static StellarRequest request(String root, @Nullable Object[] a) {
        Object sort = a[SORT_BY];
        Object predicate = a[PREDICATE];
        Object includeRoot = a[INCLUDE_ROOT];
        return new StellarRequest(
                RingNames.canonical(root),
                names(Arguments.optionalText(a[SUBRINGS])),
                includeRoot == null || Arguments.flag("include_root", includeRoot),
                Arguments.integer("max_depth", a[MAX_DEPTH], 1),
                Arguments.integer("branch_budget", a[BRANCH_BUDGET], 0),
                Arguments.integer("limit_per_ring", a[LIMIT_PER_RING], StellarRequest.DEFAULT_LIMIT),
                sort == null ? Sort.TIME_DESC : sort("sort_by", sort.toString()),
                members("subring_limits", a[SUBRING_LIMITS], Stellar::limit),
                members("subring_sorts", a[SUBRING_SORTS], (name, value) -> sort(name, value.asText())),
                predicate == null ? Predicate.TRUE : RetrievePredicate.parse(predicate.toString()));
    }

    /** Reads names between commas, or a JSON array of them. */
    private static List<String> names(@Nullable String text) {
        List<String> names = new ArrayList<>();
        if (text != null && text.stripLeading().startsWith("[")) {
            json("subrings", text).forEach(name -> names.add(RingNames.canonical(name.asText())));
        } else if (text != null && !text.isBlank()) {
            for (String name : text.split(",", -1)) {
                names.add(RingNames.canonical(name.strip()));
            }
        }
        return names;
    }

    private static <V> Map<String, V> members(
            String argument, @Nullable Object text, BiFunction<String, JsonNode, V> value) {
        Map<String, V> members = new LinkedHashMap<>();
        if (text != null) {
            JsonNode node = json(argument, text.toString());
            if (!node.isObject()) {
                throw invalid(argument, "takes a JSON object with a member for each subring, not " + text);
            }
            node.fields()
                    .forEachRemaining(member -> members.put(
                            RingNames.canonical(member.getKey()),
                            value.apply(argument + " of '" + member.getKey() + "'", member.getValue())));
        }
        return members;
    }

    private static JsonNode json(String argument, String text) {
        try {
            return MAPPER.readTree(text);
        } catch (JsonProcessingException e) {
            throw invalid(argument, "is not JSON: " + e.getOriginalMessage());
        }
    }

    private static int limit(String name, JsonNode value) {
        if (!value.isIntegralNumber() || !value.canConvertToInt()) {
            throw invalid(name, "takes a whole number, not " + value);
        }
        return value.intValue();
    }

    /** Reads {@code time} or {@code id}, the latest or the first first as {@code desc} or {@code asc} says; asc when neither is said. */
    private static Sort sort(String name, String text) {
        String[] words = text.strip().toLowerCase(Locale.ROOT).split("\\s+", -1);
        String direction = words.length == 1 ? "asc" : words[words.length - 1];
        boolean descending = direction.equals("desc");
        if (words.length <= 2 && (descending || direction.equals("asc"))) {
            switch (words[0]) {
                case "time", "write", "written_at" -> {
                    return descending ? Sort.TIME_DESC : Sort.TIME_ASC;
                }
                case "id" -> {
                    return descending ? Sort.ID_DESC : Sort.ID_ASC;
                }
                default -> {
                    // refused below, as a direction that is none
                }
            }
        }
        throw invalid(name, "must be 'time' or 'id' with 'asc' or 'desc', e.g. 'time desc', not '" + text + "'");
    }

    private static RocheException invalid(String argument, String reason) {
        return new RocheException(ErrorCode.INVALID_PARAMETER, "STELLAR: " + argument + " " + reason);
    }

    /** The records as rows, read while they are asked for. */
    private static final class Rows implements Iterator<@Nullable Object[]> {
        private final StellarCursor records;
        private boolean ahead;
        private boolean ended;

        Rows(StellarCursor records) {
            this.records = records;
        }

        @Override
        public boolean hasNext() {
            if (!ahead && !ended) {
                ahead = records.next();
                ended = !ahead;
            }
            return ahead;
        }

        @Override
        public @Nullable Object[] next() {
            if (!hasNext()) {
                throw new NoSuchElementException();
            }
            ahead = false;
            byte[] payload = records.payload();
            float[] vector = records.vector();
            return new @Nullable Object[] {
                records.ring(),
                records.id().text(),
                records.seq(),
                PayloadText.of(payload),
                records.codec().text(),
                vector == null ? null : new FloatList(vector),
                records.writtenAtMillis(),
                new ByteString(payload),
                (payload.length + BYTES_PER_TOKEN - 1) / BYTES_PER_TOKEN,
                records.lens()
            };
        }
    }
}
