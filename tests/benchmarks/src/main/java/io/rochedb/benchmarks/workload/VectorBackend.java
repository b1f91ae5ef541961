package io.rochedb.benchmarks.workload;

import java.util.ArrayList;
import java.util.List;

/**
 * The vector-backend workload: documents around one axis per ring with small pseudo-random noise; each query asked globally and in its ring.
 *
 * @param documents number of documents
 * @param rings number of rings
 * @param dimension vector dimension
 * @param queries number of queries
 * @param budget hits a query
 */
public record VectorBackend(int documents, int rings, int dimension, int queries, int budget) {
    /** Both modes of one run. */
    public record Result(Figures global, Figures routed) {}

    /** Returns the size published: 20,000 × 64 in 100 rings. */
    public static VectorBackend published() {
        return new VectorBackend(20_000, 100, 64, 200, 8);
    }

    /** Returns the corpus. */
    public List<Door.Document> corpus() {
        List<Door.Document> all = new ArrayList<>(documents);
        for (int i = 0; i < documents; i++) {
            int ring = i % rings;
            all.add(new Door.Document("bench/ring-" + ring, "{\"i\":" + i + "}", vector(ring, i)));
        }
        return all;
    }

    /** Loads the corpus and runs the queries. */
    public Result run(Door door) {
        door.load(corpus());
        Figures.Sum global = new Figures.Sum();
        Figures.Sum routed = new Figures.Sum();
        for (int q = 0; q < queries; q++) {
            float[] query = vector(q % rings, q);
            global.add(door.retrieve(query, null, budget), true);
            routed.add(door.retrieve(query, "bench/ring-" + q % rings, budget), true);
        }
        return new Result(global.average(), routed.average());
    }

    /** Returns the vector of an item: base by axis plus noise of ±0.005 from a 32-bit linear congruential generator, normalised. */
    public float[] vector(int ring, int item) {
        int seed = (ring + 1) * 1_000_003 + (item + 1) * 97;
        double[] values = new double[dimension];
        double squares = 0;
        int axis = ring % dimension;
        for (int d = 0; d < dimension; d++) {
            seed = seed * 1_664_525 + 1_013_904_223;
            double unit = (seed >>> 8) / (double) 0x00ffffff;
            double base = d == axis ? 1.0 : d == (axis + 1) % dimension ? 0.25 : 0.02;
            values[d] = base + (unit - 0.5) * 0.01;
            squares += values[d] * values[d];
        }
        double norm = Math.sqrt(squares);
        float[] vector = new float[dimension];
        for (int d = 0; d < dimension; d++) {
            vector[d] = (float) (values[d] / norm);
        }
        return vector;
    }
}
