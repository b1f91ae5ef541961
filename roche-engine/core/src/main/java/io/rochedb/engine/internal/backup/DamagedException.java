package io.rochedb.engine.internal.backup;

import java.io.IOException;

/** Contents that are not as they were written. */
final class DamagedException extends IOException {
    private static final long serialVersionUID = 1L;

    DamagedException(String message) {
        super(message);
    }
}
