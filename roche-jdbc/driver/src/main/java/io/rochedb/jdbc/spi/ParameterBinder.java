package io.rochedb.jdbc.spi;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The parameters of one execution, converted when the types they must have are known.
 *
 * <p>A session asks after it has a current plan: a plan made anew may have other parameter types than the one described before.
 */
@FunctionalInterface
public interface ParameterBinder {
    /** Returns new values in internal representation (see {@link Cursor}), one for each type. */
    @Nullable
    Object[] bind(List<ColumnMeta> types);
}
