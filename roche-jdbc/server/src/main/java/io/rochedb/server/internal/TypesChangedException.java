package io.rochedb.server.internal;

import io.rochedb.jdbc.spi.ColumnMeta;
import java.util.List;

/** The values were converted for other types than the statement now asks for; thrown before it runs. */
final class TypesChangedException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final transient KnownStatement statement;
    private final transient List<ColumnMeta> types;

    TypesChangedException(KnownStatement statement, List<ColumnMeta> types) {
        super("the parameters have other types", null, false, false);
        this.statement = statement;
        this.types = types;
    }

    KnownStatement statement() {
        return statement;
    }

    List<ColumnMeta> types() {
        return types;
    }
}
