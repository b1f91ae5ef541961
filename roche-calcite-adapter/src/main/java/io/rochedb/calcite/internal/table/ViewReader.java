package io.rochedb.calcite.internal.table;

import io.rochedb.engine.schema.ViewDefinition;
import org.apache.calcite.plan.RelOptTable;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;

/** What a view's query gives, as planning a statement that names it needs to know. */
public interface ViewReader {
    /** Returns the columns of a view's rows. */
    RelDataType rowType(ViewDefinition view, RelDataTypeFactory types);

    /** Returns the view's query as part of the statement's tree. */
    RelNode toRel(ViewDefinition view, RelDataType rowType, RelOptTable.ToRelContext context);
}
