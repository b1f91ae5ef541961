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
import java.util.function.BiConsumer;

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

        void add(Group other) {
            scripts += other.scripts;
            passed += other.passed;
            failed += other.failed;
            other.skipped.forEach((reason, count) -> skipped.merge(reason, count, Long::sum));
        }
    }

    private final String url;
    private final int queriesMax;
    private final BiConsumer<String, LogicRunner.Result> done;

    /**
     * Creates a suite for a URL in which {@code %s} is replaced by a name of the script's own.
     *
     * @param queriesMax how many queries of a script are run, evenly spread
     * @param done is told of each script when it has been run, by the threads that run them
     */
    LogicSuite(String url, int queriesMax, BiConsumer<String, LogicRunner.Result> done) {
        this.url = url;
        this.queriesMax = queriesMax;
        this.done = done;
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
            LogicRunner.Result result = new LogicRunner(name, connection, queriesMax).run(LogicScripts.read(name));
            done.accept(name, result);
            return result;
        }
    }

    /** Returns the table of results: what passed, what did not, and what was left out and why. */
    static String table(Map<String, Group> groups) {
        StringBuilder text =
                new StringBuilder("| group | scripts | passed | failed | % | left out |\n|---|---|---|---|---|---|\n");
        Group total = new Group();
        groups.forEach((name, group) -> {
            text.append(line(name, group));
            total.add(group);
        });
        return text.append(line("all", total)).toString();
    }

    private static String line(String name, Group group) {
        double share = 100.0 * group.passed / Math.max(1, group.passed + group.failed);
        return String.format(
                Locale.ROOT,
                "| %s | %d | %d | %d | %.3f | %s |%n",
                name,
                group.scripts,
                group.passed,
                group.failed,
                share,
                reasons(group));
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
