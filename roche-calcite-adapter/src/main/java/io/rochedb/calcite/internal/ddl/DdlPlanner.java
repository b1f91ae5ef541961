package io.rochedb.calcite.internal.ddl;

import io.rochedb.calcite.RochePlan;
import io.rochedb.calcite.internal.plan.QueryPlanner;
import io.rochedb.calcite.internal.sql.SchemaStatement;
import io.rochedb.calcite.internal.sql.SchemaStatementNode;
import java.util.concurrent.locks.Lock;

/** Plans statements about the schema: which class carries out which. */
public final class DdlPlanner {
    private DdlPlanner() {}

    /** Plans a statement; names are looked up when it is executed, while it holds {@code turn}. */
    public static RochePlan plan(SchemaStatementNode node, String sql, QueryPlanner queries, Lock turn) {
        return new DdlPlan(sql.strip(), step(node.statement(), queries), turn);
    }

    private static DdlPlan.Step step(SchemaStatement statement, QueryPlanner queries) {
        if (statement instanceof SchemaStatement.CreateTable create) {
            return new CreateTables(create, queries);
        }
        if (statement instanceof SchemaStatement.AlterTable alter) {
            return new AlterTables(alter, queries);
        }
        if (statement instanceof SchemaStatement.DropTables drop) {
            return context -> Drops.tables(context, drop);
        }
        if (statement instanceof SchemaStatement.Truncate truncate) {
            return context -> Drops.truncate(context, truncate);
        }
        if (statement instanceof SchemaStatement.DropRings drop) {
            return context -> Drops.rings(context, drop);
        }
        if (statement instanceof SchemaStatement.Comment comment) {
            return context -> Comments.comment(context, comment);
        }
        if (statement instanceof SchemaStatement.CreateView create) {
            return new CreateViews(create, queries);
        }
        if (statement instanceof SchemaStatement.DropViews drop) {
            return context -> Drops.views(context, drop);
        }
        if (statement instanceof SchemaStatement.CreateIndex create) {
            return context -> Indexes.create(context, create);
        }
        if (statement instanceof SchemaStatement.DropIndexes drop) {
            return context -> Indexes.drop(context, drop);
        }
        throw new IllegalArgumentException("unknown statement " + statement);
    }
}
