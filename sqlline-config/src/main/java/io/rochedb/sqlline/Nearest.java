package io.rochedb.sqlline;

import java.util.Collection;
import java.util.Locale;
import java.util.Optional;

/** The known word closest to a mistyped one. */
final class Nearest {
    private Nearest() {}

    /** Returns the nearest of the known words when it is near enough to be what was meant. */
    static Optional<String> to(String word, Collection<String> known) {
        String lower = word.toLowerCase(Locale.ROOT);
        String best = null;
        int bestDistance = Integer.MAX_VALUE;
        for (String candidate : known) {
            int distance = distance(lower, candidate.toLowerCase(Locale.ROOT));
            if (distance < bestDistance) {
                best = candidate;
                bestDistance = distance;
            }
        }
        return bestDistance <= Math.max(2, word.length() / 3) ? Optional.ofNullable(best) : Optional.empty();
    }

    /** Returns {@code " (nearest: X)"}, or nothing when no word is near. */
    static String hint(String word, Collection<String> known) {
        return to(word, known).map(near -> " (nearest: " + near + ")").orElse("");
    }

    /** Returns the Levenshtein distance: insertions, deletions, substitutions. */
    private static int distance(String a, String b) {
        int[] previous = new int[b.length() + 1];
        for (int j = 0; j <= b.length(); j++) {
            previous[j] = j;
        }
        for (int i = 1; i <= a.length(); i++) {
            int[] row = new int[b.length() + 1];
            row[0] = i;
            for (int j = 1; j <= b.length(); j++) {
                int substitution = previous[j - 1] + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
                row[j] = Math.min(substitution, Math.min(previous[j], row[j - 1]) + 1);
            }
            previous = row;
        }
        return previous[b.length()];
    }
}
