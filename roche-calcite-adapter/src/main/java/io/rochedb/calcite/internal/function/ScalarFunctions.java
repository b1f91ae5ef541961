package io.rochedb.calcite.internal.function;

import static io.rochedb.calcite.internal.function.ArgumentType.ID;
import static io.rochedb.calcite.internal.function.ArgumentType.TEXT;
import static io.rochedb.calcite.internal.function.ArgumentType.TIME;
import static io.rochedb.calcite.internal.function.ArgumentType.VECTOR;
import static io.rochedb.calcite.internal.function.ColumnType.DOUBLE;
import static io.rochedb.calcite.internal.function.ColumnType.INTEGER;
import static io.rochedb.calcite.internal.function.ColumnType.REAL_ARRAY;
import static io.rochedb.calcite.internal.function.ColumnType.VARCHAR;
import static io.rochedb.calcite.internal.function.FunctionDeclaration.scalar;

import io.rochedb.calcite.StatementContext;
import io.rochedb.calcite.internal.plan.FloatList;
import io.rochedb.calcite.internal.plan.RocheDataContext;
import io.rochedb.engine.ErrorCode;
import io.rochedb.engine.RocheException;
import io.rochedb.engine.model.RecordId;
import io.rochedb.engine.model.RingNames;
import io.rochedb.engine.model.VectorMath;
import io.rochedb.engine.query.Location;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.DataContext;
import org.jspecify.annotations.Nullable;

/** The declarations and bodies of the scalar functions. */
final class ScalarFunctions {
    private static final int BYTES_PER_TOKEN = 4;

    /** Compares two vectors of one dimension. */
    @FunctionalInterface
    private interface Comparison {
        double apply(float[] left, float[] right);
    }

    private final List<DeclaredScalarFunction> functions = new ArrayList<>();

    private ScalarFunctions() {}

    static List<DeclaredScalarFunction> all() {
        ScalarFunctions all = new ScalarFunctions();
        all.places();
        all.vectors();
        all.documents();
        all.rings();
        DailyFunctions.declare(all);
        return List.copyOf(all.functions);
    }

    void pure(FunctionDeclaration declaration, ScalarBody body) {
        add(declaration, DeclaredScalarFunction.Volatility.PURE, body);
    }

    void ofStatement(FunctionDeclaration declaration, ScalarBody body) {
        add(declaration, DeclaredScalarFunction.Volatility.OF_STATEMENT, body);
    }

    void random(FunctionDeclaration declaration, ScalarBody body) {
        add(declaration, DeclaredScalarFunction.Volatility.RANDOM, body);
    }

    private void add(FunctionDeclaration declaration, DeclaredScalarFunction.Volatility volatility, ScalarBody body) {
        functions.add(new DeclaredScalarFunction(declaration, volatility, functions.size(), body));
    }

    private void places() {
        ofStatement(
                scalar("LOCATE", INTEGER)
                        .argument("id", ID)
                        .optional("at_time", TIME, "CURRENT_TIMESTAMP")
                        .describedAs("The logical node of a record at a time, computed from the id alone; NULL when its"
                                + " ring is unknown."),
                ScalarFunctions::locate);
        ofStatement(
                scalar("RECORD_ID", VARCHAR)
                        .argument("text", TEXT)
                        .describedAs("The canonical id of a record given as parent:epoch:seq:tWrite (converted) or"
                                + " parent:seq (looked up; parent is a ring's key or name; NULL when there is none)."),
                (root, a) -> RecordIds.canonical(RocheDataContext.statement(root), Arguments.text(a[0])));
    }

    private static @Nullable Object locate(DataContext root, @Nullable Object[] a) {
        StatementContext context = RocheDataContext.statement(root);
        RecordId id = RecordId.parse(Arguments.text(a[0]));
        double at = Arguments.seconds("at_time", a[1], context);
        return context.view().locate(id, at).map(Location::node).orElse(null);
    }

    private void vectors() {
        comparison(
                "COSINE_SIMILARITY",
                "The cosine of the angle between two vectors: 1 for the same direction.",
                VectorMath::cosineSimilarity);
        comparison(
                "COSINE_DISTANCE",
                "1 - COSINE_SIMILARITY; ORDER BY it with LIMIT is a vector search.",
                VectorMath::cosineDistance);
        comparison("L2_DISTANCE", "The Euclidean distance of two vectors.", VectorMath::l2);
        comparison("DOT_PRODUCT", "The sum of the products of the elements of two vectors.", VectorMath::dot);
        pure(
                scalar("VECTOR", REAL_ARRAY)
                        .argument("text", VECTOR)
                        .describedAs("The vector written as text, e.g. VECTOR('[0.1, 0.2]')."),
                (root, a) -> new FloatList(Vectors.of("text", present(a[0]))));
    }

