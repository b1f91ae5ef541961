package io.rochedb.benchmarks.workload;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * The AI/RAG case study: five topical rings of 40 documents and a noise ring of 200; five questions, each asked globally, in the
 * right ring and in a wrong one.
 *
 * <p>Every document of a ring has one and the same embedding and the target is document 000, so recall 1.000 rests on ties going to
 * the first inserted; {@link #distinct} gives each document an embedding of its own and asks for the document nearest to the question by construction.
 */
public final class CaseStudy {
    private static final int GLOBAL_BUDGET = 8;
    private static final int ROUTED_BUDGET = 3;
    private static final int PER_RING = 40;
    private static final int NOISE = 200;

    private record Topic(String ring, float[] embedding, String subject, int textBytes, String wrongRing) {}

    private static final List<Topic> TOPICS = List.of(
            new Topic(
                    "docs/japan", new float[] {1, .02f, .01f, 0, 0, 0}, "Japanese refund support", 226, "papers/water"),
            new Topic(
                    "docs/us",
                    new float[] {.01f, 1, .02f, 0, 0, 0},
                    "US enterprise onboarding",
                    223,
                    "papers/medicine"),
            new Topic(
                    "support/errors",
                    new float[] {0, .02f, 1, .02f, 0, 0},
                    "Database timeout incident",
                    231,
                    "docs/japan"),
            new Topic("papers/medicine", new float[] {0, 0, .02f, 1, .01f, 0}, "Clinical trial safety", 220, "docs/us"),
            new Topic(
                    "papers/water",
                    new float[] {0, 0, 0, .01f, 1, .02f},
                    "Membrane filtration",
                    233,
                    "support/errors"));
    private static final float[] NOISE_EMBEDDING = {.05f, .04f, .03f, .02f, .01f, 1};

    /** Averages of the three modes, and the tokens of each question. */
    public record Result(
            Figures global, Figures routed, Figures wrong, List<Long> globalTokens, List<Long> routedTokens) {}

    private final boolean distinct;

    private CaseStudy(boolean distinct) {
        this.distinct = distinct;
    }

    /** Returns the study as published. */
    public static CaseStudy published() {
        return new CaseStudy(false);
    }

    /** Returns the sound variant: every document has its own embedding. */
    public static CaseStudy distinct() {
        return new CaseStudy(true);
    }

    /** Loads the corpus and asks the questions. */
    public Result run(Door door) {
        door.load(corpus());
        Figures.Sum global = new Figures.Sum();
        Figures.Sum routed = new Figures.Sum();
        Figures.Sum wrong = new Figures.Sum();
        List<Long> globalTokens = new ArrayList<>();
        List<Long> routedTokens = new ArrayList<>();
        for (Topic topic : TOPICS) {
            String target = "\"id\":\"" + id(topic.ring, 0) + "\"";
            float[] query = embedding(topic.embedding, 0);
            Door.Outcome all = ask(door, global, query, null, GLOBAL_BUDGET, target);
            Door.Outcome right = ask(door, routed, query, topic.ring, ROUTED_BUDGET, target);
            ask(door, wrong, query, topic.wrongRing, ROUTED_BUDGET, target);
            globalTokens.add(all.estimatedTokens());
            routedTokens.add(right.estimatedTokens());
        }
        return new Result(global.average(), routed.average(), wrong.average(), globalTokens, routedTokens);
    }

    private static Door.Outcome ask(
            Door door, Figures.Sum sum, float[] query, @Nullable String ring, int budget, String target) {
        Door.Outcome outcome = door.retrieve(query, ring, budget);
        sum.add(outcome, outcome.payloads().stream().anyMatch(payload -> payload.contains(target)));
        return outcome;
    }

    private List<Door.Document> corpus() {
        List<Door.Document> all = new ArrayList<>();
        for (Topic topic : TOPICS) {
            for (int i = 0; i < PER_RING; i++) {
                String title = topic.subject + (i == 0 ? " canonical answer" : " reference " + i);
                all.add(document(topic.ring, i, title, Texts.filler(topic.textBytes), embedding(topic.embedding, i)));
            }
        }
        for (int i = 0; i < NOISE; i++) {
            String title = String.format(Locale.ROOT, "General background %03d", i);
            all.add(document("noise/general", i, title, Texts.filler(161), embedding(NOISE_EMBEDDING, i)));
        }
        return all;
    }

    private static Door.Document document(String ring, int index, String title, String text, float[] vector) {
        String payload = "{\"id\":\"" + id(ring, index) + "\",\"title\":\"" + title + "\",\"text\":\"" + text + "\"}";
        return new Door.Document(ring, payload, vector);
    }

    private static String id(String ring, int index) {
        return ring.replace('/', '-') + String.format(Locale.ROOT, "-%03d", index);
    }

    private float[] embedding(float[] base, int index) {
        if (!distinct) {
            return base;
        }
        float[] own = base.clone();
        own[(index * 7 + 1) % own.length] += index * 0.002f;
        return own;
    }
}
