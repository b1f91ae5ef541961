package io.rochedb.sqlline;

import java.io.InputStream;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/**
 * What a run of the shell sees of the world: streams, environment, and which of them are a terminal.
 *
 * @param in standard input
 * @param out standard output, UTF-8
 * @param err standard error, UTF-8
 * @param environment environment variables
 * @param directory working directory, where {@code roche.properties} is looked for
 * @param inTerminal whether input comes from a terminal
 * @param errTerminal whether errors and progress go to a terminal
 * @param home the sqlline-config directory of the project, when the launcher told it
 */
record Console(
        InputStream in,
        PrintStream out,
        PrintStream err,
        Map<String, String> environment,
        Path directory,
        boolean inTerminal,
        boolean errTerminal,
        Optional<Path> home) {}
