package io.rochedb.engine.internal.io;

import io.rochedb.engine.CsvImportOptions;
import io.rochedb.engine.EngineOptions;
import io.rochedb.engine.ErrorCode;
import io.rochedb.engine.ImportOptions;
import io.rochedb.engine.ImportResult;
import io.rochedb.engine.ProgressListener;
import io.rochedb.engine.RocheException;
import io.rochedb.engine.schema.ColumnDefinition;
import io.rochedb.engine.schema.ColumnType;
import io.rochedb.engine.schema.RingTemplate;
import io.rochedb.engine.schema.Schema;
import io.rochedb.engine.schema.TableDefinition;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** One import of a CSV file: what its columns are, then the records through {@link JsonlImport}. */
public final class CsvImport {
    /** Records the types of columns are inferred from. */
    private static final int SAMPLE_RECORDS = 1_000;

    private final CsvImportOptions options;
    private final int recordMax;
    private final CsvFields fields;
    private final RingTemplate rings;
    private final @Nullable TableDefinition table;

    private CsvImport(CsvImportOptions options, EngineOptions.Limits limits, Schema schema) {
        this.options = options;
        this.recordMax = JsonlImport.lineBytesMax(limits);
        this.fields = new CsvFields(options);
        this.rings = RingTemplate.parse(options.ring());
        this.table = table(schema).orElse(null);
    }

    /** Runs an import; {@code transactions} begins one each time it is asked. */
    public static ImportResult run(
            CsvImportOptions options,
            EngineOptions.Limits limits,
            Schema schema,
            Supplier<RestoringTransaction> transactions,
            ProgressListener progress) {
        ImportOptions lines = options.asLines();
        JsonlImport.check(lines);
        CsvImport run = new CsvImport(options, limits, schema);
        try {
            List<CsvColumn> columns = run.columns();
            CsvDocuments importer = new CsvDocuments(run.fields, columns, run.layout(columns));
            try (CsvRecordReader records = run.open()) {
                return JsonlImport.run(lines, limits, records, importer, transactions, progress);
            }
        } catch (IOException e) {
            throw new RocheException(
                    ErrorCode.IO_ERROR, "cannot go on importing '" + options.file() + "': " + e.getMessage(), e);
        }
    }

    /** Returns the declared table whose rings these are. */
    private Optional<TableDefinition> table(Schema schema) {
        return rings.columns().isEmpty()
                ? schema.tableOfRing(rings.text())
                : schema.tables().stream()
                        .filter(table -> table.rings().equals(rings))
                        .findFirst();
    }

    /** Opens the file behind its header. */
    private CsvRecordReader open() throws IOException {
        CsvRecordReader records = new CsvRecordReader(options, recordMax);
        if (options.header()) {
            nextRecord(records);
        }
        return records;
    }

    private static boolean nextRecord(CsvRecordReader records) throws IOException {
        while (records.next()) {
            if (!records.isBlank() || records.tooLong()) {
                return true;
            }
        }
        return false;
    }

    private List<CsvColumn> columns() throws IOException {
        List<String> names = names();
        ColumnType.@Nullable Kind[] sampled = sample(names.size());
        Map<String, ColumnType> types = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        if (options.types() != null) {
            types.putAll(CsvTypes.parse(options.types()));
        }
        for (String typed : types.keySet()) {
            if (names.stream().noneMatch(typed::equalsIgnoreCase)) {
                throw unknown("types", typed, names);
            }
        }
        List<CsvColumn> columns = new ArrayList<>();
        for (int i = 0; i < names.size(); i++) {
            ColumnDefinition definition = definition(names.get(i));
            // a declared column's own name: a document's members are told apart by case
            String name = definition == null ? names.get(i) : definition.name();
            ColumnType type = types.get(names.get(i));
            if (type == null && definition != null) {
                type = definition.type();
            }
            ColumnType.Kind seen = sampled[i] == null ? ColumnType.Kind.VARCHAR : sampled[i];
            columns.add(
                    type == null ? new CsvColumn(name, ColumnType.of(seen), false) : new CsvColumn(name, type, true));
        }
        return columns;
    }

