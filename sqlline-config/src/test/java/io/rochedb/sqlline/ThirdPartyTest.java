package io.rochedb.sqlline;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** THIRD-PARTY.md names every library that the shell, and with it every module below it, is run with. */
final class ThirdPartyTest {
    private static final Pattern ARTIFACT_IN_REPOSITORY = Pattern.compile(".*/([^/]+)/[^/]+/\\1-[^/]+\\.jar");

    @Test
    void everyLibraryOfTheClassPathIsListed() throws IOException {
        String list = Files.readString(Path.of("..", "THIRD-PARTY.md"));
        Set<String> listed = new TreeSet<>(List.of(list.split("[^A-Za-z0-9._-]+")));
        List<String> libraries = new ArrayList<>();
        List<String> missing = new ArrayList<>();
        for (String entry : System.getProperty("java.class.path").split(File.pathSeparator)) {
            Matcher matcher = ARTIFACT_IN_REPOSITORY.matcher(entry.replace('\\', '/'));
            if (matcher.matches() && !matcher.group(1).startsWith("roche-")) {
                libraries.add(matcher.group(1));
                if (!listed.contains(matcher.group(1))) {
                    missing.add(matcher.group(1));
                }
            }
        }
        assertTrue(libraries.contains("calcite-core"), "the class path is not read: " + libraries);
        assertEquals(List.of(), missing, "add them with their licence to THIRD-PARTY.md");
    }
}
