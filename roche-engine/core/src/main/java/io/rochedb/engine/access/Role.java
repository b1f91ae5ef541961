package io.rochedb.engine.access;

/** What a user may do at most, whatever was granted. */
public enum Role {
    /** Reads the rings granted. */
    READER,
    /** Reads and writes the rings granted. */
    WRITER,
    /** Sees every ring and does everything: declarations, files, users, grants. */
    ADMIN
}
