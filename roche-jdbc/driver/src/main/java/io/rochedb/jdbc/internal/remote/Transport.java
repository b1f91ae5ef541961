package io.rochedb.jdbc.internal.remote;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * A way for frames to a server and back. One thread at a time, but for {@link #close}.
 */
interface Transport {
    /**
     * A frame that came.
     *
     * @param type its type
     * @param number the number of the request it answers; 0 when the server speaks of its own accord
     * @param body what it says; the caller's
     */
    record Frame(int type, long number, byte[] body) {}

    /** Sends the first bytes of a buffer: whole frames. */
    void send(byte[] bytes, int length) throws IOException;

    /** Waits for a frame; null when the server has ended the connection. */
    @Nullable
    Frame receive() throws IOException;

    /** Returns whether bytes are there that nobody has asked for yet. */
    default boolean hasArrived() throws IOException {
        return false;
    }

    /** Sets how long {@link #receive} waits for bytes; 0 for ever. */
    void timeoutMillis(int millis) throws IOException;

    /** Takes frames of so many bytes from now on. */
    void limitBytes(int limit);

    /** Ends the connection at once; whoever waits for a frame is told so. Any thread; harmless when repeated. */
    void close();
}
