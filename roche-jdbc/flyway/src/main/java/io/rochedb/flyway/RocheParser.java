package io.rochedb.flyway;

import org.flywaydb.core.api.configuration.Configuration;
import org.flywaydb.core.internal.parser.Parser;
import org.flywaydb.core.internal.parser.ParsingContext;

/** The splitter of migration scripts: standard SQL, statements end with a semicolon. */
final class RocheParser extends Parser {
    /** Characters of a statement that are looked at to tell what it is. */
    private static final int PEEK_DEPTH = 2;

    RocheParser(Configuration configuration, ParsingContext context) {
        super(configuration, context, PEEK_DEPTH);
    }
}
