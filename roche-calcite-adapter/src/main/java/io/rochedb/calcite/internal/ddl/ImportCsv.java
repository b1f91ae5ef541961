package io.rochedb.calcite.internal.ddl;

import static io.rochedb.calcite.internal.function.ArgumentType.BOOLEAN;
import static io.rochedb.calcite.internal.function.ArgumentType.INTEGER;
import static io.rochedb.calcite.internal.function.ArgumentType.TEXT;
import static io.rochedb.calcite.internal.function.ColumnType.BIGINT;
import static io.rochedb.calcite.internal.function.FunctionDeclaration.procedure;

import io.rochedb.calcite.StatementContext;
import io.rochedb.calcite.internal.function.FunctionDeclaration;
import io.rochedb.engine.CsvImportOptions;
import io.rochedb.engine.ErrorCode;
import io.rochedb.engine.ImportOptions;
import io.rochedb.engine.RocheException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The procedure IMPORT_CSV. */
final class ImportCsv {
    static final Procedure PROCEDURE = Procedure.of(declaration(), ImportCsv::run);

    private ImportCsv() {}

    private static FunctionDeclaration declaration() {
        return procedure("IMPORT_CSV")
                .argument("file", TEXT)
                .optional("ring", TEXT, "'" + ImportOptions.DEFAULT_RING + "'")
                .optional("header", BOOLEAN, "TRUE")
                .optional("columns", TEXT, "NULL")
                .optional("types", TEXT, "NULL")
                .optional("delimiter", TEXT, "','")
                .optional("quote", TEXT, "'\"'")
                .optional("null_text", TEXT, "NULL")
                .optional("vector_field", TEXT, "NULL")
                .optional("encoding", TEXT, "'UTF-8'")
                .optional("batch_size", INTEGER, Integer.toString(ImportOptions.DEFAULT_BATCH_SIZE))
                .optional("rejects", TEXT, "NULL")
                .column("read", BIGINT)
                .column("imported", BIGINT)
                .column("skipped", BIGINT)
                .column("rejected", BIGINT)
                .column("rings", BIGINT)
                .column("batches", BIGINT)
                .column("bytes", BIGINT)
                .describedAs(
                        "Imports a CSV file, gzip or not, into a ring or, by a template such as 'sales/{country}', into the"
                                + " rings its columns name. It commits by itself, batch by batch.");
    }

    private static @Nullable Object[] run(StatementContext context, CallArguments arguments) {
        Procedures.requireFiles(context, "IMPORT_CSV");
        Procedures.requireNothingPending(Procedures.writable(context), "IMPORT_CSV");
        String ring = arguments.text("ring");
        String columns = arguments.text("columns");
        String rejects = arguments.text("rejects");
        CsvImportOptions options = new CsvImportOptions(
                Procedures.path(arguments.requiredText("file")),
                ring == null ? ImportOptions.DEFAULT_RING : ring,
                arguments.flag("header", true),
                columns == null
                        ? List.of()
                        : Arrays.stream(columns.split(",")).map(String::strip).toList(),
                arguments.text("types"),
                character("delimiter", arguments.text("delimiter"), CsvImportOptions.DEFAULT_DELIMITER),
                character("quote", arguments.text("quote"), CsvImportOptions.DEFAULT_QUOTE),
                arguments.text("null_text"),
                arguments.text("vector_field"),
                charset(arguments.text("encoding")),
                arguments.positive("batch_size", ImportOptions.DEFAULT_BATCH_SIZE),
                rejects == null ? null : Procedures.path(rejects),
                -1);
        return Procedures.row(
                context.engine().importCsv(options, context.view().scope(), Procedures.progress(context)));
    }

    private static char character(String name, @Nullable String text, char whenNull) {
        if (text == null) {
            return whenNull;
        }
        if (text.equals("\\t")) {
            return '\t';
        }
        if (text.length() != 1) {
            throw new RocheException(
                    ErrorCode.INVALID_PARAMETER,
                    "IMPORT_CSV: argument " + name + " takes one character, or '\\t', not '" + text + "'");
        }
        return text.charAt(0);
    }

    private static Charset charset(@Nullable String name) {
        try {
            return name == null ? StandardCharsets.UTF_8 : Charset.forName(name);
        } catch (IllegalArgumentException e) {
            throw new RocheException(
                    ErrorCode.INVALID_PARAMETER,
                    "IMPORT_CSV: there is no encoding '" + name
                            + "' (examples: UTF-8, ISO-8859-1, windows-1252, UTF-16)",
                    e);
        }
    }
}
