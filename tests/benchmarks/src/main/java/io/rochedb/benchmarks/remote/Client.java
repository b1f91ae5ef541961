package io.rochedb.benchmarks.remote;

import java.io.IOException;
import java.sql.SQLException;

/** One connection to a database; a call that finds something else than it must fails. One thread at a time. */
interface Client extends AutoCloseable {
    /** Records read or written by one call of the batches. */
    int BATCH = 256;

    /** Reads one record. */
    void get(int number) throws Exception;

    /** Writes one new record; it is as durable as the row says when this returns. */
    default void put() throws Exception {
        throw new UnsupportedOperationException("no put");
    }

    /** Reads one field of a document. */
    default void project(int number) throws Exception {
        throw new UnsupportedOperationException("no projection");
    }

    /** Reads {@value #BATCH} records. */
    default void getMany(int number) throws Exception {
        throw new UnsupportedOperationException("no batch of reads");
    }

    /** Writes {@value #BATCH} new records. */
    default void putMany() throws Exception {
        throw new UnsupportedOperationException("no batch of writes");
    }

    /** Reads two columns of all rows, or of as many as come until a time; returns how many did. */
    default long stream(long untilNanos) throws Exception {
        throw new UnsupportedOperationException("no stream");
    }

    @Override
    void close() throws IOException, SQLException;

    /** Fails unless a number is what it must be. */
    static void expect(long expected, long found) {
        if (expected != found) {
            throw new IllegalStateException("expected " + expected + ", found " + found);
        }
    }
}
