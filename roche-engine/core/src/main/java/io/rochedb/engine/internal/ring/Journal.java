package io.rochedb.engine.internal.ring;

/** Where commits are written in order of version. Thread-safe. */
public interface Journal {
    /** How long a commit waits. */
    enum Wait {
        /** Not at all: it may run ahead of the log. */
        NONE,
        /** Until it is in the log. */
        WRITTEN,
        /** Until it is synced to disk, and invisible until then. */
        SYNCED
    }

    /**
     * Waits until a commit of this size may run ahead; false when it is too large to. Called without the commit lock, before a commit with {@link Wait#NONE}.
     */
    boolean admit(int operations, long bytes);

    /** Gives an admission back that no commit followed. */
    void release(int operations, long bytes);

    /** Queues a commit; called under the commit lock, in order of version. */
    void append(Commit commit, Wait wait);

    /** Waits until the version is written, and synced when its commit asked for it; throws when it could not be. */
    void await(long version);
}
