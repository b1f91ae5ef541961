package io.rochedb.jdbc.spi;

import java.util.List;

/**
 * A statement text of a session; planned when first needed, planned anew when what it names has changed.
 *
 * <p>Holds no snapshot and needs no closing. Used by one thread at a time.
 */
public interface SessionStatement {
    /** What the caller can take; a statement that gives something else is refused before it runs. */
    enum Expect {
        ANYTHING,
        ROWS,
        COUNT
    }

    String sql();

    /** Returns the kind by the last plan. */
    StatementKind kind();

    /** Returns the columns by the last plan; empty when it returns no rows. */
    List<ColumnMeta> columns();

    /** Returns the parameters by the last plan, in order of appearance. */
    List<ColumnMeta> parameters();

    /** Runs the statement once under the session's transaction rules. */
    Outcome execute(ParameterBinder parameters, Expect expect, Execution execution);
}
