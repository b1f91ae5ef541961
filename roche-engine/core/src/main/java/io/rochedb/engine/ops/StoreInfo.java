package io.rochedb.engine.ops;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * What can be told of a store without opening it for writing.
 *
 * @param directory its directory, resolved
 * @param format the format of its files
 * @param currentFormat the newest format this version reads, which new stores have
 * @param holder who has it open, or null for nobody
 * @param closedVersion the version at which it was last closed, -1 when that is not written down
 * @param diskBytes bytes of all its files
 * @param natives version of the native library its log store is read with
 * @param vectorKernel what vectors are compared with in this process
 * @param contents what it holds, or null when somebody has it open, or the format is newer
 */
public record StoreInfo(
        Path directory,
        int format,
        int currentFormat,
        @Nullable String holder,
        long closedVersion,
        long diskBytes,
        String natives,
        String vectorKernel,
        @Nullable Contents contents) {

    /**
     * What a store holds.
     *
     * @param nodes its logical nodes
     * @param version its last commit
     * @param committedMillis engine time of its last group of commits, 0 for none
     * @param rings rings that exist
     * @param records records
     * @param vectors records with a vector
     * @param payloadBytes bytes of their payloads
     */
    public record Contents(
            int nodes, long version, long committedMillis, long rings, long records, long vectors, long payloadBytes) {}
}
