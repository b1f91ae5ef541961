package io.rochedb.jdbc.wire;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;

/**
 * A stream of bytes cut into frames. A frame's length is checked before anything is allocated for it, and memory grows with what has
 * arrived. One thread at a time.
 */
public final class FrameInput {
    private static final int BUFFER_BYTES = 8 << 10;
    private static final int FIRST_BODY_BYTES_MAX = 64 << 10;

    private final InputStream in;
    private final Runnable begun;
    private final byte[] buffer = new byte[BUFFER_BYTES];
    private int start;
    private int end;
    private int limitBytes;
    private int type;
    private long number;

    /**
     * Creates a reader of frames.
     *
     * @param limitBytes the most a frame's length may say
     * @param begun told when the first bytes of a frame are there
     */
    public FrameInput(InputStream in, int limitBytes, Runnable begun) {
        this.in = in;
        this.limitBytes = limitBytes;
        this.begun = begun;
    }

    public void limitBytes(int limit) {
        this.limitBytes = limit;
    }

    /** Returns the type of the frame that was read last. */
    public int type() {
        return type;
    }

    /** Returns the request number of the frame that was read last. */
    public long number() {
        return number;
    }

    /** Returns whether bytes of another frame are there already. */
    public boolean hasMore() {
        return start < end;
    }

    /** Reads what is there of the next frame, at least a byte; false at the end. */
    public boolean fetch() throws IOException {
        return hasMore() || fill();
    }

    /** Reads a frame and returns its body; null when the stream ends between frames. */
    public byte @org.jspecify.annotations.Nullable [] next() throws IOException {
        if (start == end && !fill()) {
            return null;
        }
        begun.run();
        // The first byte alone may say that this is no frame: an answer of something else may be shorter than a header.
        checkLength((buffer[start] & 0xFFL) << 24);
        while (end - start < Protocol.HEADER_BYTES) {
            if (!fill()) {
                throw new EOFException("the connection ended inside a frame");
            }
        }
        long length = WireReader.intAt(buffer, start) & 0xFFFFFFFFL;
        int version = buffer[start + 4];
        if (version != Protocol.VERSION) {
            throw new WireException("a frame of protocol version " + version + ", not " + Protocol.VERSION);
        }
        if (length < Protocol.HEADER_COUNTED_BYTES) {
            throw new WireException("a frame of " + length + " bytes, which is less than its header");
        }
        checkLength(length);
        type = buffer[start + 5] & 0xFF;
        number = WireReader.intAt(buffer, start + 6) & 0xFFFFFFFFL;
        start += Protocol.HEADER_BYTES;
        return body((int) length - Protocol.HEADER_COUNTED_BYTES);
    }

    private void checkLength(long length) {
        if (length > limitBytes) {
            throw new WireException("a frame of " + length + " bytes; the limit is " + limitBytes);
        }
    }

    private byte[] body(int length) throws IOException {
        byte[] body = new byte[Math.min(length, FIRST_BODY_BYTES_MAX)];
        int have = Math.min(length, end - start);
        System.arraycopy(buffer, start, body, 0, Math.min(have, body.length));
        start += have;
        while (have < length) {
            if (have == body.length) {
                body = Arrays.copyOf(body, (int) Math.min(length, 2L * body.length));
            }
            int read = in.read(body, have, body.length - have);
            if (read < 0) {
                throw new EOFException("the connection ended inside a frame");
            }
            have += read;
        }
        return body;
    }

    /** Reads what is there, at least a byte; false at the end. */
    private boolean fill() throws IOException {
        if (start == end) {
            start = 0;
            end = 0;
        } else if (end == buffer.length) {
            System.arraycopy(buffer, start, buffer, 0, end - start);
            end -= start;
            start = 0;
        }
        int read = in.read(buffer, end, buffer.length - end);
        if (read < 0) {
            return false;
        }
        end += read;
        return true;
    }
}
