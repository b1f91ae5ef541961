package io.rochedb.sqlline;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** The launcher script in a project of its own, with stand-ins for java and mvn that write down how they were called. */
@DisabledOnOs(OS.WINDOWS)
final class LauncherTest {
    private static final long TIMEOUT_SECONDS = 60;

    private static final String JAVA = """
            #!/bin/sh
            if [ "$1" = -version ]; then
              echo "openjdk version \\"$FAKE_JAVA\\" 2025-01-01" >&2
              exit 0
            fi
            echo "WARNING: Using incubator modules: jdk.incubator.vector" >&2
            echo "from the JVM" >&2
            echo "from the shell" >&3
            while [ "$1" != io.rochedb.sqlline.Main ]; do
              case $1 in -XX:ArchiveClassesAtExit=*) exit 0 ;; esac
              shift
            done
            shift
            printf '<%s>' "$@"
            echo
            exit 7
            """;

    private static final String MAVEN = """
            #!/bin/sh
            if [ "$1" = --version ]; then echo "Apache Maven $FAKE_MAVEN"; exit 0; fi
            echo called >>"$FAKE_LOG"
            if [ -n "$FAKE_FAILURE" ]; then echo "[ERROR] $FAKE_FAILURE"; exit 1; fi
            sleep 1
            mkdir -p sqlline-config/target roche-engine/target
            echo jar >sqlline-config/target/roche-sqlline-1.jar
            echo jar >roche-engine/target/roche-engine-1.jar
            echo "$PWD/roche-engine/target/roche-engine-1.jar:$FAKE_LOG" >sqlline-config/target/classpath.txt
            """;

    private record Outcome(int status, String out, String err) {}

    @TempDir
    private Path directory;

    private Path project;
    private Path log;

    @BeforeEach
    void makeProject() throws IOException {
        project = Files.createDirectories(directory.resolve("a project"));
        log = Files.writeString(directory.resolve("calls.log"), "");
        Path bin = Files.createDirectories(project.resolve("sqlline-config/bin"));
        Files.copy(Path.of("bin", "roche"), bin.resolve("roche"));
        Files.setPosixFilePermissions(bin.resolve("roche"), PosixFilePermissions.fromString("rwxr-xr-x"));
        Files.writeString(project.resolve("pom.xml"), "<project/>");
        Path source = Files.createDirectories(project.resolve("roche-engine/src/main/java"));
        Files.writeString(source.resolve("A.java"), "class A {}");
        Path tools = Files.createDirectories(directory.resolve("tools"));
        script(tools.resolve("java"), JAVA);
        script(tools.resolve("javac"), "#!/bin/sh\n");
        script(tools.resolve("mvn"), MAVEN);
    }

