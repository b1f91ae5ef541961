package io.rochedb.sqlline;

import io.rochedb.engine.EngineOptions;
import io.rochedb.engine.ErrorCode;
import io.rochedb.engine.ProgressListener;
import io.rochedb.engine.RocheEngine;
import io.rochedb.engine.RocheException;
import io.rochedb.engine.ops.BackupCheck;
import io.rochedb.engine.ops.BackupInfo;
import io.rochedb.engine.ops.BackupResult;
import io.rochedb.engine.ops.Backups;
import io.rochedb.engine.ops.CheckReport;
import io.rochedb.engine.ops.Finding;
import io.rochedb.engine.ops.StoreFiles;
import io.rochedb.engine.ops.StoreInfo;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/** {@code roche backup}, {@code verify}, {@code restore}, {@code check}, {@code info}, {@code upgrade}: what an operator does with the files of a store. */
final class StoreCommand {
    private static final double MEBIBYTE = 1 << 20;

    private StoreCommand() {}

    static int runBackup(CommandLine line, Console console) throws SQLException {
        ShellConfig config = ShellConfig.read(line, console);
        String target = line.required("--to");
        Optional<String> from = line.value("--from");
        if (from.isPresent() == line.value("--url").isPresent()) {
            throw ShellException.usage("roche backup takes --from DIR, or --url URL of a store that is open elsewhere");
        }
        requirePasswordFile(line);
        if (from.isEmpty()) {
            return backupByCall(config.url(line.value("--url")).orElseThrow(), target, line, console);
        }
        String password = Passwords.ofFile(line, console).orElse(null);
        EngineOptions options =
                EngineOptions.file(console.directory().resolve(from.get())).withCreateIfMissing(false);
        Path directory = console.directory().resolve(target);
        try (RocheEngine engine = RocheEngine.open(options)) {
            BackupResult result = watched(console, progress -> engine.backup(directory, password, progress));
            console.out().print(told(result, directory.toString()));
            return ExitCode.OK;
        } catch (RocheException failure) {
            throw failed(failure);
        }
    }

    private static void requirePasswordFile(CommandLine line) {
        if (line.has("--encrypt") != line.has("--password-file")) {
            throw ShellException.usage("--encrypt and --password-file F belong together");
        }
    }

    /** Asks whoever has the store open: the directory, and the file, are of that machine. */
    private static int backupByCall(String url, String target, CommandLine line, Console console) throws SQLException {
        try (Connection connection = Stores.open(url, console);
                PreparedStatement call = connection.prepareStatement("CALL BACKUP(?, ?)")) {
            call.setString(1, target);
            call.setString(2, line.value("--password-file").orElse(null));
            try (ResultSet row = call.executeQuery()) {
                row.next();
                console.out()
                        .print(told(
                                row.getInt("backup"),
                                row.getLong("version"),
                                row.getInt("files"),
                                row.getLong("bytes"),
                                row.getLong("new_files"),
                                row.getLong("new_bytes"),
                                target));
            }
        }
        return ExitCode.OK;
    }

    private static String told(BackupResult result, String target) {
        BackupInfo backup = result.backup();
        return told(
                backup.number(),
                backup.version(),
                backup.files(),
                backup.bytes(),
                result.newFiles(),
                result.newBytes(),
                target);
    }

    private static String told(
            int number, long version, int files, long bytes, long newFiles, long newBytes, String target) {
        return String.format(
                Locale.ROOT,
                "backup %d of version %d: %d files, %.1f MiB; written %d files, %.1f MiB, to %s%n",
                number,
                version,
                files,
                bytes / MEBIBYTE,
                newFiles,
                newBytes / MEBIBYTE,
                target);
    }

    static int runVerify(CommandLine line, Console console) {
        Path directory = console.directory().resolve(operand(line, "roche verify DIR"));
        String password = Passwords.ofFile(line, console).orElse(null);
        try {
            BackupCheck check = watched(console, progress -> Backups.verify(directory, password, progress));
            for (BackupInfo backup : check.backups()) {
                console.out()
                        .print(String.format(
                                Locale.ROOT,
                                "backup %d: version %d of %s, %d files, %.1f MiB%n",
                                backup.number(),
                                backup.version(),
                                Instant.ofEpochMilli(backup.committedMillis()),
                                backup.files(),
                                backup.bytes() / MEBIBYTE));
            }
            console.out()
                    .print(String.format(
                            Locale.ROOT,
                            "whole: %d files, %.1f MiB read; the newest %s%n",
                            check.files(),
                            check.bytes() / MEBIBYTE,
                            opened(check, password != null)));
            return ExitCode.OK;
        } catch (RocheException failure) {
            throw failed(failure);
        }
    }

    private static String opened(BackupCheck check, boolean encrypted) {
        return check.opened()
                ? "opens"
                : "was not opened, " + (encrypted ? "as it is encrypted" : "as no links can be made beside it");
    }

    static int runRestore(CommandLine line, Console console) {
        Path directory = console.directory().resolve(line.required("--from"));
        Path target = console.directory().resolve(line.required("--to"));
        if (line.has("--until")) {
            throw new ShellException(
                    ExitCode.STATEMENT_FAILED,
                    ErrorCode.FEATURE_NOT_SUPPORTED.sqlState()
                            + ": a restore to a version or time between two backups is not supported yet; leave out --until");
        }
        String password = Passwords.ofFile(line, console).orElse(null);
        try {
            BackupInfo backup = watched(console, progress -> Backups.restore(directory, target, password, progress));
            console.out()
                    .print(String.format(
                            Locale.ROOT,
                            "restored backup %d, version %d of %s, %.1f MiB, to %s%n",
                            backup.number(),
                            backup.version(),
                            Instant.ofEpochMilli(backup.committedMillis()),
                            backup.bytes() / MEBIBYTE,
                            target));
            return ExitCode.OK;
        } catch (RocheException failure) {
            throw failed(failure);
        }
    }

