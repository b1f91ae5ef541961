package io.rochedb.calcite.internal.sql;

import java.util.Locale;
import org.apache.calcite.avatica.util.TimeUnit;
import org.apache.calcite.sql.SqlIntervalQualifier;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.parser.SqlParserUtil;

/** Units of time written as texts, {@code 'year'}. Stateless. */
public final class TimeUnitText {
    private TimeUnitText() {}

    /** Returns the unit of a string literal; one that is unknown is left to the validator. */
    public static SqlIntervalQualifier of(String literal, SqlParserPos position) {
        String name = SqlParserUtil.parseString(literal).strip().toUpperCase(Locale.ROOT);
        for (TimeUnit unit : TimeUnit.values()) {
            if (unit.name().equals(name)) {
                return new SqlIntervalQualifier(unit, null, position);
            }
        }
        return new SqlIntervalQualifier(name, position);
    }
}
