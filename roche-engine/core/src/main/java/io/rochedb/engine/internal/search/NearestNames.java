package io.rochedb.engine.internal.search;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** A ranking of names by edit distance to a name that does not exist, for error messages. Stateless. */
public final class NearestNames {
    /** A name is near when at most two characters, or this share of them, differ. */
    private static final int SHARE = 3;

    private NearestNames() {}

    private record Ranked(String name, int distance) {}

    /** Returns up to {@code limit} of the names that are near, nearest first, equal ones by name. Case counts half as much as letters. */
    public static List<String> nearest(String name, Iterable<String> names, int limit) {
        ArrayList<Ranked> ranked = new ArrayList<>();
        int bound = Math.max(4, 2 * name.length() / SHARE);
        for (String candidate : names) {
            if (2 * Math.abs(candidate.length() - name.length()) <= bound) {
                int distance = distance(name, candidate);
                if (distance <= bound) {
                    ranked.add(new Ranked(candidate, distance));
                }
            }
        }
        ranked.sort(Comparator.comparingInt(Ranked::distance).thenComparing(Ranked::name));
        return ranked.stream().limit(limit).map(Ranked::name).toList();
    }

    /** Returns twice the edit distance, where letters that differ in case only count one. */
    private static int distance(String a, String b) {
        int[] previous = new int[b.length() + 1];
        int[] current = new int[b.length() + 1];
        for (int j = 0; j <= b.length(); j++) {
            previous[j] = 2 * j;
        }
        for (int i = 1; i <= a.length(); i++) {
            current[0] = 2 * i;
            for (int j = 1; j <= b.length(); j++) {
                int change = previous[j - 1] + cost(a.charAt(i - 1), b.charAt(j - 1));
                current[j] = Math.min(change, Math.min(previous[j], current[j - 1]) + 2);
            }
            int[] swap = previous;
            previous = current;
            current = swap;
        }
        return previous[b.length()];
    }

    private static int cost(char a, char b) {
        if (a == b) {
            return 0;
        }
        return Character.toLowerCase(a) == Character.toLowerCase(b) ? 1 : 2;
    }
}
