package io.rochedb.server.internal;

import io.rochedb.jdbc.spi.ColumnMeta;
import io.rochedb.jdbc.spi.ParameterBinder;
import io.rochedb.jdbc.wire.WireException;
import io.rochedb.jdbc.wire.WireReader;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Values that a client has converted for types it was told. */
record BoundValues(
        KnownStatement statement, int typesNumber, @Nullable Object[] values) implements ParameterBinder {

    /** What a value takes, at least: its place and a small object. */
    private static final int VALUE_BYTES = 16;

    /** Reads so many values. */
    static @Nullable Object[] read(WireReader in, int count) {
        in.charge((long) count * VALUE_BYTES);
        @Nullable Object[] values = new Object[count];
        for (int i = 0; i < count; i++) {
            values[i] = in.value();
        }
        return values;
    }

    @Override
    public @Nullable Object[] bind(List<ColumnMeta> types) {
        if (!statement.isBoundFor(typesNumber, types)) {
            throw new TypesChangedException(statement, types);
        }
        if (types.size() != values.length) {
            throw new WireException(values.length + " values for " + types.size() + " parameters");
        }
        return values.clone();
    }
}
