package io.rochedb.jdbc.wire;

/**
 * The numbers of the protocol: versions, message types, bits, limits. {@code docs/reference/protocol.md} describes each message.
 */
public final class Protocol {
    /** The version both ends speak; it is in every frame. */
    public static final int VERSION = 1;

    public static final int PORT = 7301;

    /** Where an HTTP door listens, and where of it frames are taken. */
    public static final int HTTP_PORT = 8765;

    public static final String HTTP_PATH = "/v1/frames";
    public static final String HTTP_TYPE = "application/vnd.rochedb.frames";

    /** The header that names a session over HTTP. */
    public static final String HTTP_SESSION = "Roche-Session";

    /** What a client says first. */
    public static final String MAGIC = "ROCHE";

    /** Bytes before the body: length, version, type, request number. */
    public static final int HEADER_BYTES = 10;

    /** What of the header the length counts. */
    public static final int HEADER_COUNTED_BYTES = 6;

    /** A frame of one who has not logged in. */
    public static final int FRAME_BEFORE_LOGIN_MAX = 64 << 10;

    /** A frame after that, unless the server is told otherwise. */
    public static final int FRAME_MAX = 64 << 20;

    /** Rows of an answer are cut into frames of about so many bytes at most. */
    public static final int ROWS_BYTES_MAX = 1 << 20;

    /** Statements of a session have numbers below this; 0 is a statement that is not kept. */
    public static final int STATEMENTS_MAX = 1_024;

    /** A client sends a batch in parts of about so many bytes, or of half a frame if that is less. */
    public static final int BATCH_PART_BYTES = 4 << 20;

    /** The parts of a batch together. */
    public static final long BATCH_BYTES_MAX = 512L << 20;

    public static final int CANCEL_KEY_BYTES = 16;

    // ---- requests ----

    public static final int HELLO = 1;
    public static final int PROOF = 2;
    public static final int CANCEL = 3;
    public static final int DESCRIBE = 10;
    public static final int EXECUTE = 11;
    public static final int FETCH = 12;
    /** Has no answer. */
    public static final int CLOSE_CURSOR = 13;

    public static final int BATCH = 14;
    public static final int STATS = 15;
    /** Entries of a batch that a later BATCH runs; has no answer. */
    public static final int BATCH_PART = 16;

    public static final int COMMIT = 20;
    public static final int ROLLBACK = 21;
    public static final int SAVEPOINT = 22;
    public static final int ROLLBACK_TO = 23;
    public static final int RELEASE = 24;
    public static final int SET = 25;
    public static final int PING = 26;
    public static final int CLOSE = 27;

    // ---- answers ----

    public static final int READY = 64;
    public static final int CHALLENGE = 65;
    public static final int DONE = 66;
    public static final int FAILURE = 67;
    public static final int DESCRIBED = 68;
    public static final int ROWS = 69;
    public static final int COUNT = 70;
    public static final int BATCHED = 71;
    /** The parameters have other types than those bound for; nothing was run. */
    public static final int TYPES = 72;
    /** The number stands for no statement; nothing was run. */
    public static final int UNKNOWN_STATEMENT = 73;

    public static final int NUMBER = 74;
    public static final int COUNTERS = 75;

    // ---- the state byte of every answer ----

    public static final int STATE_AUTO_COMMIT = 1;
    public static final int STATE_IN_TRANSACTION = 2;
    public static final int STATE_READ_ONLY = 4;
    public static final int STATE_READ_COMMITTED = 8;

    // ---- bits of EXECUTE and of each statement of BATCH ----

    public static final int WITH_TEXT = 1;
    /** Two bits: the ordinal of what the caller expects. */
    public static final int EXPECT_SHIFT = 1;

    // ---- bits of ROWS ----

    public static final int WITH_COLUMNS = 1;
    public static final int WITH_NOTICES = 2;

    // ---- how rows and batches end ----

    public static final int MORE = 0;
    public static final int END = 1;
    public static final int FAILED = 2;
    public static final int OTHER_TYPES = 3;

    // ---- what SET sets ----

    public static final int SET_AUTO_COMMIT = 1;
    public static final int SET_ISOLATION = 2;
    public static final int SET_READ_ONLY = 3;
    public static final int SET_RING = 4;
    public static final int SET_SCHEMA = 5;

    private Protocol() {}
}
