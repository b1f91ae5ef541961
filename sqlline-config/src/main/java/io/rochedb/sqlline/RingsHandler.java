package io.rochedb.sqlline;

import java.util.ArrayList;
import java.util.List;
import sqlline.AbstractCommandHandler;
import sqlline.DispatchCallback;
import sqlline.SqlLine;

/** {@code !rings [glob]}: the rings of the store with their records. */
final class RingsHandler extends AbstractCommandHandler {
    RingsHandler(SqlLine sqlLine) {
        super(
                sqlLine,
                new String[] {"rings"},
                "Lists rings with their records: !rings, !rings docs/*, !rings docs/**",
                List.of());
    }

    @Override
    public void execute(String line, DispatchCallback callback) {
        String[] words = line.strip().split("\\s+", 2);
        Quiet.run(sqlLine, query(words.length < 2 ? "**" : words[1].strip()), callback);
    }

    /** Returns the statement that lists the rings a glob matches: {@code *} is one segment, a last {@code **} the subtree with its root. */
    static String query(String glob) {
        List<String> conditions = new ArrayList<>();
        if (!glob.equals("**")) {
            if (glob.endsWith("/**")) {
                String root = glob.substring(0, glob.length() - "/**".length());
                conditions.add("(" + like(root) + " OR name LIKE '" + pattern(root) + "/%' ESCAPE '!')");
            } else {
                conditions.add(like(glob));
            }
        }
        String where = conditions.isEmpty() ? "" : " WHERE " + String.join(" AND ", conditions);
        return "SELECT name, records FROM sys.rings" + where + " ORDER BY name;";
    }

    private static String like(String glob) {
        if (!glob.contains("*")) {
            return "name = '" + glob.replace("'", "''") + "'";
        }
        int segments = glob.split("/", -1).length;
        return "(name LIKE '" + pattern(glob) + "' ESCAPE '!' AND name NOT LIKE '%" + "/%".repeat(segments) + "')";
    }

    private static String pattern(String glob) {
        return glob.replace("!", "!!")
                .replace("%", "!%")
                .replace("_", "!_")
                .replace("'", "''")
                .replace('*', '%');
    }
}
