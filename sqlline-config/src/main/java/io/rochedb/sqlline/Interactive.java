package io.rochedb.sqlline;

import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Optional;
import sqlline.SqlLine;

/** The interactive shell: sqlline with RocheDB's prompt and commands. */
final class Interactive {
    private static final String HISTORY_FILE = ".roche_history";

    private Interactive() {}

    /** Talks to a store until the user quits. The connection held beside sqlline's own tells at once what does not open. */
    static int run(String url, ShellConfig config, Console console) throws SQLException, IOException {
        String userHome = System.getProperty("user.home", ".");
        Path home = Path.of(console.environment().getOrDefault("HOME", userHome));
        Path history = config.get("history", Optional.empty())
                .map(console.directory()::resolve)
                .orElse(home.resolve(HISTORY_FILE));
        Connection held = Stores.open(url, console);
        try {
            console.out().flush();
            ShellDriver.install();
            String[] arguments = {
                "-ac", RocheApplication.class.getName(), "-u", url, "-n", "", "-p", "", "--historyFile=" + history,
            };
            SqlLine.Status status = new SqlLine().begin(arguments, null, true);
            return status == SqlLine.Status.OK ? ExitCode.OK : ExitCode.STATEMENT_FAILED;
        } finally {
            held.close();
        }
    }
}
