package io.rochedb.engine.ops;

import io.rochedb.engine.ProgressListener;
import io.rochedb.engine.internal.store.StoreCheck;
import io.rochedb.engine.internal.store.StoreInspection;
import io.rochedb.engine.spi.EngineClock;
import java.nio.file.Path;

/** Stores that nobody has open, looked at as they are on disk. Nothing is written. Stateless. */
public final class StoreFiles {
    private StoreFiles() {}

    /**
     * Checks a store as {@code RocheEngine.check} does; what keeps it from being opened is a finding, too.
     *
     * @throws io.rochedb.engine.RocheException {@code CANNOT_OPEN}, {@code DIRECTORY_LOCKED} naming who has it open, {@code STORE_FORMAT}
     */
    public static CheckReport check(Path directory, ProgressListener progress) {
        return StoreCheck.checkClosed(directory, EngineClock.system().millis(), progress);
    }

    /**
     * Tells what a store is and holds; when somebody has it open, who, and only what can be told without its files.
     *
     * @throws io.rochedb.engine.RocheException {@code CANNOT_OPEN} when there is none, {@code DATA_CORRUPTED}
     */
    public static StoreInfo info(Path directory) {
        return StoreInspection.info(directory, EngineClock.system().millis());
    }
}
