package io.rochedb.server.internal;

import io.rochedb.jdbc.spi.ColumnMeta;
import io.rochedb.jdbc.spi.SessionStatement;
import io.rochedb.jdbc.wire.Parts;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A statement of a session, and what its client was last told of its parameters and columns. */
final class KnownStatement {
    private final SessionStatement statement;
    private @Nullable List<ColumnMeta> types;
    private int typesNumber;
    private @Nullable List<ColumnMeta> columns;

    KnownStatement(SessionStatement statement) {
        this.statement = statement;
    }

    SessionStatement statement() {
        return statement;
    }

    int typesNumber() {
        return typesNumber;
    }

    /** Returns whether values bound for types of a number are those the statement asks for. */
    boolean isBoundFor(int number, List<ColumnMeta> wanted) {
        return wanted.isEmpty() || (number > 0 && number == typesNumber && Parts.same(types, wanted));
    }

    /** Notes the types the client is told, and returns their number. */
    int tell(List<ColumnMeta> wanted) {
        if (typesNumber == 0 || !Parts.same(types, wanted)) {
            types = wanted;
            typesNumber++;
        }
        return typesNumber;
    }

    /** Notes the columns the client is told; false when it knows them. */
    boolean tellColumns(List<ColumnMeta> latest) {
        if (Parts.same(columns, latest)) {
            return false;
        }
        columns = latest;
        return true;
    }
}
