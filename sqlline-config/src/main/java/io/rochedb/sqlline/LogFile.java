package io.rochedb.sqlline;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.logging.FileHandler;
import java.util.logging.Level;
import java.util.logging.LogManager;
import java.util.logging.Logger;
import java.util.logging.SimpleFormatter;

/** Sends what libraries log, from WARNING on, to a file instead of the terminal. */
final class LogFile {
    private static final int BYTES_MAX = 1 << 20;

    private LogFile() {}

    /** Logs below the launcher's directory; when that cannot be written, nowhere. */
    static void use(Optional<Path> home) {
        LogManager.getLogManager().reset();
        Path directory = home.map(path -> path.resolve("target/launcher")).orElse(Path.of(""));
        if (home.isEmpty() || !Files.isWritable(directory)) {
            return;
        }
        try {
            FileHandler file = new FileHandler(directory + "/shell.%u.log", BYTES_MAX, 1, true);
            file.setFormatter(new SimpleFormatter());
            file.setLevel(Level.WARNING);
            Logger.getLogger("").addHandler(file);
        } catch (IOException notWritable) {
            // A shell that cannot log still works.
        }
    }
}
