package io.rochedb.calcite.internal.function;

import static io.rochedb.calcite.internal.function.ArgumentType.BOOLEAN;
import static io.rochedb.calcite.internal.function.ArgumentType.ID;
import static io.rochedb.calcite.internal.function.ArgumentType.TEXT;
import static io.rochedb.calcite.internal.function.ArgumentType.TIME;
import static io.rochedb.calcite.internal.function.ArgumentType.VECTOR;
import static io.rochedb.calcite.internal.function.ColumnType.DOUBLE;
import static io.rochedb.calcite.internal.function.ColumnType.INTEGER;
import static io.rochedb.calcite.internal.function.ColumnType.TIMESTAMP;
import static io.rochedb.calcite.internal.function.ColumnType.VARCHAR;
import static io.rochedb.calcite.internal.function.FunctionDeclaration.table;

import io.rochedb.calcite.StatementContext;
import io.rochedb.engine.ErrorCode;
import io.rochedb.engine.RocheException;
import io.rochedb.engine.model.RecordId;
import io.rochedb.engine.query.Location;
import io.rochedb.engine.query.Meeting;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;

/** The declarations of the table functions, and the bodies of those that compute places. */
final class TableFunctions {
    private static final String NOW = "CURRENT_TIMESTAMP";

    private final List<DeclaredTableFunction> functions = new ArrayList<>();

    private TableFunctions() {}

    static List<DeclaredTableFunction> all() {
        TableFunctions all = new TableFunctions();
        all.places();
        all.retrieval();
        all.documents();
        all.series();
        return List.copyOf(all.functions);
    }

    private void add(FunctionDeclaration declaration, TableBody body) {
        functions.add(new DeclaredTableFunction(declaration, functions.size(), body));
    }

    private void places() {
        add(
                table("LOCATE")
                        .argument("id", ID)
                        .optional("at_time", TIME, NOW)
                        .column("id", VARCHAR)
                        .column("ring", VARCHAR)
                        .column("node", INTEGER)
                        .column("owner", VARCHAR)
                        .column("theta", DOUBLE)
                        .column("at_time", TIMESTAMP)
                        .describedAs("Where a record is at a time: its logical node and orbital angle, computed without"
                                + " looking the record up, and its physical owner. No row when its ring is unknown."),
                TableFunctions::locate);
        add(
                table("NEXT_VISIT")
                        .argument("id", ID)
                        .argument("node", ArgumentType.INTEGER)
                        .optional("after_time", TIME, NOW)
                        .column("id", VARCHAR)
                        .column("node", INTEGER)
                        .column("visit_at", TIMESTAMP)
                        .column("wait_seconds", DOUBLE)
                        .describedAs("When a record is next on a node, at or after a time."),
                TableFunctions::nextVisit);
        add(
                table("NEXT_JOIN")
                        .argument("id_a", ID)
                        .argument("id_b", ID)
                        .optional("after_time", TIME, NOW)
                        .column("id_a", VARCHAR)
                        .column("id_b", VARCHAR)
                        .column("join_at", TIMESTAMP)
                        .column("node", INTEGER)
                        .column("window_seconds", DOUBLE)
                        .describedAs("When two records are next on one node, and for how long; no row when they never"
                                + " meet."),
                TableFunctions::nextJoin);
    }

    private static List<@Nullable Object[]> locate(StatementContext context, @Nullable Object[] a, boolean fromJoin) {
        Optional<RecordId> id = Arguments.id(a[0], fromJoin);
        if (id.isEmpty()) {
            return List.of();
        }
        double at = Arguments.seconds("at_time", a[1], context);
        Optional<Location> found = context.view().locate(id.get(), at);
        if (found.isEmpty()) {
            return List.of();
        }
        Location location = found.get();
        return row(
                id.get().text(),
                location.ring(),
                location.node(),
                location.owner(),
                location.thetaRadians(),
                Arguments.millis(at));
    }

    private static List<@Nullable Object[]> nextVisit(
            StatementContext context, @Nullable Object[] a, boolean fromJoin) {
        Optional<RecordId> id = Arguments.id(a[0], fromJoin);
        Object nodeValue = a[1];
        if (id.isEmpty() || nodeValue == null) {
            return List.of();
        }
        int node = Arguments.integer("node", nodeValue);
        double after = Arguments.seconds("after_time", a[2], context);
        OptionalDouble visit = context.view().nextVisit(id.get(), node, after);
        if (visit.isEmpty()) {
            return List.of();
        }
        return row(id.get().text(), node, Arguments.millis(visit.getAsDouble()), visit.getAsDouble() - after);
    }

