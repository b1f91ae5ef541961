package io.rochedb.calcite.internal.function;

import io.rochedb.calcite.StatementContext;
import io.rochedb.engine.ErrorCode;
import io.rochedb.engine.RocheException;
import io.rochedb.engine.model.RecordId;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.format.DateTimeParseException;
import java.util.Date;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Conversion of evaluated arguments to the Java values the bodies compute with. */
final class Arguments {
    private static final double MILLIS_PER_SECOND = 1000.0;
    /** Closer than this to a whole millisecond a time is that millisecond: what double arithmetic loses at today's epoch. */
    private static final double MILLIS_NOISE = 1e-3;

    private Arguments() {}

    static String text(@Nullable Object value) {
        return String.valueOf(value);
    }

    static @Nullable String optionalText(@Nullable Object value) {
        return value == null ? null : value.toString();
    }

    /** Returns the id, or empty when there is none or when a join brought a malformed one. */
    static Optional<RecordId> id(@Nullable Object value, boolean fromJoin) {
        if (value == null) {
            return Optional.empty();
        }
        return fromJoin ? RecordId.tryParse(value.toString()) : Optional.of(RecordId.parse(value.toString()));
    }

    static int integer(String name, Object value) {
        if (value instanceof Number number) {
            double exact = number.doubleValue();
            if (exact != Math.rint(exact) || exact < Integer.MIN_VALUE || exact > Integer.MAX_VALUE) {
                throw new RocheException(
                        ErrorCode.NUMERIC_OUT_OF_RANGE, name + " must be a whole number of 32 bits, not " + value);
            }
            return number.intValue();
        }
        throw mismatch(name, "a whole number", value);
    }

    static int integer(String name, @Nullable Object value, int whenNull) {
        return value == null ? whenNull : integer(name, value);
    }

    static boolean flag(String name, Object value) {
        if (value instanceof Boolean flag) {
            return flag;
        }
        throw mismatch(name, "TRUE or FALSE", value);
    }

    /** Returns seconds since the epoch: of the argument, or of the statement when it is omitted. */
    static double seconds(String name, @Nullable Object value, StatementContext context) {
        if (value == null) {
            return context.statementMillis() / MILLIS_PER_SECOND;
        }
        double seconds = secondsOf(name, value);
        if (!Double.isFinite(seconds)) {
            throw new RocheException(ErrorCode.NUMERIC_OUT_OF_RANGE, name + " must be finite, not " + value);
        }
        return seconds;
    }

    @SuppressWarnings("JavaUtilDate")
    private static double secondsOf(String name, Object value) {
        if (value instanceof Number number) {
            return number.doubleValue();
        }
        if (value instanceof Date date) {
            return date.getTime() / MILLIS_PER_SECOND;
        }
        if (value instanceof Instant instant) {
            return instant.toEpochMilli() / MILLIS_PER_SECOND;
        }
        if (value instanceof OffsetDateTime time) {
            return secondsOf(name, time.toInstant());
        }
        if (value instanceof ZonedDateTime time) {
            return secondsOf(name, time.toInstant());
        }
        if (value instanceof LocalDateTime time) {
            return secondsOf(name, time.toInstant(ZoneOffset.UTC));
        }
        if (value instanceof LocalDate date) {
            return secondsOf(name, date.atStartOfDay());
        }
        try {
            return secondsOf(name, LocalDateTime.parse(value.toString().strip().replace(' ', 'T')));
        } catch (DateTimeParseException e) {
            throw new RocheException(
                    ErrorCode.INVALID_DATETIME,
                    name + " takes a TIMESTAMP or seconds since the epoch, not '" + value + "'",
                    e);
        }
    }

    /** Returns the first whole millisecond at or after a time. */
    static long millis(double seconds) {
        double millis = seconds * MILLIS_PER_SECOND;
        double nearest = Math.rint(millis);
        return (long) (Math.abs(millis - nearest) < MILLIS_NOISE ? nearest : Math.ceil(millis));
    }

    private static RocheException mismatch(String name, String expected, Object value) {
        return new RocheException(
                ErrorCode.DATATYPE_MISMATCH,
                name + " takes " + expected + ", not "
                        + value.getClass().getSimpleName().toLowerCase(Locale.ROOT) + " " + value);
    }
}
