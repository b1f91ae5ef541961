package io.rochedb.calcite.internal.rel;

import io.rochedb.engine.ErrorCode;
import io.rochedb.engine.RocheException;
import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;

/** The meaning of LIMIT and OFFSET values: any integral number that is not negative; NULL is no limit. */
final class Limits {
    private Limits() {}

    /** Returns how many rows to pass over. */
    static long offset(@Nullable Object value) {
        return value == null ? 0 : number(value, ErrorCode.INVALID_OFFSET, "OFFSET");
    }

    /** Returns how many rows at most, -1 for no limit. */
    static long fetch(@Nullable Object value) {
        return value == null ? -1 : number(value, ErrorCode.INVALID_LIMIT, "LIMIT");
    }

    private static long number(Object value, ErrorCode code, String clause) {
        if (!(value instanceof Number)) {
            throw new RocheException(code, clause + " must be a whole number, not '" + value + "'");
        }
        BigDecimal number = value instanceof BigDecimal decimal ? decimal : new BigDecimal(value.toString());
        if (number.signum() < 0) {
            throw new RocheException(code, clause + " must not be negative, not " + number);
        }
        if (number.stripTrailingZeros().scale() > 0) {
            throw new RocheException(code, clause + " must be a whole number, not " + number);
        }
        return number.compareTo(BigDecimal.valueOf(Long.MAX_VALUE)) > 0 ? Long.MAX_VALUE : number.longValue();
    }
}
