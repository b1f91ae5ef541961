package io.rochedb.calcite.internal.plan;

import io.rochedb.calcite.StatementContext;
import io.rochedb.engine.ErrorCode;
import io.rochedb.engine.RocheException;
import java.util.IdentityHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.TimeZone;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import org.apache.calcite.DataContext;
import org.apache.calcite.adapter.java.JavaTypeFactory;
import org.apache.calcite.avatica.util.ByteString;
import org.apache.calcite.jdbc.CalciteSchema;
import org.apache.calcite.linq4j.QueryProvider;
import org.apache.calcite.rel.type.TimeFrames;
import org.apache.calcite.schema.SchemaPlus;
import org.jspecify.annotations.Nullable;

/**
 * What generated code sees of one execution: parameters ({@code ?0}…), the statement's time, and, for RocheDB's own
 * operators and functions, the {@link StatementContext}.
 */
public final class RocheDataContext implements DataContext {
    private final StatementContext statement;
    private final Map<String, Object> stashed;
    private final AtomicBoolean cancelFlag = new AtomicBoolean();
    private final Map<Object, Object> operators = new IdentityHashMap<>();
    private @Nullable SchemaPlus scratch;

    /** Creates a context; {@code stashed} holds the objects a generated class refers to by name. */
    public RocheDataContext(StatementContext statement, Map<String, Object> stashed) {
        this.statement = statement;
        this.stashed = stashed;
    }

    /** Returns the statement an operator or function runs for. */
    public static StatementContext statement(DataContext context) {
        if (context instanceof RocheDataContext roche) {
            return roche.statement;
        }
        throw new RocheException(ErrorCode.INTERNAL_ERROR, "a function was evaluated outside a statement");
    }

    public StatementContext statement() {
        return statement;
    }

    /** Returns what an operator of the plan keeps in this execution, made at the first call. */
    public <T> T ofOperator(Object operator, Class<T> type, Supplier<T> start) {
        return type.cast(operators.computeIfAbsent(operator, any -> start.get()));
    }

    /** Returns a schema of this execution only: recursive queries keep their intermediate rows in it. */
    @Override
    public SchemaPlus getRootSchema() {
        if (scratch == null) {
            scratch = CalciteSchema.createRootSchema(false, false).plus();
        }
        return scratch;
    }

    @Override
    public JavaTypeFactory getTypeFactory() {
        return Dialect.typeFactory();
    }

    @Override
    @SuppressWarnings("NullAway") // the library asks for none in our plans
    public QueryProvider getQueryProvider() {
        return null;
    }

    @Override
    public @Nullable Object get(String name) {
        if (name.startsWith("?")) {
            return parameter(Integer.parseInt(name.substring(1)));
        }
        return switch (name) {
            case "currentTimestamp", "utcTimestamp", "localTimestamp", "sysTimestamp" -> statement.statementMillis();
            case "timeZone" -> TimeZone.getTimeZone("UTC");
            case "locale" -> Locale.ROOT;
            case "timeFrameSet" -> TimeFrames.CORE;
            case "user", "systemUser" -> statement.session().user();
            case "cancelFlag" -> cancelFlag;
            default -> stashed.get(name);
        };
    }

    private @Nullable Object parameter(int index) {
        @Nullable Object[] parameters = statement.parameters();
        if (index >= parameters.length) {
            throw new RocheException(
                    ErrorCode.PARAMETER_NOT_BOUND, "parameter " + (index + 1) + " of the statement has no value");
        }
        return toGenerated(parameters[index]);
    }

    /** Turns a value in the representation of {@link io.rochedb.calcite.SqlCursor} into that of generated code. */
    public static @Nullable Object toGenerated(@Nullable Object value) {
        if (value instanceof float[] floats) {
            return new FloatList(floats);
        }
        return value instanceof byte[] bytes ? new ByteString(bytes) : value;
    }

    /** Turns a value of generated code into the representation of {@link io.rochedb.calcite.SqlCursor}. */
    public static @Nullable Object fromGenerated(@Nullable Object value) {
        if (value instanceof FloatList floats) {
            return floats.array();
        }
        return value instanceof ByteString bytes ? bytes.getBytes() : value;
    }
}
