package io.rochedb.engine.access;

/** What may be done with rings; the greater one includes the smaller. */
public enum Privilege {
    READ,
    WRITE
}
