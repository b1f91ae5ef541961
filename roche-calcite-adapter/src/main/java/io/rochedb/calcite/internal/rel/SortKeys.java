package io.rochedb.calcite.internal.rel;

import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A stable sort of rows by words: of the first key of each row a number of 64 bits is made that orders as the key does, or is equal; these are sorted by
 * their bytes, and only rows with equal numbers are compared. It costs a fraction of a sort that compares, which calls back for each of its steps.
 */
final class SortKeys {
    /** Fewer rows than this are compared. */
    private static final int ROWS_MIN = 500;

    private static final int BYTE_VALUES = 256;
    private static final int BYTES = Long.BYTES;
    private static final int CHARS = 4;

    private SortKeys() {}

    /** Sorts rows in place. */
    static void sort(List<@Nullable Object> rows, RowOrder order) {
        @Nullable Object[] sorted = rows.toArray();
        Class<?> type = sorted.length < ROWS_MIN ? null : typeOfKeys(sorted, order);
        if (type == null || !isOrderedByWord(type)) {
            rows.sort(order);
            return;
        }
        int nulls = nullsApart(sorted, order);
        boolean nullsFirst = order.firstNullsFirst();
        int from = nullsFirst ? nulls : 0;
        int to = nullsFirst ? sorted.length : sorted.length - nulls;
        byWords(sorted, from, to, order, type);
        if (nulls > 1) {
            Arrays.sort(sorted, nullsFirst ? 0 : to, nullsFirst ? from : sorted.length, order);
        }
        for (int i = 0; i < sorted.length; i++) {
            rows.set(i, sorted[i]);
        }
    }

    /** Returns the one class of all keys that are not null; null when there are several, or none. */
    private static @Nullable Class<?> typeOfKeys(@Nullable Object[] rows, RowOrder order) {
        Class<?> type = null;
        for (Object row : rows) {
            Object key = order.firstKey(row);
            if (key != null && key.getClass() != type) {
                if (type != null) {
                    return null;
                }
                type = key.getClass();
            }
        }
        return type;
    }

    private static boolean isOrderedByWord(Class<?> type) {
        return type == Long.class || type == Double.class || type == String.class || type == Integer.class;
    }

    /** Moves the rows whose first key is null to their end of the array, the others staying in order, and returns how many they are. */
    private static int nullsApart(@Nullable Object[] rows, RowOrder order) {
        int count = 0;
        for (Object row : rows) {
            count += order.firstKey(row) == null ? 1 : 0;
        }
        if (count > 0) {
            @Nullable Object[] from = rows.clone();
            int atNull = order.firstNullsFirst() ? 0 : rows.length - count;
            int atOther = order.firstNullsFirst() ? count : 0;
            for (Object row : from) {
                if (order.firstKey(row) == null) {
                    rows[atNull++] = row;
                } else {
                    rows[atOther++] = row;
                }
            }
        }
        return count;
    }

    private static void byWords(@Nullable Object[] rows, int from, int to, RowOrder order, Class<?> type) {
        int count = to - from;
        long[] words = new long[count];
        int[] places = new int[count];
        for (int i = 0; i < count; i++) {
            long word = word(order.firstKey(rows[from + i]));
            words[i] = order.firstDescending() ? ~word : word;
            places[i] = from + i;
        }
        int[] sorted = sorted(words, places);
        @Nullable Object[] before = rows.clone();
        for (int i = 0; i < count; i++) {
            rows[from + i] = before[sorted[i]];
        }
        boolean exact = type != String.class && order.keys() == 1;
        if (!exact) {
            equalWords(rows, from, to, order);
        }
    }

    /** Compares the rows that have equal words. */
    private static void equalWords(@Nullable Object[] rows, int from, int to, RowOrder order) {
        int start = from;
        for (int i = from + 1; i <= to; i++) {
            if (i == to || word(order.firstKey(rows[i])) != word(order.firstKey(rows[start]))) {
                if (i - start > 1) {
                    Arrays.sort(rows, start, i, order);
                }
                start = i;
            }
        }
    }

    /** Returns a number whose unsigned order is that of a key, or which is equal where only more of the keys tells them apart. */
    private static long word(@Nullable Object key) {
        if (key instanceof Double number) {
            // zeros are one number, and all that is none is above all numbers
            long bits = Double.doubleToLongBits(number == 0 ? 0.0 : number);
            return bits < 0 ? ~bits : bits ^ Long.MIN_VALUE;
        }
        if (key instanceof Number number) {
            return number.longValue() ^ Long.MIN_VALUE;
        }
        String text = (String) java.util.Objects.requireNonNull(key);
        long word = 0;
        for (int i = 0; i < CHARS; i++) {
            word = word << Character.SIZE | (i < text.length() ? text.charAt(i) : 0);
        }
        return word;
    }

    /** Returns the places in the order of their words, as unsigned numbers; of equal words the first remains the first. */
    private static int[] sorted(long[] words, int[] places) {
        int[][] counts = new int[BYTES][BYTE_VALUES];
        for (long word : words) {
            for (int b = 0; b < BYTES; b++) {
                counts[b][(int) (word >>> (b * Byte.SIZE)) & 0xFF]++;
            }
        }
        long[] fromWords = words;
        int[] fromPlaces = places;
        long[] toWords = new long[words.length];
        int[] toPlaces = new int[words.length];
        for (int b = 0; b < BYTES; b++) {
            int shift = b * Byte.SIZE;
            int[] starts = counts[b];
            if (starts[(int) (words[0] >>> shift) & 0xFF] == words.length) {
                continue;
            }
            int sum = 0;
            for (int i = 0; i < BYTE_VALUES; i++) {
                int here = starts[i];
                starts[i] = sum;
                sum += here;
            }
            for (int i = 0; i < fromWords.length; i++) {
                int at = starts[(int) (fromWords[i] >>> shift) & 0xFF]++;
                toWords[at] = fromWords[i];
                toPlaces[at] = fromPlaces[i];
            }
            long[] w = fromWords;
            fromWords = toWords;
            toWords = w;
            int[] p = fromPlaces;
            fromPlaces = toPlaces;
            toPlaces = p;
        }
        return fromPlaces;
    }
}
