package io.rochedb.calcite;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.rochedb.calcite.internal.plan.PlannerOptions;
import io.rochedb.engine.EngineOptions;
import io.rochedb.engine.ErrorCode;
import io.rochedb.engine.RocheEngine;
import io.rochedb.engine.RocheException;
import io.rochedb.engine.Transaction;
import io.rochedb.engine.model.RecordDraft;
import io.rochedb.engine.model.RingScope;
import io.rochedb.engine.query.QueryMonitor;
import io.rochedb.engine.schema.ColumnDefault;
import io.rochedb.engine.schema.ColumnDefinition;
import io.rochedb.engine.schema.ColumnType;
import io.rochedb.engine.schema.IndexDefinition;
import io.rochedb.engine.schema.RingTemplate;
import io.rochedb.engine.schema.Schema;
import io.rochedb.engine.schema.TableDefinition;
import io.rochedb.engine.schema.ViewDefinition;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * A memory engine whose callers see a schema given by hand, so that the adapter's part of declared tables is tested without the engine's: nothing is
 * enforced on writes.
 */
public final class DeclaredFixture implements AutoCloseable {
    public final RocheEngine engine = RocheEngine.open(EngineOptions.memory());
    public final RocheSql sql;
    private final List<TableDefinition> tables = new ArrayList<>();
    public QueryMonitor monitor = new QueryMonitor();
    public RochePlan plan;

    public DeclaredFixture() {
        sql = RocheSql.over(engine, 100);
    }

    /** Declares a table; a column is written {@code "name TYPE [NOT NULL]"}. */
    public DeclaredFixture table(String name, String rings, String... columns) {
        List<ColumnDefinition> definitions = new ArrayList<>();
        for (String column : columns) {
            String[] parts = column.split(" ", 3);
            definitions.add(new ColumnDefinition(
                    parts[0],
                    type(parts[1]),
                    parts.length < 3 || !parts[2].contains("NOT NULL"),
                    standard(parts),
                    null));
        }
        tables.add(new TableDefinition(name, RingTemplate.parse(rings), definitions, List.of(), List.of(), null));
        return this;
    }

    private static ColumnDefault standard(String[] parts) {
        int at = parts.length < 3 ? -1 : parts[2].indexOf("DEFAULT ");
        return at < 0 ? null : new ColumnDefault.Constant(parts[2].substring(at + 8));
    }

    private static ColumnType type(String text) {
        int open = text.indexOf('(');
        if (open < 0) {
            return ColumnType.of(ColumnType.Kind.valueOf(text));
        }
        String[] sizes = text.substring(open + 1, text.length() - 1).split(",");
        return new ColumnType(
                ColumnType.Kind.valueOf(text.substring(0, open)),
                Integer.parseInt(sizes[0]),
                sizes.length > 1 ? Integer.parseInt(sizes[1]) : 0);
    }

    public void put(String ring, String payload) {
        engine.put(new RecordDraft(ring, payload.getBytes(StandardCharsets.UTF_8), null, null));
    }

    /** Runs a statement in a transaction of its own and returns its rows, one a line, or its count. */
    public String run(String text, Object... parameters) {
        return run(sql, text, parameters);
    }

    public String run(RocheSql facade, String text, Object... parameters) {
        try (Transaction own = engine.begin(RingScope.ALL, null)) {
            Transaction view = withSchema(own);
            plan = facade.prepare(text, view, SqlFixture.SESSION).plan();
            monitor = new QueryMonitor();
            SqlResult result = plan.execute(
                    new StatementContext(engine, view, view, monitor, parameters, SqlFixture.SESSION, engine.now()));
            List<String> rows = new ArrayList<>();
            try (SqlCursor cursor = result.cursor()) {
                while (cursor != null && cursor.next()) {
                    List<String> row = new ArrayList<>();
                    for (int i = 0; i < plan.columns().size(); i++) {
                        row.add(shown(cursor.get(i)));
                    }
                    rows.add(String.join("|", row));
                }
            }
            if (!own.isEmpty()) {
                own.commit();
            }
            return result.cursor() == null ? "" + result.updateCount() : String.join("\n", rows);
        }
    }

    private static String shown(Object value) {
        if (value instanceof byte[] bytes) {
            return new String(bytes, StandardCharsets.ISO_8859_1);
        }
        return value instanceof float[] floats
                ? Arrays.toString(floats)
                : value instanceof BigDecimal decimal ? decimal.toPlainString() : "" + value;
    }

    /** Returns the labels and types of a statement's columns. */
    public String columns(String text) {
        run(text);
        List<String> columns = new ArrayList<>();
        for (SqlColumn column : plan.columns()) {
            String size = column.scale() > 0
                    ? "(" + column.precision() + "," + column.scale() + ")"
                    : column.precision() > 0 ? "(" + column.precision() + ")" : "";
            columns.add(column.label() + " " + column.typeName() + size + (column.nullable() ? "" : "!"));
        }
        return String.join(", ", columns);
    }

    /** Runs a statement that must fail. */
    public String fails(ErrorCode code, String text, Object... parameters) {
        RocheException e = assertThrows(RocheException.class, () -> run(text, parameters));
        assertEquals(code, e.code(), e.getMessage());
        return String.valueOf(e.getMessage());
    }

    /** Returns a facade over the same engine with other options. */
    public RocheSql facade(PlannerOptions options) {
        return RocheSql.over(engine, 0, options);
    }

    private Transaction withSchema(Transaction real) {
        Schema schema = new FixedSchema(List.copyOf(tables));
        return (Transaction) Proxy.newProxyInstance(
                Transaction.class.getClassLoader(), new Class<?>[] {Transaction.class}, (proxy, method, arguments) -> {
                    if (method.getName().equals("schema")) {
                        return schema;
                    }
                    try {
                        return method.invoke(real, arguments);
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                });
    }

    @Override
    public void close() {
        sql.close();
        engine.close();
    }

    private record FixedSchema(List<TableDefinition> tables) implements Schema {
        @Override
        public long version() {
            return tables.size();
        }

        @Override
        public Optional<TableDefinition> table(String name) {
            return tables.stream().filter(t -> t.name().equalsIgnoreCase(name)).findFirst();
        }

        @Override
        public Optional<TableDefinition> tableOfRing(String ring) {
            return tables.stream().filter(t -> t.rings().values(ring) != null).findFirst();
        }

        @Override
        public List<ViewDefinition> views() {
            return List.of();
        }

        @Override
        public Optional<ViewDefinition> view(String name) {
            return Optional.empty();
        }

        @Override
        public List<IndexDefinition> indexes() {
            return List.of();
        }

        @Override
        public Optional<IndexDefinition> index(String name) {
            return Optional.empty();
        }
    }
}
