package io.rochedb.engine.internal.backup;

import io.rochedb.engine.ErrorCode;
import io.rochedb.engine.RocheException;
import io.rochedb.engine.internal.store.Trees;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.function.LongConsumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A directory of backups.
 *
 * <pre>
 *   BACKUP        what this is: {@link BackupMark}
 *   LOCK          locked while a backup is written
 *   backups/N     the manifest of backup N; the last file that is written of it
 *   files/NAME    contents, each once, named by their digest; never changed
 * </pre>
 *
 * What is written is synced, and renamed to its name, before anything that refers to it.
 */
final class BackupDirectory implements AutoCloseable {
    private static final String MARK = "BACKUP";
    private static final String LOCK = "LOCK";
    private static final String UNFINISHED = ".unfinished";
    private static final int BUFFER_BYTES = 1 << 20;
    private static final int MANIFEST_BYTES_MAX = 64 << 20;

    private final Path directory;
    private final FileForm form;
    private final @Nullable FileChannel lock;
    private final byte[] buffer = new byte[BUFFER_BYTES];
    private final Path files;
    private final Path backups;

    private BackupDirectory(Path directory, FileForm form, @Nullable FileChannel lock) {
        this.directory = directory;
        this.form = form;
        this.lock = lock;
        files = directory.resolve("files");
        backups = directory.resolve("backups");
    }

    /** Opens a directory for reading; {@code password} is null when its backups are not encrypted. */
    static BackupDirectory open(Path directory, @Nullable String password) throws IOException {
        if (!Files.exists(directory.resolve(MARK))) {
            throw new RocheException(ErrorCode.INVALID_PARAMETER, "there is no backup in " + directory);
        }
        return new BackupDirectory(directory, form(directory, password), null);
    }

    /** Makes a directory of backups, or opens one, to write another backup into it. */
    static BackupDirectory openForWriting(Path directory, @Nullable String password) throws IOException {
        FileForm form = Files.exists(directory.resolve(MARK)) ? form(directory, password) : create(directory, password);
        FileChannel lock = lock(directory);
        BackupDirectory opened = new BackupDirectory(directory, form, lock);
        boolean complete = false;
        try {
            Files.createDirectories(opened.files);
            Files.createDirectories(opened.backups);
            opened.deleteUnfinished(opened.files);
            opened.deleteUnfinished(opened.backups);
            complete = true;
            return opened;
        } finally {
            if (!complete) {
                opened.close();
            }
        }
    }

    private static FileForm create(Path directory, @Nullable String password) throws IOException {
        if (Files.exists(directory) && !(Files.isDirectory(directory) && isOurs(directory))) {
            throw new RocheException(
                    ErrorCode.INVALID_PARAMETER,
                    directory + " is not empty and no directory of backups; choose a new or an empty directory");
        }
        Files.createDirectories(directory);
        Path unfinished = directory.resolve(MARK + UNFINISHED);
        BackupMark.New mark = BackupMark.create(password);
        Files.writeString(unfinished, mark.text(), StandardCharsets.US_ASCII);
        sync(unfinished);
        Files.move(unfinished, directory.resolve(MARK), StandardCopyOption.ATOMIC_MOVE);
        Trees.sync(directory);
        return mark.form();
    }

    /** Whether there is nothing, or what the making of such a directory left when it was cut short. */
    private static boolean isOurs(Path directory) throws IOException {
        try (Stream<Path> entries = Files.list(directory)) {
            return entries.allMatch(entry -> entry.endsWith(MARK + UNFINISHED));
        }
    }

    private static FileForm form(Path directory, @Nullable String password) throws IOException {
        Path mark = directory.resolve(MARK);
        return BackupMark.form(mark, Files.readString(mark, StandardCharsets.ISO_8859_1), password);
    }

    private static FileChannel lock(Path directory) throws IOException {
        FileChannel channel =
                FileChannel.open(directory.resolve(LOCK), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        boolean locked = false;
        try {
            locked = channel.tryLock() != null;
        } catch (OverlappingFileLockException e) {
            // Somebody else of this process has it.
        } finally {
            if (!locked) {
                channel.close();
            }
        }
        if (!locked) {
            throw new RocheException(
                    ErrorCode.DIRECTORY_LOCKED,
                    "another backup is being written into " + directory + "; wait for it, or choose another directory");
        }
        return channel;
    }

    private void deleteUnfinished(Path in) throws IOException {
        try (Stream<Path> entries = Files.list(in)) {
            for (Path entry : entries.toList()) {
                if (entry.getFileName().toString().endsWith(UNFINISHED)) {
                    Files.delete(entry);
                }
            }
        }
    }

    private static void sync(Path file) throws IOException {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
            channel.force(true);
        }
    }

    /** Returns the numbers of the complete backups, in order. */
    List<Integer> numbers() throws IOException {
        if (!Files.isDirectory(backups)) {
            return List.of();
        }
        List<Integer> numbers = new ArrayList<>();
        try (Stream<Path> entries = Files.list(backups)) {
            for (Path entry : entries.toList()) {
                String name = entry.getFileName().toString();
                if (name.matches("[1-9][0-9]{0,8}")) {
                    numbers.add(Integer.valueOf(name));
                }
            }
        }
        numbers.sort(null);
        return numbers;
    }

    /** Returns the newest complete backup, or null. */
    @Nullable
    BackupManifest newest() throws IOException {
        List<Integer> numbers = numbers();
        return numbers.isEmpty() ? null : manifest(numbers.get(numbers.size() - 1));
    }

