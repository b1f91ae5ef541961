package io.rochedb.calcite.internal.sql;

import java.util.List;
import org.apache.calcite.sql.SqlDataTypeSpec;
import org.jspecify.annotations.Nullable;

/**
 * A column of CREATE INDEX as written.
 *
 * @param path names with dots between them
 * @param type the type written after it, or null
 * @param descending whether DESC was written
 */
public record IndexColumnText(List<String> path, @Nullable SqlDataTypeSpec type, boolean descending) {
    public IndexColumnText {
        path = List.copyOf(path);
    }
}
