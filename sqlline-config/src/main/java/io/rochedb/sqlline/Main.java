package io.rochedb.sqlline;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The entry of the shell: what {@code bin/roche} starts. */
public final class Main {
    private Main() {}

    /**
     * Runs a command and ends the JVM with its status.
     *
     * <p>The launcher passes {@code roche.home} (its directory), {@code roche.terminal} (which of 0 and 2 are terminals) and {@code roche.stderr}
     * (the descriptor of the real standard error, when 2 is a filter).
     */
    public static void main(String[] args) {
        String terminal = System.getProperty("roche.terminal", "");
        PrintStream err = StandardError.open(System.getProperty("roche.stderr", ""));
        System.setErr(err);
        Console console = new Console(
                System.in,
                utf8(new FileOutputStream(FileDescriptor.out)),
                err,
                System.getenv(),
                Path.of("").toAbsolutePath(),
                terminal.contains("0"),
                terminal.contains("2"),
                Optional.ofNullable(System.getProperty("roche.home")).map(Path::of));
        LogFile.use(console.home());
        int status = run(List.of(args), console);
        console.out().flush();
        console.err().flush();
        System.exit(status);
    }

    /** Runs a command with the given streams, no environment and no terminal; returns the exit status. */
    public static int run(List<String> args, InputStream in, PrintStream out, PrintStream err) {
        Path directory = Path.of("").toAbsolutePath();
        return run(args, new Console(in, out, err, Map.of(), directory, false, false, Optional.empty()));
    }

    static int run(List<String> args, Console console) {
        try {
            CommandLine line = CommandLine.parse(args);
            return switch (line.command()) {
                case DEMO -> DemoCommand.run(line, console);
                case SQL -> SqlCommand.run(line, console);
                case IMPORT -> TransferCommand.runImport(line, console);
                case DUMP -> TransferCommand.runDump(line, console);
                case BACKUP -> StoreCommand.runBackup(line, console);
                case VERIFY -> StoreCommand.runVerify(line, console);
                case CHECK -> StoreCommand.runCheck(line, console);
                case INFO -> StoreCommand.runInfo(line, console);
                case UPGRADE -> StoreCommand.runUpgrade(line, console);
                case RESTORE -> StoreCommand.runRestore(line, console);
                case SERVER -> ServerCommand.run(line, console);
                case USER -> UserCommand.run(line, console);
                case VERSION -> version(console);
                case HELP -> help(line, console);
            };
        } catch (ShellException failure) {
            console.err().print("roche: " + failure.getMessage() + "\n");
            return failure.exitCode();
        } catch (SQLException failure) {
            SqlRunner.report(console.err(), failure);
            return ExitCode.ofStatement(failure);
        } catch (IOException | UncheckedIOException failure) {
            console.err().print("roche: " + failure.getMessage() + "\n");
            return ExitCode.STATEMENT_FAILED;
        }
    }

    private static int help(CommandLine line, Console console) {
        if (line.operands().isEmpty()) {
            console.out().print(Command.helpAll());
            return ExitCode.OK;
        }
        String word = line.operands().get(0);
        Command command = Command.of(word)
                .orElseThrow(() ->
                        ShellException.usage("unknown command '" + word + "'" + Nearest.hint(word, Command.words())));
        console.out().print(command.help());
        return ExitCode.OK;
    }

    private static int version(Console console) {
        console.out().print("RocheDB " + versionText() + "\n");
        console.out()
                .print("Java " + Runtime.version() + ", " + System.getProperty("os.name") + " "
                        + System.getProperty("os.arch") + "\n");
        return ExitCode.OK;
    }

    /** Returns the version in the jar's manifest; classes run from a directory have none. */
    static String versionText() {
        String version = Main.class.getPackage().getImplementationVersion();
        return version == null ? "(development)" : version;
    }

    private static PrintStream utf8(FileOutputStream stream) {
        return new PrintStream(new java.io.BufferedOutputStream(stream, 1 << 16), false, StandardCharsets.UTF_8);
    }
}
