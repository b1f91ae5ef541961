package io.rochedb.sqllogic;

import java.io.IOException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Many scripts, each on a new empty database, several at a time. */
final class LogicSuite {
    /** The result of a group of scripts. */
    static final class Group {
        int scripts;
        long passed;
        long failed;
        final Map<String, Long> skipped = new TreeMap<>();
        final List<String> failures = new ArrayList<>();

        void add(LogicRunner.Result result) {
            scripts++;
            passed += result.passed();
            failed += result.failed();
            result.skipped().forEach((reason, count) -> skipped.merge(reason, (long) count, Long::sum));
            failures.addAll(result.failures());
        }
    }

    private final String url;
    private final int queriesMax;

    /** Creates a suite for a URL in which {@code %s} is replaced by a name of the script's own. */
    LogicSuite(String url, int queriesMax) {
        this.url = url;
        this.queriesMax = queriesMax;
    }

    /** Runs scripts and returns the results by group: the first folder, or the script itself when it is in none. */
    Map<String, Group> run(List<String> names, int threads) throws InterruptedException, ExecutionException {
        ExecutorService pool = Executors.newFixedThreadPool(threads);
        try {
            Map<String, Future<LogicRunner.Result>> running = new TreeMap<>();
            for (String name : names) {
                running.put(name, pool.submit(() -> run(name)));
            }
            Map<String, Group> groups = new TreeMap<>();
            for (Map.Entry<String, Future<LogicRunner.Result>> entry : running.entrySet()) {
                String group = entry.getKey().replaceFirst("^((?:index|random)/[^/]+|[^/]+).*", "$1");
                groups.computeIfAbsent(group, key -> new Group())
                        .add(entry.getValue().get());
            }
            return groups;
        } finally {
            pool.shutdownNow();
        }
    }

    LogicRunner.Result run(String name) throws IOException, SQLException {
        String own = String.format(Locale.ROOT, url, name.replaceAll("[^A-Za-z0-9]", "_"));
        try (Connection connection = DriverManager.getConnection(own)) {
            return new LogicRunner(name, connection, queriesMax).run(LogicScripts.read(name));
        }
    }

    /** Returns the table of results: what passed, what did not, and what was left out and why. */
    static String table(Map<String, Group> groups) {
        StringBuilder text =
                new StringBuilder("| group | scripts | passed | failed | % | left out |\n|---|---|---|---|---|---|\n");
        for (Map.Entry<String, Group> entry : groups.entrySet()) {
            Group group = entry.getValue();
            double share = 100.0 * group.passed / Math.max(1, group.passed + group.failed);
            text.append(String.format(
                    Locale.ROOT,
                    "| %s | %d | %d | %d | %.3f | %s |%n",
                    entry.getKey(),
                    group.scripts,
                    group.passed,
                    group.failed,
                    share,
                    reasons(group)));
        }
        return text.toString();
    }

    private static String reasons(Group group) {
        StringBuilder text = new StringBuilder();
        group.skipped.forEach((reason, count) -> text.append(text.length() == 0 ? "" : ", ")
                .append(reason)
                .append(' ')
                .append(count));
        return text.toString();
    }
}
