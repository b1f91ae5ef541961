package io.rochedb.calcite.internal.plan;

import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.parser.SqlParserPos;

/**
 * A maker of expressions that stops when planning shall stop. The library's planners look between two rules; simplification, inference and conversion
 * look nowhere, but all of them make expressions.
 */
final class StoppableRexBuilder extends FoldedCasts {
    private final AtomicBoolean cancelled;

    StoppableRexBuilder(RelDataTypeFactory types, AtomicBoolean cancelled) {
        super(types);
        this.cancelled = cancelled;
    }

    private void check() {
        if (cancelled.get()) {
            throw new CancellationException("planning was told to stop");
        }
    }

    @Override
    public RelDataTypeFactory getTypeFactory() {
        check();
        return super.getTypeFactory();
    }

    @Override
    public RelDataType deriveReturnType(SqlOperator op, List<? extends RexNode> operands) {
        check();
        return super.deriveReturnType(op, operands);
    }

    @Override
    public RexNode makeCall(SqlParserPos pos, RelDataType type, SqlOperator op, List<RexNode> operands) {
        check();
        return super.makeCall(pos, type, op, operands);
    }
}
