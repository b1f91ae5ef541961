package io.rochedb.engine.query;

import io.rochedb.engine.ErrorCode;
import io.rochedb.engine.RocheException;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A read of a ring with what belongs to it: the rings around it and those of its lenses, each with a limit and an order of its own. Immutable.
 *
 * <p>A name of {@code subrings}, {@code limits} and {@code sorts} stands for the ring {@code root/name}, the ring {@code name}, whatever lies below that one,
 * and every ring whose name ends with {@code /name}; of several names the longest one counts. The root itself is read with {@code limit} and {@code sort}.
 *
 * @param root ring to begin with
 * @param subrings which rings are read besides the root, in this order: those {@code root/name} that exist, then those of lenses; empty for the neighbourhood
 * @param includeRoot whether the root's own records are read
 * @param maxDepth how many levels below and above the root the neighbourhood reaches, when no subrings are given
 * @param branchBudget how many children of one ring at most, by name; 0 for all
 * @param limit records of each ring, at least 1
 * @param sort order in each ring
 * @param limits records of single subrings
 * @param sorts orders in single subrings
 * @param predicate what a record must satisfy
 */
public record StellarRequest(
        String root,
        List<String> subrings,
        boolean includeRoot,
        int maxDepth,
        int branchBudget,
        int limit,
        Sort sort,
        Map<String, Integer> limits,
        Map<String, Sort> sorts,
        Predicate predicate) {
    public static final int DEFAULT_LIMIT = 20;

    /** The order of the records of one ring. Records written in one millisecond are in order of id, in either direction. */
    public enum Sort {
        TIME_ASC,
        TIME_DESC,
        ID_ASC,
        ID_DESC
    }

    public StellarRequest {
        subrings = List.copyOf(subrings);
        limits = Map.copyOf(limits);
        sorts = Map.copyOf(sorts);
        least("limit_per_ring", limit, 1);
        least("max_depth", maxDepth, 0);
        least("branch_budget", branchBudget, 0);
        limits.forEach((name, one) -> least("the limit of subring '" + name + "'", one, 1));
    }

    private static void least(String name, int value, int least) {
        if (value < least) {
            throw new RocheException(
                    ErrorCode.INVALID_PARAMETER, name + " must be at least " + least + ", not " + value);
        }
    }

    /** Returns how many records of a ring are read. */
    public int limitOf(String ring) {
        Integer own = limits.isEmpty() ? null : own(ring, limits);
        return own == null ? limit : own;
    }

    /** Returns the order of a ring's records. */
    public Sort sortOf(String ring) {
        Sort own = sorts.isEmpty() ? null : own(ring, sorts);
        return own == null ? sort : own;
    }

    private <V> @Nullable V own(String ring, Map<String, V> values) {
        String longest = null;
        if (!ring.equals(root)) {
            for (String name : values.keySet()) {
                if (matches(ring, name) && (longest == null || name.length() > longest.length())) {
                    longest = name;
                }
            }
        }
        return longest == null ? null : values.get(longest);
    }

    /** Returns whether a ring of a lens is one of those that are asked for. */
    public boolean wants(String ring) {
        return subrings.isEmpty() || subrings.stream().anyMatch(name -> matches(ring, name));
    }

    private boolean matches(String ring, String name) {
        return ring.equals(name)
                || (ring.startsWith(name) && ring.charAt(name.length()) == '/')
                || (ring.endsWith(name) && ring.charAt(ring.length() - name.length() - 1) == '/');
    }
}