    private static List<@Nullable Object[]> nextJoin(StatementContext context, @Nullable Object[] a, boolean fromJoin) {
        Optional<RecordId> first = Arguments.id(a[0], fromJoin);
        Optional<RecordId> second = Arguments.id(a[1], fromJoin);
        if (first.isEmpty() || second.isEmpty()) {
            return List.of();
        }
        double after = Arguments.seconds("after_time", a[2], context);
        Optional<Meeting> found = context.view().nextJoin(first.get(), second.get(), after);
        if (found.isEmpty()) {
            return List.of();
        }
        Meeting meeting = found.get();
        return row(
                first.get().text(),
                second.get().text(),
                Arguments.millis(meeting.atSeconds()),
                meeting.node(),
                meeting.windowSeconds());
    }

    private void retrieval() {
        add(
                table("RETRIEVE")
                        .argument("vector", VECTOR)
                        .optional("ring", TEXT, "NULL")
                        .optional("budget", ArgumentType.INTEGER, "8")
                        .optional("profile", TEXT, "NULL")
                        .optional("amount", TEXT, "NULL")
                        .optional("search_scope", TEXT, "NULL")
                        .optional("depth", TEXT, "NULL")
                        .optional("include_children", BOOLEAN, "NULL")
                        .optional("top_rings", ArgumentType.INTEGER, "NULL")
                        .optional("branch_budget", ArgumentType.INTEGER, "NULL")
                        .optional("max_depth", ArgumentType.INTEGER, "NULL")
                        .optional("focus", ArgumentType.INTEGER, "NULL")
                        .optional("token_budget", ArgumentType.INTEGER, "NULL")
                        .optional("predicate", TEXT, "NULL")
                        .column("hit", INTEGER)
                        .column("score", DOUBLE)
                        .column("id", VARCHAR)
                        .column("ring", VARCHAR)
                        .nullableColumn("payload", VARCHAR)
                        .column("tokens", INTEGER)
                        .column("written_at", TIMESTAMP)
                        .describedAs(
                                "The records nearest to a vector by cosine similarity, best first, in a ring and as"
                                        + " far around it as the knobs say; predicate filters before the search."),
                Retrieval::rows);
        add(Stellar.DECLARATION, Stellar::rows);
    }

    private void documents() {
        add(
                table("JSON_ROWS")
                        .argument("document", TEXT)
                        .optional("path", TEXT, "'$'")
                        .column("item_no", INTEGER)
                        .nullableColumn("name", VARCHAR)
                        .column("item", VARCHAR)
                        .nullableColumn("text", VARCHAR)
                        .describedAs("The elements of the array, or the members of the object, a JSON path leads to, in"
                                + " document order: number from 1, member name, JSON text, and the text of a scalar."
                                + " With a wildcard, one row for each value."),
                JsonRows::of);
    }

    private void series() {
        add(
                table("GENERATE_SERIES")
                        .argument("start", ArgumentType.INTEGER)
                        .argument("stop", ArgumentType.INTEGER)
                        .optional("step", ArgumentType.INTEGER, "1")
                        .column("generate_series", INTEGER)
                        .describedAs("The integers from start to stop, both of them if the steps meet it, in steps of"
                                + " step, which may be negative."),
                (context, a, fromJoin) -> {
                    int step = Arguments.integer("step", a[2], 1);
                    if (step == 0) {
                        throw new RocheException(ErrorCode.INVALID_PARAMETER, "GENERATE_SERIES: step cannot be 0");
                    }
                    if (a[0] == null || a[1] == null) {
                        return List.of();
                    }
                    long start = Arguments.integer("start", a[0]);
                    long stop = Arguments.integer("stop", a[1]);
                    long count = Math.max(0, (stop - start) / step + 1);
                    boolean none = step > 0 ? start > stop : start < stop;
                    return () -> LongStream.range(0, none ? 0 : count)
                            .mapToObj(i -> new @Nullable Object[] {(int) (start + i * step)})
                            .iterator();
                });
    }

    private static List<@Nullable Object[]> row(Object... values) {
        List<@Nullable Object[]> rows = new ArrayList<>(1);
        rows.add(values);
        return rows;
    }
}
