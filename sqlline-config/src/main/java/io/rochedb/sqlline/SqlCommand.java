package io.rochedb.sqlline;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.Reader;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;

/** {@code roche sql}: statements from the command line, a file or standard input; else the interactive shell. */
final class SqlCommand {
    private static final String STANDARD_INPUT = "-";

    private SqlCommand() {}

    static int run(CommandLine line, Console console) throws SQLException, IOException {
        ShellConfig config = ShellConfig.read(line, console);
        RowFormat format =
                config.get("format", line.value("--format")).map(RowFormat::of).orElse(RowFormat.TABLE);
        String url = config.url(line.value("--url")).orElseGet(() -> config.complete(ShellConfig.URL_PREFIX + "mem:"));
        List<String> statements = line.all("-e");
        Optional<String> file = line.value("-f");
        if (!statements.isEmpty() && file.isPresent()) {
            throw ShellException.usage("give -e or -f, not both");
        }
        boolean scan = line.has("--scan");
        if (statements.isEmpty() && file.isEmpty()) {
            if (console.inTerminal()) {
                return Interactive.run(url, config, console);
            }
            file = Optional.of(STANDARD_INPUT);
        }
        try (Reader script = file.isPresent() ? open(file.get(), console) : Reader.nullReader();
                Connection connection = Stores.open(url, console)) {
            SqlRunner runner = new SqlRunner(connection, format, scan, console.out(), console.err());
            if (file.isPresent()) {
                return runner.runAll(script, file.get().equals(STANDARD_INPUT) ? "standard input" : file.get());
            }
            for (String statement : statements) {
                int status = runner.runAll(new StringReader(statement), "");
                if (status != ExitCode.OK) {
                    return status;
                }
            }
            return ExitCode.OK;
        }
    }

    private static Reader open(String file, Console console) {
        if (file.equals(STANDARD_INPUT)) {
            return new BufferedReader(new InputStreamReader(console.in(), StandardCharsets.UTF_8));
        }
        Path path = console.directory().resolve(file);
        try {
            return Files.newBufferedReader(path, StandardCharsets.UTF_8);
        } catch (IOException failure) {
            throw ShellException.usage("-f: cannot read " + path + ": " + Failures.reason(failure));
        }
    }
}
