package io.rochedb.calcite.internal.sql;

import org.apache.calcite.runtime.CalciteContextException;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlUtil;
import org.apache.calcite.util.NlsString;
import org.apache.calcite.util.Static;

/** Texts written {@code U&'…'}: {@code \0041} is a code unit, {@code \+01F600} a code point, which the library does not know. Stateless. */
public final class UnicodeText {
    private static final int HEX = 16;
    private static final int SHORT_DIGITS = 4;
    private static final int LONG_DIGITS = 6;

    private UnicodeText() {}

    /** Returns the literal with escapes decoded; an escape character of 0 means there are none. */
    public static SqlLiteral decode(SqlLiteral literal, char escape) {
        if (escape == 0) {
            return literal;
        }
        NlsString written = literal.getValueAs(NlsString.class);
        String text = written.getValue();
        StringBuilder decoded = new StringBuilder();
        int i = 0;
        while (i < text.length()) {
            if (text.charAt(i) != escape) {
                decoded.append(text.charAt(i++));
            } else if (text.startsWith(String.valueOf(escape), i + 1)) {
                decoded.append(escape);
                i += 2;
            } else {
                boolean wide = text.startsWith("+", i + 1);
                int from = i + (wide ? 2 : 1);
                int to = from + (wide ? LONG_DIGITS : SHORT_DIGITS);
                decoded.appendCodePoint(codePoint(literal, text, from, to, i));
                i = to;
            }
        }
        return SqlLiteral.createCharString(decoded.toString(), written.getCharsetName(), literal.getParserPosition());
    }

    private static int codePoint(SqlLiteral literal, String text, int from, int to, int at) {
        boolean hex =
                to <= text.length() && text.substring(from, to).chars().allMatch(c -> Character.digit(c, HEX) >= 0);
        int codePoint = hex ? Integer.parseInt(text.substring(from, to), HEX) : -1;
        if (!Character.isValidCodePoint(codePoint)) {
            throw malformed(literal, at);
        }
        return codePoint;
    }

    private static CalciteContextException malformed(SqlLiteral literal, int at) {
        return SqlUtil.newContextException(literal.getParserPosition(), Static.RESOURCE.unicodeEscapeMalformed(at));
    }
}
