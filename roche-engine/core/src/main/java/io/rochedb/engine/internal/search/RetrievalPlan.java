package io.rochedb.engine.internal.search;

import io.rochedb.engine.ErrorCode;
import io.rochedb.engine.RocheException;
import io.rochedb.engine.internal.ring.RingState;
import io.rochedb.engine.internal.ring.ViewAccess;
import io.rochedb.engine.model.RingNames;
import io.rochedb.engine.query.RetrievalKnobs;
import io.rochedb.engine.query.RetrieveRequest;
import io.rochedb.engine.query.RetrieveRequest.Scope;
import io.rochedb.engine.query.RetrieveRequest.Tuning;
import io.rochedb.engine.query.RetrieveResult.RingFeature;
import io.rochedb.engine.query.RingSelector;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Which rings a retrieval searches, in which order, and which it considered and left out.
 *
 * @param strategy "global", "top-rings", "ring-scoped" or "hierarchical-ring"
 * @param rings rings to search, in plan order
 * @param features of those rings; empty for a plan that did not need them
 * @param pruned names of rings considered and left out, in order of name
 */
record RetrievalPlan(String strategy, List<RingState> rings, List<RingFeature> features, List<String> pruned) {
    private static final int NEAR_SIBLINGS = 2;
    private static final int WIDE_SIBLINGS = 4;
    private static final int NEAREST = 3;

    /** Plans a retrieval; the query is normalised. {@code UNDEFINED_TABLE} for a ring that does not exist here. */
    static RetrievalPlan of(ViewAccess view, RetrieveRequest request, float[] query) {
        String ring = request.ring();
        if (ring != null) {
            return new Expansion(view, request.tuning(), query).around(ring);
        }
        int topRings = RetrievalKnobs.effectiveTopRings(request.tuning());
        if (topRings > 0) {
            return topRings(view, topRings, query);
        }
        return new RetrievalPlan("global", view.route(RingSelector.ALL), List.of(), List.of());
    }

    /** Ranks the centroids of all rings that the query can be compared with (of all, so that the scan fails, when there is none), keeps the best. */
    private static RetrievalPlan topRings(ViewAccess view, int topRings, float[] query) {
        Map<String, RingState> states = new HashMap<>();
        List<RingState> rings = new ArrayList<>(view.route(RingSelector.ALL));
        rings.removeIf(state -> view.vectorRecords(state) == 0);
        List<RingState> fitting = rings.stream()
                .filter(state -> RingRanking.dimension(view, state) == query.length)
                .toList();
        List<RingFeature> features = new ArrayList<>();
        for (RingState state : fitting.isEmpty() ? rings : fitting) {
            states.put(state.name(), state);
            features.add(RingRanking.feature(view, state, query, false, false, false));
        }
        features.sort(RingRanking.PLAN_ORDER);
        int kept = Math.min(topRings, features.size());
        List<String> pruned = features.subList(kept, features.size()).stream()
                .map(RingFeature::ring)
                .sorted()
                .toList();
        return ordered("top-rings", features.subList(0, kept), states, pruned);
    }

    private static RetrievalPlan ordered(
            String strategy, List<RingFeature> features, Map<String, RingState> states, List<String> pruned) {
        List<RingState> rings = new ArrayList<>();
        for (RingFeature feature : features) {
            RingState state = states.get(feature.ring());
            if (state != null) {
                rings.add(state);
            }
        }
        return new RetrievalPlan(strategy, rings, List.copyOf(features), pruned);
    }

    /** Returns the error for a ring the caller cannot see. */
    static RocheException undefinedRing(ViewAccess view, String ring) {
        List<String> names =
                view.route(RingSelector.ALL).stream().map(RingState::name).toList();
        List<String> nearest = NearestNames.nearest(ring, names, NEAREST);
        String hint = nearest.isEmpty() ? "" : " (nearest: '" + String.join("', '", nearest) + "')";
        return new RocheException(ErrorCode.UNDEFINED_TABLE, "ring '" + ring + "' does not exist" + hint);
    }

