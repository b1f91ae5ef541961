package io.rochedb.jdbc.spi;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a batch gave: a count for every entry before the first failing one, and that failure.
 *
 * @param counts update counts of the entries that took effect
 * @param generated keys of inserted records, in order
 * @param failure why the next entry, or the commit, failed; null when all went well
 */
public record BatchOutcome(
        long[] counts,
        List<GeneratedKey> generated,
        @Nullable Throwable failure) {}
