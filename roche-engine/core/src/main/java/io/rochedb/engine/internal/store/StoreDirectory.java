package io.rochedb.engine.internal.store;

import io.rochedb.engine.ErrorCode;
import io.rochedb.engine.RocheException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A store's directory while this process owns it.
 *
 * <pre>
 *   FORMAT   "rochedb-store 1\n": what this is, and the version of everything in it
 *   LOCK     locked while open; its text says who holds it: host, pid, since when, command
 *   CLOSED   "rochedb-closed VERSION\n": when it was last closed it had that version, synced; perhaps not there
 *   rocks/   the log store
 *   tmp/     work files, emptied at open
 * </pre>
 */
final class StoreDirectory implements AutoCloseable {
    static final int FORMAT_VERSION = 1;
    /** The directory of work files. */
    static final String TMP = "tmp";

    /** What the names of copies begin with. */
    private static final String CHECKPOINT = "checkpoint";

    private static final String CLOSED = "CLOSED";
    private static final String CLOSED_MAGIC = "rochedb-closed ";

    private static final String MAGIC = "rochedb-store";
    /** The locked byte lies beyond the text, so that the text can be read while it is locked. */
    private static final long LOCK_POSITION = 1L << 30;

    private static final int LOCK_TEXT_MAX = 4096;
    private static final Map<Path, String> OPEN_HERE = new HashMap<>();

    private final Path directory;
    private final boolean created;
    private final @Nullable FileChannel lockFile;

    private StoreDirectory(Path directory, boolean created, @Nullable FileChannel lockFile) {
        this.directory = directory;
        this.created = created;
        this.lockFile = lockFile;
    }

    Path rocks() {
        return directory.resolve("rocks");
    }

    Path directory() {
        return directory;
    }

    boolean created() {
        return created;
    }

    /** Returns a directory in {@code tmp/} that does not exist, nor ever did while this is open. */
    Path newCheckpoint() throws IOException {
        Path tmp = directory.resolve(TMP);
        Files.createDirectories(tmp);
        Path parent = Files.createTempDirectory(tmp, CHECKPOINT);
        Files.delete(parent);
        return parent;
    }

    /** Takes ownership of a store's directory, making a new one where allowed. */
    static StoreDirectory open(Path path, boolean readOnly, boolean createIfMissing, long nowMillis) {
        Path directory = path.toAbsolutePath().normalize();
        try {
            boolean exists = Files.exists(directory.resolve("FORMAT"));
            if (exists) {
                requireFormat(directory);
            } else {
                requireCreatable(directory, readOnly, createIfMissing);
                Files.createDirectories(directory);
            }
            directory = directory.toRealPath();
            FileChannel lock = lock(directory, readOnly, nowMillis);
            boolean complete = false;
            try {
                if (!exists) {
                    writeFormat(directory);
                }
                if (!readOnly) {
                    emptyTmp(directory);
                }
                complete = true;
            } finally {
                if (!complete) {
                    unlock(directory, lock);
                }
            }
            return new StoreDirectory(directory, !exists, lock);
        } catch (IOException e) {
            throw failure(directory, e);
        }
    }

    private static RocheException failure(Path directory, IOException e) {
        String reason = e instanceof FileSystemException fs && fs.getReason() != null
                ? fs.getReason()
                : e.getClass().getSimpleName() + ": " + e.getMessage();
        if (reason.toLowerCase(Locale.ROOT).contains("no space left")) {
            return new RocheException(
                    ErrorCode.DISK_FULL,
                    "cannot open the store at " + directory + ": the disk is full; free space first",
                    e);
        }
        return new RocheException(
                ErrorCode.CANNOT_OPEN,
                "cannot open the store at " + directory + ": " + reason
                        + "; check the path and that this user may write there, or open it with readOnly=true",
                e);
    }

    private static void requireFormat(Path directory) throws IOException {
        int version = readFormat(directory);
        if (version > FORMAT_VERSION) {
            throw new RocheException(
                    ErrorCode.STORE_FORMAT,
                    "the store at " + directory + " has format " + version
                            + ", and this version of RocheDB reads up to format " + FORMAT_VERSION
                            + "; use a newer version");
        }
    }

