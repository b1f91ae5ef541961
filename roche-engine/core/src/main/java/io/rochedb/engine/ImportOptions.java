package io.rochedb.engine;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * What to import from a JSON-lines file (gzip is recognised by its magic bytes) and where each line goes.
 *
 * <p>Field arguments are dotted paths through objects. A {@code rochedb.dump.v1} file is restored whole (ids, times, codecs, rings,
 * periods, descriptions); the routing arguments must then be absent. A line that cannot be imported is a reject: counted, written to
 * {@code rejects} as {@code {"line":N,"reason":"…","text":"…"}}, never lost silently.
 *
 * @param file the file
 * @param ringField path of the ring name, or null
 * @param ringPrefix put before every ring name as {@code prefix/name}, or null
 * @param payloadField path of the payload; null for the whole object
 * @param vectorField path of the vector; null for none
 * @param defaultRing ring of lines that name none
 * @param batchSize records per transaction, at least 1
 * @param rejects where to write rejects, or null
 * @param maxRejects stop with an error after that many rejects; -1 for no bound
 */
public record ImportOptions(
        Path file,
        @Nullable String ringField,
        @Nullable String ringPrefix,
        @Nullable String payloadField,
        @Nullable String vectorField,
        String defaultRing,
        int batchSize,
        @Nullable Path rejects,
        long maxRejects) {
    public static final int DEFAULT_BATCH_SIZE = 1_000;
    public static final String DEFAULT_RING = "imported";
}
