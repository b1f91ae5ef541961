package io.rochedb.benchmarks.remote;

import org.jspecify.annotations.Nullable;

/**
 * What a peer took for a row.
 *
 * @param units records of a call
 * @param samples the calls, or null when it failed
 * @param failure what went wrong
 */
record Result(String row, String peer, int units, @Nullable Samples samples, String failure) {
    static Result of(String row, String peer, int units, Samples samples) {
        return new Result(row, peer, units, samples, "");
    }

    static Result failed(String row, String peer, Throwable failure) {
        return new Result(row, peer, 1, null, failure.getClass().getSimpleName() + ": " + failure.getMessage());
    }
}
