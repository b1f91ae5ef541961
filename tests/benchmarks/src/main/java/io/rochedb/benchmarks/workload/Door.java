package io.rochedb.benchmarks.workload;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** A way into a fresh store for a workload: load documents, retrieve, see what it cost. Used by one thread. */
public interface Door extends AutoCloseable {
    /** A document with its ring and vector. */
    record Document(String ring, String payload, float[] vector) {}

    /**
     * What one retrieval returned and cost.
     *
     * @param payloads payloads of the hits, best first
     * @param total vectors in the store
     * @param scanned vectors compared
     * @param estimatedTokens (payload bytes of the hits + 3) / 4
     */
    record Outcome(List<String> payloads, long total, long scanned, long estimatedTokens) {}

    /** Returns the name printed in reports: E0 for the engine, E1 for SQL. */
    String name();

    /** Loads documents in order. */
    void load(List<Document> documents);

    /** Retrieves from one ring, or from everything when the ring is null. */
    Outcome retrieve(float[] vector, @Nullable String ring, int budget);

    @Override
    void close();
}
