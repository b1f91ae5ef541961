package io.rochedb.calcite.internal.plan;

import io.rochedb.calcite.StatementContext;
import io.rochedb.engine.schema.ViewDefinition;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;

/** The columns of views, for metadata. Stateless. */
public final class ViewColumns {
    private ViewColumns() {}

    /** Returns the columns of a view as the caller sees them; an error says what its query names and is not there. */
    public static RelDataType of(ViewDefinition view, StatementContext context, RelDataTypeFactory types) {
        PlanScope scope = new PlanScope(view.sql(), context.view(), context.session(), PlannerOptions.DEFAULT);
        return new ViewExpansion(scope).rowType(view, types);
    }
}