    private static int readFormat(Path directory) throws IOException {
        String text = Files.readString(directory.resolve("FORMAT"), StandardCharsets.ISO_8859_1)
                .strip();
        int space = text.indexOf(' ');
        String number = space < 0 ? "" : text.substring(space + 1);
        if (space < 0 || !text.substring(0, space).equals(MAGIC) || !number.matches("[0-9]{1,6}")) {
            throw new RocheException(
                    ErrorCode.STORE_FORMAT, directory.resolve("FORMAT") + " is not the mark of a RocheDB store");
        }
        return Integer.parseInt(number);
    }

    /** Returns the format of a store, whoever has it open; {@code CANNOT_OPEN} when there is none. */
    static int format(Path directory) {
        try {
            return readFormat(directory);
        } catch (NoSuchFileException e) {
            throw new RocheException(
                    ErrorCode.CANNOT_OPEN, "there is no store at " + directory + "; check the path", e);
        } catch (IOException e) {
            throw failure(directory, e);
        }
    }

    /** Returns what the one who has a store open wrote into its lock file. */
    static String holderOf(Path directory) {
        try {
            return Files.readString(directory.resolve("LOCK")).strip();
        } catch (IOException e) {
            return "unknown process";
        }
    }

    private static void requireCreatable(Path directory, boolean readOnly, boolean createIfMissing) throws IOException {
        if (Files.exists(directory)) {
            if (!Files.isDirectory(directory)) {
                throw new RocheException(ErrorCode.CANNOT_OPEN, directory + " is a file, not the directory of a store");
            }
            // A store whose making was cut short has only these.
            Set<String> ours = Set.of("LOCK", "FORMAT.tmp");
            try (Stream<Path> entries = Files.list(directory)) {
                String others = entries.map(entry -> entry.getFileName().toString())
                        .filter(name -> !ours.contains(name))
                        .limit(3)
                        .collect(Collectors.joining(", "));
                if (!others.isEmpty()) {
                    throw new RocheException(
                            ErrorCode.CANNOT_OPEN,
                            "directory " + directory + " is not empty and is no RocheDB store (it holds " + others
                                    + "); choose an empty or a new directory");
                }
            }
        }
        if (readOnly || !createIfMissing) {
            throw new RocheException(
                    ErrorCode.CANNOT_OPEN,
                    "there is no store at " + directory + "; check the path"
                            + (readOnly ? " (readOnly=true never creates one)" : ", or let it be created"));
        }
    }

    private static void writeFormat(Path directory) throws IOException {
        Path temporary = directory.resolve("FORMAT.tmp");
        byte[] text = (MAGIC + " " + FORMAT_VERSION + "\n").getBytes(StandardCharsets.ISO_8859_1);
        try (FileChannel file = FileChannel.open(
                temporary, StandardOpenOption.CREATE, StandardOpenOption.WRITE, StandardOpenOption.TRUNCATE_EXISTING)) {
            file.write(ByteBuffer.wrap(text));
            file.force(true);
        }
        Files.move(temporary, directory.resolve("FORMAT"), StandardCopyOption.ATOMIC_MOVE);
    }

    // The version at which it was closed: a log that is damaged at its end looks like one that a crash cut off.

    void writeClosed(long version) {
        Path temporary = directory.resolve(CLOSED + ".tmp");
        try {
            Files.writeString(temporary, CLOSED_MAGIC + version + "\n", StandardCharsets.ISO_8859_1);
            Files.move(temporary, directory.resolve(CLOSED), StandardCopyOption.ATOMIC_MOVE);
            Trees.sync(directory);
        } catch (IOException e) {
            // What was committed is safe without it; only damage at the very end would then go unnoticed.
            temporary.toFile().deleteOnExit();
        }
    }

    /** Returns the version at which a store was closed, or -1. */
    static long closedVersion(Path directory) {
        String text;
        try {
            text = Files.readString(directory.resolve(CLOSED), StandardCharsets.ISO_8859_1)
                    .strip();
        } catch (NoSuchFileException neverClosed) {
            return -1;
        } catch (IOException e) {
            throw failure(directory, e);
        }
        String number = text.startsWith(CLOSED_MAGIC) ? text.substring(CLOSED_MAGIC.length()) : "";
        return number.matches("[0-9]{1,18}") ? Long.parseLong(number) : -1;
    }

    /** Returns what is wrong when the store ends before the version at which it was closed, else null. */
    @Nullable
    String endsEarly(long version) {
        long closed = closedVersion(directory);
        if (closed <= version) {
            return null;
        }
        return "the store at " + directory + " was closed at version " + closed + ", and holds version " + version
                + ": the end of its log or of its list of files is damaged; restore it from a backup or a dump";
    }

