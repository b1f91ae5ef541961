package io.rochedb.calcite.internal.sql;

import org.apache.calcite.sql.type.SqlTypeName;

/** The precision of FLOAT(n): binary digits, of which a REAL has 24 and a DOUBLE 53. Stateless. */
public final class FloatPrecision {
    private static final int REAL_DIGITS = 24;
    private static final int DOUBLE_DIGITS = 53;

    private FloatPrecision() {}

    /** Returns the type that has so many binary digits. */
    public static SqlTypeName typeOf(int digits) {
        if (digits < 1 || digits > DOUBLE_DIGITS) {
            throw new UnsupportedSyntaxException("FLOAT(" + digits + ")");
        }
        return digits <= REAL_DIGITS ? SqlTypeName.REAL : SqlTypeName.DOUBLE;
    }
}
