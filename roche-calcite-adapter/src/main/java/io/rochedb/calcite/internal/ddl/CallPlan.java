package io.rochedb.calcite.internal.ddl;

import io.rochedb.calcite.RochePlan;
import io.rochedb.calcite.SqlColumn;
import io.rochedb.calcite.SqlResult;
import io.rochedb.calcite.StatementContext;
import io.rochedb.calcite.internal.dml.ValueSource;
import io.rochedb.calcite.internal.dml.ValueSources;
import io.rochedb.calcite.internal.function.FunctionDeclaration;
import io.rochedb.calcite.internal.function.ListCursor;
import io.rochedb.engine.ReadView;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A CALL: runs its procedure when it is executed and hands out its rows. */
record CallPlan(Procedure procedure, List<ValueSource> arguments, ValueSources sources, List<SqlColumn> parameters)
        implements RochePlan {

    @Override
    public Kind kind() {
        return Kind.CALL;
    }

    @Override
    public List<SqlColumn> columns() {
        return procedure.declaration().columns().stream()
                .map(column -> column.type().column(column.name(), column.nullable()))
                .toList();
    }

    @Override
    public boolean fast() {
        return true;
    }

    @Override
    public boolean isCurrent(ReadView view) {
        return sources.isCurrent(view);
    }

    @Override
    public SqlResult execute(StatementContext context) {
        @Nullable Object[] computed = sources.compute(context);
        @Nullable Object[] values = new @Nullable Object[arguments.size()];
        for (int i = 0; i < values.length; i++) {
            values[i] = arguments.get(i).value(context, computed);
        }
        FunctionDeclaration declaration = procedure.declaration();
        return SqlResult.rows(new ListCursor(procedure.rows().run(context, new CallArguments(declaration, values))));
    }

    @Override
    public String explain() {
        return "RocheCall(" + procedure.declaration().name() + ")\n";
    }
}
