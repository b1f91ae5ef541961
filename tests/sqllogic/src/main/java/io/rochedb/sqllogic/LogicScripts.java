package io.rochedb.sqllogic;

import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Predicate;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import net.hydromatic.sqllogictest.Main;

/** The scripts in the library's jar. */
final class LogicScripts {
    private static final String ROOT = "test/";

    private LogicScripts() {}

    private static Path jar() {
        try {
            URI location = Main.class
                    .getProtectionDomain()
                    .getCodeSource()
                    .getLocation()
                    .toURI();
            return Path.of(location);
        } catch (URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Returns the names of the scripts that pass, such as {@code select1.test} and {@code index/in/10/slt_good_0.test}, sorted. */
    static List<String> names(Predicate<String> wanted) throws IOException {
        try (ZipFile zip = new ZipFile(jar().toFile())) {
            return zip.stream()
                    .map(ZipEntry::getName)
                    .filter(name -> name.startsWith(ROOT) && name.endsWith(".test"))
                    .map(name -> name.substring(ROOT.length()))
                    .filter(wanted)
                    .sorted()
                    .toList();
        }
    }

    /** Reads a script; a record that is excluded has the reason to be left out. */
    static List<LogicRecord> read(String name) throws IOException {
        try (ZipFile zip = new ZipFile(jar().toFile());
                InputStream in = zip.getInputStream(zip.getEntry(ROOT + name))) {
            return Exclusions.apply(name, LogicScript.read(in));
        }
    }
}
