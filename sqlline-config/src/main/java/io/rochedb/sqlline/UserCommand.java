package io.rochedb.sqlline;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** {@code roche user}: the users of a store, for whoever may open its directory; a running server is asked in SQL. */
final class UserCommand {
    private static final List<String> ACTIONS = List.of("add", "list", "remove", "password");
    private static final List<String> ROLES = List.of("reader", "writer", "admin");

    private UserCommand() {}

    static int run(CommandLine line, Console console) throws SQLException, IOException {
        List<String> words = line.operands();
        if (words.isEmpty() || !ACTIONS.contains(words.get(0))) {
            throw ShellException.usage(
                    "say what to do with the users: roche user " + String.join("|", ACTIONS) + " [NAME] --data DIR");
        }
        String action = words.get(0);
        boolean named = !action.equals("list");
        if (words.size() != (named ? 2 : 1)) {
            throw ShellException.usage(named ? "roche user " + action + " NAME" : "roche user list takes no name");
        }
        ShellConfig config = ShellConfig.read(line, console);
        String directory = line.required("--data");
        String url = config.complete(ShellConfig.URL_PREFIX + "file:"
                + console.directory().resolve(directory).toAbsolutePath());
        try (Connection connection = Stores.open(url, console);
                Statement statement = connection.createStatement()) {
            switch (action) {
                case "add" -> add(statement, words.get(1), line, console);
                case "password" -> password(statement, words.get(1), line, console);
                case "remove" -> {
                    statement.execute("DROP USER " + statement.enquoteIdentifier(words.get(1), true));
                    console.out().print("removed " + words.get(1) + "\n");
                }
                default -> list(statement, console);
            }
        }
        return ExitCode.OK;
    }

    private static void add(Statement statement, String name, CommandLine line, Console console)
            throws SQLException, IOException {
        String role = line.value("--role").orElse("reader").toLowerCase(Locale.ROOT);
        if (!ROLES.contains(role)) {
            throw ShellException.usage("--role must be one of " + String.join(", ", ROLES) + ", not '" + role + "'");
        }
        String password = readPassword(line, console);
        statement.execute("CREATE USER " + statement.enquoteIdentifier(name, true) + " PASSWORD "
                + statement.enquoteLiteral(password) + " ROLE " + role.toUpperCase(Locale.ROOT));
        console.out().print("added " + name + ", " + role + "\n");
        if (!role.equals("admin")) {
            console.out()
                    .print("nothing is granted yet; as an admin: GRANT READ ON RING 'docs/**' TO "
                            + statement.enquoteIdentifier(name, false) + "\n");
        }
    }

    private static void password(Statement statement, String name, CommandLine line, Console console)
            throws SQLException, IOException {
        String password = readPassword(line, console);
        statement.execute("ALTER USER " + statement.enquoteIdentifier(name, true) + " PASSWORD "
                + statement.enquoteLiteral(password));
        console.out().print("changed the password of " + name + "\n");
    }

    private static void list(Statement statement, Console console) throws SQLException {
        try (ResultSet users = statement.executeQuery("SELECT name, role, created FROM sys.users ORDER BY name")) {
            while (users.next()) {
                console.out()
                        .print(users.getString(1) + "\t" + users.getString(2).toLowerCase(Locale.ROOT) + "\t"
                                + users.getString(3) + "\n");
            }
        }
    }

    /** Reads a password from a file, from a terminal twice, or from the first line of standard input; never from an argument, which others can see. */
    private static String readPassword(CommandLine line, Console console) throws IOException {
        Optional<String> file = line.value("--password-file");
        if (file.isPresent()) {
            Path path = console.directory().resolve(file.get());
            try {
                return nonEmpty(firstLine(Files.readString(path)));
            } catch (IOException failure) {
                throw ShellException.usage("--password-file: cannot read " + path + ": " + Failures.reason(failure));
            }
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
