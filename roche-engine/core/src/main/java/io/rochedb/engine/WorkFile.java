package io.rochedb.engine;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;

/**
 * A file that holds for a while what does not fit a statement's memory: written once, then read, gone when it is closed.
 *
 * <p>Used by one thread at a time.
 */
public interface WorkFile extends AutoCloseable {
    /** Opens the file for writing from its beginning. Not buffered. */
    OutputStream write() throws IOException;

    /** Opens the file for reading from its beginning. Not buffered. */
    InputStream read() throws IOException;

    /** Deletes the file; close the streams before. */
    @Override
    void close();
}
