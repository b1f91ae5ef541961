package io.rochedb.engine.internal.io;

import io.rochedb.engine.internal.json.MalformedJson;
import io.rochedb.engine.schema.SchemaChange;

/** What to do with each line of one kind of file. */
interface LineImporter {
    /** What became of a line. */
    enum Outcome {
        /** One record was staged. */
        RECORD,
        /** It told something about the store or a ring. */
        METADATA,
        /** It declares something, to be committed on its own after the lines before it: {@link #declaration}. */
        DECLARATION
    }

    /**
     * Stages what the line holds.
     *
     * @throws RefusedLine when it cannot be imported
     * @throws MalformedJson when it is no JSON
     */
    Outcome stage(RestoringTransaction transaction, byte[] bytes, int start, int end);

    /** Returns what the line staged last declares. */
    default SchemaChange declaration() {
        throw new IllegalStateException("no declaration");
    }

    /** Learns that the line staged last was refused. */
    default void refused(String reason) {}

    /** Returns how many rings were written to. */
    long rings();
}
