package io.rochedb.engine.internal.store;

import io.rochedb.engine.ErrorCode;
import io.rochedb.engine.RocheException;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/** Directories and what is in them. Stateless. */
public final class Trees {
    private Trees() {}

    /** Deletes a directory with everything in it, if it is there. */
    public static void delete(Path root) throws IOException {
        List<Path> paths;
        try (Stream<Path> walk = Files.walk(root)) {
            paths = walk.sorted(Comparator.reverseOrder()).toList();
        } catch (NoSuchFileException gone) {
            return;
        }
        for (Path path : paths) {
            Files.deleteIfExists(path);
        }
    }

    /** Deletes what failed work has left; what cannot be deleted stays, as the failure matters more. */
    public static void deleteQuietly(Path root) {
        try {
            delete(root);
        } catch (IOException e) {
            root.toFile().deleteOnExit();
        }
    }

    /** Makes the names in a directory durable; where a system cannot, it does that by itself. */
    public static void sync(Path directory) throws IOException {
        try (FileChannel channel = FileChannel.open(directory, StandardOpenOption.READ)) {
            channel.force(true);
        } catch (FileSystemException notThere) {
            if (!Files.isDirectory(directory)) {
                throw notThere;
            }
        }
    }

    public static boolean isEmpty(Path directory) throws IOException {
        try (Stream<Path> entries = Files.list(directory)) {
            return entries.findAny().isEmpty();
        }
    }

    /** Returns the failure of reading or writing, with what was being done. */
    public static RocheException failure(String doing, IOException e) {
        String reason = e instanceof FileSystemException file && file.getReason() != null
                ? file.getFile() + ": " + file.getReason()
                : e instanceof NoSuchFileException ? e.getMessage() + ": no such file" : String.valueOf(e.getMessage());
        boolean full = reason.toLowerCase(Locale.ROOT).contains("no space left");
        return new RocheException(
                full ? ErrorCode.DISK_FULL : ErrorCode.IO_ERROR,
                doing + " failed: " + (full ? "the disk is full" : reason),
                e);
    }
}
