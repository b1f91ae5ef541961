package io.rochedb.calcite.internal.plan;

import io.rochedb.calcite.SqlCursor;
import io.rochedb.calcite.StatementContext;
import io.rochedb.calcite.internal.rel.RowSource;
import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.rel.core.Values;
import org.apache.calcite.rex.RexLiteral;
import org.jspecify.annotations.Nullable;

/** Rows written in the statement. */
record ValuesSource(List<List<Constant>> rows) implements RowSource {
    /** Returns the rows, or null when one holds a literal of a rare type. */
    static @Nullable ValuesSource of(Values values) {
        List<List<Constant>> rows = new ArrayList<>();
        for (List<RexLiteral> tuple : values.getTuples()) {
            List<Constant> row = new ArrayList<>();
            for (RexLiteral literal : tuple) {
                Constant constant = Constant.of(literal);
                if (constant == null) {
                    return null;
                }
                row.add(constant);
            }
            rows.add(row);
        }
        return new ValuesSource(rows);
    }

    @Override
    public SqlCursor open(StatementContext context) {
        return new SqlCursor() {
            private int row = -1;

            @Override
            public boolean next() {
                return ++row < rows.size();
            }

            @Override
            public @Nullable Object get(int column) {
                return rows.get(row).get(column).literal();
            }

            @Override
            public void close() {}
        };
    }
}
