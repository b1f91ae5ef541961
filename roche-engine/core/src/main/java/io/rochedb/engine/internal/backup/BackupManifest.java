package io.rochedb.engine.internal.backup;

import io.rochedb.engine.ErrorCode;
import io.rochedb.engine.RocheException;
import io.rochedb.engine.ops.BackupInfo;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * What one backup consists of. As text, one line each:
 *
 * <pre>
 *   rochedb-backup-manifest 1
 *   number N            previous N (0: none)      store-format N
 *   version N           committed MILLIS          created MILLIS
 *   file LENGTH SHA256 PATH                       any number
 *   end SHA256                                    of everything before
 * </pre>
 *
 * (those of one row here are lines of their own). A manifest is written last: a backup without one is not there.
 */
record BackupManifest(
        int number,
        int previous,
        int storeFormat,
        long version,
        long committedMillis,
        long createdMillis,
        List<Entry> files) {
    private static final String MAGIC = "rochedb-backup-manifest ";
    private static final String FIRST_LINE = MAGIC + "1";
    /** Only names of a store: nothing that leads out of a directory. */
    private static final Pattern PATH = Pattern.compile("(rocks/)?[A-Za-z0-9_-][A-Za-z0-9._-]*");

    private static final Pattern DIGITS = Pattern.compile("[0-9]{1,18}");
    private static final Pattern DIGEST = Pattern.compile("[0-9a-f]{64}");

    BackupManifest {
        files = List.copyOf(files);
    }

    /** One file: where it belongs in a store, how long it is, and the SHA-256 of it. */
    record Entry(String path, long length, String sha256) {
        byte[] digest() {
            return HexFormat.of().parseHex(sha256);
        }
    }

    Optional<Entry> entry(String path) {
        return files.stream().filter(entry -> entry.path().equals(path)).findFirst();
    }

    BackupInfo info() {
        long bytes = files.stream().mapToLong(Entry::length).sum();
        return new BackupInfo(
                number, previous, version, committedMillis, createdMillis, storeFormat, files.size(), bytes);
    }

    byte[] toBytes() {
        StringBuilder text = new StringBuilder(FIRST_LINE + "\n");
        text.append("number ").append(number).append('\n');
        text.append("previous ").append(previous).append('\n');
        text.append("store-format ").append(storeFormat).append('\n');
        text.append("version ").append(version).append('\n');
        text.append("committed ").append(committedMillis).append('\n');
        text.append("created ").append(createdMillis).append('\n');
        for (Entry file : files) {
            text.append("file ").append(file.length()).append(' ').append(file.sha256());
            text.append(' ').append(file.path()).append('\n');
        }
        String digest = digest(text.toString());
        text.append("end ").append(digest).append('\n');
        return text.toString().getBytes(StandardCharsets.US_ASCII);
    }

    private static String digest(String text) {
        return HexFormat.of().formatHex(Digests.sha256(text.getBytes(StandardCharsets.US_ASCII)));
    }

    /** Reads a manifest; {@code where} names it in errors. */
    static BackupManifest read(String where, byte[] bytes) {
        String text = new String(bytes, StandardCharsets.US_ASCII);
        int end = text.lastIndexOf("end ");
        if (!text.startsWith(MAGIC)
                || end < 0
                || !text.substring(end).equals("end " + digest(text.substring(0, end)) + "\n")) {
            throw damaged(where);
        }
        if (!text.startsWith(FIRST_LINE + "\n")) {
            throw new RocheException(
                    ErrorCode.STORE_FORMAT,
                    where + " has the form '" + text.lines().findFirst().orElse("")
                            + "', which this version of RocheDB does not read; use a newer version");
        }
        List<String> lines = text.substring(0, end).lines().toList();
        if (lines.size() < 7) {
            throw damaged(where);
        }
        List<Entry> files = new ArrayList<>();
        for (String line : lines.subList(7, lines.size())) {
            String[] words = line.split(" ", 4);
            if (words.length != 4
                    || !words[0].equals("file")
                    || !DIGITS.matcher(words[1]).matches()
                    || !DIGEST.matcher(words[2]).matches()
                    || !PATH.matcher(words[3]).matches()) {
                throw damaged(where);
            }
            files.add(new Entry(words[3], Long.parseLong(words[1]), words[2]));
        }
        return new BackupManifest(
                Math.toIntExact(number(where, lines.get(1), "number")),
                Math.toIntExact(number(where, lines.get(2), "previous")),
                Math.toIntExact(number(where, lines.get(3), "store-format")),
                number(where, lines.get(4), "version"),
                number(where, lines.get(5), "committed"),
                number(where, lines.get(6), "created"),
                files);
    }

    private static long number(String where, String line, String name) {
        String value = line.startsWith(name + " ") ? line.substring(name.length() + 1) : "";
        if (!DIGITS.matcher(value).matches()) {
            throw damaged(where);
        }
        return Long.parseLong(value);
    }

    private static RocheException damaged(String where) {
        return new RocheException(
                ErrorCode.DATA_CORRUPTED, "the manifest " + where + " is damaged; use another backup");
    }
}
