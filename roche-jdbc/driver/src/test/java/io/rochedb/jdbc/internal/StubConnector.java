package io.rochedb.jdbc.internal;

import io.rochedb.jdbc.ScanStats;
import io.rochedb.jdbc.spi.BatchEntry;
import io.rochedb.jdbc.spi.BatchOutcome;
import io.rochedb.jdbc.spi.ColumnMeta;
import io.rochedb.jdbc.spi.ConnectionSettings;
import io.rochedb.jdbc.spi.Connector;
import io.rochedb.jdbc.spi.Execution;
import io.rochedb.jdbc.spi.Failure;
import io.rochedb.jdbc.spi.GeneratedKey;
import io.rochedb.jdbc.spi.Outcome;
import io.rochedb.jdbc.spi.ParameterBinder;
import io.rochedb.jdbc.spi.Session;
import io.rochedb.jdbc.spi.SessionStatement;
import io.rochedb.jdbc.spi.StatementKind;
import io.rochedb.jdbc.spi.StoreTarget;
import java.sql.Types;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A connector to named memory stores that knows no SQL: a statement is a row of typed constants, {@code insert} or {@code fail}.
 *
 * <p>{@code echo TYPE…} has one parameter of each type and returns them as one row, three times over.
 */
public final class StubConnector implements Connector {
    /** What a stub session throws on {@code fail}. */
    static final class StubFailure extends RuntimeException {
        private static final long serialVersionUID = 1L;
    }

    @Override
    public boolean accepts(StoreTarget target) {
        return target instanceof StoreTarget.Memory memory && "stub".equals(memory.name());
    }

    @Override
    public Session connect(StoreTarget target, ConnectionSettings settings) {
        return new StubSession();
    }

    @Override
    public Failure explain(Throwable thrown) {
        return thrown instanceof StubFailure
                ? new Failure("42P01", "told to fail", false)
                : new Failure("XX000", "internal error", false);
    }

    private static ColumnMeta column(String typeName) {
        int jdbcType = switch (typeName) {
            case "VARCHAR" -> Types.VARCHAR;
            case "BIGINT" -> Types.BIGINT;
            case "INTEGER" -> Types.INTEGER;
            case "SMALLINT" -> Types.SMALLINT;
            case "TINYINT" -> Types.TINYINT;
            case "DOUBLE" -> Types.DOUBLE;
            case "REAL" -> Types.REAL;
            case "DECIMAL" -> Types.DECIMAL;
            case "BOOLEAN" -> Types.BOOLEAN;
            case "TIMESTAMP" -> Types.TIMESTAMP;
            case "DATE" -> Types.DATE;
            case "TIME" -> Types.TIME;
            case "VARBINARY" -> Types.VARBINARY;
            case "VECTOR" -> Types.ARRAY;
            default -> throw new StubFailure();
        };
        String shown = jdbcType == Types.ARRAY ? "REAL ARRAY" : typeName;
        return new ColumnMeta(typeName.toLowerCase(java.util.Locale.ROOT), typeName, null, jdbcType, shown, 0, 0, true);
    }

    private static final class StubStatement implements SessionStatement {
        private final String sql;

        StubStatement(String sql) {
            this.sql = sql;
        }

        @Override
        public String sql() {
            return sql;
        }

        @Override
        public StatementKind kind() {
            return sql.startsWith("echo") ? StatementKind.QUERY : StatementKind.UPDATE;
        }

        @Override
        public List<ColumnMeta> columns() {
            if (sql.startsWith("fail")) {
                throw new StubFailure();
            }
            List<ColumnMeta> columns = new ArrayList<>();
            if (sql.startsWith("echo ")) {
                for (String type : sql.substring(5).split(" ")) {
                    columns.add(column(type));
                }
            }
            return columns;
        }

        @Override
        public List<ColumnMeta> parameters() {
            return columns();
        }

        @Override
        public Outcome execute(ParameterBinder parameters, Expect expect, Execution execution) {
            @Nullable Object[] row = parameters.bind(parameters());
            if (kind().returnsRows()) {
                return new Outcome(new RowsCursor(List.of(row, row, row)), columns(), -1, List.of());
            }
            return new Outcome(null, List.of(), 2, List.of(new GeneratedKey("a", "1"), new GeneratedKey("b", "2")));
        }
    }

    private static final class StubSession implements Session {
        private boolean autoCommit = true;

        @Override
        public String productVersion() {
            return "7.8.9-stub";
        }

        @Override
        public String user() {
            return "stub";
        }

        @Override
        public List<String> warnings() {
            return List.of("made up");
        }

        @Override
        public SessionStatement statement(String sql) {
            return new StubStatement(sql);
        }

        @Override
        public Execution newExecution(long timeoutMillis) {
            return new Execution() {
                @Override
                public void cancel() {}

                @Override
                public ScanStats stats() {
                    return ScanStats.NONE;
                }
            };
        }

        @Override
        public BatchOutcome executeBatch(List<BatchEntry> entries, Execution execution) {
            long[] counts = new long[entries.size()];
            for (int i = 0; i < counts.length; i++) {
                try {
                    BatchEntry entry = entries.get(i);
                    counts[i] = entry.statement()
                            .execute(entry.parameters(), SessionStatement.Expect.COUNT, execution)
                            .updateCount();
                } catch (RuntimeException e) {
                    return new BatchOutcome(java.util.Arrays.copyOf(counts, i), List.of(), e);
                }
            }
            return new BatchOutcome(counts, List.of(), null);
        }

        @Override
        public boolean autoCommit() {
            return autoCommit;
        }

        @Override
        public void autoCommit(boolean on) {
            autoCommit = on;
        }

        @Override
        public void commit() {}

        @Override
        public void rollback() {}

        @Override
        public boolean inTransaction() {
            return false;
        }

        @Override
        public long savepoint(@Nullable String name) {
            return 0;
        }

        @Override
        public void rollbackTo(long savepoint) {}

        @Override
        public void release(long savepoint) {}

        @Override
        public String schema() {
            return "roche";
        }

        @Override
        public void schema(String schema) {}

        @Override
        public Isolation isolation() {
            return Isolation.REPEATABLE_READ;
        }

        @Override
        public void isolation(Isolation isolation) {}

        @Override
        public boolean readOnly() {
            return false;
        }

        @Override
        public void readOnly(boolean readOnly) {}

        @Override
        public void ring(@Nullable String ring) {}

        @Override
        public boolean isValid(int timeoutSeconds) {
            return true;
        }

        @Override
        public void abort() {}

        @Override
        public void close() {}

        @Override
        public <T> Optional<T> extension(Class<T> type) {
            return Optional.empty();
        }
    }
}
