package io.rochedb.calcite.internal.rel;

import io.rochedb.calcite.internal.plan.RocheDataContext;
import java.util.List;
import org.apache.calcite.DataContext;
import org.apache.calcite.linq4j.tree.BlockStatement;
import org.apache.calcite.linq4j.tree.DeclarationStatement;
import org.apache.calcite.linq4j.tree.Expression;
import org.apache.calcite.linq4j.tree.Expressions;
import org.apache.calcite.linq4j.tree.ForStatement;
import org.apache.calcite.linq4j.tree.Shuttle;
import org.apache.calcite.linq4j.tree.Statement;
import org.apache.calcite.linq4j.tree.WhileStatement;
import org.jspecify.annotations.Nullable;

/** Puts a look at the statement's monitor into every loop of generated code, for operators that work long without reading. */
public final class LoopChecks extends Shuttle {
    private static final LoopChecks INSTANCE = new LoopChecks();

    private LoopChecks() {}

    /** Returns the code with a look in each loop. */
    static BlockStatement in(BlockStatement code) {
        return code.accept(INSTANCE);
    }

    @Override
    public ForStatement visit(
            ForStatement loop,
            List<DeclarationStatement> declarations,
            @Nullable Expression condition,
            @Nullable Expression post,
            Statement body) {
        return Expressions.for_(declarations, condition, post, checked(body));
    }

    @Override
    public Statement visit(WhileStatement loop, Expression condition, Statement body) {
        return Expressions.while_(condition, checked(body));
    }

    private static Statement checked(Statement body) {
        return Expressions.block(
                Expressions.statement(Expressions.call(LoopChecks.class, "look", DataContext.ROOT)), body);
    }

    /** Called by generated code: throws when the statement must stop. */
    public static void look(DataContext root) {
        RocheDataContext.statement(root).monitor().check();
    }
}
