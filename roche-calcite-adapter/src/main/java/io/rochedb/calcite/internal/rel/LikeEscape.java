package io.rochedb.calcite.internal.rel;

import io.rochedb.engine.ErrorCode;
import io.rochedb.engine.RocheException;
import io.rochedb.engine.query.LikePattern;

/** The escape character of a LIKE. Stateless. */
public final class LikeEscape {
    private LikeEscape() {}

    /** Returns the character that the text of ESCAPE is; of an empty text, none. */
    public static char character(String text) {
        if (text.isEmpty()) {
            return LikePattern.NO_ESCAPE;
        }
        if (text.length() != 1) {
            throw new RocheException(
                    ErrorCode.INVALID_PARAMETER, "ESCAPE must be one character or empty, not '" + text + "'");
        }
        return text.charAt(0);
    }
}
