package io.rochedb.calcite.internal.plan;

import io.rochedb.calcite.internal.rel.RocheLookupJoin;
import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.rel.RelHomogeneousShuttle;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Calc;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexLocalRef;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexProgram;
import org.apache.calcite.rex.RexShuttle;
import org.apache.calcite.sql.SqlKind;

/**
 * The removal of casts that only promise that a value is not null.
 *
 * <p>The library's simplification writes {@code CASE WHEN a IS NOT NULL THEN a …} with a cast of {@code a} to NOT NULL, and then drops the condition
 * where a comparison of {@code a} would be unknown without it. Generated code believes the promise and compares a null as 0: so the
 * promise has to go before code is made, and the types above it with it.
 */
final class NotNullCasts {
    private NotNullCasts() {}

    /** Returns the plan with such casts gone from its calculations and look-ups. */
    static RelNode removeIn(RelNode plan) {
        return plan.accept(new RelHomogeneousShuttle() {
            @Override
            public RelNode visit(RelNode other) {
                RelNode rel = super.visit(other);
                if (rel instanceof RocheLookupJoin) {
                    return rel.accept(new Removal(rel.getCluster().getRexBuilder()));
                }
                return rel instanceof Calc calc ? calc(calc) : rel;
            }
        });
    }

    private static RelNode calc(Calc calc) {
        RexProgram program = calc.getProgram();
        RexBuilder rex = calc.getCluster().getRexBuilder();
        Removal removal = new Removal(rex);
        List<RexNode> projects = new ArrayList<>();
        for (RexLocalRef project : program.getProjectList()) {
            RexNode expression = removal.apply(program.expandLocalRef(project));
            projects.add(
                    expression.getType().equals(project.getType())
                            ? expression
                            : rex.makeAbstractCast(project.getType(), expression, false));
        }
        RexLocalRef condition = program.getCondition();
        RexNode where = condition == null ? null : removal.apply(program.expandLocalRef(condition));
        return removal.removed
                ? calc.copy(
                        calc.getTraitSet(),
                        calc.getInput(),
                        RexProgram.create(program.getInputRowType(), projects, where, program.getOutputRowType(), rex))
                : calc;
    }

    private static final class Removal extends RexShuttle {
        private final RexBuilder rex;
        private boolean removed;

        Removal(RexBuilder rex) {
            this.rex = rex;
        }

        @Override
        public RexNode visitCall(RexCall call) {
            RexCall inner = (RexCall) super.visitCall(call);
            RelDataType type = inner.getType();
            if (inner.getKind() == SqlKind.CAST) {
                RexNode operand = inner.getOperands().get(0);
                if (type.isNullable() || !operand.getType().isNullable()) {
                    return inner;
                }
                removed = true;
                RelDataType honest = rex.getTypeFactory().createTypeWithNullability(type, true);
                return operand.getType().equals(honest) ? operand : inner.clone(honest, inner.getOperands());
            }
            if (inner == call || type.isNullable()) {
                return inner;
            }
            boolean nullable = rex.deriveReturnType(inner.getOperator(), inner.getOperands())
                    .isNullable();
            return nullable
                    ? inner.clone(rex.getTypeFactory().createTypeWithNullability(type, true), inner.getOperands())
                    : inner;
        }
    }
}