    BackupManifest manifest(int number) throws IOException {
        Path file = backups.resolve(Integer.toString(number));
        byte[] bytes;
        try (InputStream in = form.reading(Files.newInputStream(file))) {
            bytes = in.readNBytes(MANIFEST_BYTES_MAX);
        } catch (DamagedException e) {
            throw new RocheException(
                    ErrorCode.DATA_CORRUPTED,
                    "the manifest " + file + " " + e.getMessage() + "; use another backup",
                    e);
        }
        BackupManifest manifest = BackupManifest.read(file.toString(), bytes);
        if (manifest.number() != number) {
            throw new RocheException(
                    ErrorCode.DATA_CORRUPTED, file + " is the manifest of backup " + manifest.number());
        }
        return manifest;
    }

    /** Writes the manifest of a backup whose files are all there: the backup exists from now on. */
    void complete(BackupManifest manifest) throws IOException {
        Trees.sync(files);
        Path unfinished = backups.resolve(manifest.number() + UNFINISHED);
        write(new ByteArrayInputStream(manifest.toBytes()), unfinished, bytes -> {});
        Files.move(unfinished, backups.resolve(Integer.toString(manifest.number())), StandardCopyOption.ATOMIC_MOVE);
        Trees.sync(backups);
        Trees.sync(directory);
    }

    /** What became of a file: its entry, and whether it had to be written. */
    record Stored(BackupManifest.Entry entry, boolean written) {}

    /** Keeps a file; the contents of {@code before}, the entry of the backup before, are not written again. */
    Stored store(Path source, String path, BackupManifest.@Nullable Entry before, LongConsumer progress)
            throws IOException {
        if (before != null && before.length() == Files.size(source) && Files.exists(stored(before))) {
            BackupManifest.Entry same = entry(path, digest(source, progress), before.length());
            if (same.sha256().equals(before.sha256())) {
                return new Stored(same, false);
            }
        }
        Path unfinished = files.resolve("new" + UNFINISHED);
        MessageDigest digest = Digests.sha256();
        long length;
        try (InputStream in = new DigestInputStream(Files.newInputStream(source), digest)) {
            length = write(in, unfinished, progress);
        }
        BackupManifest.Entry entry = entry(path, digest.digest(), length);
        Files.move(unfinished, stored(entry), StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        return new Stored(entry, true);
    }

    private static BackupManifest.Entry entry(String path, byte[] digest, long length) {
        return new BackupManifest.Entry(path, length, HexFormat.of().formatHex(digest));
    }

    private byte[] digest(Path source, LongConsumer progress) throws IOException {
        MessageDigest digest = Digests.sha256();
        try (InputStream in = Files.newInputStream(source)) {
            for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
                digest.update(buffer, 0, read);
                progress.accept(read);
            }
        }
        return digest.digest();
    }

    private long write(InputStream in, Path to, LongConsumer progress) throws IOException {
        try (FileChannel channel = FileChannel.open(
                to, StandardOpenOption.CREATE, StandardOpenOption.TRUNCATE_EXISTING, StandardOpenOption.WRITE)) {
            long length = 0;
            OutputStream out = form.writing(new Unclosed(Channels.newOutputStream(channel)));
            for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
                out.write(buffer, 0, read);
                length += read;
                progress.accept(read);
            }
            out.close();
            channel.force(true);
            return length;
        }
    }

    /** A stream whose end does not close the file: that is synced first. */
    private static final class Unclosed extends java.io.FilterOutputStream {
        Unclosed(OutputStream to) {
            super(to);
        }

        @Override
        public void write(byte[] bytes, int offset, int length) throws IOException {
            out.write(bytes, offset, length);
        }

        @Override
        public void close() throws IOException {
            flush();
        }
    }

    /** Returns where the contents of an entry are kept. */
    Path stored(BackupManifest.Entry entry) {
        return files.resolve(form.name(entry.digest()));
    }

    Path directory() {
        return directory;
    }

    boolean isEncrypted() {
        return form != FileForm.PLAIN;
    }

    /** Reads a file's contents, into {@code to} when that is not null, and compares them with its entry. */
    void read(BackupManifest.Entry entry, @Nullable OutputStream to, LongConsumer progress) throws IOException {
        Path file = stored(entry);
        MessageDigest digest = Digests.sha256();
        long length = 0;
        if (!Files.exists(file)) {
            throw damaged(entry, "file " + file + " is missing", null);
        }
        try (InputStream in = form.reading(Files.newInputStream(file))) {
            for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
                digest.update(buffer, 0, read);
                length += read;
                progress.accept(read);
                if (to != null) {
                    to.write(buffer, 0, read);
                }
            }
        } catch (DamagedException e) {
            throw damaged(entry, "file " + file + " " + e.getMessage(), e);
        }
        if (length != entry.length()) {
            throw damaged(entry, "file " + file + " has " + length + " bytes instead of " + entry.length(), null);
        }
        if (!MessageDigest.isEqual(digest.digest(), entry.digest())) {
            throw damaged(entry, "the contents of file " + file + " are not those that were written", null);
        }
    }

    private static RocheException damaged(BackupManifest.Entry entry, String what, @Nullable Throwable cause) {
        return new RocheException(
                ErrorCode.DATA_CORRUPTED,
                "the backup is damaged: " + what + " (" + entry.path() + "); use another backup",
                cause);
    }

    @Override
    public void close() throws IOException {
        if (lock != null) {
            lock.close();
        }
    }
}
