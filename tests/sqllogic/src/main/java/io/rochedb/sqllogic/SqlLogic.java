package io.rochedb.sqllogic;

import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * The command: {@code [--url URL] [--queries N] [--threads N] [PATTERN…]} runs the scripts whose names contain a match of one of the patterns
 * (all without one) and prints each with its failures, and a table. The exit code is 1 when a record failed.
 */
public final class SqlLogic {
    private SqlLogic() {}

    @SuppressWarnings("SystemOut")
    public static void main(String[] args) throws Exception {
        String url = "jdbc:roche:mem:";
        int queries = Integer.MAX_VALUE;
        int threads = Runtime.getRuntime().availableProcessors();
        List<Pattern> patterns = new java.util.ArrayList<>();
        for (int i = 0; i < args.length; i++) {
            switch (args[i]) {
                case "--url" -> url = args[++i];
                case "--queries" -> queries = Integer.parseInt(args[++i]);
                case "--threads" -> threads = Integer.parseInt(args[++i]);
                default -> patterns.add(Pattern.compile(args[i]));
            }
        }
        List<String> names = LogicScripts.names(name -> patterns.isEmpty()
                || patterns.stream().anyMatch(pattern -> pattern.matcher(name).find()));
        Map<String, LogicSuite.Group> groups = new LogicSuite(url, queries, SqlLogic::tell).run(names, threads);
        System.out.println(LogicSuite.table(groups));
        if (groups.values().stream().anyMatch(group -> group.failed > 0)) {
            System.exit(1);
        }
    }

    @SuppressWarnings("SystemOut")
    private static void tell(String script, LogicRunner.Result result) {
        String failures = result.failed() == 0 ? "" : "\n" + String.join("\n", result.failures());
        System.out.println(script + ": " + result.passed() + " passed, " + result.failed() + " failed" + failures);
    }
}