    /** The rings around one base ring. */
    private static final class Expansion {
        private final ViewAccess view;
        private final Tuning tuning;
        private final float[] query;
        private final Map<String, RingState> chosen = new LinkedHashMap<>();
        private final List<String> pruned = new ArrayList<>();

        Expansion(ViewAccess view, Tuning tuning, float[] query) {
            this.view = view;
            this.tuning = tuning;
            this.query = query;
        }

        RetrievalPlan around(String ring) {
            RingState base = view.ring(ring);
            if (base == null) {
                throw undefinedRing(view, ring);
            }
            String strategy = tuning.includeChildren() ? "hierarchical-ring" : "ring-scoped";
            chosen.put(ring, base);
            if (tuning.includeChildren()) {
                addDescendants(ring);
            }
            List<RingState> siblings = siblings(ring);
            int budget = Math.min(siblingBudget(), siblings.size());
            for (RingState sibling : siblings.subList(0, budget)) {
                chosen.putIfAbsent(sibling.name(), sibling);
                if (tuning.includeChildren()) {
                    addDescendants(sibling.name());
                }
            }
            if (tuning.scope() != Scope.TIGHT) {
                siblings.subList(budget, siblings.size()).forEach(sibling -> pruned.add(sibling.name()));
            }
            Collections.sort(pruned);
            if (!tuning.includeChildren() && tuning.scope() == Scope.TIGHT) {
                return new RetrievalPlan(strategy, List.of(base), List.of(), List.of());
            }
            List<RingFeature> features = new ArrayList<>();
            chosen.forEach((name, state) -> features.add(RingRanking.feature(
                    view, state, query, state == base, isSibling(ring, name), name.startsWith(ring + "/"))));
            features.sort(RingRanking.PLAN_ORDER);
            return ordered(strategy, features, chosen, pruned);
        }

        private static boolean isSibling(String base, String name) {
            String parent = RingNames.parent(base);
            return parent != null && !name.equals(base) && parent.equals(RingNames.parent(name));
        }

        private int siblingBudget() {
            switch (tuning.scope()) {
                case TIGHT:
                    return 0;
                case NEAR:
                    return NEAR_SIBLINGS;
                case WIDE:
                    return Math.max(WIDE_SIBLINGS, tuning.branchBudget());
                case ALL:
                    return Integer.MAX_VALUE;
            }
            throw new AssertionError(tuning);
        }

        /** Returns the other children of the parent, by name; a top-level ring has no parent and so no siblings. */
        private List<RingState> siblings(String ring) {
            String parent = RingNames.parent(ring);
            if (parent == null || tuning.scope() == Scope.TIGHT) {
                return List.of();
            }
            List<RingState> siblings = new ArrayList<>(view.route(new RingSelector.Glob(parent + "/*")));
            siblings.removeIf(sibling -> sibling.name().equals(ring));
            siblings.sort(Comparator.comparing(RingState::name));
            return siblings;
        }

        /** Adds descendants breadth-first: at most maxDepth levels, at most branchBudget children of each ring, by name. */
        private void addDescendants(String root) {
            Map<String, List<RingState>> children = new HashMap<>();
            List<RingState> subtree = new ArrayList<>(view.route(new RingSelector.Glob(root + "/**")));
            subtree.sort(Comparator.comparing(RingState::name));
            for (RingState state : subtree) {
                String parent = RingNames.parent(state.name());
                if (parent != null) {
                    children.computeIfAbsent(parent, name -> new ArrayList<>()).add(state);
                }
            }
            Deque<String> level = new ArrayDeque<>(List.of(root));
            for (int depth = 0; depth < tuning.maxDepth() && !level.isEmpty(); depth++) {
                for (int i = level.size(); i > 0; i--) {
                    List<RingState> all = children.getOrDefault(level.removeFirst(), List.of());
                    int kept = tuning.branchBudget() > 0 ? Math.min(tuning.branchBudget(), all.size()) : all.size();
                    for (RingState child : all.subList(0, kept)) {
                        chosen.putIfAbsent(child.name(), child);
                        level.addLast(child.name());
                    }
                    all.subList(kept, all.size()).forEach(child -> pruned.add(child.name()));
                }
            }
        }
    }
}
