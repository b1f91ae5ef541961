package io.rochedb.jdbc.wire;

/** A frame that would be larger than its reader takes; it was not sent, so the connection is as it was. */
public final class FrameLimitException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final int limitBytes;

    public FrameLimitException(int limitBytes) {
        super("a frame would be over " + limitBytes + " bytes", null, false, false);
        this.limitBytes = limitBytes;
    }

    public int limitBytes() {
        return limitBytes;
    }
}
