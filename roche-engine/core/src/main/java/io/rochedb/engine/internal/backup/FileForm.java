package io.rochedb.engine.internal.backup;

import java.io.InputStream;
import java.io.OutputStream;
import java.util.HexFormat;

/** How a backup directory keeps contents. Thread-safe. */
interface FileForm {
    /** Contents as they are, under their digest. */
    FileForm PLAIN = new FileForm() {
        @Override
        public String name(byte[] sha256) {
            return HexFormat.of().formatHex(sha256);
        }

        @Override
        public OutputStream writing(OutputStream to) {
            return to;
        }

        @Override
        public InputStream reading(InputStream from) {
            return from;
        }
    };

    /** Returns the file name of contents. */
    String name(byte[] sha256);

    /** Returns a stream that keeps what is written to it; complete once it is closed. */
    OutputStream writing(OutputStream to) throws java.io.IOException;

    /** Returns a stream of what was kept; damage is an {@code IOException}, or found by who compares digests. */
    InputStream reading(InputStream from) throws java.io.IOException;
}
