package io.rochedb.sqlline;

import java.io.IOException;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Locale;

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
        String password = Passwords.read(line, console);
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
        String password = Passwords.read(line, console);
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
}
