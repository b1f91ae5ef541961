package io.rochedb.jdbc.internal;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Reads the signatures of {@code sys.functions}: {@code NAME(a VARCHAR [, b INTEGER => 8]) -> INTEGER}, or {@code -> (column VARCHAR, …)}.
 */
final class Signature {
    private static final Pattern ARGUMENT =
            Pattern.compile("(\\w+) (REAL ARRAY|[A-Z]+)(?: => ((?:'(?:[^']|'')*'|[^'\\],])*))?(?=[\\],)]|$| \\[)");
    private static final String ARROW = ") -> ";

    private Signature() {}

    /** Returns the result (ordinal 0 of a scalar function), the arguments, and the columns of rows. */
    static List<Catalog.Argument> arguments(@Nullable String signature) {
        List<Catalog.Argument> all = new ArrayList<>();
        int arrow = signature == null ? -1 : signature.lastIndexOf(ARROW);
        if (signature == null || arrow < 0) {
            return all;
        }
        String result = signature.substring(arrow + ARROW.length());
        boolean rows = result.startsWith("(");
        if (!rows) {
            all.add(new Catalog.Argument("", 0, true, TypeFacts.jdbcType(result), result, null, null));
        }
        Matcher matcher = ARGUMENT.matcher(signature.substring(signature.indexOf('(') + 1, arrow));
        int ordinal = 0;
        while (matcher.find()) {
            String type = matcher.group(2);
            all.add(new Catalog.Argument(
                    matcher.group(1), ++ordinal, false, TypeFacts.jdbcType(type), type, matcher.group(3), null));
        }
        if (rows) {
            for (String column : result.substring(1, result.length() - 1).split(", ")) {
                int space = column.indexOf(' ');
                String type = column.substring(space + 1);
                all.add(new Catalog.Argument(
                        column.substring(0, space), ++ordinal, true, TypeFacts.jdbcType(type), type, null, null));
            }
        }
        return all;
    }
}
