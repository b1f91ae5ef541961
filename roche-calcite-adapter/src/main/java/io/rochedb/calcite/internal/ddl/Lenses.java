package io.rochedb.calcite.internal.ddl;

import static io.rochedb.calcite.internal.function.ArgumentType.TEXT;
import static io.rochedb.calcite.internal.function.ColumnType.INTEGER;
import static io.rochedb.calcite.internal.function.ColumnType.VARCHAR;
import static io.rochedb.calcite.internal.function.FunctionDeclaration.procedure;

import io.rochedb.calcite.StatementContext;
import io.rochedb.engine.ReadView;
import io.rochedb.engine.model.RingNames;
import io.rochedb.engine.schema.SchemaChange;
import java.util.List;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/** The procedures that change stellar lenses. They commit by themselves, as all declarations do. */
final class Lenses {
    private Lenses() {}

    static List<Procedure> all() {
        return List.of(
                procedureOf(
                        "ATTACH_STELLAR",
                        "Makes a ring a member of a lens, which is there from its first member on, and creates both rings when"
                                + " they are missing. It commits by itself.",
                        SchemaChange.AttachStellar::new),
                procedureOf(
                        "DETACH_STELLAR",
                        "Ends the membership of a ring in a lens; a lens without members does not exist. It commits by"
                                + " itself.",
                        SchemaChange.DetachStellar::new));
    }

    private static Procedure procedureOf(
            String name, String description, BiFunction<String, String, SchemaChange> change) {
        return Procedure.of(
                procedure(name)
                        .argument("lens", TEXT)
                        .argument("ring", TEXT)
                        .column("lens", VARCHAR)
                        .column("ring", VARCHAR)
                        .column("members", INTEGER)
                        .describedAs(description),
                (context, arguments) -> run(name, context, arguments, change));
    }

    private static @Nullable Object[] run(
            String name,
            StatementContext context,
            CallArguments arguments,
            BiFunction<String, String, SchemaChange> change) {
        Procedures.requireNothingPending(Procedures.writable(context), name);
        String lens = RingNames.canonical(arguments.requiredText("lens"));
        String ring = RingNames.canonical(arguments.requiredText("ring"));
        SchemaWriter.change(context, view -> List.of(change.apply(lens, ring)));
        try (ReadView view = SchemaWriter.look(context)) {
            int members = view.schema()
                    .model()
                    .lens(lens)
                    .map(found -> found.members().size())
                    .orElse(0);
            return new @Nullable Object[] {lens, ring, members};
        }
    }
}
