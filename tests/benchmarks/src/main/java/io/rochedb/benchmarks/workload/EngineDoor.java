package io.rochedb.benchmarks.workload;

import io.rochedb.engine.EngineOptions;
import io.rochedb.engine.ReadView;
import io.rochedb.engine.RocheEngine;
import io.rochedb.engine.Transaction;
import io.rochedb.engine.model.RecordDraft;
import io.rochedb.engine.model.RingScope;
import io.rochedb.engine.query.Predicate;
import io.rochedb.engine.query.QueryMonitor;
import io.rochedb.engine.query.RetrieveRequest;
import io.rochedb.engine.query.RetrieveResult;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The engine's API over a fresh memory store. */
public final class EngineDoor implements Door {
    private static final int BATCH = 1_000;

    private final RocheEngine engine = RocheEngine.open(EngineOptions.memory());

    @Override
    public String name() {
        return "E0";
    }

    @Override
    public void load(List<Document> documents) {
        for (int from = 0; from < documents.size(); from += BATCH) {
            try (Transaction transaction = engine.begin(RingScope.ALL, null)) {
                for (Document document : documents.subList(from, Math.min(from + BATCH, documents.size()))) {
                    byte[] payload = document.payload().getBytes(StandardCharsets.UTF_8);
                    transaction.put(new RecordDraft(document.ring(), payload, null, document.vector()));
                }
                transaction.commit();
            }
        }
    }

    @Override
    public Outcome retrieve(float[] vector, @Nullable String ring, int budget) {
        RetrieveRequest request =
                new RetrieveRequest(vector, ring, budget, RetrieveRequest.Tuning.DEFAULT, Predicate.TRUE, -1);
        try (ReadView view = engine.snapshot(RingScope.ALL)) {
            RetrieveResult result = view.retrieve(request, new QueryMonitor());
            List<String> payloads = new ArrayList<>();
            for (RetrieveResult.Hit hit : result.hits()) {
                payloads.add(new String(hit.record().payload(), StandardCharsets.UTF_8));
            }
            RetrieveResult.Stats stats = result.stats();
            return new Outcome(payloads, stats.totalVectors(), stats.scanned(), stats.estimatedTokens());
        }
    }

    @Override
    public void close() {
        engine.close();
    }
}
