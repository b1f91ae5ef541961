package io.rochedb.jdbc.embedded.internal;

import io.rochedb.engine.CsvImportOptions;
import io.rochedb.engine.DumpResult;
import io.rochedb.engine.ErrorCode;
import io.rochedb.engine.ImportOptions;
import io.rochedb.engine.ImportResult;
import io.rochedb.engine.ProgressListener;
import io.rochedb.engine.RocheException;
import io.rochedb.jdbc.embedded.RocheTransfer;
import io.rochedb.jdbc.spi.Connector;
import java.nio.file.Path;
import java.sql.SQLException;

/** Import and dump under a session's rules. */
final class Transfer implements RocheTransfer {
    private final EmbeddedSession session;
    private final Connector connector;

    Transfer(EmbeddedSession session, Connector connector) {
        this.session = session;
        this.connector = connector;
    }

    @Override
    public ImportResult importJsonl(ImportOptions options, ProgressListener progress) throws SQLException {
        try {
            if (session.readOnly()) {
                throw EmbeddedSession.readOnlyException();
            }
            checkOutsideTransaction("an import");
            return session.holding(() -> session.engine().importJsonl(options, session.scope(), progress));
        } catch (Throwable thrown) {
            throw connector.translate(thrown);
        }
    }

    @Override
    public ImportResult importCsv(CsvImportOptions options, ProgressListener progress) throws SQLException {
        try {
            if (session.readOnly()) {
                throw EmbeddedSession.readOnlyException();
            }
            checkOutsideTransaction("an import");
            return session.holding(() -> session.engine().importCsv(options, session.scope(), progress));
        } catch (Throwable thrown) {
            throw connector.translate(thrown);
        }
    }

    @Override
    public DumpResult dump(Path target, ProgressListener progress) throws SQLException {
        try {
            checkOutsideTransaction("a dump");
            return session.holding(() -> session.engine().dump(target, session.scope(), progress));
        } catch (Throwable thrown) {
            throw connector.translate(thrown);
        }
    }

    private void checkOutsideTransaction(String what) {
        if (session.inTransaction()) {
            throw new RocheException(
                    ErrorCode.INVALID_TRANSACTION_STATE,
                    what + " cannot run inside a transaction; commit or roll back");
        }
    }
}
