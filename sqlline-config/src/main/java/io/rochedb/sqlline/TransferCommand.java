package io.rochedb.sqlline;

import io.rochedb.engine.CsvImportOptions;
import io.rochedb.engine.DumpResult;
import io.rochedb.engine.ImportOptions;
import io.rochedb.engine.ImportResult;
import io.rochedb.jdbc.embedded.RocheTransfer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Locale;

/** {@code roche import} and {@code roche dump}: whole files in and out, with progress on standard error. */
final class TransferCommand {
    private static final double NANOS_PER_SECOND = 1e9;

    private TransferCommand() {}

    static int runImport(CommandLine line, Console console) throws SQLException {
        ShellConfig config = ShellConfig.read(line, console);
        String url = url(line, config);
        CsvImportOptions csv = CsvArguments.read(line, console).orElse(null);
        ImportOptions options = csv == null ? importOptions(line, console) : csv.asLines();
        if (!Files.isReadable(options.file()) || Files.isDirectory(options.file())) {
            throw ShellException.usage((csv == null ? "--file" : "--csv") + ": cannot read " + options.file()
                    + (Files.exists(options.file()) ? "" : ": no such file"));
        }
        try (Connection connection = Stores.open(url, console)) {
            long start = System.nanoTime();
            ImportResult result;
            try (ProgressReport progress = ProgressReport.to(console)) {
                RocheTransfer transfer = transfer(connection);
                result = csv == null ? transfer.importJsonl(options, progress) : transfer.importCsv(csv, progress);
            }
            console.out().print(summary(result, System.nanoTime() - start));
            if (result.rejected() > 0) {
                console.err()
                        .print(
                                options.rejects() == null
                                        ? "roche: give --rejects FILE to see which lines were refused, and why\n"
                                        : "roche: refused lines are in " + options.rejects() + "\n");
                return ExitCode.REJECTS;
            }
            return ExitCode.OK;
        }
    }

    static int runDump(CommandLine line, Console console) throws SQLException {
        ShellConfig config = ShellConfig.read(line, console);
        String url = url(line, config);
        Path target = console.directory().resolve(line.required("--out"));
        try (Connection connection = Stores.open(url, console)) {
            DumpResult result;
            try (ProgressReport progress = ProgressReport.to(console)) {
                result = transfer(connection).dump(target, progress);
            }
            console.out()
                    .print("dumped " + result.records() + " records of " + result.rings() + " rings, " + result.bytes()
                            + " bytes, to " + target + "\n");
            return ExitCode.OK;
        }
    }

    private static String url(CommandLine line, ShellConfig config) {
        return config.url(line.value("--url"))
                .orElseThrow(() -> ShellException.usage("--url is missing (or set ROCHE_URL): which store?"));
    }

    private static RocheTransfer transfer(Connection connection) throws SQLException {
        if (!connection.isWrapperFor(RocheTransfer.class)) {
            throw ShellException.usage("this needs an embedded store (jdbc:roche:file:DIR or jdbc:roche:./DIR)");
        }
        return connection.unwrap(RocheTransfer.class);
    }

    static ImportOptions importOptions(CommandLine line, Console console) {
        return new ImportOptions(
                console.directory().resolve(line.required("--file")),
                line.value("--ring-field").orElse(null),
                line.value("--ring-prefix").orElse(null),
                line.value("--payload-field").orElse(null),
                line.value("--vector-field").orElse(null),
                line.value("--default-ring").orElse(ImportOptions.DEFAULT_RING),
                (int) line.number("--batch-size", ImportOptions.DEFAULT_BATCH_SIZE, 1, 1_000_000),
                line.value("--rejects").map(console.directory()::resolve).orElse(null),
                line.number("--max-rejects", -1, 0, Long.MAX_VALUE));
    }

    private static String summary(ImportResult result, long nanos) {
        return String.format(
                Locale.ROOT,
                "imported %d records into %d rings: %d lines read, %d skipped, %d rejected, %d batches, %.1f s%n",
                result.imported(),
                result.rings(),
                result.read(),
                result.skipped(),
                result.rejected(),
                result.batches(),
                nanos / NANOS_PER_SECOND);
    }
}
