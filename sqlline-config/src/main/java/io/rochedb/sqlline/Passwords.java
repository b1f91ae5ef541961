package io.rochedb.sqlline;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** Passwords that commands are given. Stateless. */
final class Passwords {
    private Passwords() {}

    /** Reads a password from a file, from a terminal twice, or from the first line of standard input; never from an argument, which others can see. */
    static String read(CommandLine line, Console console) throws IOException {
        Optional<String> file = ofFile(line, console);
        if (file.isPresent()) {
            return file.get();
        }
        java.io.Console terminal = console.inTerminal() ? System.console() : null;
        if (terminal != null) {
            String first = new String(terminal.readPassword("password: "));
            if (!first.equals(new String(terminal.readPassword("again: ")))) {
                throw ShellException.usage("the two passwords differ");
            }
            return nonEmpty(first);
        }
        BufferedReader in = new BufferedReader(new InputStreamReader(console.in(), StandardCharsets.UTF_8));
        String first = in.readLine();
        return nonEmpty(first == null ? "" : first);
    }

    /** Reads the first line of {@code --password-file}, when there is that option. */
    static Optional<String> ofFile(CommandLine line, Console console) {
        return line.value("--password-file").map(name -> {
            Path path = console.directory().resolve(name);
            try {
                return nonEmpty(firstLine(Files.readString(path)));
            } catch (IOException failure) {
                throw ShellException.usage("--password-file: cannot read " + path + ": " + Failures.reason(failure));
            }
        });
    }

    /** As the driver reads {@code passwordFile}. */
    private static String firstLine(String text) {
        return text.lines().findFirst().orElse("");
    }

    private static String nonEmpty(String password) {
        if (password.isEmpty()) {
            throw ShellException.usage("there is no password: give --password-file F, or write it into standard input");
        }
        return password;
    }
}
