package io.rochedb.benchmarks.workload;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The rag workload: eight topics of golds and distractors; each query asked globally, in the right ring and in a wrong ring.
 *
 * @param documents n, spread over the topics
 * @param queries number of queries, and golds per topic
 * @param globalBudget hits of a global query
 * @param routedBudget hits of a routed query
 */
public record Rag(int documents, int queries, int globalBudget, int routedBudget) {
    private static final int TOPICS = 8;
    private static final int SLOTS = 128;
    private static final String GOLD = Texts.filler(53).repeat(20);
    private static final String DISTRACTOR = Texts.filler(38).repeat(20);

    /** The three modes of one run. */
    public record Result(Figures global, Figures routed, Figures wrong) {}

    /** Loads the corpus and runs the queries. */
    public Result run(Door door) {
        int perTopic = Math.max(1, documents / TOPICS);
        List<Door.Document> all = new ArrayList<>();
        for (int topic = 0; topic < TOPICS; topic++) {
            for (int i = 0; i < perTopic; i++) {
                all.add(i < queries ? gold(topic, i) : distractor(topic, i));
            }
        }
        door.load(all);
        Figures.Sum global = new Figures.Sum();
        Figures.Sum routed = new Figures.Sum();
        Figures.Sum wrong = new Figures.Sum();
        int golds = Math.min(queries, perTopic) * TOPICS;
        for (int k = 0; k < Math.min(queries, golds); k++) {
            int topic = k % TOPICS;
            Door.Document target = gold(topic, k / TOPICS);
            String id = "topic-" + topic + "-gold-" + k / TOPICS + " ";
            ask(door, global, target.vector(), null, globalBudget, id);
            ask(door, routed, target.vector(), target.ring(), routedBudget, id);
            ask(door, wrong, target.vector(), "topic-" + (topic + 1) % TOPICS, routedBudget, id);
        }
        return new Result(global.average(), routed.average(), wrong.average());
    }

    private static void ask(Door door, Figures.Sum sum, float[] query, @Nullable String ring, int budget, String id) {
        Door.Outcome outcome = door.retrieve(query, ring, budget);
        sum.add(outcome, outcome.payloads().stream().anyMatch(payload -> payload.contains(id)));
    }

    private static Door.Document gold(int topic, int index) {
        float[] vector = new float[TOPICS + SLOTS];
        vector[topic] = 1.0f;
        vector[TOPICS + index % SLOTS] = 0.5f;
        return new Door.Document("topic-" + topic, "topic-" + topic + "-gold-" + index + " " + GOLD, vector);
    }

    private static Door.Document distractor(int topic, int index) {
        float[] vector = new float[TOPICS + SLOTS];
        vector[topic] = 0.92f;
        vector[(topic + 1) % TOPICS] = 0.08f;
        return new Door.Document("topic-" + topic, "distractor-" + topic + "-" + index + " " + DISTRACTOR, vector);
    }
}
