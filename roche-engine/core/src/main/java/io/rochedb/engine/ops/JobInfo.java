package io.rochedb.engine.ops;

/**
 * A long-running job of an open engine, as it is now.
 *
 * @param id its number, from 1
 * @param kind what it does, e.g. {@code backup}
 * @param state whether it runs, or how it ended
 * @param startedMillis engine time of its beginning
 * @param endedMillis engine time of its end, 0 while it runs
 * @param progress how much is done, 0 to 1
 * @param detail what it works on; when it failed, why
 */
public record JobInfo(
        long id, String kind, State state, long startedMillis, long endedMillis, double progress, String detail) {
    /** The states of a job. */
    public enum State {
        RUNNING,
        DONE,
        FAILED
    }
}