    private void comparison(String name, String description, Comparison comparison) {
        pure(scalar(name, DOUBLE).argument("v", VECTOR).argument("w", VECTOR).describedAs(description), (root, a) -> {
            float[] v = Vectors.of("v", present(a[0]));
            float[] w = Vectors.of("w", present(a[1]));
            return comparison.apply(v, w);
        });
    }

    private void documents() {
        pure(
                scalar("JSON_SELECT", VARCHAR)
                        .argument("payload", TEXT)
                        .argument("selection", TEXT)
                        .describedAs(
                                "The members of a JSON document a selection names, e.g. '{ title author { name } }',"
                                        + " as compact JSON."),
                (root, a) -> JsonDocuments.select(Arguments.text(a[0]), Arguments.text(a[1])));
        pure(
                scalar("JSON_MERGE_PATCH", VARCHAR)
                        .argument("doc", TEXT)
                        .argument("patch", TEXT)
                        .describedAs(
                                "The JSON document after an RFC 7396 merge patch: members are replaced, null removes"
                                        + " them."),
                (root, a) -> JsonDocuments.mergePatch(Arguments.text(a[0]), Arguments.text(a[1])));
        pure(
                scalar("TOKENS", INTEGER)
                        .argument("text", TEXT)
                        .describedAs("The estimated number of language-model tokens of a text: (UTF-8 bytes + 3) / 4."),
                (root, a) -> tokens(Arguments.text(a[0])));
    }

    private static int tokens(String text) {
        int bytes = text.getBytes(StandardCharsets.UTF_8).length;
        return (bytes + BYTES_PER_TOKEN - 1) / BYTES_PER_TOKEN;
    }

    private void rings() {
        pure(
                scalar("RING_PARENT", VARCHAR)
                        .argument("ring", TEXT)
                        .describedAs("The name of the parent ring; NULL for a top-level ring."),
                (root, a) -> RingNames.parent(RingNames.canonical(Arguments.text(a[0]))));
        pure(
                scalar("RING_LEAF", VARCHAR).argument("ring", TEXT).describedAs("The last segment of a ring name."),
                (root, a) -> RingNames.leaf(RingNames.canonical(Arguments.text(a[0]))));
        ofStatement(
                scalar("NEAR_RING", VARCHAR)
                        .argument("base", TEXT)
                        .argument("ring", TEXT)
                        .describedAs(
                                "The ring of a relation below a base: base/ring, with the slashes at the ends of both left"
                                        + " out. A base that is a record's id stands for that record's ring."),
                (root, a) ->
                        nearRing(anchor(RocheDataContext.statement(root), Arguments.text(a[0])), Arguments.text(a[1])));
    }

    /** Returns the ring of a record, when the base is the id of one, else the base itself. */
    private static String anchor(StatementContext context, String base) {
        RecordId id =
                base.length() == RecordId.TEXT_LENGTH ? RecordId.tryParse(base).orElse(null) : null;
        if (id == null) {
            return base;
        }
        return context.view()
                .locate(id, 0)
                .map(Location::ring)
                .orElseThrow(() -> new RocheException(
                        ErrorCode.UNDEFINED_TABLE,
                        "NEAR_RING: the ring of record " + base + " does not exist; a ring of that name is written '/"
                                + base + "'"));
    }

    private static String nearRing(String base, String ring) {
        String left = stripSlashes(base);
        String right = stripSlashes(ring);
        String joined = left.isEmpty() ? right : right.isEmpty() ? left : left + "/" + right;
        return RingNames.canonical(joined);
    }

    private static String stripSlashes(String name) {
        int start = 0;
        int end = name.length();
        while (start < end && name.charAt(start) == '/') {
            start++;
        }
        while (end > start && name.charAt(end - 1) == '/') {
            end--;
        }
        return name.substring(start, end);
    }

    private static Object present(@Nullable Object value) {
        if (value == null) {
            throw new IllegalStateException("NULL reached the body of a strict function");
        }
        return value;
    }
}
