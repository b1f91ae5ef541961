package io.rochedb.sqlline;

import io.rochedb.engine.CsvImportOptions;
import io.rochedb.engine.ImportOptions;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** The options of {@code roche import} about CSV. Stateless. */
final class CsvArguments {
    private static final List<String> OF_CSV =
            List.of("--ring", "--types", "--columns", "--delimiter", "--quote", "--null", "--encoding");
    private static final List<String> OF_LINES =
            List.of("--file", "--ring-field", "--ring-prefix", "--payload-field", "--default-ring");

    private CsvArguments() {}

    /** Returns what to import when {@code --csv} names a file. */
    static Optional<CsvImportOptions> read(CommandLine line, Console console) {
        Optional<String> file = line.value("--csv");
        List<String> foreign = file.isPresent() ? OF_LINES : OF_CSV;
        for (String option : foreign) {
            if (line.value(option).isPresent()) {
                throw ShellException.usage(option + " goes with " + (file.isPresent() ? "--file" : "--csv") + " only");
            }
        }
        return file.map(name -> options(name, line, console));
    }

    private static CsvImportOptions options(String file, CommandLine line, Console console) {
        return new CsvImportOptions(
                console.directory().resolve(file),
                line.value("--ring").orElse(ImportOptions.DEFAULT_RING),
                !line.has("--no-header"),
                line.value("--columns")
                        .map(names -> Arrays.stream(names.split(","))
                                .map(String::strip)
                                .toList())
                        .orElse(List.of()),
                line.value("--types").orElse(null),
                character(line, "--delimiter", CsvImportOptions.DEFAULT_DELIMITER),
                character(line, "--quote", CsvImportOptions.DEFAULT_QUOTE),
                line.value("--null").orElse(null),
                line.value("--vector-field").orElse(null),
                line.value("--encoding").map(CsvArguments::charset).orElse(StandardCharsets.UTF_8),
                (int) line.number("--batch-size", ImportOptions.DEFAULT_BATCH_SIZE, 1, 1_000_000),
                line.value("--rejects").map(console.directory()::resolve).orElse(null),
                line.number("--max-rejects", -1, 0, Long.MAX_VALUE));
    }

    private static char character(CommandLine line, String option, char whenAbsent) {
        String text = line.value(option).orElse(String.valueOf(whenAbsent));
        if (text.equals("\\t") || text.equals("tab")) {
            return '\t';
        }
        if (text.length() != 1) {
            throw ShellException.usage(option + " takes one character, or tab, not '" + text + "'");
        }
        return text.charAt(0);
    }

    private static Charset charset(String name) {
        try {
            return Charset.forName(name);
        } catch (IllegalArgumentException e) {
            throw ShellException.usage("--encoding: there is no character set '" + name + "'");
        }
    }
}