    private static void script(Path file, String text) throws IOException {
        Files.writeString(file, text);
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    private Process start(Map<String, String> environment, Path command, String... arguments) throws IOException {
        List<String> words = new ArrayList<>(List.of(command.toString()));
        words.addAll(List.of(arguments));
        ProcessBuilder builder = new ProcessBuilder(words).directory(directory.toFile());
        builder.environment().remove("JAVA_HOME");
        builder.environment()
                .putAll(Map.of(
                        "PATH", directory.resolve("tools") + ":" + System.getenv("PATH"),
                        "FAKE_JAVA", "17.0.15",
                        "FAKE_MAVEN", "3.8.7",
                        "FAKE_LOG", log.toString(),
                        "FAKE_FAILURE", "",
                        "LC_ALL", "C"));
        builder.environment().putAll(environment);
        Path base = Files.createTempDirectory(directory, "run");
        builder.redirectOutput(base.resolve("out").toFile());
        builder.redirectError(base.resolve("err").toFile());
        outputs.add(base);
        return builder.start();
    }

    private final List<Path> outputs = new ArrayList<>();

    private Outcome run(Map<String, String> environment, Path command, String... arguments)
            throws IOException, InterruptedException {
        Process process = start(environment, command, arguments);
        Path base = outputs.get(outputs.size() - 1);
        process.getOutputStream().close();
        assertTrue(process.waitFor(TIMEOUT_SECONDS, TimeUnit.SECONDS), "the launcher does not end");
        // What the JVM itself writes passes a filter that may end just after the process.
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(5);
        while (process.exitValue() == 7
                && !Files.readString(base.resolve("err")).contains("from the JVM")
                && System.nanoTime() < deadline) {
            Thread.sleep(10);
        }
        return new Outcome(
                process.exitValue(), Files.readString(base.resolve("out")), Files.readString(base.resolve("err")));
    }

    private Path launcher() {
        return project.resolve("sqlline-config/bin/roche");
    }

    private long builds() throws IOException {
        return Files.readAllLines(log, StandardCharsets.UTF_8).size();
    }

    @Test
    void isPosixShell() throws IOException, InterruptedException {
        Process check = new ProcessBuilder("sh", "-n", "bin/roche").inheritIO().start();
        assertTrue(check.waitFor(TIMEOUT_SECONDS, TimeUnit.SECONDS));
        assertEquals(0, check.exitValue());
    }

    @Test
    void buildsOnceAndPassesArgumentsAndStatusThroughALink() throws IOException, InterruptedException {
        Path link = Files.createSymbolicLink(directory.resolve("first"), launcher());
        Path second = Files.createSymbolicLink(directory.resolve("second"), Path.of("first"));
        Outcome first = run(Map.of(), second, "sql", "-e", "SELECT 'a b', \"c\"", "");
        assertEquals(7, first.status(), first.err());
        assertEquals("<sql><-e><SELECT 'a b', \"c\"><>\n", first.out());
        assertTrue(first.err().contains("roche: building"), first.err());
        Outcome again = run(Map.of("FAKE_MAVEN", "none"), link, "help");
        assertEquals("<help>\n", again.out());
        assertFalse(again.err().contains("building"), again.err());
        assertEquals(1, builds());
    }

    @Test
    void takesTheIncubatorWarningAndNothingElseOffStandardError() throws IOException, InterruptedException {
        Outcome outcome = run(Map.of(), launcher(), "help");
        assertTrue(outcome.err().contains("from the JVM\n"), outcome.err());
        assertTrue(outcome.err().contains("from the shell\n"), outcome.err());
        assertFalse(outcome.err().contains("incubator"), outcome.err());
    }

    @Test
    void buildsAgainAfterAChange() throws IOException, InterruptedException {
        run(Map.of(), launcher(), "help");
        Files.writeString(project.resolve("roche-engine/src/main/java/A.java"), "class A { int x; }");
        run(Map.of(), launcher(), "help");
        assertEquals(2, builds());
        Files.delete(log);
        run(Map.of(), launcher(), "help");
        assertEquals(1, builds(), "a library of the class path was missing");
    }

    @Test
    void aFailedBuildShowsWhyAndIsTriedAgain() throws IOException, InterruptedException {
        Outcome failed = run(Map.of("FAKE_FAILURE", "no compiler today"), launcher(), "help");
        assertEquals(ExitCode.CONFIGURATION, failed.status());
        assertTrue(failed.err().contains("no compiler today"), failed.err());
        assertTrue(failed.err().contains("build.log"), failed.err());
        assertEquals(7, run(Map.of(), launcher(), "help").status());
        assertEquals(2, builds());
    }

    @Test
    void twoStartsAtOnceBuildOnce() throws IOException, InterruptedException {
        Process other = start(Map.of(), launcher(), "help");
        Outcome outcome = run(Map.of(), launcher(), "help");
        assertTrue(other.waitFor(TIMEOUT_SECONDS, TimeUnit.SECONDS));
        assertEquals(7, other.exitValue());
        assertEquals(7, outcome.status(), outcome.err());
        assertEquals(1, builds());
    }

    @Test
    void theLockOfADeadProcessIsTaken() throws IOException, InterruptedException {
        Process dead = new ProcessBuilder("true").start();
        assertTrue(dead.waitFor(TIMEOUT_SECONDS, TimeUnit.SECONDS));
        Path lock = Files.createDirectories(project.resolve("sqlline-config/target/launcher/lock"));
        Files.writeString(lock.resolve("pid"), dead.pid() + "\n");
        assertEquals(7, run(Map.of(), launcher(), "help").status());
        assertFalse(Files.exists(lock));
    }

    @Test
    void oldToolsAreNamedWithTheFix() throws IOException, InterruptedException {
        Outcome java = run(Map.of("FAKE_JAVA", "11.0.2"), launcher(), "help");
        assertEquals(ExitCode.CONFIGURATION, java.status());
        assertTrue(
                java.err().contains("Java 17 or newer is needed") && java.err().contains("11"), java.err());
        Outcome old = run(Map.of("FAKE_JAVA", "1.8.0_392"), launcher(), "help");
        assertEquals(ExitCode.CONFIGURATION, old.status());
        Outcome maven = run(Map.of("FAKE_MAVEN", "3.6.3"), launcher(), "help");
        assertEquals(ExitCode.CONFIGURATION, maven.status());
        assertTrue(maven.err().contains("Maven 3.8 or newer is needed"), maven.err());
    }
}
