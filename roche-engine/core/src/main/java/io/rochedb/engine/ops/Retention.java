package io.rochedb.engine.ops;

import io.rochedb.engine.ErrorCode;
import io.rochedb.engine.RocheException;

/**
 * Which records some rings keep; a record is deleted when either bound says so.
 *
 * @param rings a ring's name, or a glob
 * @param records so many of each ring, those with the greatest ids: the newest; -1 for any number
 * @param millis those written within this time before now; -1 for any time
 */
public record Retention(String rings, long records, long millis) {
    public Retention {
        if (records < -1 || millis < -1 || (records == -1 && millis == -1)) {
            throw new RocheException(
                    ErrorCode.INVALID_PARAMETER,
                    "retention needs a number of records to keep, a time to keep them for, or both; neither can be negative");
        }
    }
}
