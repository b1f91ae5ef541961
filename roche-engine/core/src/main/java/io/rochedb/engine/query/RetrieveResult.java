package io.rochedb.engine.query;

import io.rochedb.engine.model.StoredRecord;
import java.util.List;

/**
 * The hits of a retrieval, what they cost, and which rings were chosen.
 *
 * @param hits best first, ties by id
 * @param stats what was scanned and returned
 * @param strategy "global", "top-rings", "ring-scoped" or "hierarchical-ring"
 * @param selectedRings rings searched, in plan order (empty for global)
 * @param prunedRings rings the plan considered and left out
 * @param ringFeatures what the plan knew of the selected rings, in the same order; empty for a plan that needed nothing
 */
public record RetrieveResult(
        List<Hit> hits,
        Stats stats,
        String strategy,
        List<String> selectedRings,
        List<String> prunedRings,
        List<RingFeature> ringFeatures) {

    /**
     * How promising a ring looked.
     *
     * @param ring its name
     * @param centroidScore dot product of the query and the ring's centroid
     * @param ringCount its vectors
     * @param utility coherence * (1 - 1 / (count + 1))
     * @param base whether it is the ring that was asked for
     * @param sibling whether it has the same parent
     * @param descendant whether it lies below the base ring
     */
    public record RingFeature(
            String ring,
            double centroidScore,
            long ringCount,
            double utility,
            boolean base,
            boolean sibling,
            boolean descendant) {}

    /** One hit: its score (dot product of the normalised vectors) and its record. */
    public record Hit(double score, StoredRecord record) {}

    /**
     * Counts, as specified by the original: {@code totalVectors} = vectors the caller may see; {@code skippedVectors = total - scanned};
     * {@code ringsTouched} = rings in which at least one vector was compared; {@code estimatedTokens = (payloadBytes + 3) / 4};
     * {@code candidateReduction = 1 - scanned/total}, 0 when there is nothing.
     */
    public record Stats(
            long totalVectors,
            long scanned,
            long skippedVectors,
            long returned,
            long ringsTouched,
            long payloadBytes,
            long estimatedTokens,
            double candidateReduction) {}
}