    static int runCheck(CommandLine line, Console console) {
        Path directory = console.directory().resolve(operand(line, "roche check DIR"));
        CheckReport report;
        try {
            report = watched(console, progress -> StoreFiles.check(directory, progress));
        } catch (RocheException failure) {
            throw failed(failure);
        }
        for (Finding finding : report.findings()) {
            String where = finding.ring() == null ? "" : " ring '" + finding.ring() + "'";
            String record = finding.seq() < 0 ? "" : " record " + finding.seq();
            console.out()
                    .print(finding.kind().name().toLowerCase(Locale.ROOT) + where + record + ": " + finding.detail()
                            + "\n");
        }
        console.out()
                .print(String.format(
                        Locale.ROOT,
                        "%s: version %d, %d rings, %d records, %d vectors, %.1f MiB, %d findings%n",
                        report.isWhole() ? "whole" : "damaged",
                        report.version(),
                        report.rings(),
                        report.records(),
                        report.vectors(),
                        report.bytes() / MEBIBYTE,
                        report.found()));
        return report.isWhole() ? ExitCode.OK : ExitCode.CORRUPT;
    }

    static int runInfo(CommandLine line, Console console) {
        ShellConfig config = ShellConfig.read(line, console);
        Path directory = console.directory().resolve(operand(line, "roche info DIR"));
        StoreInfo info;
        try {
            info = StoreFiles.info(directory);
        } catch (RocheException failure) {
            throw failed(failure);
        }
        Map<String, String> facts = new LinkedHashMap<>();
        facts.put("directory", info.directory().toString());
        facts.put(
                "format",
                info.format()
                        + (info.format() > info.currentFormat()
                                ? ", newer than " + info.currentFormat() + ", the newest that this version reads"
                                : " (current)"));
        facts.put("open in", info.holder() == null ? "no process" : info.holder());
        facts.put("last closed at", info.closedVersion() < 0 ? "not known" : "version " + info.closedVersion());
        facts.put("on disk", String.format(Locale.ROOT, "%.1f MiB", info.diskBytes() / MEBIBYTE));
        StoreInfo.Contents contents = info.contents();
        if (contents != null) {
            facts.put("nodes", Integer.toString(contents.nodes()));
            facts.put(
                    "last commit",
                    contents.version() == 0
                            ? "none"
                            : "version " + contents.version() + ", "
                                    + Instant.ofEpochMilli(contents.committedMillis()));
            facts.put("rings", Long.toString(contents.rings()));
            facts.put("records", contents.records() + ", " + contents.vectors() + " with a vector");
            facts.put("payload", String.format(Locale.ROOT, "%.1f MiB", contents.payloadBytes() / MEBIBYTE));
        }
        facts.put("natives", info.natives());
        facts.put("vectors by", info.vectorKernel());
        facts.put("memoryBudget", EngineOptions.memory().memoryBudgetBytes() + " bytes unless set");
        facts.put(
                "settings",
                config.urlSettings().isEmpty() ? "none" : config.urlSettings().toString());
        facts.forEach((name, value) -> console.out().print(String.format(Locale.ROOT, "%-15s %s%n", name, value)));
        return info.format() > info.currentFormat() ? ExitCode.CORRUPT : ExitCode.OK;
    }

    static int runUpgrade(CommandLine line, Console console) {
        Path directory = console.directory().resolve(line.required("--data"));
        Path backups = console.directory().resolve(line.required("--backup"));
        String password = Passwords.ofFile(line, console).orElse(null);
        try {
            CheckReport report = watched(console, progress -> StoreFiles.check(directory, progress));
            if (!report.isWhole()) {
                throw new ShellException(
                        ExitCode.CORRUPT,
                        "the store is damaged and stays as it is: roche check " + directory + " tells more");
            }
            try (RocheEngine engine =
                    RocheEngine.open(EngineOptions.file(directory).withCreateIfMissing(false))) {
                BackupResult result = watched(console, progress -> engine.backup(backups, password, progress));
                console.out().print(told(result, backups.toString()));
            }
            console.out().print("format " + StoreFiles.info(directory).format() + " is current: nothing to upgrade\n");
            return ExitCode.OK;
        } catch (RocheException failure) {
            throw failed(failure);
        }
    }

    private static <T> T watched(Console console, Function<ProgressListener, T> work) {
        try (ProgressReport progress = ProgressReport.ofFiles(console)) {
            return work.apply(progress);
        }
    }

    private static String operand(CommandLine line, String usage) {
        if (line.operands().size() != 1) {
            throw ShellException.usage("this takes one directory: " + usage);
        }
        return line.operands().get(0);
    }

    private static ShellException failed(RocheException failure) {
        int status = switch (failure.code()) {
            case DATA_CORRUPTED, STORE_FORMAT -> ExitCode.CORRUPT;
            case CANNOT_OPEN, DIRECTORY_LOCKED -> ExitCode.CANNOT_CONNECT;
            default -> ExitCode.STATEMENT_FAILED;
        };
        return new ShellException(status, failure.code().sqlState() + ": " + failure.getMessage());
    }
}
