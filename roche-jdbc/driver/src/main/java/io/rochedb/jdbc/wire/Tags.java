package io.rochedb.jdbc.wire;

/** The first byte of a value. */
final class Tags {
    static final int NULL = 0;
    static final int FALSE = 1;
    static final int TRUE = 2;
    static final int BYTE = 3;
    static final int SHORT = 4;
    static final int INT = 5;
    static final int LONG = 6;
    static final int FLOAT = 7;
    static final int DOUBLE = 8;
    static final int DECIMAL = 9;
    static final int TEXT = 10;
    static final int BYTES = 11;
    static final int VECTOR = 12;
    static final int LIST = 13;
    static final int DATE = 14;
    static final int TIME = 15;
    static final int DATE_TIME = 16;

    /** How deep lists nest. */
    static final int DEPTH_MAX = 64;

    private Tags() {}
}
