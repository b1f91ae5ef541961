package io.rochedb.engine.internal.json;

import io.rochedb.engine.model.Codec;

/** The record a scan stands on, as much of it as predicates and field reads need. Borrowed: valid until the scan moves. */
public interface Row {
    String ring();

    long seq();

    long writtenAtMillis();

    Codec codec();

    /** Returns the array that holds the payload. */
    byte[] payloadArray();

    int payloadOffset();

    int payloadLength();
}
