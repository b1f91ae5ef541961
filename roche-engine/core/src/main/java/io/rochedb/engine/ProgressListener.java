package io.rochedb.engine;

/** A receiver of progress of long work; called from the working thread, often: keep it cheap. */
@FunctionalInterface
public interface ProgressListener {
    ProgressListener NONE = (done, total, records, rejects) -> {};

    /**
     * Reports progress.
     *
     * @param bytesDone bytes worked on
     * @param bytesTotal bytes in all, -1 when not known
     * @param records records done
     * @param rejects lines refused so far
     */
    void progress(long bytesDone, long bytesTotal, long records, long rejects);
}
