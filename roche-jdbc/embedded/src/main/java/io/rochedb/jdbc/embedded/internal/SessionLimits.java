package io.rochedb.jdbc.embedded.internal;

import io.rochedb.calcite.StatementLimits;
import io.rochedb.engine.ErrorCode;
import io.rochedb.engine.RocheException;
import io.rochedb.jdbc.RocheProperty;
import io.rochedb.jdbc.spi.ConnectionSettings;

/** How large a connection's settings let statements be. Stateless. */
final class SessionLimits {
    private SessionLimits() {}

    static StatementLimits of(ConnectionSettings settings) {
        StatementLimits none = StatementLimits.DEFAULT;
        return new StatementLimits(
                positive(settings, RocheProperty.MAX_STATEMENT_LENGTH, none.lengthMax()),
                positive(settings, RocheProperty.MAX_EXPRESSION_DEPTH, none.depthMax()),
                positive(settings, RocheProperty.MAX_IN_LIST_SIZE, none.inListMax()),
                Math.max(1, settings.millis(RocheProperty.PLANNING_TIMEOUT)));
    }

    private static long positive(ConnectionSettings settings, RocheProperty property, long fallback) {
        long value = settings.number(property, fallback);
        if (value == 0) {
            throw new RocheException(ErrorCode.INVALID_PARAMETER, property.key() + " must be greater than 0");
        }
        return value;
    }
}