    private static void emptyTmp(Path directory) throws IOException {
        Path tmp = directory.resolve(TMP);
        Files.createDirectories(tmp);
        try (Stream<Path> entries = Files.list(tmp)) {
            for (Path entry : entries.toList()) {
                if (Files.isRegularFile(entry)) {
                    Files.delete(entry);
                } else if (entry.getFileName().toString().startsWith(CHECKPOINT)) {
                    Trees.delete(entry);
                }
            }
        }
    }

    // The lock.

    private static @Nullable FileChannel lock(Path directory, boolean readOnly, long nowMillis) throws IOException {
        synchronized (OPEN_HERE) {
            if (OPEN_HERE.containsKey(directory)) {
                throw locked(directory, OPEN_HERE.get(directory));
            }
            FileChannel channel = readOnly ? sharedLock(directory) : exclusiveLock(directory, nowMillis);
            OPEN_HERE.put(
                    directory, "this process (pid " + ProcessHandle.current().pid() + ")");
            return channel;
        }
    }

    private static FileChannel exclusiveLock(Path directory, long nowMillis) throws IOException {
        Path file = directory.resolve("LOCK");
        FileChannel channel =
                FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
        boolean complete = false;
        try {
            requireLock(directory, channel, false);
            byte[] text = holder(nowMillis).getBytes(StandardCharsets.UTF_8);
            channel.truncate(0);
            channel.write(ByteBuffer.wrap(text), 0);
            complete = true;
            return channel;
        } finally {
            if (!complete) {
                channel.close();
            }
        }
    }

    /** Readers share the lock; where there is no lock file to open, nobody writes. */
    private static @Nullable FileChannel sharedLock(Path directory) throws IOException {
        Path file = directory.resolve("LOCK");
        if (!Files.isReadable(file)) {
            return null;
        }
        FileChannel channel = FileChannel.open(file, StandardOpenOption.READ);
        boolean complete = false;
        try {
            requireLock(directory, channel, true);
            complete = true;
            return channel;
        } finally {
            if (!complete) {
                channel.close();
            }
        }
    }

    private static void requireLock(Path directory, FileChannel channel, boolean shared) throws IOException {
        FileLock lock;
        try {
            lock = channel.tryLock(LOCK_POSITION, 1, shared);
        } catch (OverlappingFileLockException e) {
            throw locked(directory, "this process");
        }
        if (lock == null) {
            ByteBuffer text = ByteBuffer.allocate(LOCK_TEXT_MAX);
            channel.read(text, 0);
            throw locked(
                    directory,
                    StandardCharsets.UTF_8.decode(text.flip()).toString().strip());
        }
    }

    private static RocheException locked(Path directory, @Nullable String holder) {
        return new RocheException(
                ErrorCode.DIRECTORY_LOCKED,
                "the store at " + directory + " is open in another owner: "
                        + (holder == null || holder.isEmpty() ? "unknown process" : holder)
                        + "; one process owns a store: stop that one, or let it do the work (within one process all connections share one"
                        + " store)");
    }

    private static String holder(long nowMillis) {
        ProcessHandle self = ProcessHandle.current();
        // The main class only: arguments may hold what others must not read.
        String command = System.getProperty("sun.java.command", "java").split(" ", 2)[0];
        String shown = command.length() <= 200 ? command : command.substring(0, 200) + "…";
        return "host " + host() + ", pid " + self.pid() + ", since " + Instant.ofEpochMilli(nowMillis) + ", command "
                + shown + "\n";
    }

    private static String host() {
        String name = System.getenv("HOSTNAME");
        if (name != null && !name.isEmpty()) {
            return name;
        }
        try {
            return Files.readString(Path.of("/proc/sys/kernel/hostname")).strip();
        } catch (IOException e) {
            return "this host";
        }
    }

    private static void unlock(Path directory, @Nullable FileChannel lock) throws IOException {
        synchronized (OPEN_HERE) {
            OPEN_HERE.remove(directory);
            if (lock != null) {
                lock.close();
            }
        }
    }

    @Override
    public void close() {
        try {
            unlock(directory, lockFile);
        } catch (IOException e) {
            throw new RocheException(
                    ErrorCode.IO_ERROR, "closing the store at " + directory + " failed: " + e.getMessage(), e);
        }
    }
}
