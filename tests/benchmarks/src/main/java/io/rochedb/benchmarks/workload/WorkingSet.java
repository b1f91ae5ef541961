package io.rochedb.benchmarks.workload;

import java.util.ArrayList;
import java.util.List;

/**
 * The working-set and memory-pressure workloads: n documents over R rings, one-hot vectors, each query asked globally and in its ring.
 *
 * <p>One-hot vectors make the right ring the only possible answer, so the quality cannot fall here; see {@link Rag} for one where it can.
 *
 * @param documents n
 * @param rings R, also the dimension
 * @param queries number of queries
 * @param budget hits a query
 * @param ringPrefix prefix of the ring names
 * @param fillerBytes length of each document's body
 */
public record WorkingSet(int documents, int rings, int queries, int budget, String ringPrefix, int fillerBytes) {
    /** Both modes of one run. */
    public record Result(Figures global, Figures routed) {
        /** Returns how many times fewer vectors the routed mode compared. */
        public double scanRatio() {
            return global.scanned() / routed.scanned();
        }
    }

    /** Returns the working-set workload of a size. */
    public static WorkingSet workingSet(int documents, int rings, int queries, int budget) {
        return new WorkingSet(documents, rings, queries, budget, "bench/ring-", 96);
    }

    /** Returns the memory-pressure workload of a size. */
    public static WorkingSet memoryPressure(int documents, int rings, int queries, int budget, int payloadBytes) {
        return new WorkingSet(documents, rings, queries, budget, "memory/ring-", payloadBytes);
    }

    /**
     * Returns the candidate bytes of a query in MiB: scanned × (payload + 4 × rings + 64), the original's arithmetic estimate, not a
     * measurement of memory.
     */
    public double candidateMebibytes(Figures figures) {
        return figures.scanned() * (fillerBytes + 4.0 * rings + 64) / (1 << 20);
    }

    /** Loads the documents and runs the queries, global first. */
    public Result run(Door door) {
        String filler = Texts.filler(fillerBytes);
        List<Door.Document> all = new ArrayList<>(documents);
        for (int i = 0; i < documents; i++) {
            int ring = i % rings;
            String payload = "{\"i\":" + i + ",\"ring\":" + ring + ",\"body\":\"" + filler + "\"}";
            all.add(new Door.Document(ringPrefix + ring, payload, Texts.oneHot(rings, ring)));
        }
        door.load(all);
        Figures.Sum global = new Figures.Sum();
        Figures.Sum routed = new Figures.Sum();
        for (int q = 0; q < Math.max(1, queries); q++) {
            float[] query = Texts.oneHot(rings, q % rings);
            global.add(door.retrieve(query, null, budget), true);
            routed.add(door.retrieve(query, ringPrefix + q % rings, budget), true);
        }
        return new Result(global.average(), routed.average());
    }
}
