package io.rochedb.engine.internal.store;

import io.rochedb.engine.ErrorCode;
import io.rochedb.engine.RocheException;
import io.rochedb.engine.internal.store.LogStore.Entries;
import io.rochedb.engine.internal.store.LogStore.Family;
import io.rochedb.engine.internal.vector.VectorKernels;
import io.rochedb.engine.ops.StoreInfo;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.rocksdb.RocksDB;

/** A look at a store that may be somebody else's: its lock is shared with readers, and left alone when it is held. Stateless. */
public final class StoreInspection {
    private StoreInspection() {}

    /** Looks at a store. {@code CANNOT_OPEN} when there is none. */
    public static StoreInfo info(Path path, long nowMillis) {
        Path directory = path.toAbsolutePath().normalize();
        int format = StoreDirectory.format(directory);
        String holder = null;
        StoreInfo.Contents contents = null;
        if (format <= StoreDirectory.FORMAT_VERSION) {
            try (StoreDirectory opened = StoreDirectory.open(directory, true, false, nowMillis)) {
                contents = contents(opened.rocks());
            } catch (RocheException e) {
                if (e.code() != ErrorCode.DIRECTORY_LOCKED) {
                    throw e;
                }
                holder = StoreDirectory.holderOf(directory);
            }
        }
        RocksDB.loadLibrary();
        return new StoreInfo(
                directory,
                format,
                StoreDirectory.FORMAT_VERSION,
                holder,
                StoreDirectory.closedVersion(directory),
                bytes(directory),
                "RocksDB " + RocksDB.rocksdbVersion(),
                VectorKernels.name(),
                contents);
    }

    private static StoreInfo.@Nullable Contents contents(Path rocks) {
        ClosedStore.Facts facts = ClosedStore.facts(rocks);
        long rings = 0;
        long records = 0;
        long vectors = 0;
        long bytes = 0;
        try (LogStore store = RocksStore.open(rocks, true)) {
            try (Entries entries = store.scan(Family.META, MetaValues.key(MetaValues.RING))) {
                while (entries.next()) {
                    rings += MetaValues.readRing(entries.key(), entries.value()).exists() ? 1 : 0;
                }
            }
            try (Entries entries = store.scan(Family.META, MetaValues.key(MetaValues.COUNTERS))) {
                while (entries.next()) {
                    MetaValues.StoredCounters counters = MetaValues.readCounters(entries.key(), entries.value());
                    records += counters.counters().records();
                    vectors += counters.counters().vectorRecords();
                    bytes += counters.counters().payloadBytes();
                }
            }
        }
        return new StoreInfo.Contents(facts.nodes(), facts.version(), facts.millis(), rings, records, vectors, bytes);
    }

    /** Returns the bytes of all files; those that go meanwhile are none. */
    private static long bytes(Path directory) {
        List<Path> files;
        try (Stream<Path> walk = Files.walk(directory)) {
            files = walk.toList();
        } catch (IOException | java.io.UncheckedIOException e) {
            return 0;
        }
        return files.stream()
                .map(Path::toFile)
                .filter(java.io.File::isFile)
                .mapToLong(java.io.File::length)
                .sum();
    }
}
