package io.rochedb.calcite.internal.ddl;

import io.rochedb.calcite.RochePlan;
import io.rochedb.calcite.SqlColumn;
import io.rochedb.calcite.SqlResult;
import io.rochedb.calcite.StatementContext;
import io.rochedb.engine.ReadView;
import java.util.List;

/**
 * A statement about the schema: it looks up names and changes the schema when it is executed, each time anew.
 *
 * @param text the statement, for EXPLAIN
 * @param step what it does; returns the number of rows it wrote
 */
record DdlPlan(String text, Step step) implements RochePlan {
    /** What a statement does when it is executed. */
    @FunctionalInterface
    interface Step {
        long run(StatementContext context);
    }

    @Override
    public Kind kind() {
        return Kind.DDL;
    }

    @Override
    public List<SqlColumn> columns() {
        return List.of();
    }

    @Override
    public List<SqlColumn> parameters() {
        return List.of();
    }

    @Override
    public boolean fast() {
        return false;
    }

    /** What it was planned from may have changed, and planning it again costs next to nothing. */
    @Override
    public boolean isCurrent(ReadView view) {
        return false;
    }

    @Override
    public SqlResult execute(StatementContext context) {
        return SqlResult.count(step.run(context), List.of());
    }

    @Override
    public String explain() {
        return "RocheSchemaChange(" + text + ")\n";
    }
}
