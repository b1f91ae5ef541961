package io.rochedb.calcite.internal.function;

import io.rochedb.engine.ErrorCode;
import io.rochedb.engine.RocheException;
import io.rochedb.engine.query.RetrievalKnobs;
import io.rochedb.engine.query.RetrievalKnobs.Amount;
import io.rochedb.engine.query.RetrievalKnobs.Depth;
import io.rochedb.engine.query.RetrieveRequest.Scope;
import io.rochedb.engine.query.RetrieveRequest.Tuning;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * The knobs of RETRIEVE: amount, search_scope and depth stand for numbers, which single arguments override.
 *
 * @param budget hits at most
 * @param tuning how far to look
 */
record RetrievalArguments(int budget, Tuning tuning) {
    private static final int BUDGET = 2;
    private static final int PROFILE = 3;
    private static final int AMOUNT = 4;
    private static final int SEARCH_SCOPE = 5;
    private static final int DEPTH = 6;
    private static final int INCLUDE_CHILDREN = 7;
    private static final int TOP_RINGS = 8;
    private static final int BRANCH_BUDGET = 9;
    private static final int MAX_DEPTH = 10;
    private static final int FOCUS = 11;

    /** Profiles of its own live in a program's handle; SQL knows the one that stands for the defaults. */
    private static final List<String> PROFILES = List.of("default");

    /** Reads the arguments of a call in declared order. */
    static RetrievalArguments of(@Nullable Object[] a) {
        Object profile = a[PROFILE];
        if (profile != null && !PROFILES.contains(profile.toString().toLowerCase(Locale.ROOT))) {
            throw new RocheException(
                    ErrorCode.INVALID_PARAMETER,
                    "unknown profile '" + profile + "' (use " + String.join(" or ", PROFILES) + ")");
        }
        RetrievalKnobs words = words(a[AMOUNT], a[SEARCH_SCOPE], a[DEPTH]);
        Tuning tuning = words.tuning();
        int focus = Arguments.integer("focus", a[FOCUS], tuning.focus());
        if (focus < 0 || focus > RetrievalKnobs.FOCUS_MAX) {
            throw new RocheException(
                    ErrorCode.INVALID_PARAMETER, "focus must be in 0.." + RetrievalKnobs.FOCUS_MAX + ", not " + focus);
        }
        Object children = a[INCLUDE_CHILDREN];
        boolean include = children == null ? tuning.includeChildren() : Arguments.flag("include_children", children);
        // children without a depth: as deep as 'deep', for a depth of 0 would include none
        Tuning unset = include && !tuning.includeChildren()
                ? new RetrievalKnobs(words.amount(), words.scope(), Depth.DEEP).tuning()
                : tuning;
        return new RetrievalArguments(
                least("budget", a[BUDGET], words.budget(), 1),
                RetrievalKnobs.sanitised(new Tuning(
                        tuning.scope(),
                        focus,
                        least("top_rings", a[TOP_RINGS], 0, 0),
                        include,
                        least("max_depth", a[MAX_DEPTH], unset.maxDepth(), 0),
                        least("branch_budget", a[BRANCH_BUDGET], unset.branchBudget(), 0))));
    }

    private static RetrievalKnobs words(@Nullable Object amount, @Nullable Object scope, @Nullable Object depth) {
        return new RetrievalKnobs(
                amount == null ? Amount.NORMAL : RetrievalKnobs.parseAmount(amount.toString()),
                scope == null ? Scope.TIGHT : RetrievalKnobs.parseScope(scope.toString()),
                depth == null ? Depth.NORMAL : RetrievalKnobs.parseDepth(depth.toString()));
    }

    private static int least(String name, @Nullable Object value, int whenNull, int least) {
        return Retrieval.atLeast(name, Arguments.integer(name, value, whenNull), least);
    }
}
