package io.rochedb.jdbc.embedded;

import io.rochedb.engine.CsvImportOptions;
import io.rochedb.engine.DumpResult;
import io.rochedb.engine.ImportOptions;
import io.rochedb.engine.ImportResult;
import io.rochedb.engine.ProgressListener;
import java.nio.file.Path;
import java.sql.SQLException;

/**
 * Bulk import and dump of the store behind an embedded connection, with progress.
 *
 * <p>Reached by {@code connection.unwrap(RocheTransfer.class)}; {@code CALL IMPORT_JSONL}, {@code CALL IMPORT_CSV} and {@code CALL DUMP} do the same without
 * progress. The connection's ring scope and read-only flag hold. Each batch commits on its own, so neither may run inside an open
 * transaction ({@code 25000}).
 */
public interface RocheTransfer {
    /** Imports JSON lines as {@link ImportOptions} says; the listener is called from the calling thread. */
    ImportResult importJsonl(ImportOptions options, ProgressListener progress) throws SQLException;

    /** Imports a CSV file as {@link CsvImportOptions} says; the listener is called from the calling thread. */
    ImportResult importCsv(CsvImportOptions options, ProgressListener progress) throws SQLException;

    /** Writes every visible ring and record to a file, gzip when its name ends in {@code .gz}. */
    DumpResult dump(Path target, ProgressListener progress) throws SQLException;
}
