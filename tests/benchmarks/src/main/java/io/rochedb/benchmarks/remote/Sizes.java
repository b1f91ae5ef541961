package io.rochedb.benchmarks.remote;

/**
 * How much is loaded and how long is measured.
 *
 * @param records records to read by id
 * @param streamed rows to stream
 * @param sliceMillis how long a competitor runs before the next has its turn
 * @param warmUps turns that are not counted
 * @param turns turns that are
 * @param streams turns of the stream that are counted
 * @param threads numbers of clients at once
 * @param limitSeconds rows that would begin later are not run
 */
record Sizes(
        int records,
        int streamed,
        int sliceMillis,
        int warmUps,
        int turns,
        int streams,
        int[] threads,
        int limitSeconds) {
    static final Sizes MEASURE = new Sizes(100_000, 1_000_000, 300, 6, 5, 2, new int[] {8, 32, 100}, 270);
    static final Sizes CHECK = new Sizes(2_000, 10_000, 20, 0, 1, 1, new int[] {8}, 200);

    /** A payload of 100 bytes that is its own of each record. */
    static String payload(int number) {
        return padded(number, 100);
    }

    static String id(int number) {
        return padded(number, 36);
    }

    private static String padded(int number, int length) {
        String digits = Integer.toString(number);
        return "0".repeat(length - digits.length()) + digits;
    }

    static String document(int number) {
        return "{\"name\": \"document-" + number + "\", \"grp\": " + number % 100 + ", \"text\": \"" + "x".repeat(50)
                + "\"}";
    }
}
