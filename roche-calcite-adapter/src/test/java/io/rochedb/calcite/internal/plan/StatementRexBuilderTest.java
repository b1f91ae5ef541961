package io.rochedb.calcite.internal.plan;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.calcite.plan.RelOptPredicateList;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexSimplify;
import org.apache.calcite.rex.RexUtil;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.type.SqlTypeName;
import org.junit.jupiter.api.Test;

/** Work on expressions ends when planning was told to stop. */
class StatementRexBuilderTest {
    @Test
    void stopsTheLibrarysSimplification() {
        AtomicBoolean cancelled = new AtomicBoolean();
        StatementRexBuilder rex = new StatementRexBuilder(Dialect.typeFactory(), cancelled);
        RelDataType integer = rex.getTypeFactory().createSqlType(SqlTypeName.INTEGER);
        List<RexNode> terms = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            terms.add(rex.makeCall(
                    SqlStdOperatorTable.NOT_EQUALS,
                    rex.makeInputRef(integer, 0),
                    rex.makeExactLiteral(BigDecimal.valueOf(i), integer)));
        }
        RexNode all = rex.makeCall(SqlStdOperatorTable.AND, terms);
        RexSimplify simplify = new RexSimplify(rex, RelOptPredicateList.EMPTY, RexUtil.EXECUTOR);
        assertEquals(
                "SEARCH($0, Sarg[(-∞..0), (0..1), (1..2), (2..3), (3..+∞)])",
                simplify.simplify(all).toString());
        cancelled.set(true);
        assertThrows(CancellationException.class, () -> simplify.simplify(all));
    }
}
