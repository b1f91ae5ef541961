package io.rochedb.calcite.internal.rel;

import io.rochedb.calcite.internal.table.TableColumn;
import java.util.List;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexShuttle;

/** Conditions written with the names of columns, for plans people read. */
final class Described {
    private Described() {}

    /** Returns the pushed conditions of a scan. */
    static String conditions(RocheScan scan) {
        List<TableColumn> columns = scan.data().columns();
        RexShuttle named = new RexShuttle() {
            @Override
            public RexNode visitInputRef(RexInputRef ref) {
                return new Named(columns.get(ref.getIndex()).name(), ref);
            }
        };
        StringBuilder text = new StringBuilder();
        for (RexNode filter : scan.filters()) {
            text.append(text.isEmpty() ? "" : " AND ").append(filter.accept(named));
        }
        return text.toString();
    }

    /** Returns the name of a column that holds what a call of JSON_VALUE returns. */
    static String path(RexNode call) {
        RexNode path = ((RexCall) call).getOperands().get(1);
        return "JSON_VALUE " + (path instanceof RexLiteral literal ? literal.getValueAs(String.class) : path);
    }

    /** A reference that prints as the column's name. */
    private static final class Named extends RexInputRef {
        Named(String name, RexInputRef ref) {
            super(ref.getIndex(), ref.getType());
            digest = name;
        }
    }
}
