package io.rochedb.engine.model;

/** FarmHash Fingerprint64 (FarmHash "na"), the hash of ring keys. */
final class FarmHash {
    private FarmHash() {}

    /** Returns the 64-bit fingerprint of the bytes. */
    static long fingerprint64(byte[] bytes) {
        throw new UnsupportedOperationException("being written");
    }
}
