package io.rochedb.calcite.internal.ddl;

import io.rochedb.calcite.RochePlan;
import io.rochedb.calcite.SecretTexts;
import io.rochedb.calcite.SessionInfo;
import io.rochedb.calcite.internal.plan.QueryPlanner;
import io.rochedb.calcite.internal.sql.SchemaStatement;
import io.rochedb.calcite.internal.sql.SchemaStatementNode;
import java.util.concurrent.locks.Lock;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Plans statements about the schema: which class carries out which. */
public final class DdlPlanner {
    private DdlPlanner() {}

    /** Plans a statement; names are looked up when it is executed, while it holds {@code turn}. */
    public static RochePlan plan(SchemaStatementNode node, String sql, QueryPlanner queries, Lock turn) {
        SchemaStatement statement = node.statement();
        DdlPlan.@Nullable Step access = access(statement);
        if (access == null) {
            return new DdlPlan(sql.strip(), step(statement, queries), turn, false, session -> false);
        }
        Predicate<SessionInfo> forAll = statement instanceof SchemaStatement.AlterUser alter
                ? session -> Users.isOwnPassword(session, alter)
                : session -> false;
        return new DdlPlan(SecretTexts.masked(sql.strip()), access, turn, true, forAll);
    }

    /** Returns what a statement about users does, or null for any other. */
    private static DdlPlan.@Nullable Step access(SchemaStatement statement) {
        if (statement instanceof SchemaStatement.CreateUser create) {
            return context -> Users.create(context, create);
        }
        if (statement instanceof SchemaStatement.AlterUser alter) {
            return context -> Users.alter(context, alter);
        }
        if (statement instanceof SchemaStatement.DropUsers drop) {
            return context -> Users.drop(context, drop);
        }
        if (statement instanceof SchemaStatement.Grants grants) {
            return context -> Users.grant(context, grants);
        }
        if (statement instanceof SchemaStatement.Revokes revokes) {
            return context -> Users.revoke(context, revokes);
        }
        return null;
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
