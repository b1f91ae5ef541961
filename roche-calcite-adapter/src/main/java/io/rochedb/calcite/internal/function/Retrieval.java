package io.rochedb.calcite.internal.function;

import io.rochedb.calcite.StatementContext;
import io.rochedb.engine.ErrorCode;
import io.rochedb.engine.RocheException;
import io.rochedb.engine.model.StoredRecord;
import io.rochedb.engine.query.Predicate;
import io.rochedb.engine.query.RetrievalKnobs;
import io.rochedb.engine.query.RetrieveRequest;
import io.rochedb.engine.query.RetrieveResult;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The body of RETRIEVE. */
final class Retrieval {
    private static final int VECTOR = 0;
    private static final int RING = 1;
    private static final int BUDGET = 2;
    private static final int TOKEN_BUDGET = 12;
    private static final int PREDICATE = 13;
    private static final int BYTES_PER_TOKEN = 4;

    private Retrieval() {}

    static List<@Nullable Object[]> rows(StatementContext context, @Nullable Object[] a, boolean fromJoin) {
        Object vector = a[VECTOR];
        if (vector == null) {
            return List.of();
        }
        RetrieveRequest request = request(Vectors.of("vector", vector), a);
        if (context.session().requireRing()
                && request.ring() == null
                && RetrievalKnobs.effectiveTopRings(request.tuning()) == 0) {
            throw new RocheException(
                    ErrorCode.RING_REQUIRED,
                    "RETRIEVE without a ring searches every ring and requireRing is on; give ring, top_rings or focus");
        }
        RetrieveResult result = context.view().retrieve(request, context.monitor());
        List<@Nullable Object[]> rows = new ArrayList<>(result.hits().size());
        for (RetrieveResult.Hit hit : result.hits()) {
            rows.add(row(rows.size() + 1, hit));
        }
        return rows;
    }

    private static RetrieveRequest request(float[] vector, @Nullable Object[] a) {
        Object tokenBudget = a[TOKEN_BUDGET];
        Object predicate = a[PREDICATE];
        RetrievalArguments knobs = RetrievalArguments.of(a);
        return new RetrieveRequest(
                vector,
                Arguments.optionalText(a[RING]),
                knobs.budget(),
                knobs.tuning(),
                predicate == null ? Predicate.TRUE : RetrievePredicate.parse(predicate.toString()),
                tokenBudget == null ? -1 : atLeast("token_budget", Arguments.integer("token_budget", tokenBudget), 0));
    }

    static int atLeast(String name, int value, int least) {
        if (value < least) {
            throw new RocheException(
                    ErrorCode.INVALID_PARAMETER, name + " must be at least " + least + ", not " + value);
        }
        return value;
    }

    private static @Nullable Object[] row(int number, RetrieveResult.Hit hit) {
        StoredRecord record = hit.record();
        int length = record.payload().length;
        return new @Nullable Object[] {
            number,
            hit.score(),
            record.id().text(),
            record.ring(),
            PayloadText.of(record.payload()),
            (length + BYTES_PER_TOKEN - 1) / BYTES_PER_TOKEN,
            record.writtenAtMillis()
        };
    }
}