    private @Nullable ColumnDefinition definition(String name) {
        return table == null ? null : table.column(name).orElse(null);
    }

    private List<String> names() throws IOException {
        List<String> names = new ArrayList<>();
        try (CsvRecordReader records = new CsvRecordReader(options, recordMax)) {
            @Nullable String[] first = nextRecord(records) ? fieldsOf(records) : new @Nullable String[0];
            for (int i = 0; i < first.length; i++) {
                String given = options.header() ? first[i] : "c" + (i + 1);
                names.add(given == null ? "" : given.strip());
            }
        }
        if (!options.columns().isEmpty()) {
            if (!names.isEmpty() && names.size() != options.columns().size()) {
                throw new RocheException(
                        ErrorCode.INVALID_PARAMETER,
                        "columns names " + options.columns().size() + " columns, and '" + options.file() + "' has "
                                + names.size());
            }
            names = options.columns();
        }
        Set<String> seen = new HashSet<>();
        for (String name : names) {
            if (name.isEmpty() || !seen.add(name.toLowerCase(Locale.ROOT))) {
                throw new RocheException(
                        ErrorCode.INVALID_PARAMETER,
                        name.isEmpty()
                                ? "a column of '" + options.file() + "' has no name; give columns"
                                : "'" + options.file() + "' has two columns '" + name + "'; give columns");
            }
        }
        return names;
    }

    private @Nullable String[] fieldsOf(CsvRecordReader records) {
        try {
            return fields.of(records.bytes(), records.start(), records.end());
        } catch (RefusedLine e) {
            throw new RocheException(
                    ErrorCode.DATA_EXCEPTION,
                    "line " + records.number() + " of '" + options.file() + "': " + e.reason());
        }
    }

    /** Returns what the first records have in each column, null for nothing. */
    private ColumnType.@Nullable Kind[] sample(int width) throws IOException {
        ColumnType.@Nullable Kind[] kinds = new ColumnType.@Nullable Kind[width];
        try (CsvRecordReader records = open()) {
            for (int i = 0; i < SAMPLE_RECORDS && nextRecord(records); i++) {
                if (!records.tooLong()) {
                    observe(records, kinds);
                }
            }
        }
        return kinds;
    }

    private void observe(CsvRecordReader records, ColumnType.@Nullable Kind[] kinds) {
        @Nullable String[] values;
        try {
            values = fields.of(records.bytes(), records.start(), records.end());
        } catch (RefusedLine later) {
            // it is refused when it is imported
            return;
        }
        for (int i = 0; i < values.length && i < kinds.length; i++) {
            String value = values[i];
            if (value != null) {
                ColumnType.Kind kind = CsvColumn.inferred(value);
                ColumnType.Kind before = kinds[i];
                kinds[i] = before == null ? kind : CsvColumn.widened(before, kind);
            }
        }
    }

    private CsvDocuments.Layout layout(List<CsvColumn> columns) {
        List<String> names = columns.stream().map(CsvColumn::name).toList();
        List<Integer> routing = new ArrayList<>();
        for (String column : rings.columns()) {
            routing.add(index("ring", column, names));
        }
        int vector = options.vectorColumn() == null ? -1 : index("vector_column", options.vectorColumn(), names);
        List<Boolean> inDocument = new ArrayList<>();
        for (int i = 0; i < names.size(); i++) {
            // a declared table has the value in the ring's name already
            boolean segment = table != null && routing.contains(i);
            inDocument.add(!segment && i != vector);
        }
        return new CsvDocuments.Layout(rings, routing, inDocument, vector);
    }

    private static int index(String argument, String column, List<String> names) {
        for (int i = 0; i < names.size(); i++) {
            if (names.get(i).equalsIgnoreCase(column)) {
                return i;
            }
        }
        throw unknown(argument, column, names);
    }

    private static RocheException unknown(String argument, String column, List<String> names) {
        return new RocheException(
                ErrorCode.INVALID_PARAMETER,
                argument + " names column '" + column + "', which the file does not have (columns: "
                        + String.join(", ", names) + ")");
    }
}
