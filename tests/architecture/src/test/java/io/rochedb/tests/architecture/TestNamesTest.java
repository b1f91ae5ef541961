package io.rochedb.tests.architecture;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Every class with tests has a name that Surefire runs: a test that nobody runs proves nothing. */
class TestNamesTest {
    private static final Pattern TEST_METHOD = Pattern.compile(
            "^\\s*@(Test|ParameterizedTest|RepeatedTest|TestFactory|TestTemplate)\\b", Pattern.MULTILINE);
    private static final Pattern ABSTRACT =
            Pattern.compile("^(public )?abstract class|^(public )?interface", Pattern.MULTILINE);
    private static final Pattern SUREFIRE = Pattern.compile("(Test.*|.*Test|.*Tests|.*TestCase)\\.java");
    private static final int TEST_FILES_MIN = 10;

    @Test
    void everyTestClassMatchesSurefiresPattern() throws IOException {
        List<Path> tests;
        try (Stream<Path> files = Files.walk(root())) {
            tests = files.filter(file -> file.toString().replace('\\', '/').contains("/src/test/java/"))
                    .filter(file -> file.toString().endsWith(".java"))
                    .filter(TestNamesTest::hasTests)
                    .toList();
        }
        assertTrue(tests.size() >= TEST_FILES_MIN, "only " + tests.size() + " files with tests were found");
        List<Path> missed = tests.stream()
                .filter(file -> !SUREFIRE.matcher(file.getFileName().toString()).matches())
                .toList();
        assertEquals(List.of(), missed, "Surefire does not run these; end their names with Test");
    }

    private static boolean hasTests(Path file) {
        try {
            String text = Files.readString(file);
            return TEST_METHOD.matcher(text).find() && !ABSTRACT.matcher(text).find();
        } catch (IOException e) {
            throw new UncheckedIOException(file.toString(), e);
        }
    }

    /** Returns the repository's root: the directory above the working one that has the parent build file's modules. */
    private static Path root() {
        Path directory = Path.of("").toAbsolutePath();
        while (!Files.isDirectory(directory.resolve("roche-engine"))) {
            directory = directory.getParent();
        }
        return directory;
    }
}
